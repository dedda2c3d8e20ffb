"""Every command on a copy whose every shelf was shuffled states the same facts and leaves the same bytes."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from league.journal.body import read
from league.journal.replay import state_at_checkpoint
from league.models import Entry, Season
from rules.campaign.codec import command_from, copy_of, fact_document, season_bytes
from rules.campaign.command import REGISTRY
from rules.campaign.perform import perform
from rules.campaign.state import Season as SeasonState
from rules.dice import Dice, KeyRing
from tests.league.building import Table, announced, founded, lined_up, report, signed

pytestmark = pytest.mark.django_db


def shuffled(season: SeasonState, seed: int) -> SeasonState:
    """A copy in which every dict stands in another order."""
    luck = random.Random(seed)
    made = copy_of(season)
    for each in fields(made):
        value = getattr(made, each.name)
        if isinstance(value, dict):
            items = list(value.items())
            luck.shuffle(items)
            setattr(made, each.name, dict(items))
    return made


def everything_played() -> list[Table]:
    """Leagues that between them performed every command there is."""
    small = founded(league="small", switches={"season.setup_single_window": False, "sponsors.max": 3})
    for each in small.franchises:
        for number in range(1, 4):
            small.give("hire_rookie", by=each, franchise=each, driver=f"{each}.d{number}")
        small.give("acknowledge_short_roster", by=each, franchise=each)
    small.give("hire_staff", by="razors", franchise="razors", rating=2)
    small.give("next_setup_step")
    for each in small.franchises:
        for number in range(1, 4):
            small.give("buy_car", by=each, franchise=each, car=f"{each}.car{number}")
    small.give("next_setup_step")
    small.give("throw_party", by="razors", franchise="razors", spend_k=300)
    small.give(
        "place_sponsor", by="razors", franchise="razors", sponsor="razors.s1.party1", replaces="razors.founding1"
    )
    small.give("close_setup")
    table = announced(table=signed(faces={"setup/razors/founding": [3, 4, 3, 5, 3, 6]}))
    table.give("hire_match_mechanic", by="razors", franchise="razors", match="m1")
    lined_up(1, table, announce=False)
    table.give("accept_report", match="m1", report=report(table))
    table.give("decide_repairs", by="widows", franchise="widows", match="m1", give_up=["widows.car2"])
    announced(2, table)
    table.give("waive_garage", franchise="widows", match="m2", reason="They cannot buy yet.")
    return [small, table]


def test_the_order_of_a_shelf_never_shows() -> None:
    performed: set[str] = set()
    for table in everything_played():
        row = Season.objects.get(pk=table.season)
        season = state_at_checkpoint(row, 0)
        for entry in Entry.objects.filter(season=row).order_by("number"):
            body = read(entry.body)
            words = {each.id: each.words for each in season.matches.values()}
            keys = None if body.typed else KeyRing(bytes.fromhex(row.secret), words)
            typed = body.typed.get("faces", {})
            others = [shuffled(season, seed) for seed in range(3)]
            dice = Dice(keys, loaded=typed)
            facts = perform(season, command_from(body.command), dice)
            for other in others:
                again = Dice(keys, loaded=typed)
                told = perform(other, command_from(body.command), again)
                assert [fact_document(each) for each in told] == [fact_document(each) for each in facts]
                assert again.log == dice.log
                assert season_bytes(other) == season_bytes(season)
            performed.add(entry.command)
    assert set(REGISTRY) - performed == set()

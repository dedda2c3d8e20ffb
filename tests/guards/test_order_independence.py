"""Every command states the same facts and leaves the same bytes if all shelves of the season are shuffled."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from journal.entry_body import load_body
from journal.replay import state_at_checkpoint
from league.models import Entry, Season
from rules.campaign.core.codec import (
    command_from_document,
    copy_season,
    fact_document,
    season_bytes,
    season_from_json,
)
from rules.campaign.core.command import COMMAND_TYPES, Command, tag_of
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season_end.off_season import next_season
from rules.core.canonical_json import json_bytes
from rules.core.dice import Dice, KeyRing
from rules.match.registry import temporarily_installed
from tests.guards import findings
from tests.league.small_league import Table, announced, founded, lined_up, report, signed
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db

PAIR, OTHERS = ["razors", "saints"], ["widows", "zeds"]
SCENARIOS = Path(__file__).parents[1] / "rules" / "campaign" / "scenarios"


def shuffled(season: SeasonState, seed: int) -> SeasonState:
    """A copy of the season with every shelf, a dict, in another order."""
    generator = random.Random(seed)
    copy = copy_season(season)
    for field in fields(copy):
        value = getattr(copy, field.name)
        if isinstance(value, dict):
            items = list(value.items())
            generator.shuffle(items)
            setattr(copy, field.name, dict(items))
    return copy


def everything_played() -> list[Table]:
    """Leagues that, with the scenario files, perform every command."""
    small = founded(
        league="small", franchises=(*PAIR, *OTHERS), switches={"season.setup_single_window": False, "sponsors.max": 3}
    )
    for franchise in small.franchises:
        for number in range(1, 4):
            small.give("hire_rookie", by=franchise, franchise=franchise, driver=f"{franchise}.d{number}")
        small.give("acknowledge_short_roster", by=franchise, franchise=franchise)
    small.give("hire_staff", by="razors", franchise="razors", rating=2)
    small.give("next_setup_step")
    for franchise in small.franchises:
        for number in range(1, 4):
            small.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}")
    small.give("next_setup_step")
    small.give("throw_party", by="razors", franchise="razors", spend_k=300)
    small.give(
        "place_sponsor", by="razors", franchise="razors", sponsor="razors.s1.sponsor1", replaces="razors.founding1"
    )
    small.give("close_setup")
    inputs = {"aboard": ["Ann", "Bob"]}
    small.give("perform_procedure", use="p1", book="carwars", procedure="choose_who_is_hit", inputs=inputs)
    small.give("announce_round", round="r1", matches=[{"match": "m1", "event": "race", "franchises": PAIR}])
    small.give("add_match", round="r1", plan={"match": "m2", "event": "race", "franchises": OTHERS}, reason="Fair.")
    table = announced(table=signed(faces={"setup/razors/founding": [3, 4, 3, 5, 3, 6]}))
    table.give("hire_match_mechanic", by="razors", franchise="razors", match="m1")
    lined_up(1, table, announce=False)
    table.give("accept_report", match="m1", report=report(table))
    table.give("decide_repairs", by="widows", franchise="widows", match="m1", give_up=["widows.car2"])
    table.give("end_shopping", match="m1", reason="Nobody wants to buy.")
    announced(2, table)
    table.give("waive_garage", franchise="widows", match="m2", reason="They cannot buy yet.")
    return [small, table]


def played_from_files() -> Iterator[tuple[SeasonState, Command, Mapping[str, Any]]]:
    """Every step of every scenario file that is not refused: the season before it, the command, and its faces."""
    for path in sorted(SCENARIOS.glob("*.json")):
        scenario = json.loads(path.read_text(encoding="utf-8"))
        season = season_from_json(json_bytes(scenario["given"]))
        for step in scenario["play"]:
            if "refused" in step:
                continue
            if step["do"] == "next_season":
                season = next_season(season)
                continue
            command = due_commands(season)[0] if step["do"] == "due" else command_from_document(step["do"])
            yield season, command, step.get("dice", {})


def played_in_leagues() -> Iterator[tuple[SeasonState, Command, KeyRing | Mapping[str, Any]]]:
    """Every entry of played leagues: the season before it, the command, and its keys or typed faces."""
    for table in everything_played():
        row = Season.objects.get(pk=table.season)
        season = state_at_checkpoint(row, 0)
        for entry in Entry.objects.filter(season=row).order_by("number"):
            body = load_body(entry.body)
            words = {match.id: match.words for match in season.matches.values()}
            dice = body.typed["faces"] if body.typed else KeyRing(bytes.fromhex(row.secret), words)
            yield season, command_from_document(body.command), dice


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    """Install a ruleset that matches may name."""
    with temporarily_installed(LADDER):
        yield


def test_the_order_of_a_shelf_never_shows() -> None:
    performed: set[str] = set()
    problems: list[str] = []
    for season, command, source in chain(played_from_files(), played_in_leagues()):
        others = [shuffled(season, seed) for seed in range(3)]
        dice = _dice(source)
        facts = perform(season, command, dice)
        for other in others:
            again = _dice(source)
            other_facts = perform(other, command, again)
            checks = {
                "states other facts": [fact_document(fact) for fact in other_facts]
                == [fact_document(fact) for fact in facts],
                "throws other dice": again.log == dice.log,
                "leaves other bytes": season_bytes(other) == season_bytes(season),
            }
            problems += [
                f"{type(command).__name__} {effect} when dicts of a season stand in another order: sort what it goes "
                f"through in {type(command).__module__.replace('.', '/')}.py."
                for effect, same in checks.items()
                if not same
            ]
        performed.add(tag_of(type(command)))
    says = (
        "Nobody here gives the command {}: let everything_played in "
        "tests/guards/test_order_independence.py, or a file of "
        "tests/rules/campaign/scenarios, give it."
    )
    findings.report([*problems, *findings.beyond(COMMAND_TYPES, performed, says)], seen=performed, of="commands")


def _dice(source: KeyRing | Mapping[str, Any]) -> Dice:
    return Dice(source) if isinstance(source, KeyRing) else Dice(loaded=source)

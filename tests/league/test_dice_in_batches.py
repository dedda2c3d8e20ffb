"""A batch does not tell how its dice would fall: it is refused alike whatever falls, or stands whatever falls."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from league.journal import Answer, Typed, perform
from league.journal.dice_in_batches import HangsOnDice
from rules.campaign.codec import command_from
from rules.refusal import Refusal
from tests.league.amends import with_another_secret
from tests.league.building import Table, founded, lined_up, report

pytestmark = pytest.mark.django_db
PARTY: dict[str, Any] = {"type": "throw_party", "franchise": "razors", "spend_k": 40}
IF_WON: dict[str, Any] = {
    "type": "place_sponsor",
    "franchise": "razors",
    "sponsor": "razors.s1.party1",
    "replaces": "razors.founding1",
}
HIRE: dict[str, Any] = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}
AWAY: dict[str, Any] = {"type": "release_driver", "franchise": "razors", "driver": "razors.d9"}


def give(table: Table, *documents: dict[str, Any], by: str = "razors", **options: Any) -> Answer:
    """Give these in one batch, as the owner of that franchise."""
    table.given += 1
    return perform(
        table.season,
        [command_from(each) for each in documents],
        actor=table.handle(by),
        at=table.at + timedelta(minutes=table.given),
        key=f"batch{table.given}",
        **options,
    )


def refused(table: Table, *documents: dict[str, Any]) -> list[tuple[str, str]]:
    """What a batch is refused for with the season's secret, and with others."""
    said = []
    for secret in range(5):
        with transaction.atomic():
            if secret:
                with_another_secret(table, secret)
            with pytest.raises(Refusal) as no:
                give(table, *documents)
            said.append((type(no.value).__name__, no.value.sentence))
            transaction.set_rollback(True)
    return said


def test_what_is_legal_only_where_the_dice_fall_well_is_not_given_behind_them() -> None:
    table = founded(switches={"sponsors.max": 3})
    length = table.row.length
    with pytest.raises(HangsOnDice, match="give what throws first"):
        give(table, PARTY, IF_WON)
    assert table.row.length == length
    assert {kind for kind, _ in refused(table, PARTY, IF_WON)} == {"HangsOnDice"}
    assert {kind for kind, _ in refused(table, PARTY, IF_WON, AWAY)} == {"HangsOnDice"}


def test_what_is_refused_however_the_dice_fall_is_refused_in_its_own_words() -> None:
    table = founded()
    ((kind, sentence),) = set(refused(table, PARTY, AWAY))
    assert kind != "HangsOnDice"
    assert "razors.d9" in sentence


def test_what_stands_however_the_dice_fall_is_given_in_one_batch() -> None:
    table = founded()
    assert [each.command["type"] for each in give(table, PARTY, HIRE).entries] == ["throw_party", "hire_rookie"]
    assert [each.command["type"] for each in give(table, {**HIRE, "driver": "razors.d2"}).entries] == ["hire_rookie"]


def test_whoever_has_the_secret_may_go_by_what_falls() -> None:
    table = founded(switches={"sponsors.max": 3})
    try:
        give(table, PARTY, IF_WON, whatever_falls=True)
    except Refusal as no:
        assert type(no) is not HangsOnDice  # noqa: PT017 - the real dice say which of the two it is


def test_an_owner_who_enters_faces_asks_nothing_of_the_seasons_own_dice_either() -> None:
    table = lined_up(1, switches={"dice.by_hand": "everybody"})
    table.give("accept_report", match="m1", report=report(table))
    repairs = {"type": "decide_repairs", "franchise": "widows", "match": "m1"}
    rich = {"type": "buy_car", "franchise": "widows", "car": "widows.car9"}
    typed = Typed({}, typist=table.handle("widows"))
    said = set()
    for secret in range(5):
        with transaction.atomic():
            if secret:
                with_another_secret(table, secret)
            try:
                give(table, repairs, rich, rich, by="widows", typed=typed)
            except Refusal as no:
                said.add((type(no).__name__, no.sentence))
            transaction.set_rollback(True)
    assert len(said) == 1

"""No batch or amend reveals how its dice would fall: it is refused, or stands, regardless of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from journal import BatchResult, TypedFaces, perform
from journal.dice.dependent_batches import HangsOnDice, SkippedCommands
from league.management import cli_actor
from league.models import Entry
from rules.campaign.core.codec import command_from_document
from rules.core.refusals import Refusal
from tests.api.api_callers import at, program_of
from tests.journal.amends import amended, number_of, with_another_secret
from tests.league.small_league import Table, founded, lined_up, report
from tests.league.test_sealed_offers import at_the_shops, offered

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


def give(table: Table, *documents: dict[str, Any], by: str = "razors", **options: Any) -> BatchResult:
    """Give these commands in one batch, as that franchise's owner."""
    table.given += 1
    return perform(
        table.season,
        [command_from_document(document) for document in documents],
        actor=table.handle(by),
        at=table.at + timedelta(minutes=table.given),
        key=f"batch{table.given}",
        **options,
    )


def refused(table: Table, *documents: dict[str, Any]) -> list[tuple[str, str]]:
    """The refusals of a batch with the season's secret and with other secrets."""
    refusals = []
    for secret in range(5):
        with transaction.atomic():
            if secret:
                with_another_secret(table, secret)
            with pytest.raises(Refusal) as raised:
                give(table, *documents)
            refusals.append((type(raised.value).__name__, raised.value.sentence))
            transaction.set_rollback(True)
    return refusals


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
    assert [entry.command["type"] for entry in give(table, PARTY, HIRE).entries] == ["throw_party", "hire_rookie"]
    assert [entry.command["type"] for entry in give(table, {**HIRE, "driver": "razors.d2"}).entries] == [
        "hire_rookie"
    ]


def test_whoever_has_the_secret_may_go_by_what_falls() -> None:
    table = founded(switches={"sponsors.max": 3})
    try:
        give(table, PARTY, IF_WON, whatever_falls=True)
    except Refusal as refusal:
        assert type(refusal) is not HangsOnDice  # noqa: PT017 - the real dice say which of the two it is


def test_an_owner_who_enters_faces_asks_nothing_of_the_seasons_own_dice_either() -> None:
    table = lined_up(1, switches={"dice.by_hand": "everybody"})
    table.give("accept_report", match="m1", report=report(table))
    repairs = {"type": "decide_repairs", "franchise": "widows", "match": "m1"}
    rich = {"type": "buy_car", "franchise": "widows", "car": "widows.car9"}
    typed_faces = TypedFaces({}, typist=table.handle("widows"))
    refusals = set()
    for secret in range(5):
        with transaction.atomic():
            if secret:
                with_another_secret(table, secret)
            try:
                give(table, repairs, rich, rich, by="widows", typed=typed_faces)
            except Refusal as refusal:
                refusals.add((type(refusal).__name__, refusal.sentence))
            transaction.set_rollback(True)
    assert len(refusals) == 1


CHEAP: dict[str, Any] = {**PARTY, "spend_k": 10}
"""A party that brings a sponsor on one face of six: trials with made-up dice are often all alike."""
ASK: dict[str, Any] = {"type": "roll_world_trade", "franchise": "widows", "match": "m1"}
BUY: dict[str, Any] = {
    "type": "buy_offer",
    "franchise": "widows",
    "offer": "m1.widows.world-trade1",
    "item": "widows.item9",
}
"""Buys the usual result of world trade, an item; only a contract with a sponsor is not one."""


def told(table: Table, *documents: dict[str, Any], by: str = "razors") -> Counter[str]:
    """How often a batch gets each answer with the season's secret and with other secrets."""
    counts: Counter[str] = Counter()
    for secret in range(14):
        with transaction.atomic():
            if secret:
                with_another_secret(table, secret)
            try:
                answer = give(table, *documents, by=by)
                counts["stands" if answer.left_out is None else answer.left_out.sentence] += 1
            except Refusal as refusal:
                counts[f"{refusal.code}: {refusal.sentence}"] += 1
            transaction.set_rollback(True)
    return counts


def until(table: Table, wanted: Callable[[Counter[str]], bool], *documents: dict[str, Any], by: str) -> Counter[str]:
    """The answers to a batch once the journal has grown until the trials with made-up dice are as wanted."""
    for _ in range(80):
        if wanted(counts := told(table, *documents, by=by)):
            return counts
        table.give("adjust_balance", by="boss", franchise="saints", amount=1000, reason="So.")
    raise AssertionError("made-up dice never fall so")


def test_what_all_made_up_dice_refuse_is_refused_without_a_throw_of_the_seasons() -> None:
    table = founded(switches={"sponsors.max": 3})
    counts = until(
        table, lambda said: not any("HangsOnDice" in sentence for sentence in said), CHEAP, IF_WON, by="razors"
    )
    assert list(counts) == ["NoSponsorWaiting: No sponsor waits for razors: there is nothing to place."]


def against_all_odds(table: Table) -> None:
    """Find a secret with which the made-up dice sell widows their purchase, but the season's own do not."""
    until(table, lambda said: len(said) > 1, ASK, BUY, by="widows")
    for secret in range(60):
        with_another_secret(table, secret)
        with transaction.atomic():
            answer = give(table, ASK, BUY, by="widows")
            transaction.set_rollback(True)
        if answer.left_out is not None:
            return
    raise AssertionError("the season's own dice never fall so")


STANDS = "The first command stands, because dice fell for what was asked. What came after was refused and is not done"


def test_dice_that_fell_stand_with_what_threw_them_when_they_refuse_the_rest_against_all_made_up_dice() -> None:
    table = at_the_shops()
    against_all_odds(table)
    answer = give(table, ASK, BUY, by="widows")
    assert answer.left_out is not None
    assert answer.left_out.sentence.startswith(f"{STANDS}: ")
    assert list(cli_actor.answer_lines(answer))[-1] == answer.left_out.sentence
    assert [entry.command["type"] for entry in answer.entries] == ["roll_world_trade"]
    assert table.state.line_up("m1", "widows").world_trades == 1
    assert Entry.objects.filter(season=table.season).count() == table.row.length
    table.given -= 1
    again = give(table, ASK, BUY, by="widows")
    assert again.repeated
    assert again.left_out == SkippedCommands(1)
    assert SkippedCommands(1).sentence == f"{STANDS}."


def test_a_program_hears_what_of_its_commands_stands() -> None:
    table = at_the_shops()
    against_all_odds(table)
    program = program_of(table, "widows")
    first, again = (
        program.post(at(table, "/commands"), {"commands": [ASK, BUY]}, key="ask and buy") for _ in range(2)
    )
    assert (first.status_code, again.content) == (201, first.content)
    assert first.json()["left_out"].startswith(f"{STANDS}: ")
    assert [entry["command"] for entry in first.json()["entries"]] == [ASK]
    assert table.state.line_up("m1", "widows").world_trades == 1


def test_what_is_sealed_from_an_owner_opens_no_way_to_ask_the_dice() -> None:
    table, _ = offered()
    counts = until(table, lambda said: "stands" not in said, ASK, BUY, by="widows")
    assert {answer.partition(":")[0] for answer in counts} == {"HangsOnDice"}


def amends_of(table: Table, number: int, *documents: dict[str, Any]) -> set[str]:
    """All answers to an amend with the season's secret and with other secrets."""
    answers = set()
    for secret in range(10):
        with transaction.atomic():
            if secret:
                with_another_secret(table, secret)
            try:
                answers.add(f"throws {amended(table, {number: list(documents)}).amended.thrown}")
            except Refusal as refusal:
                answers.add(refusal.code)
            transaction.set_rollback(True)
    return answers


def test_an_amend_is_not_asked_again_until_its_dice_fall_well() -> None:
    table = founded(switches={"sponsors.max": 3})
    table.give("hire_rookie", by="razors", **{name: value for name, value in HIRE.items() if name != "type"})
    number = number_of(table, "hire_rookie")
    for _ in range(3):
        assert amends_of(table, number, HIRE, PARTY, IF_WON) == {"HangsOnDice"}
        table.give("adjust_balance", by="boss", franchise="saints", amount=1000, reason="So.")
    assert amends_of(table, number, HIRE, PARTY) == {"throws ['setup/razors/party']"}
    assert amends_of(table, number, HIRE, PARTY, AWAY) == {"CorrectionRefused"}

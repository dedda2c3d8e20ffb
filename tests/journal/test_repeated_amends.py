"""Amending an already amended season, after newer decisions: nothing is lost without need."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from journal.amends.amendable_entries import NotToBeAmended
from journal.amends.corrections import corrections_to_restore, corrections_to_strike, corrections_to_undo
from tests.journal.amends import amended, number_of, poor
from tests.league.small_league import Table, announced, assert_reconciled, founded, shopping

pytestmark = pytest.mark.django_db


def given_way() -> tuple[Table, int, int, int]:
    """A garage that would be overfull: the fifth car of the amended past gave way to one bought later.

    Returns the league, the purchase that gave way, another one that did not have to, and the newer one.
    """
    table = founded()
    for number in range(1, 5):
        table.give("buy_car", by="razors", franchise="razors", car=f"razors.car{number}")
    balance = table.state.franchise("razors").balance
    table.give("adjust_balance", franchise="razors", amount=-balance, reason="A fine.")
    gift = table.give("adjust_balance", franchise="razors", amount=120_000, reason="A gift.").entries[0].number
    fifth = table.give("buy_car", by="razors", franchise="razors", car="razors.car5").entries[0].number
    gun = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    result = amended(table, corrections_to_strike([gift]))
    assert result.entries_not_standing.keys() == {fifth, gun.entries[0].number}
    table.give("adjust_balance", franchise="razors", amount=100_000, reason="Another gift.")
    sixth = table.give("buy_car", by="razors", franchise="razors", car="razors.car6").entries[0].number
    amended(table, corrections_to_undo(table.row, result.number))
    return table, fifth, gun.entries[0].number, sixth


def test_only_what_is_in_the_way_of_a_newer_decision_gives_way_to_it() -> None:
    table, fifth, gun, sixth = given_way()
    assert {"razors.car6"} == {id for id in table.state.cars if id in {"razors.car5", "razors.car6"}}
    assert "razors.gun1" in table.state.items
    result = amended(table, corrections_to_strike([sixth]), preview=True)
    assert fifth not in result.entries_not_standing
    assert gun not in result.entries_not_standing
    assert_reconciled(table.season)


def test_a_season_in_which_something_gave_way_is_amended_undone_and_amended_again() -> None:
    table, fifth, _, sixth = given_way()
    digest = table.row.digest
    result = amended(table, corrections_to_strike([sixth]))
    assert "razors.car5" in table.state.cars
    amended(table, corrections_to_undo(table.row, result.number))
    assert table.row.digest == digest
    again = amended(table, corrections_to_strike([number_of(table, "buy_car", car="razors.car4")]))
    assert fifth not in again.entries_not_standing
    assert_reconciled(table.season)
    amended(table, corrections_to_undo(table.row, again.number))
    assert table.row.digest == digest
    call_command("edition", table.season, stdout=(output := io.StringIO()))
    assert "would have been recorded" not in output.getvalue()


def test_what_standing_orders_answered_since_is_no_newer_decision() -> None:
    table = shopping(1, poor())
    bought = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    result = amended(table, corrections_to_strike([bought.entries[0].number]))
    call_command("steward", table.season, "--franchise", "razors", stdout=io.StringIO())
    back = amended(table, corrections_to_undo(table.row, result.number))
    assert bought.entries[0].number not in back.entries_not_standing
    assert "razors.gun1" in table.state.items
    assert_reconciled(table.season)


def test_dice_that_have_not_fallen_are_not_shown_by_adding_what_throws_them() -> None:
    table = founded()
    number = number_of(table, "open_setup")
    commands = corrections_to_restore(table.row, [number])[number]
    party = {"type": "throw_party", "franchise": "razors", "spend_k": 150}
    preview = amended(table, {number: [*commands, party]}, preview=True).amended
    assert [throw.path for throw in preview.to_come] == ["setup/razors/party"]
    assert [roll for amended_body in preview.retold.values() for roll in amended_body.rolls] == []


def test_a_party_that_was_thrown_may_be_put_right_and_struck() -> None:
    table = founded()
    party_number = table.give("throw_party", by="razors", franchise="razors", spend_k=10).entries[0].number
    amended(table, {party_number: [{"type": "throw_party", "franchise": "razors", "spend_k": 40}]})
    amended(table, corrections_to_strike([party_number]))
    assert not table.state.franchise("razors").party_thrown
    assert_reconciled(table.season)


def test_what_is_in_the_way_is_told_by_its_first_cause_in_the_order_of_play() -> None:
    table = announced(1, poor(cars=3, drivers=6))
    corrections = corrections_to_strike([number_of(table, "buy_car", car="saints.car3")])
    result = amended(table, corrections, preview=True)
    closing = number_of(table, "close_setup")
    assert result.amended.obstacles == [] or f"(entry {closing}, close_setup: " in result.amended.obstacles[0]
    with pytest.raises(NotToBeAmended):
        amended(table, corrections_to_strike([result.number]))

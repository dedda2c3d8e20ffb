"""Taking back one's own command before anything depends on it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from journal import AmendResult, take_back
from journal.amends.take_back_checks import SomethingDepends
from league.access import NotYours
from tests.journal.amends import amended, number_of, poor
from tests.league.small_league import Table, assert_reconciled, founded, shopping

pytestmark = pytest.mark.django_db


def bought(table: Table) -> int:
    """The number of the entry by which the first franchise bought a machinegun in open shops."""
    result = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    return result.entries[0].number


def taken_back(table: Table, number: int, *, by: str = "razors") -> AmendResult:
    table.given += 1
    moment = table.at + timedelta(minutes=table.given)
    return take_back(table.season, number, actor=table.handle(by), at=moment, key=f"back{table.given}")


def test_an_owner_takes_a_purchase_back_before_anything_depends_on_it() -> None:
    table = shopping(1, poor())
    digest, number = table.row.digest, bought(table)
    table.give("buy_item", by="widows", franchise="widows", item="widows.gun1", kind="machinegun")
    later = (
        table.give("buy_item", by="razors", franchise="razors", item="razors.oil1", kind="oil_jet").entries[0].number
    )
    taken_back(table, number)
    assert sorted(table.state.items) == ["razors.oil1", "widows.gun1"]
    assert_reconciled(table.season)
    taken_back(table, later)
    taken_back(table, number_of(table, "buy_item", item="widows.gun1"), by="widows")
    assert table.row.digest == digest


def test_what_something_depends_on_is_not_taken_back() -> None:
    table = shopping(1, poor())
    number = bought(table)
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun1", car="razors.car1")
    with pytest.raises(SomethingDepends, match=f"depends on entry {number}: only a commissioner's amend"):
        taken_back(table, number)


def test_what_threw_dice_or_is_another_owners_is_not_taken_back() -> None:
    table = shopping(1, poor())
    rolled = table.give("roll_world_trade", by="razors", franchise="razors", match="m1").entries[0].number
    with pytest.raises(SomethingDepends, match="Dice fell for entry"):
        taken_back(table, rolled)
    number = bought(table)
    with pytest.raises(NotYours):
        taken_back(table, number, by="saints")
    with pytest.raises(NotYours, match="not an owner's command"):
        taken_back(table, number_of(table, "announce_round", round="r1"))


HIRE = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Vega"}


def hired(*behind: dict[str, object]) -> tuple[Table, int]:
    """A league whose first franchise hired a driver, with commands added by an amend, and the hire's number."""
    table = founded()
    fields = {name: value for name, value in HIRE.items() if name != "type"}
    number = table.give("hire_rookie", by="razors", **fields).entries[0].number
    amended(table, {number: [HIRE, *behind]}, approved_by=table.handle("saints"))
    return table, number


def test_what_a_commissioner_put_beside_it_for_somebody_else_is_not_taken_back_with_it() -> None:
    table, number = hired({"type": "throw_party", "franchise": "saints", "spend_k": 80})
    with pytest.raises(NotYours, match="not done for a franchise of yours"):
        taken_back(table, number)
    with pytest.raises(SomethingDepends, match="Dice fell for entry"):
        taken_back(table, number, by="boss")


def test_nor_is_a_house_act_beside_it() -> None:
    table, number = hired({"type": "adjust_balance", "franchise": "saints", "amount": 1000})
    with pytest.raises(NotYours, match="not an owner's command"):
        taken_back(table, number)


def test_dice_that_fell_for_it_by_an_amend_keep_it_though_none_fell_when_it_was_given() -> None:
    table, number = hired({"type": "throw_party", "franchise": "razors", "spend_k": 80})
    with pytest.raises(SomethingDepends, match="Dice fell for entry"):
        taken_back(table, number)
    amended(table, {number: [HIRE]}, approved_by=table.handle("saints"))
    with pytest.raises(SomethingDepends, match="Dice fall, or do not count"):
        taken_back(table, number)

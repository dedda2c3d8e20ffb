"""Keeping staff for the next season, and hiring them again."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.locks_and_shops import ShopsClosed
from rules.campaign.founding.setup import CloseSetup
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.people.hiring import AcknowledgeShortRoster, HiringClosed
from rules.campaign.people.staff import HireStaff, StaffHired, StaffLeft, StaffNotSupplied
from rules.campaign.season_end.staff_retention import (
    CloseStaffKeep,
    KeepStaff,
    NoStaffToKeep,
    StaffAlreadyDecided,
    StaffKept,
    keep_fee,
)
from rules.core.terms import FranchiseId
from tests.rules.campaign.memory_seasons import Table, founded, shopping, signed
from tests.rules.campaign.season_ends import ended

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")


def keep(*, keep: bool = True) -> KeepStaff:
    return KeepStaff(franchise=RAZORS, keep=keep)


def rated(rating: int, *, balance: int = 500_000, **options: Any) -> Table:
    """A season at E4 in which the razors have staff of that rating."""
    table = ended(step="E4", **options)
    razors = table.season.franchise("razors")
    razors.staff_rating, razors.balance = rating, balance
    return table


@pytest.mark.rule("DM-C-064", "DM-C-160")
@pytest.mark.parametrize(("rating", "fee"), [(2, 12_000), (3, 50_000), (4, 75_000)])
def test_staff_is_kept_for_the_printed_fee(rating: int, fee: int) -> None:
    table = rated(rating)
    assert table.give(keep()) == [
        StaffKept(rule="DM-C-160", franchise=RAZORS, amount=-fee, balance=500_000 - fee, rating=rating, covered=True)
    ]
    razors = table.season.franchise("razors")
    assert (razors.staff_rating, razors.staff_held, razors.staff_decided) == (rating, 0, True)


@pytest.mark.rule("DM-C-064", "DM-C-160")
@pytest.mark.switch("staff.keep_fee_r4_k", 150)
def test_rating_4_is_kept_for_half_its_price_where_the_house_says_so() -> None:
    table = rated(4, switches={"staff.keep_fee_r4_k": 150})
    table.give(keep())
    assert table.season.franchise("razors").balance == 350_000


@pytest.mark.rule("DM-C-160")
def test_staff_let_go_leaves_for_nothing() -> None:
    table = rated(3)
    assert table.give(keep(keep=False)) == [StaffLeft(rule="DM-C-160", franchise=RAZORS, rating=3)]
    razors = table.season.franchise("razors")
    assert (razors.staff_rating, razors.staff_held, razors.balance) == (1, 0, 500_000)
    table.refused(keep(), StaffAlreadyDecided)


@pytest.mark.rule("DM-C-058", "DM-C-160")
def test_staff_is_not_kept_beyond_the_balance() -> None:
    table = rated(3, balance=49_999)
    table.refused(keep(), BalanceTooLow, "keeping staff of rating 3 is 50k")
    table.give(keep(keep=False))


@pytest.mark.rule("DM-C-064")
@pytest.mark.parametrize("wanted", [True, False])
def test_rating_1_stays_for_nothing_and_is_nothing_to_decide_about(wanted: bool) -> None:
    table = rated(1)
    assert keep_fee(table.season, rating=1) == 0
    table.refused(keep(keep=wanted), NoStaffToKeep)


@pytest.mark.rule("DM-C-160")
@pytest.mark.parametrize(
    ("rating", "balance", "kept", "left"),
    [(2, 12_000, 2, 0), (2, 11_999, 1, 11_999), (4, 75_000, 4, 0), (4, 74_999, 1, 74_999), (1, 0, 1, 0)],
)
def test_who_does_not_decide_keeps_staff_if_he_can_pay(rating: int, balance: int, kept: int, left: int) -> None:
    table = rated(rating, balance=balance)
    table.give(CloseStaffKeep())
    razors = table.season.franchise("razors")
    assert (razors.staff_rating, razors.balance, table.season.step) == (kept, left, "E5")


@pytest.mark.rule("DM-C-160")
def test_closing_asks_nobody_who_has_decided() -> None:
    table = rated(2)
    table.give(keep())
    assert [fact for fact in table.give(CloseStaffKeep()) if isinstance(fact, StaffKept | StaffLeft)] == []
    assert table.season.franchise("razors").balance == 488_000


@pytest.mark.rule("DM-C-160")
@pytest.mark.switch("staff.keep_fee_covers_next_season", False)
def test_kept_staff_is_still_hired_on_where_the_house_says_so() -> None:
    table = rated(4, switches={"staff.keep_fee_covers_next_season": False})
    (fact,) = table.give(keep())
    assert fact == StaffKept(
        rule="DM-C-160", franchise=RAZORS, amount=-75_000, balance=425_000, rating=4, covered=False
    )
    razors = table.season.franchise("razors")
    assert (razors.staff_rating, razors.staff_held) == (1, 4)


@pytest.mark.rule("DM-C-064", "DM-C-160")
def test_a_rating_4_that_was_kept_is_hired_on_without_a_sponsor_who_supplies_it() -> None:
    table = founded()
    table.sponsor("razors", "oil")
    table.sponsor("saints", "oil")
    table.season.franchise("razors").staff_held = 4
    table.refused(HireStaff(franchise=SAINTS, rating=4), StaffNotSupplied)
    table.give(HireStaff(franchise=RAZORS, rating=2))
    assert table.season.franchise("razors").staff_held == 4
    (fact,) = table.give(HireStaff(franchise=RAZORS, rating=4))
    assert fact == StaffHired(rule="DM-C-064", franchise=RAZORS, amount=-300_000, balance=675_000, rating=4)
    razors = table.season.franchise("razors")
    assert (razors.staff_rating, razors.staff_held) == (4, 0)


@pytest.mark.rule("DM-C-064", "DM-C-160")
def test_a_kept_rating_3_does_not_supply_a_rating_4() -> None:
    table = founded()
    table.sponsor("razors", "oil")
    table.season.franchise("razors").staff_held = 3
    table.refused(HireStaff(franchise=RAZORS, rating=4), StaffNotSupplied)


@pytest.mark.rule("DM-C-160")
def test_staff_kept_and_not_hired_on_leaves_when_the_setup_closes() -> None:
    table = founded(switches={"garage.min": 0})
    table.season.franchise("razors").staff_held = 3
    for franchise_id in (RAZORS, SAINTS):
        table.give(AcknowledgeShortRoster(franchise=franchise_id))
    departures = [fact for fact in table.give(CloseSetup()) if isinstance(fact, StaffLeft)]
    assert departures == [StaffLeft(rule="DM-C-160", franchise=RAZORS, rating=3)]
    assert table.season.franchise("razors").staff_held == 0


@pytest.mark.rule("DM-C-064")
def test_staff_is_not_hired_for_the_season_once_it_runs() -> None:
    shopping().refused(HireStaff(franchise=RAZORS, rating=2), HiringClosed)


@pytest.mark.rule("DM-C-064")
@pytest.mark.switch("staff.midseason_hire", True)
def test_staff_is_hired_while_shopping_where_the_house_says_so() -> None:
    table = shopping(switches={"staff.midseason_hire": True})
    before = table.season.franchise("razors").balance
    table.give(HireStaff(franchise=RAZORS, rating=2))
    razors = table.season.franchise("razors")
    assert (razors.staff_rating, razors.balance) == (2, before - 25_000)
    signed(switches={"staff.midseason_hire": True}).refused(HireStaff(franchise=RAZORS, rating=2), ShopsClosed)

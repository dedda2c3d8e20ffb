"""Hiring drivers and staff, buying cars."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Contract, Driver
from rules.campaign.garage.cars import BuyCar, CarBought, GarageFull
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.people.hiring import (
    AcknowledgeShortRoster,
    DriverHired,
    HireRookie,
    RosterAlreadyAcknowledged,
    RosterFull,
    RosterLongEnough,
    RosterMinimumEnforced,
)
from rules.campaign.people.staff import (
    HireMatchMechanic,
    HireStaff,
    MatchMechanicAlreadyHired,
    MatchMechanicHired,
    StaffHired,
    StaffNotBetter,
    StaffNotSupplied,
)
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import Table, announce, assert_money_adds_up, founded, signed

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")


def hire(number: int, franchise: FranchiseId = RAZORS) -> HireRookie:
    return HireRookie(franchise=franchise, driver=DriverId(f"{franchise}.d{number}"), name=f"Rookie {number}")


@pytest.mark.rule("DM-C-009", "DM-C-061")
def test_a_rookie_is_hired_for_50k() -> None:
    table = founded()
    (fact,) = table.give(hire(1))
    assert fact == DriverHired(
        rule="DM-C-061",
        franchise=RAZORS,
        amount=-50_000,
        balance=950_000,
        driver=DriverId("razors.d1"),
        name="Rookie 1",
        fee=50_000,
    )
    assert table.season.drivers["razors.d1"] == Driver(id="razors.d1")
    assert table.season.contracts["razors.d1"] == Contract(
        id="razors.d1", franchise="razors", fee=50_000, origin="rookie"
    )
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-060")
def test_an_eleventh_driver_is_refused() -> None:
    table = founded()
    for number in range(1, 11):
        table.give(hire(number))
    table.refused(hire(11), RosterFull, "razors has 10 drivers")


@pytest.mark.rule("DM-C-060")
def test_a_roster_is_as_large_as_the_house_says() -> None:
    table = founded(switches={"roster.max": 7})
    for number in range(1, 8):
        table.give(hire(number))
    table.refused(hire(8), RosterFull, "razors has 7 drivers")


@pytest.mark.rule("DM-C-058")
def test_nobody_is_hired_beyond_the_balance() -> None:
    table = founded(switches={"franchise.seed_money_k": 99})
    table.give(hire(1))
    table.refused(hire(2), BalanceTooLow, "razors has 49k", "50k")


@pytest.mark.rule("DM-C-058")
def test_an_account_may_be_spent_to_the_last_credit() -> None:
    table = founded(switches={"franchise.seed_money_k": 50})
    table.give(hire(1))
    assert table.season.franchise("razors").balance == 0


def test_two_drivers_have_two_ids_whoever_hires_them() -> None:
    table = founded()
    table.give(hire(1))
    table.refused(hire(1), IdTaken, "razors.d1")
    table.refused(HireRookie(franchise=SAINTS, driver=DriverId("razors.d1")), IdTaken)


@pytest.mark.parametrize(("driver", "name"), [("D1", ""), ("", ""), ("d1", "a\nb"), ("d1", "x" * 81)])
def test_a_driver_needs_a_proper_id_and_name(driver: str, name: str) -> None:
    founded().refused(HireRookie(franchise=RAZORS, driver=DriverId(driver), name=name), Malformed)


def test_an_unknown_franchise_hires_nobody() -> None:
    founded().refused(HireRookie(franchise=FranchiseId("ghosts"), driver=DriverId("g.d1")), Unknown, "'ghosts'")


@pytest.mark.rule("DM-C-060")
def test_a_short_roster_is_acknowledged_once_and_only_when_it_is_short() -> None:
    table = founded()
    table.give(AcknowledgeShortRoster(franchise=RAZORS))
    assert table.season.franchise("razors").short_roster_known is True
    table.refused(AcknowledgeShortRoster(franchise=RAZORS), RosterAlreadyAcknowledged)
    for number in range(1, 7):
        table.give(hire(number, SAINTS))
    table.refused(AcknowledgeShortRoster(franchise=SAINTS), RosterLongEnough, "6 drivers and 6 are advised")


@pytest.mark.rule("DM-C-060")
def test_a_short_roster_is_not_acknowledged_where_the_minimum_is_enforced() -> None:
    table = founded(switches={"roster.min_enforced": True})
    table.refused(AcknowledgeShortRoster(franchise=RAZORS), RosterMinimumEnforced, "demands 6")


@pytest.mark.rule("DM-C-064")
@pytest.mark.parametrize(("rating", "price"), [(2, 25_000), (3, 100_000)])
def test_staff_is_hired_at_its_full_price(rating: int, price: int) -> None:
    table = founded()
    (fact,) = table.give(HireStaff(franchise=RAZORS, rating=rating))
    assert fact == StaffHired(
        rule="DM-C-064", franchise=RAZORS, amount=-price, balance=1_000_000 - price, rating=rating
    )
    assert table.season.franchise("razors").staff_rating == rating


@pytest.mark.rule("DM-C-064")
def test_better_staff_is_not_cheaper_for_the_fees_already_paid() -> None:
    table = founded()
    table.give(HireStaff(franchise=RAZORS, rating=2))
    table.give(HireStaff(franchise=RAZORS, rating=3))
    assert table.season.franchise("razors").balance == 1_000_000 - 25_000 - 100_000
    for rating in (1, 2, 3):
        table.refused(HireStaff(franchise=RAZORS, rating=rating), StaffNotBetter, "rating 3 already")


@pytest.mark.rule("DM-C-064")
def test_rating_4_needs_a_sponsor_who_supplies_it() -> None:
    table = founded()
    table.sponsor("razors", "oil", "energy")
    table.refused(HireStaff(franchise=RAZORS, rating=4), StaffNotSupplied)
    table.sponsor("razors", "oil", "car_dealership")
    table.give(HireStaff(franchise=RAZORS, rating=4))
    franchise = table.season.franchise("razors")
    assert (franchise.staff_rating, franchise.balance) == (4, 700_000)


@pytest.mark.rule("DM-C-064")
@pytest.mark.parametrize("rating", [0, 5, -1])
def test_there_is_no_other_rating(rating: int) -> None:
    founded().refused(HireStaff(franchise=RAZORS, rating=rating), Malformed)


@pytest.mark.rule("DM-C-058", "DM-C-064")
def test_staff_is_not_hired_beyond_the_balance() -> None:
    table = founded(switches={"franchise.seed_money_k": 99})
    table.refused(HireStaff(franchise=RAZORS, rating=3), BalanceTooLow, "100k")


def with_match(*kinds: str, **options: Any) -> Table:
    table = signed(**options)
    table.sponsor("razors", *kinds)
    announce(table)
    return table


@pytest.mark.rule("DM-C-064")
def test_rating_4_is_hired_for_one_match_at_50k() -> None:
    table = with_match("mechanic_shop")
    before = table.season.franchise("razors").balance
    (fact,) = table.give(HireMatchMechanic(franchise=RAZORS, match=MatchId("m1")))
    assert fact == MatchMechanicHired(
        rule="DM-C-064", franchise=RAZORS, amount=-50_000, balance=before - 50_000, match=MatchId("m1"), rating=4
    )
    assert table.season.line_up("m1", "razors").match_mechanic is True
    assert table.season.franchise("razors").staff_rating == 1
    table.refused(HireMatchMechanic(franchise=RAZORS, match=MatchId("m1")), MatchMechanicAlreadyHired)


@pytest.mark.rule("DM-C-064")
def test_rating_4_for_one_match_needs_a_sponsor_who_supplies_it() -> None:
    with_match("oil").refused(HireMatchMechanic(franchise=RAZORS, match=MatchId("m1")), StaffNotSupplied)


@pytest.mark.rule("DM-C-064")
def test_who_has_rating_4_hires_it_for_no_match() -> None:
    table = with_match("tire_company")
    table.season.franchise("razors").staff_rating = 4
    table.refused(HireMatchMechanic(franchise=RAZORS, match=MatchId("m1")), StaffNotBetter)


@pytest.mark.rule("DM-C-058", "DM-C-064")
def test_rating_4_for_one_match_is_not_hired_beyond_the_balance() -> None:
    table = with_match("tire_company")
    table.season.franchise("razors").balance = 49_999
    table.refused(HireMatchMechanic(franchise=RAZORS, match=MatchId("m1")), BalanceTooLow)


def buy(number: int, **fields: Any) -> BuyCar:
    return BuyCar(franchise=RAZORS, car=CarId(f"razors.c{number}"), **fields)


@pytest.mark.rule("DM-C-066", "DM-C-075", "DM-C-081")
@pytest.mark.parametrize(
    ("kinds", "overhead", "dp", "listed", "paid"),
    [
        ((), False, 60, 100_000, 100_000),
        ((), True, 75, 150_000, 150_000),
        (("car_dealership",), False, 60, 100_000, 90_000),
        (("car_dealership",), True, 75, 150_000, 135_000),
        (("car_manufacturer",), False, 63, 100_000, 100_000),
        (("car_manufacturer",), True, 81, 150_000, 150_000),
        (("car_manufacturer", "car_dealership"), True, 81, 150_000, 135_000),
        (("car_manufacturer", "car_manufacturer", "car_dealership", "car_dealership"), False, 63, 100_000, 90_000),
    ],
)
def test_a_car_is_bought_with_what_sponsors_give(
    kinds: tuple[str, ...], overhead: bool, dp: int, listed: int, paid: int
) -> None:
    table = founded()
    table.sponsor("razors", *kinds)
    (fact,) = table.give(buy(1, overhead=overhead, name="Rust"))
    assert fact == CarBought(
        rule="DM-C-066",
        franchise=RAZORS,
        amount=-paid,
        balance=1_000_000 - paid,
        car=CarId("razors.c1"),
        name="Rust",
        dp=dp,
        listed=listed,
    )
    car = table.season.cars["razors.c1"]
    assert (car.dp, car.paid, car.overhead, car.franchise) == (dp, paid, overhead, "razors")
    assert (car.criticals, car.destroyed, car.phase) == (0, False, "garage")


@pytest.mark.rule("DM-C-073", "DM-C-075", "DM-C-081")
def test_two_sponsors_of_a_kind_add_up_where_the_house_says_so() -> None:
    table = founded(switches={"sponsors.same_type_effects_stack": True})
    table.sponsor("razors", "car_manufacturer", "car_manufacturer", "car_dealership", "car_dealership")
    table.give(buy(1))
    car = table.season.cars["razors.c1"]
    assert (car.dp, car.paid) == (66, 80_000)


@pytest.mark.rule("DM-C-065")
def test_a_sixth_car_is_refused_and_an_overhead_car_fills_one_place() -> None:
    table = founded()
    for number in range(1, 6):
        table.give(buy(number, overhead=number < 3))
    table.refused(buy(6), GarageFull, "razors has 5 cars")


@pytest.mark.rule("DM-C-065")
def test_a_garage_is_as_large_as_the_house_says() -> None:
    table = founded(switches={"garage.max": 3})
    for number in range(1, 4):
        table.give(buy(number))
    table.refused(buy(4), GarageFull, "razors has 3 cars")


@pytest.mark.rule("DM-C-058", "DM-C-066")
def test_a_car_is_not_bought_beyond_the_balance() -> None:
    table = founded(switches={"franchise.seed_money_k": 95})
    table.sponsor("razors", "oil")
    table.refused(buy(1), BalanceTooLow, "razors has 95k", "100k")
    table.sponsor("razors", "car_dealership")
    table.give(buy(1))
    assert table.season.franchise("razors").balance == 5000


def test_two_cars_have_two_ids() -> None:
    table = founded()
    table.give(buy(1))
    table.refused(buy(1), IdTaken, "razors.c1")

"""Standing orders at the exact limits they name: the limit is still used, one more is not."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.balance_and_points import AdjustBalance
from rules.campaign.core.state import Contract, Driver, Offer
from rules.campaign.founding.setup import CloseSetup
from rules.campaign.garage.cars import BuyCar
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.market.offers import BuyOffer
from rules.campaign.market.shopping import EndShopping
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.match_day.line_ups import NameLineUp
from rules.campaign.match_day.repairs import DecideRepairs
from rules.campaign.match_day.settlement import OpenSettlement
from rules.campaign.people.hiring import HireRookie
from rules.campaign.people.staff import HireMatchMechanic, HireStaff
from rules.campaign.people.veterans import HireVeteran
from rules.campaign.season_end.staff_retention import KeepStaff
from rules.campaign.sponsors.holding_companies import CashHolding
from rules.campaign.sponsors.party import ThrowParty
from rules.campaign.steward import franchises_awaited, next_commissioner_command
from rules.campaign.steward.waits import needs_waiver
from rules.core.terms import K
from tests.rules.campaign.memory_seasons import Table, accept, announce, founded, locked, report, shopping, signed
from tests.rules.campaign.steward_table import answered, asked, only

pytestmark = pytest.mark.rule(
    "DM-C-060",
    "DM-C-061",
    "DM-C-062",
    "DM-C-063",
    "DM-C-064",
    "DM-C-065",
    "DM-C-066",
    "DM-C-067",
    "DM-C-069",
    "DM-C-070",
    "DM-C-084",
    "DM-C-089",
    "DM-C-095",
    "DM-C-104",
    "DM-C-105",
    "DM-C-131",
    "DM-C-160",
    "DM-C-177",
    "DM-C-179",
    "HOUSE-001",
    "HOUSE-006",
)
NOTHING_ELSE: dict[str, Any] = {"party_k": 0, "staff_rating": 1, "item_k": 0, "roster": 6, "reserve_k": 60}


def in_setup(balance_k: float, *, cars: int = 3, drivers: int = 6, **switches: Any) -> Table:
    """The razors in setup with that balance, ordinary sponsors, drivers and cars."""
    table = founded(switches={name.replace("__", "."): value for name, value in switches.items()})
    for number in range(drivers):
        table.give(HireRookie(franchise="razors", driver=f"razors.d{number}"))
    for number in range(cars):
        table.give(BuyCar(franchise="razors", car=f"razors.c{number}"))
    table.sponsor("razors", "oil", "energy")
    table.season.franchise("razors").balance = round(balance_k * K)
    return table


def done(kind: type[Any], table: Table, **policies: Any) -> int:
    """How many commands of a kind the razors answer with, when the reserve is 60k."""
    return len(only(kind, answered(table, **{**NOTHING_ELSE, **policies})))


@pytest.mark.parametrize(("balance_k", "hired"), [(109, 0), (110, 1), (159, 1), (160, 2)])
def test_a_rookie_is_hired_with_the_last_that_is_to_spare(balance_k: int, hired: int) -> None:
    assert done(HireRookie, in_setup(balance_k), roster=9) == hired


@pytest.mark.parametrize(("policies", "hired"), [({"driver_k": 49}, 0), ({"driver_k": 50}, 2), ({"roster": 7}, 1)])
def test_a_rookie_is_hired_at_the_very_cap_and_up_to_the_roster_wanted(policies: dict[str, Any], hired: int) -> None:
    assert done(HireRookie, in_setup(900), **{"roster": 8, **policies}) == hired


@pytest.mark.parametrize(("gunnery", "hired"), [(2, 0), (3, 1)])
def test_a_veteran_worth_a_rookie_is_hired(gunnery: int, hired: int) -> None:
    table = in_setup(900)
    table.season.drivers["old"] = Driver(id="old", gunnery=gunnery)
    table.season.contracts["old"] = Contract(id="old", franchise="razors", fee=0, phase="reserved")
    assert done(HireVeteran, table, roster=7) == hired


@pytest.mark.parametrize(("drivers", "enforced", "hired"), [(2, False, 1), (3, False, 0), (2, True, 4), (5, True, 1)])
def test_who_lacks_drivers_hires_them_whatever_the_caps_say(drivers: int, enforced: bool, hired: int) -> None:
    table = in_setup(900, drivers=drivers, roster__min_enforced=enforced)
    assert done(HireRookie, table, driver_k=0, roster=0) == hired


@pytest.mark.parametrize(
    ("balance_k", "policies", "rating"),
    [
        (159, {}, [2]),
        (160, {}, [3]),
        (160, {"staff_k": 99}, [2]),
        (84, {}, []),
        (85, {}, [2]),
    ],
)
def test_staff_is_hired_with_the_last_that_is_to_spare(
    balance_k: int, policies: dict[str, Any], rating: list[int]
) -> None:
    commands = answered(in_setup(balance_k), **{**NOTHING_ELSE, "staff_rating": 3, **policies})
    assert [hire_staff.rating for hire_staff in only(HireStaff, commands)] == rating


@pytest.mark.parametrize(
    ("balance_k", "policies", "bought"),
    [
        (159.999, {}, 0),
        (160, {}, 1),
        (260, {}, 2),
        (260, {"garage": 4}, 1),
        (160, {"car_k": 99}, 0),
        (160, {"car_k": 100}, 1),
    ],
)
def test_a_car_above_the_smallest_garage_is_bought_with_what_is_to_spare(
    balance_k: float, policies: dict[str, Any], bought: int
) -> None:
    assert done(BuyCar, in_setup(balance_k), **{"garage": 5, **policies}) == bought


@pytest.mark.parametrize(("balance_k", "overhead"), [(209, [False]), (210, [True])])
def test_a_missing_car_is_an_overhead_car_while_that_leaves_the_reserve(balance_k: int, overhead: list[bool]) -> None:
    commands = answered(in_setup(balance_k, cars=2), **NOTHING_ELSE, overhead_cars=1)
    assert [buy_car.overhead for buy_car in only(BuyCar, commands)] == overhead


def test_no_more_cars_are_overhead_cars_than_are_wished() -> None:
    commands = answered(in_setup(900, cars=0), **NOTHING_ELSE, overhead_cars=1)
    assert [buy_car.overhead for buy_car in only(BuyCar, commands)] == [True, False, False]


@pytest.mark.parametrize(("balance_k", "bought"), [(74, 0), (75, 1), (90, 2), (105, 3)])
def test_a_gun_is_bought_with_the_last_that_is_to_spare(balance_k: int, bought: int) -> None:
    table = in_setup(balance_k)
    for number in range(3):
        table.stock("tire_light", id=f"t{number}", tread="street")
    assert done(BuyItem, table, item_k=15) == bought


@pytest.mark.parametrize(("cap_k", "bought"), [(14, 0), (15, 3)])
def test_a_gun_is_bought_at_the_very_cap(cap_k: int, bought: int) -> None:
    table = in_setup(900)
    for number in range(3):
        table.stock("tire_light", id=f"t{number}", tread="street")
    assert done(BuyItem, table, item_k=cap_k) == bought


def test_a_car_takes_two_guns_and_one_of_everything_else_from_the_stores() -> None:
    table = in_setup(900, cars=1, garage__min=1)
    for number in range(3):
        table.stock("laser", id=f"laser{number}")
        table.stock("tire_solid", id=f"tires{number}", tread="snow")
        table.stock("turbochargers", id=f"turbo{number}")
    assert done(BuyCar, table, garage=1) == 0
    fitted = sorted(item.kind for item in table.season.items_on_car("razors.c0"))
    assert fitted == ["laser", "laser", "tire_solid", "turbochargers"]


@pytest.mark.parametrize(("balance_k", "spent"), [(69, []), (70, [10]), (79, [10]), (80, [20]), (100, [40])])
def test_the_largest_party_is_thrown_that_is_to_spare(balance_k: int, spent: list[int]) -> None:
    commands = asked(in_setup(balance_k), orders=None)
    assert [throw_party.spend_k for throw_party in only(ThrowParty, commands)] == spent


@pytest.mark.parametrize(("balance_k", "cashed"), [(99, 1), (100, 0)])
def test_a_holding_company_is_cashed_for_the_last_car_and_not_when_there_is_enough(
    balance_k: int, cashed: int
) -> None:
    table = in_setup(balance_k, cars=2)
    table.sponsor("razors", "holding_company", "oil")
    assert len(only(CashHolding, asked(table))) == cashed


@pytest.mark.parametrize(
    ("cars", "balance_k", "awaited"), [(3, 900, False), (2, 100, True), (2, 99, False), (3, 0, False)]
)
def test_setup_waits_for_a_missing_car_that_can_be_paid(cars: int, balance_k: int, awaited: bool) -> None:
    assert ("razors" in franchises_awaited(in_setup(balance_k, cars=cars).season)) is awaited


@pytest.mark.parametrize(
    ("drivers", "balance_k", "awaited"), [(6, 900, False), (5, 50, True), (5, 49, False), (5, 51, True)]
)
def test_setup_waits_for_a_driver_demanded_who_can_be_paid(drivers: int, balance_k: int, awaited: bool) -> None:
    table = in_setup(balance_k, drivers=drivers, roster__min_enforced=True)
    assert ("razors" in franchises_awaited(table.season)) is awaited


@pytest.mark.parametrize(("drivers", "balance", "given"), [(5, 0, 50_000), (5, 1000, 49_000), (5, 49_999, 1)])
def test_a_commissioner_gives_what_is_lacking_and_no_more(drivers: int, balance: int, given: int) -> None:
    table = in_setup(0, drivers=drivers, roster__min_enforced=True)
    table.season.franchise("razors").balance = balance
    del table.season.franchises["saints"]
    assert next_commissioner_command(table.season) == AdjustBalance(franchise="razors", amount=given)


def test_a_commissioner_gives_nothing_to_who_has_all_he_needs_and_no_money() -> None:
    table = in_setup(0, roster__min_enforced=True)
    del table.season.franchises["saints"]
    assert next_commissioner_command(table.season) == CloseSetup()


@pytest.mark.parametrize(("cars", "short"), [(3, False), (2, True)])
def test_a_waiver_is_for_a_garage_below_the_smallest(cars: int, short: bool) -> None:
    table = signed(cars=3)
    if cars < 3:
        table.season.car("razors.c3").phase = "scrapped"
    announce(table)
    assert needs_waiver(table.season, table.season.line_up("m1", "razors")) is short


@pytest.mark.parametrize(("balance_k", "hired"), [(109, 0), (110, 1)])
def test_a_mechanic_for_one_match_is_hired_with_the_last_that_is_to_spare(balance_k: int, hired: int) -> None:
    table = signed()
    table.sponsor("razors", "tire_company", "oil")
    announce(table)
    table.season.franchise("razors").balance = balance_k * K
    assert done(HireMatchMechanic, table, match_mechanic=True) == hired


@pytest.mark.parametrize(
    ("rest_at", "tired", "driver", "gunner"),
    [
        (2, 1, "razors.d1", "razors.d2"),
        (2, 2, "razors.d2", "razors.d3"),
        (0, 2, "razors.d1", "razors.d2"),
        (1, 0, "razors.d1", "razors.d2"),
        (1, 1, "razors.d2", "razors.d3"),
    ],
)
def test_a_driver_rests_from_the_very_point_that_is_named(rest_at: int, tired: int, driver: str, gunner: str) -> None:
    table = signed(gunner_stations=True)
    table.season.driver("razors.d1").fatigue = ["driving"] * tired
    preferred = ["razors.d1", "razors.d2", "razors.d3"]
    announce(table, vehicles_per_team=1)
    (command,) = only(NameLineUp, answered(table, drivers=preferred, rest_at=rest_at))
    assert [(seat.driver, seat.gunner) for seat in command.seats] == [(driver, gunner)]


@pytest.mark.parametrize(
    ("cars", "policies", "given_up", "repaired"),
    [
        (4, {"replace_k": 5, "repair_k": 3}, [], ["razors.c2"]),
        (4, {"replace_k": 4, "repair_k": 2}, ["razors.c1"], []),
        (3, {"replace_k": 4, "repair_k": 3}, [], ["razors.c2"]),
    ],
)
def test_a_car_is_replaced_and_repaired_for_the_very_amount_that_is_named(
    cars: int, policies: dict[str, Any], given_up: list[str], repaired: list[str]
) -> None:
    table = signed(cars=cars)
    table.sponsor("razors", "oil")
    locked(table=table)
    accept(table, report(table, cars={"razors.c1": {"destroyed": True}, "razors.c2": {"criticals": 3}}))
    table.give(OpenSettlement(match="m1"))
    (command,) = only(DecideRepairs, answered(table, **policies))
    assert (command.give_up, command.repair) == (given_up, repaired)


def open_shops(balance_k: float, **switches: Any) -> Table:
    """The shops after the first match, with that balance for the razors and nothing left to buy."""
    table = shopping(switches={name.replace("__", "."): value for name, value in switches.items()})
    table.sponsor("razors", "oil", "energy")
    table.season.franchise("razors").balance = round(balance_k * K)
    return table


@pytest.mark.parametrize(("balance_k", "rolled"), [(60, 0), (60.001, 1)])
def test_the_world_market_is_tried_with_anything_to_spare(balance_k: float, rolled: int) -> None:
    assert done(RollWorldTrade, open_shops(balance_k)) == rolled


@pytest.mark.parametrize(
    ("balance_k", "policies", "bought"),
    [
        (100, {}, 1),
        (99, {}, 0),
        (900, {"offer_k": 40}, 1),
        (900, {"offer_k": 39}, 0),
        (900, {"offers": {"laser": 39}}, 0),
    ],
)
def test_an_offer_is_bought_at_the_very_cap_and_with_the_last_that_is_to_spare(
    balance_k: int, policies: dict[str, Any], bought: int
) -> None:
    table = open_shops(balance_k)
    table.season.offers["o1"] = Offer(
        id="o1", match="m1", franchise="razors", source="tinkering", kind="laser", listed=40 * K, price=40 * K
    )
    assert done(BuyOffer, table, world_trade=False, **policies) == bought


@pytest.mark.parametrize(
    ("edition", "rounds", "balance_k", "policies", "bought"),
    [
        ("4", 1, 100, {}, 1),
        ("5", 1, 539, {}, 0),
        ("5", 1, 540, {}, 1),
        ("5", 4, 209, {}, 0),  # after one round of four a quarter of the 440k above the reserve is saved
        ("5", 4, 210, {}, 1),
        ("5", 1, 100, {"season_end_k": 0}, 1),
    ],
)
def test_an_offer_is_bought_with_what_is_above_the_savings_for_the_next_season(
    edition: str, rounds: int, balance_k: int, policies: dict[str, Any], bought: int
) -> None:
    table = open_shops(balance_k)
    table.season.edition, table.season.rounds_planned = edition, rounds
    table.season.offers["o1"] = Offer(
        id="o1", match="m1", franchise="razors", source="tinkering", kind="laser", listed=40 * K, price=40 * K
    )
    assert done(BuyOffer, table, world_trade=False, **policies) == bought


def test_tires_and_weapons_for_bare_cars_and_a_new_contract_do_not_wait_for_savings() -> None:
    table = open_shops(200)
    table.season.edition, table.season.rounds_planned = "5", 1
    table.season.offers["o1"] = Offer(
        id="o1",
        match="m1",
        franchise="razors",
        source="world_trade",
        kind="new_contract",
        listed=40 * K,
        price=40 * K,
        sponsor_kind="munitions",
    )
    commands = answered(table, world_trade=False)
    assert len(only(BuyOffer, commands)) == 1
    assert [buy_item.kind for buy_item in only(BuyItem, commands)] == ["tire_light", "machinegun"] * 3


@pytest.mark.parametrize(("sponsors", "bought"), [(4, [""]), (5, ["razors.s5"])])
def test_a_new_contract_replaces_the_least_wanted_only_when_there_is_no_room(
    sponsors: int, bought: list[str]
) -> None:
    table = open_shops(900)
    table.sponsor("razors", *("oil" for _ in range(sponsors - 1)), "tire_company")
    table.season.offers["o1"] = Offer(
        id="o1",
        match="m1",
        franchise="razors",
        source="world_trade",
        kind="new_contract",
        listed=50 * K,
        price=50 * K,
        sponsor_kind="energy",
    )
    commands = only(BuyOffer, answered(table, **NOTHING_ELSE, world_trade=False))
    assert [buy_offer.replaces for buy_offer in commands] == bought


@pytest.mark.parametrize(("sponsors", "ended"), [(5, False), (6, True)])
def test_shops_are_closed_for_who_has_more_sponsors_than_he_may(sponsors: int, ended: bool) -> None:
    table = open_shops(900)
    answered(table, "saints", world_trade=False)
    table.sponsor("razors", *("oil" for _ in range(sponsors)))
    assert next_commissioner_command(table.season) == (EndShopping(match="m1") if ended else None)


@pytest.mark.parametrize(("balance_k", "kept"), [(71, False), (72, True), (73, True)])
def test_staff_is_kept_with_the_last_that_is_to_spare(balance_k: int, kept: bool) -> None:
    table = signed()
    table.season.step = "E4"
    razors = table.season.franchise("razors")
    razors.staff_rating, razors.balance = 2, balance_k * K
    assert answered(table, staff_rating=2) == [KeepStaff(franchise="razors", keep=kept)]


@pytest.mark.parametrize(("rating", "awaited"), [(1, []), (2, ["razors"])])
def test_only_staff_that_asks_for_a_fee_is_asked_about(rating: int, awaited: list[str]) -> None:
    table = signed()
    table.season.step = "E4"
    table.season.franchise("razors").staff_rating = rating
    assert franchises_awaited(table.season) == awaited


def test_rounds_are_counted_and_only_the_last_may_be_uneven() -> None:
    table = signed(rounds=3)
    table.season.rounds_before = 1
    for number, uneven in ((2, False), (3, True)):
        step = next_commissioner_command(table.season)
        assert isinstance(step, AnnounceRound)
        assert (step.round, step.matches[0].match, step.uneven) == (f"r{number}", f"m{number}", uneven)
        table.give(step)
        table.season.rounds[f"r{number}"].step = "closed"


def test_a_name_that_is_taken_is_numbered_from_two() -> None:
    table = signed()
    announce(table, 5)
    table.season.matches["m2"] = table.season.matches["m5"]
    table.season.rounds["r5"].step = "closed"
    table.season.rounds["r5"].number = 1
    step = next_commissioner_command(table.season)
    assert isinstance(step, AnnounceRound)
    assert (step.round, step.matches[0].match) == ("r2", "m2-2")

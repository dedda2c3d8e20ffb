"""Standing orders before the rounds: people, cars, items on cars, sponsors."""

from __future__ import annotations

import pytest

from rules.campaign.commissioner.balance_and_points import AdjustBalance
from rules.campaign.core.state import Car, Contract, Driver, Item, Season
from rules.campaign.founding.setup import CloseSetup, NextSetupStep, OpenSetup
from rules.campaign.garage.cars import BuyCar, SellCar
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie
from rules.campaign.people.staff import HireStaff
from rules.campaign.people.veterans import HireVeteran
from rules.campaign.sponsors.holding_companies import CashHolding
from rules.campaign.sponsors.party import PlaceSponsor, ThrowParty
from rules.campaign.steward import franchises_awaited, next_commissioner_command
from rules.core.terms import K
from tests.rules.campaign.memory_seasons import Table, founded
from tests.rules.campaign.steward_table import answered, asked, only

pytestmark = pytest.mark.rule(
    "DM-C-060",
    "DM-C-061",
    "DM-C-062",
    "DM-C-064",
    "DM-C-065",
    "DM-C-066",
    "DM-C-067",
    "DM-C-069",
    "DM-C-070",
    "DM-C-084",
)


def poor(table: Table, balance_k: int, franchise: str = "razors") -> Table:
    table.season.franchise(franchise).balance = balance_k * K
    return table


def reserve(table: Table, *drivers: Driver, franchise: str = "razors") -> None:
    for driver in drivers:
        table.season.drivers[driver.id] = driver
        table.season.contracts[driver.id] = Contract(id=driver.id, franchise=franchise, fee=0, phase="reserved")


def carried(table: Table, franchise: str = "razors") -> list[list[str]]:
    return [[item.kind for item in table.season.items_on_car(car.id)] for car in table.season.garage(franchise)]


def test_without_a_policy_a_new_franchise_is_ready_to_race() -> None:
    table = founded()
    answered(table)
    razors = table.season.franchise("razors")
    assert [driver.id for driver in table.season.roster("razors")] == [
        f"razors.s1.d{number}" for number in range(1, 9)
    ]
    assert [car.id for car in table.season.garage("razors")] == ["razors.s1.c1", "razors.s1.c2", "razors.s1.c3"]
    assert carried(table) == [["tire_light", "machinegun"]] * 3
    assert (razors.staff_rating, razors.party_thrown) == (2, True)
    assert razors.balance >= 60 * K
    assert franchises_awaited(table.season) == ["saints"]


def test_a_party_is_thrown_first_and_ends_the_answers_until_its_dice_have_fallen() -> None:
    table = founded()
    assert asked(table) == [ThrowParty(franchise="razors", spend_k=40)]


def test_caps_hold_what_is_merely_wanted_and_not_what_a_season_cannot_go_on_without() -> None:
    table = founded()
    answered(table, party_k=0, driver_k=0, staff_k=0, car_k=0, item_k=0, garage=5)
    razors = table.season.franchise("razors")
    assert (len(table.season.roster("razors")), len(table.season.garage("razors"))) == (3, 3)
    assert (razors.staff_rating, razors.party_thrown) == (1, False)
    assert carried(table) == [[], [], []]


def test_a_reserve_is_left_in_the_account() -> None:
    table = founded()
    table.sponsor("razors", "oil")
    answered(table, reserve_k=500)
    assert 500 * K <= table.season.franchise("razors").balance < 600 * K


def test_overhead_cars_gunner_stations_and_gearing_are_bought_as_wished() -> None:
    table = founded()
    commands = answered(table, party_k=0, garage=4, overhead_cars=1, gunner_stations=True, gearing=-1, roster=3)
    bought = only(BuyCar, commands)
    assert [buy_car.overhead for buy_car in bought] == [True, False, False, False]
    assert {(buy_car.gunner_station, buy_car.gearing) for buy_car in bought} == {(True, -1)}


def test_veterans_come_before_rookies_the_best_first_and_not_those_worth_less_than_a_rookie() -> None:
    table = founded()
    reserve(
        table,
        Driver(id="razors.good", level=2, xp=4, talents=["pro"]),
        Driver(id="razors.best", level=4, xp=12, gunnery=5),
        Driver(id="razors.eye", level=3, xp=7, quirks={"eye_problem": 1}),
    )
    commands = answered(table, roster=4, party_k=0)
    assert [hire_veteran.driver for hire_veteran in only(HireVeteran, commands)] == ["razors.best", "razors.good"]
    assert len(only(HireRookie, commands)) == 2


def test_a_veteran_above_the_cap_is_let_go() -> None:
    table = founded()
    reserve(table, Driver(id="razors.dear", level=9, gunnery=9))
    for number in range(3):
        table.give(HireRookie(franchise="razors", driver=f"razors.d{number}"))
    assert only(HireVeteran, answered(table, party_k=0, driver_k=67)) == []


def test_the_rating_wanted_is_hired_or_the_best_that_can_be_had() -> None:
    table = founded()
    table.sponsor("razors", "oil")
    assert [
        hire_staff.rating for hire_staff in only(HireStaff, answered(table, staff_rating=4, staff_k=300, party_k=0))
    ] == [3]


def test_a_short_roster_is_acknowledged() -> None:
    commands = answered(founded(), roster=4, party_k=0)
    assert [type(command) for command in commands].count(AcknowledgeShortRoster) == 1


@pytest.mark.parametrize(("roster", "acknowledged"), [(5, 1), (6, 0), (7, 0)])
def test_a_roster_of_the_advised_size_has_nothing_to_acknowledge(roster: int, acknowledged: int) -> None:
    commands = answered(founded(), roster=roster, party_k=0)
    assert len(only(HireRookie, commands)) == roster
    assert len(only(AcknowledgeShortRoster, commands)) == acknowledged


def test_with_little_money_drivers_come_before_cars_and_the_setup_closes_all_the_same() -> None:
    table = poor(founded(), 210)
    table.sponsor("razors", "oil")
    answered(table)
    assert (len(table.season.roster("razors")), len(table.season.garage("razors"))) == (3, 0)
    answered(table, "saints")
    assert franchises_awaited(table.season) == []
    assert isinstance(next_commissioner_command(table.season), CloseSetup)


def test_a_holding_company_is_cashed_when_needed_and_only_then() -> None:
    rich, lean, last = founded(), poor(founded(), 100), poor(founded(), 100)
    for table in (rich, lean):
        table.sponsor("razors", "holding_company", "oil")
    last.sponsor("razors", "holding_company")
    assert only(CashHolding, answered(rich)) == []
    assert asked(lean) == [CashHolding(franchise="razors", sponsor="razors.s1")]
    assert only(CashHolding, answered(last)) == []
    assert only(CashHolding, answered(lean, holding="never")) == []


@pytest.mark.parametrize(
    ("held", "waits", "preferred", "replaced"),
    [
        (["oil", "tire_company"], "munitions", [], "razors.s2"),
        (["oil", "munitions"], "tire_company", [], ""),
        (["oil", "munitions"], "tire_company", ["tire_company", "munitions"], "razors.s1"),
        (["oil", "oil"], "oil", [], ""),
    ],
)
def test_a_sponsor_above_the_limit_replaces_the_least_wanted_or_is_declined(
    held: list[str], waits: str, preferred: list[str], replaced: str
) -> None:
    table = founded(switches={"sponsors.max": 2})
    table.sponsor("razors", *held)
    table.season.franchise("razors").waiting_sponsors = [waits]
    placed = only(PlaceSponsor, answered(table, party_k=0, sponsors=preferred))
    assert [place_sponsor.replaces for place_sponsor in placed] == [replaced]


def test_where_nobody_may_decline_the_least_wanted_makes_room() -> None:
    table = founded(switches={"sponsors.max": 2, "sponsors.may_decline": False})
    table.sponsor("razors", "oil", "munitions")
    table.season.franchise("razors").waiting_sponsors = ["tire_company"]
    assert "razors" in franchises_awaited(table.season)
    assert [place_sponsor.replaces for place_sponsor in only(PlaceSponsor, answered(table, party_k=0))] == [
        "razors.s2"
    ]


def test_what_lies_in_the_stores_is_used_before_anything_is_bought() -> None:
    table = founded()
    for number in range(3):
        table.stock("laser", id=f"laser{number}")
        table.stock("tire_solid", id=f"tires{number}", tread="snow")
    assert only(BuyItem, answered(table, party_k=0)) == []
    assert carried(table) == [["laser", "tire_solid"]] * 3


def test_what_goes_on_guns_and_drivers_is_put_there() -> None:
    table = founded()
    for kind in ("targeting_device", "helmet_sight", "helmet_sight", "supercharger", "gear_set"):
        table.stock(kind, id=f"{kind.replace('_', '-')}{len(table.season.items)}")
    answered(table, party_k=0)
    placed: dict[str, list[Item]] = {}
    for item in table.season.stores("razors"):
        placed.setdefault(item.kind, []).append(item)
    assert table.season.item(placed["targeting_device"][0].weapon).kind == "machinegun"
    assert {item.driver for item in placed["helmet_sight"]} == {"razors.s1.d1", "razors.s1.d2"}
    assert placed["supercharger"][0].car == "razors.s1.c1"
    assert placed["gear_set"][0].car == ""


def test_cars_for_which_there_is_no_place_are_sold() -> None:
    table = founded(switches={"garage.max": 3})
    for number in range(4):
        id = f"razors.c{number}"
        table.season.cars[id] = Car(id=id, franchise="razors", dp=60, paid=100 * K, criticals=number)
    assert [sell_car.car for sell_car in only(SellCar, answered(table, party_k=0))] == ["razors.c3"]


def test_steps_taken_one_by_one_are_answered_each_in_its_own() -> None:
    table = founded(switches={"season.setup_single_window": False})
    for franchise in ("razors", "saints"):
        hired = answered(table, franchise)
        assert {type(command) for command in hired} == {HireRookie, HireStaff}
    assert next_commissioner_command(table.season) == NextSetupStep()
    table.give(NextSetupStep())
    for franchise in ("razors", "saints"):
        assert len(only(BuyCar, answered(table, franchise))) == 3
    table.give(NextSetupStep())
    assert [type(command) for command in answered(table)] == [ThrowParty]
    assert next_commissioner_command(table.season) == CloseSetup()


def test_a_roster_that_must_be_filled_is_waited_for_while_there_is_money_and_then_granted() -> None:
    table = founded(switches={"roster.min_enforced": True})
    answered(table, "saints")
    assert franchises_awaited(table.season) == ["razors"]
    assert next_commissioner_command(table.season) is None
    poor(table, 40)
    assert franchises_awaited(table.season) == []
    assert next_commissioner_command(table.season) == AdjustBalance(franchise="razors", amount=260 * K)


def test_the_longest_name_still_leaves_room_for_ids() -> None:
    name = "r" * 60
    table = founded(name, "saints")
    answered(table, name)
    assert len(table.season.roster(name)) == 8


def test_a_season_not_opened_or_without_two_franchises_needs_what_only_a_person_decides() -> None:
    assert next_commissioner_command(Season()) is None
    assert next_commissioner_command(Season(rounds_planned=3)) is None
    table = founded()
    table.season.step = "S0"
    assert next_commissioner_command(table.season) == OpenSetup()

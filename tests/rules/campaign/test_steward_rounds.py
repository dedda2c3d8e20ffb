"""Standing orders around matches: line-ups, repairs, offers, trades and shopping; and the commands a round needs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.commissioner.garage_waiver import WaiveGarage
from rules.campaign.core.state import Goods, Offer
from rules.campaign.garage.cars import BuyCar
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.market.offers import BuyOffer, DeclineOffer
from rules.campaign.market.shopping import EndShopping, FinishShopping
from rules.campaign.market.trades import ProposeTrade, WithdrawTrade
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp
from rules.campaign.match_day.repairs import DecideRepairs
from rules.campaign.match_day.settlement import OpenSettlement
from rules.campaign.people.experience import ChooseTrait
from rules.campaign.people.hiring import HireRookie
from rules.campaign.people.medical_devices import UseMedicalDevice
from rules.campaign.people.staff import HireMatchMechanic
from rules.campaign.steward import franchises_awaited, next_commissioner_command
from rules.core.switches import Setting
from rules.core.terms import K
from tests.rules.campaign.memory_seasons import Table, accept, announce, locked, report, shopping, signed
from tests.rules.campaign.steward_table import answered, asked, only

pytestmark = pytest.mark.rule(
    "DM-C-018",
    "DM-C-057",
    "DM-C-063",
    "DM-C-064",
    "DM-C-065",
    "DM-C-067",
    "DM-C-088",
    "DM-C-089",
    "DM-C-095",
    "DM-C-104",
    "DM-C-105",
    "DM-C-106",
    "DM-C-107",
    "DM-C-131",
)


def at_line_ups(**options: Any) -> Table:
    table = signed(**options)
    announce(table)
    return table


def seats(commands: list[Any]) -> list[tuple[str, str, str]]:
    (command,) = only(NameLineUp, commands)
    return [(seat.car, seat.driver, seat.gunner) for seat in command.seats]


def offer(table: Table, kind: str, price_k: int, *, source: str = "world_trade", **fields: Any) -> None:
    id = f"m1.razors.{len(table.season.offers)}"
    table.season.offers[id] = Offer(
        id=id,
        match="m1",
        franchise="razors",
        source=source,
        kind=kind,
        listed=price_k * K,
        price=price_k * K,
        **fields,
    )


def test_the_first_cars_are_lined_up_with_the_first_drivers() -> None:
    commands = asked(at_line_ups())
    assert seats(commands) == [
        ("razors.c1", "razors.d1", ""),
        ("razors.c2", "razors.d2", ""),
        ("razors.c3", "razors.d3", ""),
    ]


def test_orders_name_who_drives_what_first() -> None:
    commands = answered(at_line_ups(), drivers=["razors.d6", "razors.d5"], cars=["razors.c3"])
    assert seats(commands) == [
        ("razors.c3", "razors.d6", ""),
        ("razors.c1", "razors.d5", ""),
        ("razors.c2", "razors.d1", ""),
    ]


def test_the_better_driver_drives_and_the_tired_rest_while_fresher_ones_are_there() -> None:
    table = at_line_ups(drivers=4)
    table.season.driver("razors.d4").gunnery = 4
    table.season.driver("razors.d1").fatigue = ["driving", "driving"]
    table.season.driver("razors.d2").fatigue = ["driving"]
    assert [driver for _, driver, _ in seats(asked(table))] == ["razors.d4", "razors.d3", "razors.d2"]
    table.season.driver("razors.d3").availability = "barred"
    assert [driver for _, driver, _ in seats(asked(table))] == ["razors.d4", "razors.d2", "razors.d1"]


def test_nobody_is_rested_where_the_orders_say_so() -> None:
    table = at_line_ups(drivers=4)
    table.season.driver("razors.d1").fatigue = ["driving"] * 2
    assert "razors.d1" not in {driver for _, driver, _ in seats(answered(table))}
    table = at_line_ups(drivers=4)
    table.season.driver("razors.d1").fatigue = ["driving"] * 2
    preferred = ["razors.d1", "razors.d2", "razors.d3"]
    assert [driver for _, driver, _ in seats(answered(table, rest_at=0, drivers=preferred))] == preferred


def test_broken_cars_stay_and_the_damaged_are_taken_last() -> None:
    table = at_line_ups(cars=4)
    table.season.car("razors.c1").broken = True
    table.season.car("razors.c2").criticals = 2
    assert [car for car, _, _ in seats(asked(table))] == ["razors.c3", "razors.c4", "razors.c2"]


def test_spare_drivers_sit_at_the_guns_unless_they_are_tired_or_spared() -> None:
    table = at_line_ups(gunner_stations=True)
    table.season.driver("razors.d6").fatigue = ["gunnery"] * 2
    assert [gunner for _, _, gunner in seats(asked(table))] == ["razors.d4", "razors.d5", ""]
    assert [gunner for _, _, gunner in seats(answered(table, gunners=False))] == ["", "", ""]


@pytest.mark.parametrize("lacking", ["drivers", "cars"])
def test_nobody_is_lined_up_where_there_is_nobody_or_nothing_to_drive(lacking: str) -> None:
    table = at_line_ups()
    for driver in table.season.roster("razors"):
        driver.availability = "heart_out" if lacking == "drivers" else "available"
    for car in table.season.garage("razors"):
        car.phase = "scrapped" if lacking == "cars" else "garage"
    if lacking == "cars":
        assert franchises_awaited(table.season) == ["saints"]
        assert asked(table) == []
        assert next_commissioner_command(table.season) == WaiveGarage(franchise="razors", match="m1")
        table.give(WaiveGarage(franchise="razors", match="m1"))
    assert seats(answered(table)) == []


def test_staff_for_the_match_is_hired_when_it_is_wished() -> None:
    table = at_line_ups()
    table.sponsor("razors", "tire_company")
    assert len(only(HireMatchMechanic, answered(table, match_mechanic=True))) == 1


def test_a_line_up_whose_driver_may_not_be_fielded_any_more_is_asked_for_again() -> None:
    table = at_line_ups()
    answered(table)
    answered(table, "saints")
    table.season.driver("razors.d1").availability = "barred"
    assert franchises_awaited(table.season) == ["razors"]
    assert next_commissioner_command(table.season) is None
    assert [driver for _, driver, _ in seats(answered(table))] == ["razors.d2", "razors.d3", "razors.d4"]
    assert next_commissioner_command(table.season) == LockLineUps(match="m1")


def test_a_line_up_to_be_named_again_by_too_small_a_garage_waits_for_its_waiver() -> None:
    table = at_line_ups()
    answered(table)
    answered(table, "saints")
    table.season.car("razors.c1").phase = "scrapped"
    assert franchises_awaited(table.season) == []
    assert next_commissioner_command(table.season) == WaiveGarage(franchise="razors", match="m1")
    table.give(WaiveGarage(franchise="razors", match="m1"))
    assert [car for car, _, _ in seats(answered(table))] == ["razors.c2", "razors.c3"]
    assert next_commissioner_command(table.season) == LockLineUps(match="m1")


def test_line_ups_are_locked_when_all_are_named() -> None:
    table = at_line_ups()
    assert franchises_awaited(table.season) == ["razors", "saints"]
    assert next_commissioner_command(table.season) is None
    answered(table)
    answered(table, "saints")
    assert franchises_awaited(table.season) == []
    assert next_commissioner_command(table.season) == LockLineUps(match="m1")
    table.give(LockLineUps(match="m1"))
    assert next_commissioner_command(table.season) is None


def test_the_next_round_has_everybody_in_one_match() -> None:
    command = next_commissioner_command(signed("razors", "saints", "vipers").season)
    assert isinstance(command, AnnounceRound)
    assert (command.round, command.uneven) == ("r1", False)
    assert [(match.match, match.franchises) for match in command.matches] == [("m1", ["razors", "saints", "vipers"])]


def decision(*, cars: int = 4, damage: dict[str, dict[str, Any]], **policies: Any) -> DecideRepairs:
    table = locked(cars=cars)
    accept(table, report(table, cars=damage))
    table.give(OpenSettlement(match="m1"))
    (command,) = only(DecideRepairs, answered(table, **policies))
    return command


DAMAGE: dict[str, dict[str, Any]] = {"razors.c1": {"destroyed": True}, "razors.c2": {"criticals": 3}}


def test_everything_is_replaced_and_repaired() -> None:
    command = decision(damage=DAMAGE)
    assert (command.give_up, command.repair) == ([], ["razors.c2"])


def test_what_is_too_dear_is_given_up_or_left_undone() -> None:
    command = decision(damage=DAMAGE, replace_k=4, repair_k=2)
    assert (command.give_up, command.repair) == (["razors.c1"], [])


def test_no_car_is_given_up_that_the_smallest_garage_needs() -> None:
    assert decision(cars=3, damage=DAMAGE, replace_k=0).give_up == []


def test_no_car_is_given_up_of_a_garage_that_is_too_small_already() -> None:
    table = locked(cars=3)
    accept(table, report(table, cars={"razors.c1": {"destroyed": True}, "razors.c2": {"destroyed": True}}))
    table.give(OpenSettlement(match="m1"))
    del table.season.cars["razors.c3"]
    (command,) = only(DecideRepairs, answered(table, replace_k=0))
    assert command.give_up == []


def test_tinkering_is_answered_first_then_the_world_market_is_tried_and_its_dice_end_the_answers() -> None:
    table = shopping()
    offer(table, "laser", 60, source="tinkering", by="razors.d1")
    offer(table, "railgun", 61, source="tinkering", by="razors.d1")
    commands = asked(table)
    assert commands == [
        BuyOffer(franchise="razors", offer="m1.razors.0", item="razors.s1.r1.i1"),
        DeclineOffer(franchise="razors", offer="m1.razors.1"),
        RollWorldTrade(franchise="razors", match="m1"),
    ]


def test_shopping_replenishes_and_is_finished() -> None:
    table = shopping()
    commands = answered(table, world_trade=False)
    assert [buy_item.kind for buy_item in only(BuyItem, commands)] == ["tire_light", "machinegun"] * 3
    assert commands[-1] == FinishShopping(franchise="razors", match="m1")
    assert only(RollWorldTrade, commands) == []


@pytest.mark.parametrize(
    ("kind", "price_k", "policies", "bought"),
    [
        ("laser", 60, {}, True),
        ("laser", 61, {}, False),
        ("laser", 74, {"offers": {"laser": 74}}, True),
        ("laser", 54, {"offers": {"laser": 0}}, False),
        ("laser", 54, {"reserve_k": 1000}, False),
        ("turbochargers", 34, {}, False),
        ("turbochargers", 34, {"offers": {}}, True),
        ("artificial_eye", 44, {}, False),
        ("medical_kit", 12, {}, True),
    ],
)
def test_an_offer_is_bought_within_its_cap_and_when_it_serves(
    kind: str, price_k: int, policies: dict[str, Any], bought: bool
) -> None:
    table = shopping()
    offer(table, kind, price_k)
    assert bool(only(BuyOffer, answered(table, world_trade=False, **policies))) is bought


def test_a_thing_that_already_lies_about_is_not_bought_again() -> None:
    table = shopping()
    table.stock("medical_kit", uses=3)
    offer(table, "medical_kit", 12)
    assert only(BuyOffer, answered(table, world_trade=False)) == []


@pytest.mark.parametrize(
    ("held", "most", "won", "replaces"),
    [
        (["tire_company"], 5, "tire_company", ""),
        (["oil", "tire_company"], 2, "munitions", "razors.s2"),
        (["oil", "munitions"], 2, "tire_company", None),
    ],
)
def test_a_new_contract_is_bought_for_a_free_place_or_a_better_sponsor(
    held: list[str], most: int, won: str, replaces: str | None
) -> None:
    table = shopping(switches={"sponsors.max": most})
    table.sponsor("razors", *held)
    offer(table, "new_contract", 60, sponsor_kind=won)
    replaced = [buy_offer.replaces for buy_offer in only(BuyOffer, answered(table, world_trade=False))]
    assert replaced == ([] if replaces is None else [replaces])


def test_cars_are_bought_again_when_the_garage_is_too_small() -> None:
    table = shopping(drivers=3)
    table.season.car("razors.c1").phase = "scrapped"
    assert len(only(BuyCar, answered(table, world_trade=False, reserve_k=1000))) == 1


def test_drivers_are_hired_between_matches_where_a_house_rule_allows_it() -> None:
    switches: dict[str, Setting] = {"hire.midseason": True}
    hired = {True: 0, False: 0}
    for allowed in hired:
        table = shopping(drivers=3, switches=switches if allowed else {})
        hired[allowed] = len(only(HireRookie, answered(table, world_trade=False, reserve_k=0, roster=4)))
    assert hired == {True: 1, False: 0}


@pytest.mark.parametrize(("policy", "declined"), [("decline", 1), ("leave", 0)])
def test_a_proposed_trade_is_declined_or_left_to_its_owner(policy: str, declined: int) -> None:
    table = shopping()
    table.stock("laser", "saints")
    gives = Goods(items=["saints.laser"])
    table.give(ProposeTrade(franchise="saints", trade="t1", partner="razors", gives=gives, takes=Goods()))
    commands = answered(table, world_trade=False, trades=policy)
    assert len(only(WithdrawTrade, commands)) == declined


def test_who_was_cured_is_the_one_most_in_need() -> None:
    table = signed()
    table.stock("artificial_organs")
    table.season.driver("razors.d1").quirks = {"poor_health": 1}
    table.season.driver("razors.d2").quirks = {"heart_condition": 2}
    assert asked(table) == [
        UseMedicalDevice(
            franchise="razors", item="razors.artificial-organs", driver="razors.d2", quirk="heart_condition"
        )
    ]
    assert only(UseMedicalDevice, answered(table, medical=False)) == []


def test_trait_points_go_to_the_lower_of_the_traits_wanted() -> None:
    table = signed()
    driver = table.season.driver("razors.d1")
    driver.trait_choices, driver.driving = 3, 4
    assert [choose_trait.trait for choose_trait in only(ChooseTrait, answered(table))] == [
        "gunnery",
        "gunnery",
        "driving",
    ]


def test_who_has_no_match_in_the_round_may_replenish_where_a_house_rule_allows_it() -> None:
    bought = {True: 0, False: 0}
    for allowed in bought:
        table = signed("razors", "saints", "vipers", switches={"round.idle_may_shop": allowed})
        announce(table, franchises=["saints", "vipers"])
        bought[allowed] = len(only(BuyItem, answered(table)))
    assert bought == {True: 6, False: 0}


def test_whoever_has_more_sponsors_than_allowed_cannot_finish_and_his_shops_are_closed_for_him() -> None:
    table = shopping(switches={"sponsors.max": 3})
    table.season.switches["sponsors.max"] = 2
    for franchise in ("razors", "saints"):
        assert only(FinishShopping, answered(table, franchise, world_trade=False)) == []
    assert next_commissioner_command(table.season) == EndShopping(match="m1")

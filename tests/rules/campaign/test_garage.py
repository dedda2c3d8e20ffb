"""Buying a car, also in the shops and with gears and tires, and selling one."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.locks_and_shops import ShopsClosed
from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Item
from rules.campaign.garage.cars import BuyCar, CarBought, CarNotForSale, CarSold, GarageFull, GarageTooSmall, SellCar
from rules.campaign.garage.stores import ItemFitted, ItemGained, ItemLost, ItemStowed
from rules.campaign.money.account import BalanceTooLow
from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting
from rules.core.terms import CarId, FranchiseId, ItemId
from tests.rules.campaign.memory_seasons import Table, founded, locked, shopping, signed

RAZORS = FranchiseId("razors")


def buy(number: int, *, overhead: bool = False, gearing: int = 0, tread: str = "") -> BuyCar:
    """The razors buy a car."""
    car = CarId(f"razors.c{number}")
    return BuyCar(franchise=RAZORS, car=car, overhead=overhead, gearing=gearing, tread=tread)


def sell(number: int, franchise: str = "razors") -> SellCar:
    """A franchise, by default the razors, sells that car of the razors."""
    return SellCar(franchise=FranchiseId(franchise), car=CarId(f"razors.c{number}"))


def garage(cars: int = 4, *, sponsors: tuple[str, ...] = ("energy",), **switches: Setting) -> Table:
    """The razors in the garage step, with that many normal cars and those sponsors."""
    table = founded(switches={name.replace("__", "."): value for name, value in switches.items()})
    table.sponsor("razors", *sponsors)
    for number in range(1, cars + 1):
        table.give(buy(number))
    return table


@pytest.mark.rule("DM-C-066", "DM-M-026", "DM-C-174")
@pytest.mark.parametrize("gearing", [-1, 0, 1])
def test_a_car_is_built_with_the_gears_its_owner_chooses(gearing: int) -> None:
    table = founded()
    table.give(buy(1, gearing=gearing))
    assert table.season.car("razors.c1").gearing == gearing
    assert table.season.items == {}


@pytest.mark.rule("DM-C-066", "DM-C-065")
def test_a_car_nobody_asked_anything_of_is_plain() -> None:
    table = founded()
    table.sponsor("razors", "energy")
    table.give(BuyCar(franchise=RAZORS, car=CarId("razors.c1")))
    car = table.season.car("razors.c1")
    assert (car.gearing, car.gunner_station, car.overhead, car.dp, car.paid) == (0, False, False, 60, 100_000)


@pytest.mark.rule("DM-C-066", "DM-C-174")
@pytest.mark.parametrize("gearing", [-2, 2])
def test_there_are_no_other_gears(gearing: int) -> None:
    founded().refused(buy(1, gearing=gearing), Malformed, f"{gearing} is none of them")


@pytest.mark.rule("DM-C-104", "DM-C-065")
def test_cars_are_bought_and_sold_in_the_garage_step_and_while_shopping_and_never_between() -> None:
    table = locked()
    table.refused(buy(4), ShopsClosed)
    table.refused(sell(1), ShopsClosed)
    table = shopping()
    (bought,) = table.give(buy(4))
    assert isinstance(bought, CarBought)
    assert (bought.amount, bought.dp) == (-100_000, 60)
    table.give(sell(1))
    assert [car.id for car in table.season.garage("razors")] == ["razors.c2", "razors.c3", "razors.c4"]
    table.season.step = "E1"
    table.refused(buy(5), OutOfStep)
    table.refused(sell(2), OutOfStep)


@pytest.mark.rule("DM-C-065", "DM-C-058")
def test_a_full_garage_and_an_empty_account_buy_nothing() -> None:
    table = garage(5)
    table.refused(buy(6), GarageFull, "razors has 5 cars")
    table = garage(1)
    table.season.franchise("razors").balance = 149_999
    table.refused(buy(2, overhead=True), BalanceTooLow, "149.999k", "150k")


@pytest.mark.rule("DM-C-066")
def test_a_car_comes_without_tires_and_needs_no_tread() -> None:
    table = founded()
    table.refused(buy(1, tread="street"), Malformed, "comes without tires")
    table.give(buy(1))
    assert table.season.stores("razors") == []


@pytest.mark.rule("DM-C-066", "DM-C-175")
@pytest.mark.switch("vehicle.includes_light_tires", True)
@pytest.mark.parametrize(
    ("named", "tread"),
    [
        ("", "mud_and_snow"),
        ("mud_and_snow", "mud_and_snow"),
        ("street", "street"),
        ("traction", "traction"),
        ("snow", "snow"),
    ],
)
def test_a_car_comes_on_light_tires_by_house_rule(named: str, tread: str) -> None:
    table = garage(0, vehicle__includes_light_tires=True)
    bought, gained, fitted = table.give(buy(1, tread=named))
    assert isinstance(bought, CarBought)
    assert bought.amount == -100_000
    assert gained == ItemGained(
        rule="DM-C-066",
        franchise=RAZORS,
        item=ItemId("razors.c1.tires"),
        item_kind="tire_light",
        origin="list",
        paid=0,
    )
    assert isinstance(fitted, ItemFitted)
    assert table.season.items_on_car("razors.c1") == [
        Item(id="razors.c1.tires", franchise="razors", kind="tire_light", car="razors.c1", tread=tread)
    ]


@pytest.mark.rule("DM-C-066")
def test_the_tires_a_car_comes_on_need_a_tread_there_is_and_an_id_of_their_own() -> None:
    table = founded(switches={"vehicle.includes_light_tires": True})
    table.refused(buy(1, tread="rain"), Malformed, "'rain' is no tread")
    table.stock("laser", id="c1.tires")
    table.refused(buy(1), IdTaken, "razors.c1.tires")


@pytest.mark.rule("DM-C-106")
@pytest.mark.parametrize(("overhead", "half"), [(False, 50_000), (True, 75_000)])
def test_a_sold_car_yields_half_of_what_was_paid(overhead: bool, half: int) -> None:
    table = garage(3)
    table.give(buy(4, overhead=overhead))
    balance = table.season.franchise("razors").balance
    assert table.give(sell(4)) == [
        CarSold(
            rule="DM-C-106",
            franchise=RAZORS,
            amount=half,
            balance=balance + half,
            car=CarId("razors.c4"),
            worth=2 * half,
        )
    ]
    assert [car.id for car in table.season.garage("razors")] == ["razors.c1", "razors.c2", "razors.c3"]
    assert table.season.car("razors.c4").phase == "scrapped"


@pytest.mark.rule("DM-C-106", "DM-C-081")
@pytest.mark.parametrize(("overhead", "half"), [(False, 45_000), (True, 67_500)])
def test_a_discounted_car_yields_half_of_the_lower_price(overhead: bool, half: int) -> None:
    table = garage(3, sponsors=("car_dealership",))
    table.give(buy(4, overhead=overhead))
    table.sponsor("razors", "energy")
    (sold,) = table.give(sell(4))
    assert isinstance(sold, CarSold)
    assert (sold.amount, sold.worth) == (half, 2 * half)


@pytest.mark.rule("DM-C-106")
@pytest.mark.switch("sell.base", "list_price")
@pytest.mark.parametrize(("overhead", "half"), [(False, 50_000), (True, 75_000)])
def test_a_discounted_car_yields_half_of_the_list_price_by_house_rule(overhead: bool, half: int) -> None:
    table = garage(3, sponsors=("car_dealership",), sell__base="list_price")
    table.give(buy(4, overhead=overhead))
    (sold,) = table.give(sell(4))
    assert isinstance(sold, CarSold)
    assert (sold.amount, sold.worth) == (half, 2 * half)


@pytest.mark.rule("DM-C-106", "DM-C-065")
def test_a_sale_does_not_take_the_garage_below_its_minimum() -> None:
    table = garage(3)
    table.refused(sell(1), GarageTooSmall, "razors has 3 cars and a garage keeps 3")
    table.give(buy(4))
    table.give(sell(1))
    table.refused(sell(2), GarageTooSmall)
    smaller = garage(3, garage__min=2)
    smaller.give(sell(1))
    smaller.refused(sell(2), GarageTooSmall, "keeps 2")


@pytest.mark.rule("DM-C-106")
def test_only_a_whole_car_of_ones_own_is_sold() -> None:
    table = garage(4)
    table.refused(sell(1, "saints"), CarNotForSale, "razors.c1 does not stand whole in the garage of saints")
    table.refused(sell(9), Unknown, "razors.c9")
    table.season.car("razors.c1").destroyed = True
    table.refused(sell(1), CarNotForSale)
    table.give(buy(5))
    table.give(sell(2))
    table.refused(sell(2), CarNotForSale, "razors.c2")


@pytest.mark.rule("DM-C-106", "DM-C-147", "DM-C-149", "DM-C-151")
def test_what_comes_off_a_sold_car_returns_and_what_does_not_is_gone_with_it() -> None:
    table = garage(4)
    laser = table.stock("laser", car="razors.c1")
    aim = table.stock("targeting_device", weapon="razors.laser")
    table.stock("efficient_injectors", car="razors.c1")
    table.stock("active_suspension", car="razors.c1")
    table.stock("applique_armour", bound="razors.c1")
    other_suspension = table.stock("active_suspension", id="other", car="razors.c2")
    facts = table.give(sell(1))
    assert table.season.stores("razors") == [laser, other_suspension, aim]
    assert (laser.car, aim.weapon, other_suspension.car) == ("", "razors.laser", "razors.c2")
    assert [fact.item for fact in facts if isinstance(fact, ItemStowed)] == ["razors.laser"]
    lost = [fact for fact in facts if isinstance(fact, ItemLost)]
    assert [fact.item_kind for fact in lost] == ["active_suspension", "applique_armour", "efficient_injectors"]
    assert {(fact.rule, fact.reason) for fact in lost} == {("DM-C-106", "sold with razors.c1")}


def bought_and_sold(rounding: str) -> Table:
    """The razors, with a car dealership, buy an overhead car for 135k and sell it for 67.5k, rounded by a
    house rule.
    """
    table = garage(3, sponsors=("car_dealership",), money__rounding=rounding)
    table.give(buy(4, overhead=True))
    table.give(sell(4))
    return table


@pytest.mark.rule("DM-C-001", "DM-C-106")
@pytest.mark.switch("money.rounding", "floor_k")
def test_half_a_price_is_rounded_down_to_the_whole_k() -> None:
    assert bought_and_sold("floor_k").season.franchise("razors").balance == 1_000_000 - 270_000 - 135_000 + 67_000


@pytest.mark.rule("DM-C-001", "DM-C-106")
@pytest.mark.switch("money.rounding", "ceil_k")
def test_half_a_price_is_rounded_up_to_the_whole_k() -> None:
    assert bought_and_sold("ceil_k").season.franchise("razors").balance == 1_000_000 - 270_000 - 135_000 + 68_000


@pytest.mark.rule("DM-C-001", "DM-C-106")
def test_half_a_price_is_exact_unless_switched() -> None:
    assert bought_and_sold("exact").season.franchise("razors").balance == 1_000_000 - 270_000 - 135_000 + 67_500


@pytest.mark.rule("DM-C-065")
def test_a_signed_season_can_sell_nothing_between_matches() -> None:
    signed(cars=4).refused(sell(1), ShopsClosed)

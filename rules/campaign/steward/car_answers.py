"""Answers on cars and what they carry. Rules DM-C-065 to DM-C-067, DM-C-106."""

from __future__ import annotations

from typing import TypedDict

from rules.campaign.core.goods import Item
from rules.campaign.core.locks_and_shops import open_shopping_line_up
from rules.campaign.core.state import Car
from rules.campaign.garage.cars import BuyCar, SellCar, new_car_price
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.item_prices import list_price
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.garage.stores import item_price
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.necessities import cars_short
from rules.campaign.steward.people_answers import drivers_by_worth
from rules.core.terms import CarId, DriverId, ItemId, K
from rules.match.catalog import item_type

GUNS_A_CAR = 2
"""The most weapons that a car is given."""


def cars_by_preference(desk: AnswerBuilder) -> list[Car]:
    """The garage by preference: cars that the orders name, then the least damaged."""
    named = {id: place for place, id in enumerate(desk.orders.cars)}
    return sorted(desk.season.garage(desk.id), key=lambda car: (named.get(car.id, len(named)), car.criticals, car.id))


def buy_cars(desk: AnswerBuilder) -> None:
    """Buy cars: up to the smallest garage whatever the caps say, then as many as wanted while money allows."""
    season, orders = desk.season, desk.orders
    while True:
        garage = season.garage(desk.id)
        needed = cars_short(season, desk.id) > 0
        if not needed and len(garage) >= orders.garage:
            return
        overhead = sum(car.overhead for car in garage) < orders.overhead_cars and _within_caps(desk, overhead=True)
        if not (needed or overhead or _within_caps(desk, overhead=False)) or not _buy(desk, overhead=overhead):
            return


def _within_caps(desk: AnswerBuilder, *, overhead: bool) -> bool:
    amount = new_car_price(desk.season, desk.id, overhead=overhead)
    held_for_it = new_car_price(desk.season, desk.id) if cars_short(desk.season, desk.id) else 0
    return amount <= desk.orders.car_k * K and amount <= desk.spendable() + held_for_it


def _buy(desk: AnswerBuilder, *, overhead: bool) -> bool:
    return desk.try_command(
        BuyCar(
            franchise=desk.id,
            car=CarId(desk.new_id("c", round=shop_round(desk))),
            overhead=overhead,
            gunner_station=desk.orders.gunner_stations,
            gearing=desk.orders.gearing,
        )
    )


def sell_surplus(desk: AnswerBuilder) -> None:
    """Sell the least preferred cars that exceed the garage limit of the season (DM-C-065)."""
    for car in cars_by_preference(desk)[desk.season.number_setting("garage.max") :]:
        desk.try_command(SellCar(franchise=desk.id, car=CarId(car.id)))


def fit_out(desk: AnswerBuilder) -> None:
    """Fit loose items where they are useful. Call it only while items may be moved."""
    for item in desk.season.stores(desk.id):
        if item.car or item.driver or item.weapon:
            continue
        for place in places_for(desk, item.kind):
            if desk.try_command(FitItem(franchise=desk.id, item=ItemId(item.id), **place)):
                break


def is_useful(desk: AnswerBuilder, kind: str) -> bool:
    """Whether another item of a kind would be used: none is loose in the stores, and there is a place for it."""
    loose = any(
        item.kind == kind and not (item.car or item.driver or item.weapon) for item in desk.season.stores(desk.id)
    )
    return not loose and (not item_type(kind).where or bool(places_for(desk, kind)))


class ItemPlace(TypedDict, total=False):
    """Where an item goes, by the field of `FitItem`."""

    car: CarId
    driver: DriverId
    weapon: ItemId


def places_for(desk: AnswerBuilder, kind: str) -> list[ItemPlace]:
    """Where an item of a kind would be useful, best first. The rules may still refuse a place."""
    row = item_type(kind)
    if row.group == "gears":
        return []  # every car has the gear-set it was built with
    if row.where == "driver":
        bare = [
            driver
            for driver in desk.season.roster(desk.id)
            if kind not in _kinds(desk.season.equipment_of(driver.id))
        ]
        return [ItemPlace(driver=DriverId(driver.id)) for driver in drivers_by_worth(bare)]
    cars = cars_by_preference(desk)
    if row.where == "weapon":
        return [ItemPlace(weapon=ItemId(item.id)) for car in cars for item in _guns_without(desk, car, kind)]
    if row.where == "car":
        most = GUNS_A_CAR if row.group == "weapon" else 1
        carried = {car.id: _similar_item_count(desk, car, kind) for car in cars}
        cars.sort(key=lambda car: carried[car.id])
        return [ItemPlace(car=CarId(car.id)) for car in cars if carried[car.id] < most]
    return []


def _guns_without(desk: AnswerBuilder, car: Car, kind: str) -> list[Item]:
    fitted = desk.season.items_on_car(car.id)
    equipped = {item.weapon for item in fitted if item.kind == kind}
    return [item for item in fitted if item_type(item.kind).group == "weapon" and item.id not in equipped]


def _similar_item_count(desk: AnswerBuilder, car: Car, kind: str) -> int:
    """How many items on a car do the same as that kind: any weapon, any tires, or the same device."""
    group = item_type(kind).group
    alike = {"weapon", "tires"}
    return sum(
        item_type(item.kind).group == group if group in alike else item.kind == kind
        for item in desk.season.items_on_car(car.id)
    )


def _kinds(items: list[Item]) -> set[str]:
    return {item.kind for item in items}


def stock_up(desk: AnswerBuilder) -> None:
    """Fit loose items, and buy tires for bare cars and a weapon for unarmed ones."""
    fit_out(desk)
    for car in cars_by_preference(desk):
        for kind in (f"tire_{desk.orders.tires}", *desk.orders.weapons):
            if not _similar_item_count(desk, car, kind):
                _buy_for(desk, car, kind)


def shop_round(desk: AnswerBuilder) -> int:
    """The number of the round whose shops are open to the franchise, else of the last round; 0 in setup."""
    line_up = open_shopping_line_up(desk.season, desk.id)
    if line_up is not None:
        return desk.season.rounds[desk.season.match(line_up.match).round].number
    rounds = desk.season.all_rounds()
    return rounds[-1].number if rounds else 0


def _buy_for(desk: AnswerBuilder, car: Car, kind: str) -> None:
    price = item_price(desk.season, desk.id, kind=kind, listed=list_price(kind))
    if price > min(desk.orders.item_k * K, desk.spendable()):
        return
    item = ItemId(desk.new_id("i", round=shop_round(desk)))
    tread = desk.orders.tread if item_type(kind).group == "tires" else ""
    if desk.try_command(BuyItem(franchise=desk.id, item=item, kind=kind, tread=tread)):
        desk.try_command(FitItem(franchise=desk.id, item=item, car=CarId(car.id)))

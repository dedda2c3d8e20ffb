"""Buying and selling cars, and the limits of a garage. Rules DM-C-065, DM-C-066, DM-C-075, DM-C-081, DM-C-106."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.locks_and_shops import refuse_shops_closed
from rules.campaign.core.names import clean_legible_name, clean_new_id
from rules.campaign.core.state import Car, Franchise, Item, Season
from rules.campaign.garage.designs import assign_designs, refuse_faulty_designs
from rules.campaign.garage.purchases import refuse_unknown_gearing, refuse_unknown_tread
from rules.campaign.garage.stores import add_item, lose_item, put_on_car, strip_car
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.money.prices import car_price, round_amount
from rules.campaign.sponsors.kinds import effect_count, new_car_amount, new_car_dp
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import CarId, Credits, FranchiseId
from rules.match.catalog import PLAIN_TREAD

NORMAL_DP, OVERHEAD_DP = 60, 75
RESALE_DIVISOR = 2
"""A sold car yields its worth divided by this (DM-C-106)."""


class GarageFull(Refusal):
    """The garage is full and may have no more cars (DM-C-065)."""


class GarageTooSmall(Refusal):
    """The garage has, or would have, fewer cars than the minimum (DM-C-065)."""


class CarNotForSale(Refusal):
    """Only a car that is in the franchise's own garage and not destroyed can be sold (DM-C-106)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarBought(BookedFact):
    """A vehicle was bought: its design budget in DP, and its list price before sponsors (DM-C-066)."""

    says = "{franchise} bought {car}, {dp} DP, listed at {listed}."
    car: CarId
    name: str
    dp: int
    listed: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarSold(BookedFact):
    """A vehicle was sold to nobody in particular, for half of `worth` in credits (DM-C-106)."""

    says = "{franchise} sold {car}, worth {worth}, for half of that."
    car: CarId
    worth: Credits


def new_car_price(season: Season, franchise: str, *, overhead: bool = False) -> Credits:
    """The price a franchise pays for a new car now, in credits (DM-C-066, DM-C-081, DM-C-001)."""
    dealership = effect_count(season, franchise, "car_dealership")
    amount = new_car_amount(listed=car_price(overhead=overhead), dealership=dealership)
    return round_amount(amount, str(season.setting("money.rounding")))


@command(steps=("S2", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class BuyCar(Command):
    """Buy a vehicle: 60 DP at 100k, or an overhead car of 75 DP at 150k (DM-C-065, DM-C-066).

    `gearing` is the gear-set it is built with. Where a house rule gives new cars light tires, `tread` is their tread,
    mud and snow by default. `designs` are its designs by ruleset (DM-M-010); without one for a match's ruleset it
    enters as a stock design.
    """

    franchise: FranchiseId
    car: CarId
    name: str = ""
    overhead: bool = False
    gunner_station: bool = False
    gearing: int = 0
    tread: str = ""
    designs: dict[str, dict[str, Any]] = field(default_factory=dict)

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShopsClosed`, `TinkeringWaits`, `GarageFull`, `BalanceTooLow`, `DesignFaulty`, `IdTaken` …"""
        franchise = season.franchise(self.franchise)
        refuse_shops_closed(season, franchise.id)
        clean_new_id(self.car, among=season.cars, thing="car")
        clean_legible_name(self.name, thing="name of the car")
        refuse_unknown_gearing(self.gearing)
        tires = self._tires(season)
        most = season.number_setting("garage.max")
        if len(season.garage(franchise.id)) >= most:
            raise GarageFull(f"{franchise.id} has {most} cars, the most a garage holds: buy no more.")
        listed, price = car_price(overhead=self.overhead), new_car_price(season, franchise.id, overhead=self.overhead)
        refuse_unpayable(franchise, price=price, what="that car")
        car = self._build_car(season, franchise, price=price)
        refuse_faulty_designs(season, car, self.designs)
        season.cars[car.id] = car
        moved = book_amount(franchise, amount=-price)
        facts: list[Fact] = [
            CarBought(rule="DM-C-066", **moved, car=self.car, name=self.name, dp=car.dp, listed=listed),
            *assign_designs(car, self.designs),
        ]
        if tires is not None:
            facts += [add_item(season, tires, rule="DM-C-066"), put_on_car(tires, self.car)]
        return facts

    def _tires(self, season: Season) -> Item | None:
        """The light tires that a house rule gives a new car; None without that rule (DM-C-066)."""
        if not season.setting("vehicle.includes_light_tires"):
            if self.tread:
                raise Malformed(f"{self.car} comes without tires: buy them for themselves, and name no tread here.")
            return None
        tread = self.tread or PLAIN_TREAD
        refuse_unknown_tread(tread)
        id = clean_new_id(f"{self.car}.tires", among=season.items, thing="item")
        return Item(id=id, franchise=self.franchise, kind="tire_light", tread=tread)

    def _build_car(self, season: Season, franchise: Franchise, *, price: Credits) -> Car:
        dp = new_car_dp(
            printed=OVERHEAD_DP if self.overhead else NORMAL_DP,
            overhead=self.overhead,
            manufacturer=effect_count(season, franchise.id, "car_manufacturer"),
        )
        return Car(
            id=self.car,
            franchise=franchise.id,
            dp=dp,
            paid=price,
            overhead=self.overhead,
            gunner_station=self.gunner_station,
            gearing=self.gearing,
        )


@command(steps=("S2", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class SellCar(Command):
    """Sell a vehicle to nobody in particular for half of what was paid for it (DM-C-106).

    Removable items go back to the stores first; the others are sold with it.
    """

    franchise: FranchiseId
    car: CarId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShopsClosed`, `TinkeringWaits`, `CarNotForSale` or `GarageTooSmall`."""
        franchise, car = season.franchise(self.franchise), season.car(self.car)
        refuse_shops_closed(season, franchise.id)
        garage = season.garage(franchise.id)
        if car not in garage or car.destroyed:
            raise CarNotForSale(f"{car.id} does not stand whole in the garage of {franchise.id}: sell one that does.")
        least = season.number_setting("garage.min")
        if len(garage) <= least:
            raise GarageTooSmall(
                f"{franchise.id} has {len(garage)} cars and a garage keeps {least}: buy another before selling one."
            )
        worth = car.paid if season.setting("sell.base") == "price_paid" else car_price(overhead=car.overhead)
        facts = strip_car(season, car)
        for item in season.items_on_car(car.id):
            facts.extend(lose_item(season, item, reason=f"sold with {car.id}", rule="DM-C-106"))
        car.phase = "scrapped"
        yielded = round_amount(worth // RESALE_DIVISOR, str(season.setting("money.rounding")))
        sale = CarSold(rule="DM-C-106", **book_amount(franchise, amount=yielded), car=self.car, worth=Credits(worth))
        return [*facts, sale]

"""Buying vehicles, and the garage's limits. Rules DM-C-065, DM-C-066, DM-C-075, DM-C-081."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.account import book, refuse_unpayable
from rules.campaign.command import Command, Giver, command
from rules.campaign.facts import Booked, Fact, fact
from rules.campaign.naming import free_id, proper_text
from rules.campaign.prices import car_price
from rules.campaign.sponsors import new_car_amount, new_car_dp, times_helped
from rules.campaign.state import Car, Season
from rules.dice import Dice
from rules.refusal import Refusal
from rules.terms import CarId, Credits, FranchiseId

NORMAL_DP, OVERHEAD_DP = 60, 75


class GarageFull(Refusal):
    """The garage has as many vehicles as it may (DM-C-065)."""


class GarageTooSmall(Refusal):
    """The garage has fewer vehicles than it must (DM-C-065)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarBought(Booked):
    """A vehicle was bought: its design budget in DP, and what it is listed at before sponsors (DM-C-066)."""

    says = "{franchise} bought {car}, {dp} DP, listed at {listed}."
    car: CarId
    name: str
    dp: int
    listed: Credits


@command(steps=("S2",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class BuyCar(Command):
    """Buy a vehicle: 60 DP at 100k, or an overhead car of 75 DP at 150k (DM-C-065, DM-C-066)."""

    franchise: FranchiseId
    car: CarId
    name: str = ""
    overhead: bool = False
    gunner_station: bool = False

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `GarageFull`, `BalanceTooLow`, `IdTaken` or `Malformed`."""
        franchise = season.franchise(self.franchise)
        free_id(self.car, among=season.cars, thing="car")
        proper_text(self.name, thing="name of the car")
        most = season.number_setting("garage.max")
        if len(season.garage(franchise.id)) >= most:
            raise GarageFull(f"{franchise.id} has {most} cars, the most a garage holds: buy no more.")
        listed = car_price(overhead=self.overhead)
        price = new_car_amount(listed=listed, dealership=times_helped(season, franchise.id, "car_dealership"))
        refuse_unpayable(franchise, price=price, what="that car")
        dp = new_car_dp(
            printed=OVERHEAD_DP if self.overhead else NORMAL_DP,
            overhead=self.overhead,
            manufacturer=times_helped(season, franchise.id, "car_manufacturer"),
        )
        season.cars[self.car] = Car(
            id=self.car,
            franchise=franchise.id,
            dp=dp,
            paid=price,
            overhead=self.overhead,
            gunner_station=self.gunner_station,
        )
        moved = book(franchise, amount=-price)
        return [CarBought(rule="DM-C-066", **moved, car=self.car, name=self.name, dp=dp, listed=listed)]

"""Putting items on cars, weapons and drivers, and taking them off. Rules DM-C-067, DM-C-120 to DM-C-123, DM-C-135,
DM-C-147, DM-C-149 to DM-C-151, DM-C-154, DM-C-155, DM-M-014.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Car, CarNotInGarage, DriverNotOnRoster, Item, Season
from rules.campaign.garage.designs import refuse_unsuited
from rules.campaign.garage.device_failures import refuse_unrolled
from rules.campaign.garage.stores import aids_on_weapon, fix_to_weapon, give_to_driver, own_item, put_on_car, stow
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId
from rules.match.catalog import item_type, stat_lines
from rules.match.item_types import ItemType

PLACE_WORDS = {"car": "a car", "weapon": "a weapon", "driver": "a driver"}
ONE_SET_A_CAR = frozenset({"tires", "gears"})
"""Groups of which a car carries one item, of whichever kind (DM-C-067)."""
SPECIAL = "special"
"""The mount that a car has one of (DM-M-014)."""


class WrongPlace(Refusal):
    """The item belongs in another kind of place: on a car, on a driver, on a weapon or in the stores."""


class PlaceTaken(Refusal):
    """The item is already there, or another item takes the only place for one of its kind."""


class ItemStuck(Refusal):
    """The item never comes off, or belongs to another car (DM-C-120, DM-C-147, DM-C-149, DM-C-151)."""


class NoWeapon(Refusal):
    """The item can only be fixed to a weapon that shoots."""


class WeaponExpendable(Refusal):
    """A targeting device cannot be fixed to an expendable (DM-C-120)."""


class AlreadyStowed(Refusal):
    """The item is already in the stores."""


def car_slot(kind: str) -> str:
    """The slot that an item takes up on a car, which has each slot once; empty if a car may carry any number."""
    row = item_type(kind)
    if row.group in ONE_SET_A_CAR:
        return row.group
    if row.mount == SPECIAL:
        return SPECIAL
    return kind if row.one_a_car else ""


@command(steps=("S1", "S2", "S3", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class FitItem(Command):
    """Put an item on a car, weapon or driver of its franchise, from wherever it was (DM-C-067).

    Exactly one of `car`, `driver` and `weapon` is set: where the item goes.
    """

    franchise: FranchiseId
    item: ItemId
    car: CarId = CarId("")
    driver: DriverId = DriverId("")
    weapon: ItemId = ItemId("")

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotYourItem`, `LockedForMatch`, `DeviceUnrolled`, `DesignForbidsItem`, `CarNotInGarage`, or a
        refusal of this module.
        """
        item = own_item(season, self.franchise, self.item)
        refuse_locked(season, self.franchise)
        row = item_type(item.kind)
        self._refuse_place(item, row)
        _refuse_stuck(item, row, to=self.car)
        if self.weapon:
            self._refuse_weapon(season, item, row)
            return [fix_to_weapon(item, self.weapon)]
        if self.driver:
            self._refuse_driver(season, item)
            return [give_to_driver(item, self.driver)]
        self._refuse_car(season, item, row)
        return [put_on_car(item, self.car)]

    def _refuse_place(self, item: Item, row: ItemType) -> None:
        targets = {"car": self.car, "driver": self.driver, "weapon": self.weapon}
        if [place for place, id in targets.items() if id] != [row.where]:
            goes = f"goes on {PLACE_WORDS[row.where]}: name that alone" if row.where else "is used out of the stores"
            raise WrongPlace(f"{item.id} ({row.name}) {goes}.")
        if (item.car, item.driver, item.weapon) == (self.car, self.driver, self.weapon):
            raise PlaceTaken(
                f"{item.id} is on {self.car or self.driver or self.weapon} already: nothing is left to do."
            )

    def _refuse_car(self, season: Season, item: Item, row: ItemType) -> None:
        car = season.car(self.car)
        if car.franchise != self.franchise or car.phase != "garage" or car.destroyed:
            raise CarNotInGarage(f"{car.id} does not stand in the garage of {self.franchise}: name a car that does.")
        self._refuse_second(season, item, row, car)
        refuse_unsuited(season, car, item)
        refuse_unrolled(season, item, car=car.id)

    def _refuse_second(self, season: Season, item: Item, row: ItemType, car: Car) -> None:
        place = car_slot(item.kind)
        if not place or (row.may_stack and season.setting("devices.same_item_stacks")):
            return
        for other in season.items_on_car(car.id):
            if car_slot(other.kind) == place:
                raise PlaceTaken(f"{other.id} is on {car.id}, which carries one of that: take it off first.")

    def _refuse_weapon(self, season: Season, item: Item, row: ItemType) -> None:
        weapon = own_item(season, self.franchise, self.weapon)
        gun = item_type(weapon.kind)
        if not stat_lines(weapon.kind, variant=weapon.variant):
            raise NoWeapon(f"{weapon.id} ({gun.name}) is no weapon that shoots: name one that does.")
        if not row.removable and gun.consumed:
            raise WeaponExpendable(f"{weapon.id} ({gun.name}) is an expendable: fix {item.id} to a gun.")
        for other in aids_on_weapon(season, weapon):
            if other.kind == item.kind:
                raise PlaceTaken(f"{other.id} is on {weapon.id}, which carries one of that: name another weapon.")
        if weapon.car:
            refuse_unrolled(season, item, car=weapon.car)

    def _refuse_driver(self, season: Season, item: Item) -> None:
        contract = season.contracts.get(season.driver(self.driver).id)
        if contract is None or contract.franchise != self.franchise:
            raise DriverNotOnRoster(
                f"{self.driver} is not under contract with {self.franchise}: give {item.id} to one who is."
            )
        for other in season.equipment_of(self.driver):
            if other.kind == item.kind:
                raise PlaceTaken(f"{self.driver} wears {other.id}, and one of a kind is all: stow it first.")


@command(steps=("S1", "S2", "S3", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class StowItem(Command):
    """Take an item off its car, weapon or driver, back to the stores (DM-C-067)."""

    franchise: FranchiseId
    item: ItemId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotYourItem`, `LockedForMatch`, `AlreadyStowed` or `ItemStuck`."""
        item = own_item(season, self.franchise, self.item)
        refuse_locked(season, self.franchise)
        if not (item.car or item.driver or item.weapon):
            raise AlreadyStowed(f"{item.id} is in the stores already: nothing is left to do.")
        _refuse_stuck(item, item_type(item.kind), to="")
        return stow(item)


def _refuse_stuck(item: Item, row: ItemType, *, to: str) -> None:
    if not row.removable and (item.car or item.weapon):
        raise ItemStuck(f"{item.id} ({row.name}) never comes off {item.car or item.weapon}: leave it there.")
    if item.bound and to and to != item.bound:
        raise ItemStuck(f"{item.id} ({row.name}) belongs to {item.bound}: put it on no other car.")

"""The items of a franchise: gaining and losing them, putting them on and taking them off. Rules DM-C-067, DM-C-078,
DM-C-120, DM-C-135, DM-C-151.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Car, Driver, Item, Season
from rules.campaign.money.prices import round_amount
from rules.campaign.sponsors.kinds import effect_count, weapon_amount
from rules.core.refusals import Refusal
from rules.core.terms import CarId, Credits, DriverId, FranchiseId, ItemId
from rules.match.catalog import item_type

DISCOUNTED_MOUNTS = frozenset({"light", "heavy"})
"""The mounts whose weapons are cheaper with a Gun manufacturer (DM-C-078)."""


class NotYourItem(Refusal):
    """The item belongs to another franchise."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemGained(Fact):
    """An item came into the stores (DM-C-067); `paid` is what was paid for it, in credits."""

    says = "{item} ({item_kind}) came into the stores of {franchise}."
    franchise: FranchiseId
    item: ItemId
    item_kind: str
    origin: str
    paid: Credits


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLost(Fact):
    """An item is gone, and why (DM-C-094)."""

    says = "{franchise} lost {item} ({item_kind}): {reason}."
    franchise: FranchiseId
    item: ItemId
    item_kind: str
    reason: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFitted(Fact):
    """An item was put on a car (DM-C-067)."""

    says = "{franchise} fitted {item} ({item_kind}) to {car}."
    franchise: FranchiseId
    item: ItemId
    item_kind: str
    car: CarId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFixed(Fact):
    """An item was put on a weapon, which is an item itself (DM-C-120, DM-C-154, DM-C-155)."""

    says = "{franchise} fixed {item} ({item_kind}) to {weapon}."
    franchise: FranchiseId
    item: ItemId
    item_kind: str
    weapon: ItemId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemWorn(Fact):
    """Personal equipment was given to a driver (DM-C-135)."""

    says = "{driver} of {franchise} wears {item} ({item_kind})."
    franchise: FranchiseId
    item: ItemId
    item_kind: str
    driver: DriverId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemStowed(Fact):
    """An item went back to the stores from wherever it was (DM-C-067)."""

    says = "{item} ({item_kind}) is in the stores of {franchise} again."
    franchise: FranchiseId
    item: ItemId
    item_kind: str


def own_item(season: Season, franchise: str, item: str) -> Item:
    """The franchise's item of that id. Raises `Unknown` or `NotYourItem`."""
    owned = season.item(item)
    if owned.franchise != franchise:
        raise NotYourItem(f"{item} belongs to {owned.franchise}, not to {franchise}: name an item of its own.")
    return owned


def item_price(season: Season, franchise: str, *, kind: str, listed: int) -> Credits:
    """The price a franchise pays for an item at that list price, in credits (DM-C-078, DM-C-001).

    A Gun manufacturer takes 10 % off weapons in light and heavy mounts, and nothing off expendables.
    """
    amount = Credits(listed)
    if item_type(kind).mount in DISCOUNTED_MOUNTS:
        amount = weapon_amount(listed=listed, gun_manufacturer=effect_count(season, franchise, "gun_manufacturer"))
    return round_amount(amount, str(season.setting("money.rounding")))


def add_item(season: Season, item: Item, *, rule: str) -> Fact:
    """Put a new item into the stores. The caller has checked that its id is free."""
    season.items[item.id] = item
    return ItemGained(
        rule=rule,
        franchise=FranchiseId(item.franchise),
        item=ItemId(item.id),
        item_kind=item.kind,
        origin=item.origin,
        paid=Credits(item.paid),
    )


def lose_item(season: Season, item: Item, *, reason: str, rule: str) -> list[Fact]:
    """Remove an item for good.

    Aids that cannot be taken off are lost with it; the others return to the stores (DM-C-120, DM-C-155).
    """
    facts: list[Fact] = []
    for aid in aids_on_weapon(season, item):
        if item_type(aid.kind).removable:
            facts.extend(stow(aid))
        else:
            facts.extend(lose_item(season, aid, reason=reason, rule=rule))
    del season.items[item.id]
    lost = ItemLost(
        rule=rule, franchise=FranchiseId(item.franchise), item=ItemId(item.id), item_kind=item.kind, reason=reason
    )
    return [lost, *facts]


def aids_on_weapon(season: Season, weapon: Item) -> list[Item]:
    """The aids fixed to a weapon, by id."""
    return [item for item in season.stores(weapon.franchise) if item.weapon == weapon.id]


def stow(item: Item) -> list[Fact]:
    """Take an item off whatever it is on. There is no fact for an item that is in the stores already."""
    if not (item.car or item.driver or item.weapon):
        return []
    item.car = item.driver = item.weapon = ""
    return [
        ItemStowed(rule="DM-C-067", franchise=FranchiseId(item.franchise), item=ItemId(item.id), item_kind=item.kind)
    ]


def put_on_car(item: Item, car: str) -> Fact:
    """Fit an item to a car. An item that stays with its car is bound to it from then on (DM-C-151)."""
    stow(item)
    item.car = car
    if item_type(item.kind).stays_with_car:
        item.bound = car
    return ItemFitted(
        rule=item_type(item.kind).rule,
        franchise=FranchiseId(item.franchise),
        item=ItemId(item.id),
        item_kind=item.kind,
        car=CarId(car),
    )


def fix_to_weapon(item: Item, weapon: str) -> Fact:
    """Fix an aid to a weapon, wherever the weapon is."""
    stow(item)
    item.weapon = weapon
    return ItemFixed(
        rule=item_type(item.kind).rule,
        franchise=FranchiseId(item.franchise),
        item=ItemId(item.id),
        item_kind=item.kind,
        weapon=ItemId(weapon),
    )


def give_to_driver(item: Item, driver: str) -> Fact:
    """Give personal equipment to a driver."""
    stow(item)
    item.driver = driver
    return ItemWorn(
        rule="DM-C-135",
        franchise=FranchiseId(item.franchise),
        item=ItemId(item.id),
        item_kind=item.kind,
        driver=DriverId(driver),
    )


def strip_car(season: Season, car: Car) -> list[Fact]:
    """Take everything removable off a car that leaves its franchise, so that only the rest goes along (DM-C-106).

    Injectors and active suspension stay, and items bound to the car are put back on it (DM-C-151).
    """
    facts: list[Fact] = []
    for item in season.stores(car.franchise):
        if item.bound == car.id:
            if item.car != car.id:
                facts.append(put_on_car(item, car.id))
        elif item.car == car.id and item_type(item.kind).removable:
            facts.extend(stow(item))
    return facts


def return_equipment(season: Season, driver: Driver) -> list[Fact]:
    """Put everything a driver wears back into the stores: it belongs to the franchise (DM-C-135)."""
    return [fact for item in season.equipment_of(driver.id) for fact in stow(item)]

"""Everything that can stand in the stores, as typed tables with the stat lines of a match. Rules DM-C-004,
DM-C-109 to DM-C-155, DM-C-174, DM-C-175, DM-M-015, DM-M-119.
"""

from __future__ import annotations

from rules.campaign.garage.devices import DEVICE_TYPES
from rules.campaign.garage.item_types import Firepower, ItemType, StatLine
from rules.campaign.garage.weapons import ROCKET_PACKS, WEAPON_TYPES
from rules.campaign.money.prices import RolledPrice
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import Credits, K

__all__ = [
    "CATALOG",
    "RARE_CARCASSES",
    "Firepower",
    "ItemType",
    "StatLine",
    "car_slot",
    "item_type",
    "list_price",
    "rolled_price",
    "stat_lines",
]

CATALOG: dict[str, ItemType] = WEAPON_TYPES | DEVICE_TYPES
RARE_CARCASSES = ("heavy", "puncture_resistant", "solid")  # no mutant: order
"""What rare tires are made of (DM-C-124)."""
CARCASS_PRICE_FACTOR, ROCKET_PRICE_FACTOR = 2, 3
"""How many list prices rare tires and heat-seeking rockets start from (DM-C-124, DM-C-145)."""
EXTRA_PRICE_DICE = 2
"""And the dice on top of them (DM-C-124, DM-C-145)."""
ONE_SET_A_CAR = frozenset({"tires", "gears"})
"""Groups of which a car carries one, whatever its kind (DM-C-067)."""
SPECIAL = "special"
"""The mount a car has one of (DM-M-014)."""


def item_type(kind: str) -> ItemType:
    """The row of that kind, or `Unknown`."""
    if kind not in CATALOG:
        raise Unknown(f"There is no item {kind[:80]!r}: use one of {', '.join(sorted(CATALOG))}.")
    return CATALOG[kind]


def car_slot(kind: str) -> str:
    """What an item takes up on a car, so that two of one place do not fit; empty when any number does."""
    row = item_type(kind)
    if row.group in ONE_SET_A_CAR:
        return row.group
    if row.mount == SPECIAL:
        return SPECIAL
    return kind if row.one_a_car else ""


def list_price(kind: str) -> Credits:
    """What a kind is listed at, in credits. Raises `Malformed` for what is found or invented and never listed."""
    row = item_type(kind)
    if row.price_k is None:
        raise Malformed(f"{row.name} is on no price list: it comes by {row.sold.replace('_', ' ')} alone.")
    return Credits(row.price_k * K)


def rolled_price(kind: str, *, carcass: str = "", variant: str = "") -> RolledPrice:
    """The price a found or invented item is rolled at (DM-C-004, DM-C-124, DM-C-145).

    `carcass` is asked of rare tires, `variant` (the rocket pack) of heat-seeking rockets. Raises `Malformed` for
    what has a list price.
    """
    row = item_type(kind)
    if row.rolled_price is not None:
        return row.rolled_price
    if kind == "rare_tires" and carcass in RARE_CARCASSES:
        return RolledPrice(CARCASS_PRICE_FACTOR * list_price(f"tire_{carcass}") // K, EXTRA_PRICE_DICE)
    if kind == "heat_seeking_rockets" and variant in ROCKET_PACKS:
        return RolledPrice(ROCKET_PRICE_FACTOR * list_price(variant) // K, EXTRA_PRICE_DICE)
    raise Malformed(f"{row.name} has no price to roll: say what it is made from, or buy it from the list.")


def stat_lines(kind: str, *, variant: str = "") -> tuple[StatLine, ...]:
    """The stat lines of an item; heat-seeking rockets have those of the pack they are made from (DM-C-145)."""
    return item_type(variant or kind).shots

"""Everything that can stand in the stores, as typed tables with the stat lines of a match. Rules DM-C-004,
DM-C-109 to DM-C-155, DM-C-174, DM-C-175, DM-M-015, DM-M-119.
"""

from __future__ import annotations

from rules.campaign.garage.devices import DEVICES
from rules.campaign.garage.item_types import Firepower, ItemType, StatLine
from rules.campaign.garage.weapons import ROCKET_PACKS, WEAPONS
from rules.campaign.money.prices import RolledPrice
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import Credits, K

__all__ = [
    "CATALOGUE",
    "RARE_CARCASSES",
    "Firepower",
    "ItemType",
    "StatLine",
    "item_type",
    "list_price",
    "place_of",
    "rolled_price",
    "shots_of",
]

CATALOGUE: dict[str, ItemType] = WEAPONS | DEVICES
RARE_CARCASSES = ("heavy", "puncture_resistant", "solid")  # no mutant: order
"""What rare tires are made of (DM-C-124)."""
TIMES_CARCASS, TIMES_ROCKETS = 2, 3
"""How many list prices rare tires and heat-seeking rockets start from (DM-C-124, DM-C-145)."""
DICE_ON_TOP = 2
"""And the dice on top of them (DM-C-124, DM-C-145)."""
ONE_SET_A_CAR = frozenset({"tires", "gears"})
"""Groups of which a car carries one, whatever its kind (DM-C-067)."""
SPECIAL = "special"
"""The mount a car has one of (DM-M-014)."""


def item_type(kind: str) -> ItemType:
    """The row of that kind, or `Unknown`."""
    if kind not in CATALOGUE:
        raise Unknown(f"There is no item {kind[:80]!r}: use one of {', '.join(sorted(CATALOGUE))}.")
    return CATALOGUE[kind]


def place_of(kind: str) -> str:
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
        return RolledPrice(TIMES_CARCASS * list_price(f"tire_{carcass}") // K, DICE_ON_TOP)
    if kind == "heat_seeking_rockets" and variant in ROCKET_PACKS:
        return RolledPrice(TIMES_ROCKETS * list_price(variant) // K, DICE_ON_TOP)
    raise Malformed(f"{row.name} has no price to roll: say what it is made from, or buy it from the list.")


def shots_of(kind: str, *, variant: str = "") -> tuple[StatLine, ...]:
    """The stat lines of an item; heat-seeking rockets have those of the pack they are made from (DM-C-145)."""
    return item_type(variant or kind).shots

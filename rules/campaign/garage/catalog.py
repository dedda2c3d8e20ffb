"""The catalogue: every kind of item, as typed tables with the stat lines of a match. Rules DM-C-004, DM-C-109 to
DM-C-155, DM-C-174, DM-C-175, DM-M-015, DM-M-119.
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
"""The carcasses of rare tires (DM-C-124)."""
CARCASS_PRICE_FACTOR, ROCKET_PRICE_FACTOR = 2, 3
"""By how much the list price is multiplied for rare tires and heat-seeking rockets (DM-C-124, DM-C-145)."""
EXTRA_PRICE_DICE = 2
"""How many dice are added to that price (DM-C-124, DM-C-145)."""
ONE_SET_A_CAR = frozenset({"tires", "gears"})
"""Groups of which a car carries one item, of whichever kind (DM-C-067)."""
SPECIAL = "special"
"""The mount that a car has one of (DM-M-014)."""


def item_type(kind: str) -> ItemType:
    """The catalogue's row of a kind. Raises `Unknown`."""
    if kind not in CATALOG:
        raise Unknown(f"There is no item {kind[:80]!r}: use one of {', '.join(sorted(CATALOG))}.")
    return CATALOG[kind]


def car_slot(kind: str) -> str:
    """The slot that an item takes up on a car, which has each slot once; empty if a car may carry any number."""
    row = item_type(kind)
    if row.group in ONE_SET_A_CAR:
        return row.group
    if row.mount == SPECIAL:
        return SPECIAL
    return kind if row.one_a_car else ""


def list_price(kind: str) -> Credits:
    """The list price of a kind, in credits. Raises `Malformed` for a kind that is only found or invented."""
    row = item_type(kind)
    if row.price_k is None:
        raise Malformed(f"{row.name} is on no price list: it comes by {row.sold.replace('_', ' ')} alone.")
    return Credits(row.price_k * K)


def rolled_price(kind: str, *, carcass: str = "", variant: str = "") -> RolledPrice:
    """The price at which a found or invented item is rolled (DM-C-004, DM-C-124, DM-C-145).

    `carcass` is required for rare tires, `variant` (the rocket pack) for heat-seeking rockets. Raises `Malformed` for
    a kind with a list price.
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
    """The stat lines of a kind. Heat-seeking rockets have those of the pack they are made from (DM-C-145)."""
    return item_type(variant or kind).shots

"""What an item costs: by its list price, or at which price it is rolled. Rules DM-C-004, DM-C-124, DM-C-145."""

from __future__ import annotations

from rules.core.refusals import Malformed
from rules.core.rolled_price import RolledPrice
from rules.core.terms import Credits, K
from rules.match.catalog import RARE_CARCASSES, ROCKET_PACKS, item_type

CARCASS_PRICE_FACTOR, ROCKET_PRICE_FACTOR = 2, 3
"""By how much the list price is multiplied for rare tires and heat-seeking rockets (DM-C-124, DM-C-145)."""
EXTRA_PRICE_DICE = 2
"""How many dice are added to that price (DM-C-124, DM-C-145)."""


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

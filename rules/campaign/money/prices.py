"""Printed prices, all in k: of people, cars and services, and of the items of the catalog.

Rules DM-C-004, DM-C-061, DM-C-062, DM-C-066, DM-C-124, DM-C-145, DM-C-173, DM-C-176.
"""

from __future__ import annotations

from rules.core.refusals import Malformed
from rules.core.rolled_price import RolledPrice
from rules.core.terms import Credits, K
from rules.match.catalog import RARE_CARCASSES, ROCKET_PACKS, item_type

SEED_MONEY_K = 1000
ROOKIE_K = 50
VETERAN_BASE_K, VETERAN_PER_LEVEL_K = 50, 2
STAFF_K = {1: 0, 2: 25, 3: 100, 4: 300}
MATCH_MECHANIC_K = 50
CAR_K, OVERHEAD_CAR_K = 100, 150
PARTY_K = (10, 20, 40, 80, 150, 300)
LEGAL_FEE_K = 10

CLONING_K = 5
REPLACEMENT_K, OVERHEAD_REPLACEMENT_K = 5, 8
REPAIR_K, REPAIR_CAP_K = 1, 4
OVERHEAD_REPAIR_K, OVERHEAD_REPAIR_CAP_K = 2, 7


def veteran_fee(*, level: int) -> Credits:
    """The fee of a veteran of that level for a season, in credits (DM-C-062)."""
    return Credits((VETERAN_BASE_K + VETERAN_PER_LEVEL_K * level) * K)


def car_price(*, overhead: bool) -> Credits:
    """The list price of a new car in credits: 100k at 60 DP, 150k at 75 DP (DM-C-066)."""
    return Credits((OVERHEAD_CAR_K if overhead else CAR_K) * K)


def replacement_price(*, overhead: bool) -> Credits:
    """The price of replacing a destroyed car, in credits, before sponsors (DM-C-173)."""
    return Credits((OVERHEAD_REPLACEMENT_K if overhead else REPLACEMENT_K) * K)


def repair_price(*, criticals: int, overhead: bool) -> Credits:
    """The price of repairing all criticals of one car, in credits, capped, before sponsors (DM-C-095)."""
    per_critical, cap = (OVERHEAD_REPAIR_K, OVERHEAD_REPAIR_CAP_K) if overhead else (REPAIR_K, REPAIR_CAP_K)
    return Credits(min(criticals * per_critical, cap) * K)


def round_amount(amount: int, rounding: str) -> Credits:
    """An amount in credits after a discount or halving, exact or rounded down or up to a whole k (DM-C-001)."""
    if rounding == "floor_k":
        return Credits(amount // K * K)
    if rounding == "ceil_k":
        return Credits(-(-amount // K) * K)
    return Credits(amount)


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

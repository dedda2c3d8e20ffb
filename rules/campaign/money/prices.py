"""Printed prices, all in k. Rules DM-C-004, DM-C-061, DM-C-062, DM-C-066, DM-C-173, DM-C-176."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.dice import Roll, Stream
from rules.core.terms import Credits, K

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRoll:
    """A rolled price in credits, fixed for its offer, and the dice it was rolled on."""

    price: Credits
    roll: Roll


@dataclass(frozen=True, slots=True)
class RolledPrice:
    """A price printed as `A + NdS`, in k, which is rolled once for each offer (DM-C-004)."""

    base_k: int
    dice: int
    sides: int = 6

    @property
    def lowest(self) -> Credits:
        """The lowest possible price, in credits."""
        return Credits((self.base_k + self.dice) * K)

    @property
    def highest(self) -> Credits:
        """The highest possible price, in credits."""
        return Credits((self.base_k + self.dice * self.sides) * K)

    def roll(self, *, item: str, stream: Stream) -> PriceRoll:
        """Roll the price for one offer."""
        roll = stream.roll(self.dice, f"price of {item}", sides=self.sides)
        return PriceRoll(price=Credits((self.base_k + roll.total) * K), roll=roll)


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

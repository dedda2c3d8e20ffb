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
    """A rolled price, fixed for its offer: credits, and the dice that made it."""

    price: Credits
    roll: Roll


@dataclass(frozen=True, slots=True)
class RolledPrice:
    """A price printed as `A + NdS`, always in k, rolled once for an offer (DM-C-004)."""

    base_k: int
    dice: int
    sides: int = 6

    @property
    def lowest(self) -> Credits:
        """The least it can be, in credits."""
        return Credits((self.base_k + self.dice) * K)

    @property
    def highest(self) -> Credits:
        """The most it can be, in credits."""
        return Credits((self.base_k + self.dice * self.sides) * K)

    def roll(self, *, item: str, stream: Stream) -> PriceRoll:
        """Roll the price of one offer."""
        rolled = stream.roll(self.dice, f"price of {item}", sides=self.sides)
        return PriceRoll(price=Credits((self.base_k + rolled.total) * K), roll=rolled)


def veteran_fee(*, level: int) -> Credits:
    """What a veteran of that level is hired for, for a season (DM-C-062)."""
    return Credits((VETERAN_BASE_K + VETERAN_PER_LEVEL_K * level) * K)


def car_price(*, overhead: bool) -> Credits:
    """The list price of a new vehicle: 100k at 60 DP, 150k at 75 DP (DM-C-066)."""
    return Credits((OVERHEAD_CAR_K if overhead else CAR_K) * K)


def replacement_price(*, overhead: bool) -> Credits:
    """What a destroyed vehicle is replaced for, before sponsors (DM-C-173)."""
    return Credits((OVERHEAD_REPLACEMENT_K if overhead else REPLACEMENT_K) * K)


def repair_price(*, criticals: int, overhead: bool) -> Credits:
    """What repairing all of one vehicle's criticals is billed, before sponsors, with its cap (DM-C-095)."""
    each, cap = (OVERHEAD_REPAIR_K, OVERHEAD_REPAIR_CAP_K) if overhead else (REPAIR_K, REPAIR_CAP_K)
    return Credits(min(criticals * each, cap) * K)


def round_amount(amount: int, rounding: str) -> Credits:
    """An amount in credits after a discount or a halving: exact, or to the whole k below or above (DM-C-001)."""
    if rounding == "floor_k":
        return Credits(amount // K * K)
    if rounding == "ceil_k":
        return Credits(-(-amount // K) * K)
    return Credits(amount)

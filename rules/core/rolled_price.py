"""A price printed as `A + NdS`. Rule DM-C-004."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.dice import Roll, Stream
from rules.core.terms import Credits, K


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

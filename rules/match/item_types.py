"""The columns of the catalog: what an item is, its prices, its stat lines. Rules DM-C-109, DM-C-174, DM-M-015."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.rolled_price import RolledPrice

Place = Literal["car", "weapon", "driver", ""]
"""What an item goes on: a match knows those on cars and weapons and those that people wear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Firepower:
    """Damage as printed: a die with that many `sides`, 0 for none, plus a fixed amount."""

    sides: int = 0
    plus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StatLine:
    """A stat line: attacks per turn, dice per shot, penetration, firepower, ammunition, and the far edge of each
    range band in hexes.
    """

    rate: int
    dice: int
    """2 if the rate is printed with a `+` (DM-M-017), else 1."""
    penetration: int
    firepower: Firepower
    short: int
    long: int
    """0 if the band is printed empty."""
    furthest: int
    ammunition: int


ONE, D2, D3 = Firepower(plus=1), Firepower(sides=2), Firepower(sides=3)
"""Firepower 1, 1d2 and 1d3, as the tables print them (DM-M-015)."""
NO_DAMAGE = Firepower()


def stat_line(  # noqa: PLR0917 - the printed columns in their order
    rate: int,
    dice: int,
    penetration: int,
    firepower: Firepower,
    short: int,
    long: int,
    furthest: int,
    ammunition: int,
) -> StatLine:
    """A stat line from the printed columns in their order: 2 `dice` for a rate with a `+`, 0 for an empty band."""
    return StatLine(
        rate=rate,
        dice=dice,
        penetration=penetration,
        firepower=firepower,
        short=short,
        long=long,
        furthest=furthest,
        ammunition=ammunition,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemType:
    """A kind of item.

    `group` is `weapon`, `gears`, `tires`, `device`, `armour`, `electronics`, `medical` or `personal`. `where` says
    what it goes on: `car`, `weapon` or `driver`, empty for what is used out of the stores. `mount` is the mount it
    needs: `light`, `heavy`, `rocket` or `special`, empty for what is thrown
    out of the car (DM-M-013, DM-M-122). `sold` says which table has it: `list`, `world_trade`
    or `tinkering`. Only a medical kit has `uses` (DM-C-130).
    """

    name: str
    group: str
    sold: str
    rule: str
    where: Place = "car"
    mount: str = ""
    price_k: int | None = None
    """The list price in k; None where it has none."""
    rolled_price: RolledPrice | None = None
    """How its price is rolled; None with a list price, or if carcass or pack decide (DM-C-124, DM-C-145)."""
    shots: tuple[StatLine, ...] = ()
    """Its stat lines; the single shot is first where there are two (DM-C-140). Empty for what does not shoot, or
    shoots as the rocket pack it is made from (DM-M-121).
    """
    consumed: str = ""
    """What uses it up: `mounted`, one match on a car, or `triggered` (DM-C-094); empty for nothing."""
    removable: bool = True
    """Whether it can be taken off again."""
    stays_with_car: bool = False
    """Whether it fits only the car it was first put on; it may be taken off (DM-C-151)."""
    one_a_car: bool = False
    """Whether a car carries only one. Tire-sets of all kinds count together, and so do special mounts (DM-M-014)."""
    may_stack: bool = False
    """Whether a house rule lets a car carry two of them (DM-C-121, DM-C-123)."""
    uses: int = 0
    delta: bool = False
    """Whether it counts 1 toward the armor total in computing performance (DM-M-016)."""
    effect: str = ""
    """What it does in a match, in one sentence."""

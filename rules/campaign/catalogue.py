"""Everything that can stand in the stores, as typed tables with the stat lines of a match. Rules DM-C-109 to DM-C-155,
DM-C-174, DM-C-175, DM-M-015, DM-M-119.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.prices import RolledPrice
from rules.refusal import Unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class Firepower:
    """Damage as printed: a fixed amount, or a die of that many sides, plus what is added."""

    sides: int = 0
    plus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A stat line: attacks a turn, dice for each shot, penetration, firepower, and the far edge of each band in hexes."""

    rate: int
    dice: int = 1
    """2 where the rate is printed with a `+` (DM-M-017)."""
    penetration: int
    firepower: Firepower
    short: int
    long: int = 0
    furthest: int
    ammunition: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemType:
    """A kind of item.

    `group` is `weapon`, `gears`, `tires`, `device`, `armour`, `electronics`, `medical` or `personal`. `where` says
    what it goes on: `car`, `weapon`, `driver`, or nothing for what is used up at once. `mount` is `light`, `heavy`,
    `rocket` or `special` for what needs one (DM-M-013). `sold` says which tables have it: `list`, `world_trade` or
    `tinkering`.
    """

    name: str
    group: str
    sold: str
    rule: str
    where: str = "car"
    mount: str = ""
    price_k: int | None = None
    """The list price."""
    rolled_price: RolledPrice | None = None
    shots: tuple[Shot, ...] = ()
    """Its stat lines, the single shot first where it has two (DM-C-140)."""
    consumed: str = ""
    """What uses it up: `mounted` for one match, or `triggered` (DM-C-094)."""
    removable: bool = True
    one_a_car: bool = False
    uses: int = 0
    delta: bool = False
    """Counts 1 in the armour total when performance is reckoned (DM-M-016)."""
    effect: str = ""
    """What it does in a match, in a sentence."""


CATALOGUE: dict[str, ItemType] = {}


def item_type(kind: str) -> ItemType:
    """The row of that kind, or `Unknown`."""
    if kind not in CATALOGUE:
        raise Unknown(f"There is no item {kind[:80]!r}: use one of {', '.join(sorted(CATALOGUE))}.")
    return CATALOGUE[kind]

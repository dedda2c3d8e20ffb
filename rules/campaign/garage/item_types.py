"""What a row of the catalogue holds: what an item is, what it costs, its stat lines. Rules DM-C-109, DM-C-174,
DM-M-015.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.money.prices import RolledPrice
from rules.core.weapon_stats import Firepower, StatLine

__all__ = ["Firepower", "ItemType", "StatLine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemType:
    """A kind of item.

    `group` is `weapon`, `gears`, `tires`, `device`, `armour`, `electronics`, `medical` or `personal`. `where` says
    what it goes on: `car`, `weapon`, `driver`, or nothing for what is used out of the stores. `mount` is `light`,
    `heavy`, `rocket` or `special` for what needs one (DM-M-013). `sold` says which table has it: `list`,
    `world_trade` or `tinkering`. `uses` are counted of a medical kit alone (DM-C-130).
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
    """Its rolled price; None also where it depends on what was rolled (DM-C-124, DM-C-145)."""
    shots: tuple[StatLine, ...] = ()
    """Its stat lines, the single shot first where it has two (DM-C-140)."""
    consumed: str = ""
    """What uses it up: `mounted` for one match, or `triggered` (DM-C-094)."""
    removable: bool = True
    """Whether it comes off again what it was put on."""
    stays_with_car: bool = False
    """Whether it may be taken off its car, and put on no other (DM-C-151)."""
    one_a_car: bool = False
    """Whether a car carries one of it; tires and gear-sets count together, and so do special mounts (DM-M-014)."""
    may_stack: bool = False
    """Whether a house rule lets a car carry two of it (DM-C-121, DM-C-123)."""
    uses: int = 0
    delta: bool = False
    """Counts 1 in the armour total when performance is reckoned (DM-M-016)."""
    effect: str = ""
    """What it does in a match, in a sentence."""

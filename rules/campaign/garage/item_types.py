"""The columns of the catalogue: what an item is, its prices, its stat lines. Rules DM-C-109, DM-C-174, DM-M-015."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.money.prices import RolledPrice
from rules.core.weapon_stats import Firepower, StatLine

__all__ = ["Firepower", "ItemType", "StatLine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemType:
    """A kind of item.

    `group` is `weapon`, `gears`, `tires`, `device`, `armour`, `electronics`, `medical` or `personal`. `where` says
    what it goes on: `car`, `weapon` or `driver`, empty for what is used out of the stores. `mount` is the mount it
    needs: `light`, `heavy`, `rocket` or `special` (DM-M-013). `sold` says which table has it: `list`, `world_trade`
    or `tinkering`. Only a medical kit has `uses` (DM-C-130).
    """

    name: str
    group: str
    sold: str
    rule: str
    where: str = "car"
    mount: str = ""
    price_k: int | None = None
    """The list price in k; None where it has none."""
    rolled_price: RolledPrice | None = None
    """How its price is rolled; None with a list price, or if carcass or pack decide (DM-C-124, DM-C-145)."""
    shots: tuple[StatLine, ...] = ()
    """Its stat lines; the single shot is first where there are two (DM-C-140)."""
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

"""A car design: what its design points bought, and how its document is read. Rules DM-M-010 to DM-M-014, DM-M-018 to
DM-M-026, DM-M-029.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.document_validation import read_design_document

QUADRANTS = ("front", "rear", "left", "right")  # no mutant: order
"""The four sides of a car that have armor (DM-M-025)."""
CORNER_FACINGS = ("left_front", "right_front", "left_rear", "right_rear")  # no mutant: order
"""The additional directions that a smoke launcher may face (DM-M-014)."""
Weapons = Mapping[str, str]
"""The weapons in the mounts: the kind of each weapon by the id of its mount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Armor:
    """Armor points on the four sides (DM-M-025)."""

    front: int = 0
    rear: int = 0
    left: int = 0
    right: int = 0

    @property
    def total(self) -> int:
        """The points on all sides together."""
        return self.front + self.rear + self.left + self.right

    def on(self, quadrant: str) -> int:
        """Return the points on one of `QUADRANTS`."""
        points: int = getattr(self, quadrant)
        return points


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """A weapon mount (DM-M-013, DM-M-014, DM-M-018, DM-M-019).

    `type` is `light`, `heavy`, `rocket` or `special`. `traverse` is `fixed`, `swivel` or `turret`. `facing` is one of
    `QUADRANTS`, or on a special mount also one of `CORNER_FACINGS`. `link` is the id of the mount it is linked with.
    """

    id: str
    type: str
    traverse: str = "fixed"
    facing: str = "front"
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A car as it was designed, which does not change once the car is bought (DM-M-010).

    `engine` is power, `suspension` strength, `fuel` capacity, `toughness` the vehicle's rating, `armor_points` the
    points bought, `armor` how they are divided. `tweaks` are `lowered`, `raised`, `decreased_travel` and
    `increased_travel`. `adjustable` is the other setting, `raised` or `lowered`, of a suspension with adjustable
    height. `components` are keys of `design_points.COMPONENT_DP`. `gearing` is -1, 0 or +1.
    """

    name: str
    engine: int
    suspension: int
    fuel: int
    toughness: int
    armor_points: int = 0
    armor: Armor = field(default_factory=Armor)
    tweaks: tuple[str, ...] = ()
    adjustable: str = ""
    components: tuple[str, ...] = ()
    mounts: tuple[Mount, ...] = ()
    gearing: int = 0

    @property
    def height(self) -> str:
        """The permanent height it was built with: `normal`, `raised` or `lowered` (DM-M-029)."""
        return next((tweak for tweak in self.tweaks if tweak in ("raised", "lowered")), "normal")

    @property
    def travel(self) -> str:
        """The suspension's travel: `normal`, `decreased` or `increased` (DM-M-029)."""
        return next((tweak.removesuffix("_travel") for tweak in self.tweaks if tweak.endswith("_travel")), "normal")

    @property
    def heights(self) -> tuple[str, ...]:
        """The height settings it may start a heat with, the default first (DM-M-022)."""
        return (self.height, self.adjustable) if self.adjustable else (self.height,)

    def has(self, component: str) -> bool:
        """Whether a component was bought."""
        return component in self.components

    def mount(self, id: str) -> Mount | None:
        """Return the mount with that id, or None."""
        return next((mount for mount in self.mounts if mount.id == id), None)


def read_design(document: object) -> Design:
    """Return the design in a document. Raises `DesignUnreadable`, which names everything wrong with its shape.

    The rules for its figures are not checked here: see `design_errors`.
    """
    return read_design_document(document, Design)

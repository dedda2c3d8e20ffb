"""A car design: handling class, speeds, tires, armor, seats and weapons, and how its document is read.

Rules RH-022, RH-035, RH-085.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.core.document_validation import DesignUnreadable, read_design_document

SIDES = ("front", "left", "right", "back", "top", "under")  # no mutant: order
"""The six armored sides (RH-085)."""
MOUNTS = ("front", "left", "right", "back", "turret")  # no mutant: order
"""The mounts for weapons. The arc of a mount is the wedge of its side; a turret bears all round (RH-085)."""
ENDS = ("front", "rear")  # no mutant: order
"""The ends of a car that have tires (RH-060)."""
DRIVER, GUNNER = "driver", "gunner"
ROLES = (DRIVER, GUNNER)  # no mutant: order
"""The roles that seats are for (RH-085)."""
ACCESSORIES = ("spoiler", "airdam")  # no mutant: order
"""Accessories that steady a fast car (RH-035)."""
DAMAGE_PATTERN = re.compile(r"([1-9]\d?)d(?:([+-])([1-9]\d?))?")
"""The notation of damage: dice, and what is added or subtracted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tire:
    """A tire: the `end` of the car it is on, one of `ENDS`, and its points (RH-060, RH-077)."""

    end: str
    dp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Armor:
    """Armor points on the six sides (RH-085)."""

    front: int = 0
    left: int = 0
    right: int = 0
    back: int = 0
    top: int = 0
    under: int = 0

    @property
    def total(self) -> int:
        """The points on all sides together."""
        return self.front + self.left + self.right + self.back + self.top + self.under

    def on(self, side: str) -> int:
        """The points on one of `SIDES`."""
        points: int = getattr(self, side)
        return points


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A seat for a `driver` or a `gunner` (RH-085)."""

    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon on a mount (RH-085).

    `name` is free text. `kind` is the kind of campaign item it stands for, or empty (RH-094). `to_hit` is the lowest
    total of two dice that hits. `damage` is written as dice, such as `2d` or `1d-1`. `shots` are the attacks it has,
    None for no limit. `dp` are the points of damage it can take.
    """

    name: str
    mount: str
    to_hit: int
    damage: str
    dp: int
    shots: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A car design; speeds are in mph, and `accel` and `brake` in mph per round (RH-022, RH-085).

    `ruleset` names the book it was drawn for.
    """

    name: str
    base_hc: int
    max_speed: int
    accel: int
    brake: int
    power_plant_dp: int
    tires: tuple[Tire, ...]
    armor: Armor
    crew: tuple[Seat, ...]
    accessories: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    ruleset: str = "rhad"

    @property
    def has_gunner(self) -> bool:
        """Whether there is a seat for a gunner."""
        return any(seat.role == GUNNER for seat in self.crew)


def parse_damage(text: str) -> tuple[int, int]:
    """Damage from its notation, as the number of d6 and what is added to them: `2d-1` is (2, -1) (RH-085).

    Raises `DesignUnreadable` for any other text.
    """
    match = DAMAGE_PATTERN.fullmatch(text)
    if match is None:
        raise DesignUnreadable(f"There is no damage {text[:60]!r}: write dice, as 2d or 1d-1.")
    dice, sign, amount = match.groups()
    plus = int(amount or 0)  # no mutant: nothing is added where nothing is written
    return int(dice), -plus if sign == "-" else plus


def read_design(document: object) -> Design:
    """The design a document holds. Raises `DesignUnreadable`, which lists everything wrong with its shape.

    Only the shape is checked here; `design_errors` checks the figures by the rules.
    """
    return read_design_document(document, Design)

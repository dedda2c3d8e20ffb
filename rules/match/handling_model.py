"""The seam between a map and another book's way of holding cars on the road.

A map that drives its cars by such a model tells it plain figures and is told plain figures: neither knows anything of
the other's cars. The models there are stand in `rules.match.registry`, by name. Rules RH-001, RH-031, RH-036.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class LossOfControl(StrEnum):
    """What a car does that has lost control, as far as every map knows it; `NONE` where it only slows down."""

    NONE = ""
    SKID = "skid"
    FISHTAIL = "fishtail"
    SPIN = "spin"
    ROLLOVER = "rollover"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashEffect:
    """What a failed check brings: its name for the log, and what the car has to bear and to do next turn.

    `steps` hexes are driven at the mercy of a die each (`HandlingModel.swerve`); with `thrown` their number is itself
    the face of a die. `slows` is the speed that comes off when the next turn starts, in hexes a turn; `tire_points`
    are those of the tires of each wheel, 0 for none; `injuries` befall everybody aboard.
    """

    result: str
    loss: LossOfControl = LossOfControl.NONE
    steps: int = 0
    thrown: bool = False
    slows: int = 0
    tire_points: int = 0
    injuries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """The rule by which each thing a model decides is told."""

    maneuver: str
    check: str
    crash: str
    slowing: str
    swerve: str
    spin: str
    recovery: str

    @property
    def all(self) -> frozenset[str]:
        """Every one of them."""
        return frozenset(getattr(self, name) for name in self.__slots__)


class HandlingModel(Protocol):
    """A way to keep cars on the road: what maneuvers take, one check when the turn is over, and what comes of it.

    Handling is a running figure that starts at a car's maximum and may fall below 0; it is spent without a check
    while the turn lasts. Speeds are in hexes a turn. A model keeps nothing: it answers the same to the same, so that
    answers may be kept by it.
    """

    def __hash__(self) -> int:
        """By which answers are kept."""

    @property
    def name(self) -> str:
        """What it is called in a setting, in small letters."""

    @property
    def cites(self) -> Citations:
        """The rules it is told by."""

    @property
    def turn_toll(self) -> int:
        """The handling a turn of one hex-side takes, at any speed."""

    @property
    def drift_toll(self) -> int:
        """The handling a drift into the hex ahead on one side takes, at any speed."""

    def speed_adjustment(self, *, speed: int, accessories: Collection[str] = ()) -> int:
        """What the speed a car set out with adds to its handling when the turn is over, or takes off it, with what
        its accessories add.
        """

    def in_control(self, end: int) -> bool:
        """Whether a car keeps control that ends a turn with that handling, `speed_adjustment` added."""

    def crash(self, *, end: int, solid: bool, face: int) -> CrashEffect:
        """What becomes of one that does not, on one d6; `solid` says whether it has met something solid this turn."""

    def next_handling(self, *, end: int, maximum: int) -> int:
        """The handling the next turn begins with, after one that ended so; never above the maximum."""

    def swerve(self, face: int) -> int:
        """Where a car out of control goes on a d6: -2 and 2 turn it a hex-side left or right on the way to the hex
        ahead, -1 and 1 drift there, 0 goes straight on.
        """

    def spin_sides(self, step: int) -> int:
        """The hex-sides a spinning car turns on its first, second ... step."""

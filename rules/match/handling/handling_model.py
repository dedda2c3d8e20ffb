"""The interface between a map and the rules for keeping its cars on the road. Rules RH-001, RH-031, RH-036.

A map and a handling model only exchange plain numbers: neither knows anything about the other's cars. The existing
models are listed in `rules.match.registry` by the names that settings give them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class LossOfControl(StrEnum):
    """What a car does after it has lost control, as far as every map knows it; `NONE` if it only slows down."""

    NONE = ""
    SKID = "skid"
    FISHTAIL = "fishtail"
    SPIN = "spin"
    ROLLOVER = "rollover"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashEffect:
    """The result of a failed check: its name for the log, and what happens to the car now and next turn.

    The car moves `steps` hexes, each in the direction of a die (`HandlingModel.swerve`); with `thrown`, the number of
    steps is itself the face of a die. `slows` is the speed it loses when the next turn starts, in hexes per turn.
    `tire_points` are lost by the tires of each wheel, 0 for none. `injuries` are suffered by everybody aboard.
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
    """The rule to cite for each thing that a model decides."""

    maneuver: str
    check: str
    crash: str
    slowing: str
    swerve: str
    spin: str
    recovery: str

    @property
    def all(self) -> frozenset[str]:
        """All of these rules."""
        return frozenset(getattr(self, name) for name in self.__slots__)


class HandlingModel(Protocol):
    """A way to keep cars on the road: tolls for maneuvers, one check at the end of the turn, and its result.

    Handling is a running number that starts at a car's maximum and may drop below 0; during the turn it is spent
    without a check. Speeds are in hexes per turn. A model has no state: the same arguments always give the same
    result, so results may be cached by model.
    """

    def __hash__(self) -> int:
        """The hash by which results are cached."""

    @property
    def cites(self) -> Citations:
        """The rules to cite for its decisions."""

    @property
    def turn_toll(self) -> int:
        """The handling that a turn of one hex-side costs at any speed."""

    @property
    def drift_toll(self) -> int:
        """The handling that a drift into the hex ahead on one side costs at any speed."""

    def speed_adjustment(self, *, speed: int, accessories: Collection[str] = ()) -> int:
        """What a car's starting speed, and its accessories, add to its handling at the end of the turn; negative to
        subtract.
        """

    def in_control(self, end: int) -> bool:
        """Whether a car that ends a turn with this handling, `speed_adjustment` included, keeps control."""

    def crash(self, *, end: int, solid: bool, face: int) -> CrashEffect:
        """The result for a car that loses control, on one d6.

        `solid` is whether it has hit something solid this turn.
        """

    def next_handling(self, *, end: int, maximum: int) -> int:
        """The handling at the start of the next turn, after a turn that ended with `end`; never above the maximum."""

    def swerve(self, face: int) -> int:
        """Where a car out of control goes on a d6: -2 and 2 turn it a hex-side left or right on its way to the hex
        ahead, -1 and 1 drift it, and 0 goes straight on.
        """

    def spin_sides(self, step: int) -> int:
        """The hex-sides that a spinning car turns on that step, counted from 1."""

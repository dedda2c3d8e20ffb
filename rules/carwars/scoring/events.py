"""What happens in a duel, as the referee enters it. Rules CW-S-002 to CW-S-022, CW-S-049.

Each event is at a turn and a phase, both from 1. Events of one phase are simultaneous: their order means nothing.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.carwars.scoring.causes import Cause

Control = Literal["controlled", "skidding", "spinning", "rolling"]
Damage = Literal["vehicular", "burst", "flechette", "hand_weapon"]
KillPart = Literal["mobility", "complete", "destroyed"]
Landing = Literal["ramp", "overshot", "short"]


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something at a turn and a phase."""

    turn: int
    phase: int


class Ruled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The referee's own credit for a kill: shares by duelist as fractions such as "1/2", and why (CW-S-010).

    Shares add up to 1; "" holds a part that nobody earns.
    """

    shares: dict[str, str]
    note: str


class Hit(Event, frozen=True, tag="hit"):
    """`by` damaged the vehicle `on` (CW-S-018); with `hazard` it also inflicted a hazard on it (CW-S-046)."""

    by: str
    on: str
    hazard: bool = False


class Hazard(Event, frozen=True, tag="hazard"):
    """`by` inflicted a hazard on the vehicle `on` without damaging it, as an oil slick does (CW-S-046)."""

    by: str
    on: str


class Kill(Event, frozen=True, tag="kill"):
    """A vehicle became a mobility kill, a complete kill, or both at once: destroyed (CW-S-005 to CW-S-007).

    `because` leads to who is credited; `ruled` is the referee's own credit instead.
    """

    on: str
    part: KillPart
    because: Cause
    ruled: Ruled | None = None


class NotKilled(Event, frozen=True, tag="not_killed"):
    """The referee finds that a car which cannot accelerate is no complete kill yet, and why (CW-S-010)."""

    on: str
    note: str


class Speed(Event, frozen=True, tag="speed"):
    """The speed of a vehicle at the close of the phase, in miles an hour; below 0 in reverse (CW-S-019).

    `voluntary` says that the driver chose it, which may be barred on turn 1 (CW-S-039).
    """

    of: str
    mph: int
    voluntary: bool = False


class ControlState(Event, frozen=True, tag="control"):
    """Whether a vehicle is in control at the close of the phase (CW-S-030)."""

    of: str
    state: Control


class Crew(Event, frozen=True, tag="crew"):
    """How many occupants are alive, and whether one of them can drive (CW-S-008, CW-S-017)."""

    of: str
    alive: int
    can_drive: bool


class Armed(Event, frozen=True, tag="armed"):
    """Whether a vehicle has a working weapon with ammunition (CW-S-009, CW-S-011)."""

    of: str
    can_fire: bool


class Reach(Event, frozen=True, tag="reach"):
    """Whether a vehicle that cannot accelerate can still damage or endanger somebody before it stops (CW-S-010)."""

    of: str
    reaches: bool


class BurnModifier(Event, frozen=True, tag="burn_modifier"):
    """`by` put a burn modifier on a vehicle, active for the rest of this turn and `turns` more (CW-S-049)."""

    by: str
    on: str
    modifier: int
    turns: int


class Extinguished(Event, frozen=True, tag="extinguished"):
    """The fire of a vehicle is out, and the burn modifiers from before this phase are gone (CW-S-049).

    A `personal` extinguisher leaves the modifiers where the referee says so (CW-Q-109).
    """

    on: str
    personal: bool = False


class FireRoll(Event, frozen=True, tag="fire_roll"):
    """The sum of the dice that were rolled for a fire on a vehicle (CW-S-050)."""

    on: str
    roll: int


class Checkpoint(Event, frozen=True, tag="checkpoint"):
    """A vehicle's counter touched a checkpoint of the arena (CW-S-020)."""

    by: str
    name: str


class Target(Event, frozen=True, tag="target"):
    """A duelist damaged a target of the arena, with what kind of damage and how many points (CW-S-021)."""

    by: str
    name: str
    points: int = 1
    damage: Damage = "vehicular"


class Jump(Event, frozen=True, tag="jump"):
    """A vehicle left a ramp of the arena and landed in this phase (CW-S-022)."""

    by: str
    name: str
    landed: Landing = "ramp"


class Counter(Event, frozen=True, tag="counter"):
    """A duelist placed a counter in a no-drop zone (CW-S-024).

    `width` and `length` are those of the part inside, in hundredths of an inch. Where an edge is at an angle,
    `squares` are the half-inch squares that share area with the zone. The whole counter of a fluid `projector` is
    inside if neither is given. `gas` is smoke, paint or sand.
    """

    by: str
    width: int = 0
    length: int = 0
    squares: int | None = None
    gas: bool = False
    projector: bool = False


class Surrender(Event, frozen=True, tag="surrender"):
    """A duelist surrenders, to `to` where they name somebody (CW-S-013)."""

    of: str
    to: str = ""


class LeftArena(Event, frozen=True, tag="left_arena"):
    """A vehicle left the arena (CW-S-013)."""

    of: str


class Takeover(Event, frozen=True, tag="takeover"):
    """A living occupant of one vehicle takes over another, which can be driven again (CW-S-014)."""

    of: str
    into: str


class TimeCalled(Event, frozen=True, tag="time_called"):
    """The set time of the duel is over (CW-S-037)."""


DuelEvent = (
    Hit
    | Hazard
    | Kill
    | NotKilled
    | Speed
    | ControlState
    | Crew
    | Armed
    | Reach
    | BurnModifier
    | Extinguished
    | FireRoll
    | Checkpoint
    | Target
    | Jump
    | Counter
    | Surrender
    | LeftArena
    | Takeover
    | TimeCalled
)

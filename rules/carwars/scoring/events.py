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
    """Turn of the duel, from 1 on."""
    phase: int
    """Phase of the turn, from 1 on."""


class Ruled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The referee's own credit for a kill: shares by duelist as fractions such as "1/2", and why (CW-S-010).

    Shares add up to 1; "" holds a part that nobody earns.
    """

    shares: dict[str, str]
    """Share of each duelist by id, as a fraction such as "1/2"; "" is nobody. They add up to 1."""
    note: str
    """Why, in 1 to 500 characters."""


class Hit(Event, frozen=True, tag="hit"):
    """`by` damaged the vehicle `on` (CW-S-018); with `hazard` it also inflicted a hazard on it (CW-S-046)."""

    by: str
    """Id of the duelist who hit."""
    on: str
    """Id of the duelist whose vehicle was damaged."""
    hazard: bool = False
    """Whether it also inflicted a hazard."""


class Hazard(Event, frozen=True, tag="hazard"):
    """`by` inflicted a hazard on the vehicle `on` without damaging it, as an oil slick does (CW-S-046)."""

    by: str
    """Id of the duelist who inflicted it."""
    on: str
    """Id of the duelist whose vehicle met it."""


class Kill(Event, frozen=True, tag="kill"):
    """A vehicle became a mobility kill, a complete kill, or both at once: destroyed (CW-S-005 to CW-S-007).

    `because` leads to who is credited; `ruled` is the referee's own credit instead.
    """

    on: str
    """Id of the duelist whose vehicle was taken out."""
    part: KillPart
    """Which kill it is: of its mobility, complete, or both at once."""
    because: Cause
    """The chain of causes that leads to who is credited."""
    ruled: Ruled | None = None
    """The referee's own credit; null for the one that the chain leads to."""


class NotKilled(Event, frozen=True, tag="not_killed"):
    """The referee finds that a car which cannot accelerate is no complete kill yet, and why (CW-S-010)."""

    on: str
    """Id of the duelist whose vehicle is no complete kill yet."""
    note: str
    """Why, in 1 to 500 characters."""


class Speed(Event, frozen=True, tag="speed"):
    """The speed of a vehicle at the close of the phase, in miles an hour; below 0 in reverse (CW-S-019).

    `voluntary` says that the driver chose it, which may be barred on turn 1 (CW-S-039).
    """

    of: str
    """Id of the duelist whose vehicle has it."""
    mph: int
    """Speed in miles an hour, below 0 in reverse."""
    voluntary: bool = False
    """Whether the driver chose it."""


class ControlState(Event, frozen=True, tag="control"):
    """Whether a vehicle is in control at the close of the phase (CW-S-030)."""

    of: str
    """Id of the duelist whose vehicle it is."""
    state: Control
    """What the vehicle does at the close of the phase."""


class Crew(Event, frozen=True, tag="crew"):
    """How many occupants are alive, and whether one of them can drive (CW-S-008, CW-S-017)."""

    of: str
    """Id of the duelist whose vehicle it is."""
    alive: int
    """How many aboard are alive."""
    can_drive: bool
    """Whether one of them can drive."""


class Armed(Event, frozen=True, tag="armed"):
    """Whether a vehicle has a working weapon with ammunition (CW-S-009, CW-S-011)."""

    of: str
    """Id of the duelist whose vehicle it is."""
    can_fire: bool
    """Whether it has a working weapon with ammunition."""


class Reach(Event, frozen=True, tag="reach"):
    """Whether a vehicle that cannot accelerate can still damage or endanger somebody before it stops (CW-S-010)."""

    of: str
    """Id of the duelist whose vehicle it is."""
    reaches: bool
    """Whether it can still damage or endanger somebody before it stops."""


class BurnModifier(Event, frozen=True, tag="burn_modifier"):
    """`by` put a burn modifier on a vehicle, active for the rest of this turn and `turns` more (CW-S-049)."""

    by: str
    """Id of the duelist who put it there."""
    on: str
    """Id of the duelist whose vehicle it is on."""
    modifier: int
    """Size of the modifier, from 1 on."""
    turns: int
    """Turns that it lasts beyond this one."""


class Extinguished(Event, frozen=True, tag="extinguished"):
    """The fire of a vehicle is out, and the burn modifiers from before this phase are gone (CW-S-049).

    A `personal` extinguisher leaves the modifiers where the referee says so (CW-Q-109).
    """

    on: str
    """Id of the duelist whose vehicle burned."""
    personal: bool = False
    """Whether it was put out by a personal fire extinguisher."""


class FireRoll(Event, frozen=True, tag="fire_roll"):
    """The sum of the dice that were rolled for a fire on a vehicle (CW-S-050)."""

    on: str
    """Id of the duelist whose vehicle it was rolled for."""
    roll: int
    """Sum of the dice."""


class Checkpoint(Event, frozen=True, tag="checkpoint"):
    """A vehicle's counter touched a checkpoint of the arena (CW-S-020)."""

    by: str
    """Id of the duelist who touched it."""
    name: str
    """Name of the checkpoint, as the arena has it."""


class Target(Event, frozen=True, tag="target"):
    """A duelist damaged a target of the arena, with what kind of damage and how many points (CW-S-021)."""

    by: str
    """Id of the duelist who damaged it."""
    name: str
    """Name of the target, as the arena has it."""
    points: int = 1
    """Points of damage that it took."""
    damage: Damage = "vehicular"
    """Kind of damage."""


class Jump(Event, frozen=True, tag="jump"):
    """A vehicle left a ramp of the arena and landed in this phase (CW-S-022)."""

    by: str
    """Id of the duelist who jumped."""
    name: str
    """Name of the ramp, as the arena has it."""
    landed: Landing = "ramp"
    """Where they landed: on the ramp, beyond it, or short of it."""


class Counter(Event, frozen=True, tag="counter"):
    """A duelist placed a counter in a no-drop zone (CW-S-024).

    `width` and `length` are those of the part inside, in hundredths of an inch. Where an edge is at an angle,
    `squares` are the half-inch squares that share area with the zone. The whole counter of a fluid `projector` is
    inside if neither is given. `gas` is smoke, paint or sand.
    """

    by: str
    """Id of the duelist who placed it."""
    width: int = 0
    """Width of the part in the zone, in hundredths of an inch."""
    length: int = 0
    """Length of the part in the zone, in hundredths of an inch."""
    squares: int | None = None
    """Half-inch squares that share area with the zone, instead of width and length; else null."""
    gas: bool = False
    """Whether it is smoke, paint or sand."""
    projector: bool = False
    """Whether a fluid projector placed it."""


class Surrender(Event, frozen=True, tag="surrender"):
    """A duelist surrenders, to `to` where they name somebody (CW-S-013)."""

    of: str
    """Id of the duelist who surrenders."""
    to: str = ""
    """Id of the duelist to whom; empty for nobody."""


class LeftArena(Event, frozen=True, tag="left_arena"):
    """A vehicle left the arena (CW-S-013)."""

    of: str
    """Id of the duelist who left."""


class Takeover(Event, frozen=True, tag="takeover"):
    """A living occupant of one vehicle takes over another, which can be driven again (CW-S-014)."""

    of: str
    """Id of the duelist whose occupant takes over."""
    into: str
    """Id of the duelist whose vehicle they take over."""


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

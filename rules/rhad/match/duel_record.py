"""What a duel's scorer is told of each phase, and what the next phases need to know of it.

Rules RH-089, RH-090, CW-S-004.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.rhad.match.causes import Cause

Event = dict[str, Any]


class Condition(NamedTuple):
    """The condition of a car as the scorer knows it: its speed in mph, its control, and its crew."""

    speed: int
    control: str
    alive: int
    can_drive: bool
    can_fire: bool


@dataclass(slots=True, kw_only=True)
class DuelRecord:
    """The events of the phase under way, and by car: its condition at the last close, the last harm that an enemy did
    to it since it was last in control, and why it became a mobility kill.
    """

    pending: list[Event] = field(default_factory=list)
    conditions: dict[str, Condition] = field(default_factory=dict)
    harm: dict[str, Cause] = field(default_factory=dict)
    kill_causes: dict[str, Cause] = field(default_factory=dict)

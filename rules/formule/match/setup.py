"""Who and what enters a race: teams, their cars and drivers, and the race they meet in. Rules FW-003, FW-023, FW-128,
FW-129, FW-151, FW-154.

A race is described whole by one `MatchSetup`; the engine reads nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.switches import Setting
from rules.formule.designs.design import Design
from rules.formule.ground.circuit import Circuit
from rules.match.toughness_check import DEFAULT_TOUGHNESS

WEATHERS = ("dry", "temporary_rain", "rain")
"""The weather of a race (FW-129)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverEntry:
    """A driver as they enter: their effective toughness (FW-154)."""

    id: str
    toughness: int = DEFAULT_TOUGHNESS


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """A car as it enters: its design, who drives it, the damage standing from before, and for each weapon of the
    design the id of the item it stands for, empty for none (`items` may be shorter). Rules FW-151, FW-154.
    """

    id: str
    design: Design
    driver: DriverEntry
    items: tuple[str, ...] = ()
    criticals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team with its cars; it may have none."""

    id: str
    cars: tuple[CarEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A race, whole: its id, circuit, weather, laps (0 for those of the house rule), teams, and house rules by their
    dotted names.
    """

    match: str
    circuit: Circuit
    teams: tuple[TeamEntry, ...]
    weather: str = "dry"
    laps: int = 0
    switches: dict[str, Setting] = field(default_factory=dict)

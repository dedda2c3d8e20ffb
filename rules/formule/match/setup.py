"""The setup of a race: teams, their cars and drivers, and the race itself. Rules FW-003, FW-023, FW-128, FW-129,
FW-140, FW-151, FW-154.

A `MatchSetup` describes a race completely; the engine reads nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.switches import Setting
from rules.formule.designs.design import Design
from rules.formule.editions import EDITION
from rules.formule.ground.circuit import Circuit
from rules.match.driving.judgment import REGULAR
from rules.match.toughness_check import DEFAULT_TOUGHNESS

WEATHERS = ("dry", "temporary_rain", "rain")
"""The kinds of weather a race may have (FW-129)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverEntry:
    """A driver who enters a race, with their effective toughness, and their skill, rookie to ace (FW-140, FW-154)."""

    id: str
    toughness: int = DEFAULT_TOUGHNESS
    skill: int = REGULAR


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """A car that enters a race (FW-151, FW-154).

    `items` has for each weapon of the design the id of the campaign item it stands for, empty for none; it may be
    shorter than the list of weapons. `criticals` is the damage the car still has from earlier matches.
    """

    id: str
    design: Design
    driver: DriverEntry
    items: tuple[str, ...] = ()
    criticals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team and its cars, of which there may be none."""

    id: str
    cars: tuple[CarEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A complete race.

    `laps` is 0 for the default of the house rules. `switches` has house rules by their dotted names, and
    `edition` is the edition of the engine that plays it.
    """

    match: str
    circuit: Circuit
    teams: tuple[TeamEntry, ...]
    weather: str = "dry"
    laps: int = 0
    switches: dict[str, Setting] = field(default_factory=dict)
    edition: int = EDITION

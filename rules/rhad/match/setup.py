"""What enters a RHAD match: teams, cars on their starting places, and their crews. Rules RH-030, RH-064, RH-085,
RH-092, RH-094.

One `MatchSetup` describes the whole match; the engine reads nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.core.switches import Setting
from rules.match.driving.judgment import REGULAR
from rules.match.toughness_check import DEFAULT_TOUGHNESS
from rules.rhad.designs.design import Design
from rules.rhad.editions import EDITION
from rules.rhad.ground.arena import Arena, Hex


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewEntry:
    """A driver or gunner as they enter: their driving skill, 0 or more, their toughness, and their rank, `ROOKIE` to
    `ACE`, by which they judge (RH-064, RH-087, RH-094).
    """

    id: str
    skill: int = 0
    toughness: int = DEFAULT_TOUGHNESS
    rank: int = REGULAR


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """A car as it enters: its design, its starting hex, the side it faces (0 to 5), its crew, and old criticals.

    `items` are the ids of the campaign items that its weapons stand for, one for each weapon, or empty (RH-094).
    """

    id: str
    design: Design
    at: Hex
    facing: int
    driver: CrewEntry
    gunner: CrewEntry | None = None
    items: tuple[str, ...] = ()
    criticals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team: its id and its cars."""

    id: str
    cars: tuple[CarEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A whole match: its id, its arena, its teams, the switches by their dotted names, and the edition of the engine
    that plays it.
    """

    match: str
    arena: Arena
    teams: tuple[TeamEntry, ...]
    switches: dict[str, Setting] = field(default_factory=dict)
    edition: int = EDITION

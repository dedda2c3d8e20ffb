"""Who and what enters a match: teams, cars with what they carry, crews, and the match itself. Rules DM-M-007,
DM-M-037 to DM-M-040.

One `MatchSetup` describes a match completely, from a file or a league's packet. The engine reads nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.dethmatch.designs.design import Design
from rules.dethmatch.editions import EDITION


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemEntry:
    """An item of a car or of the stores: its kind in the catalog, and what was chosen, rolled or is left of it.

    `mount` is the mount a weapon sits in, `weapon` the id of the weapon an aid is fixed to. `ammunition` is what its
    magazine holds, None for the printed number. `backwards` marks an Auto-ranger that works the wrong way.
    """

    id: str
    kind: str
    mount: str = ""
    weapon: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    gearing: int = 0
    """The gearing of a gear-set: -1, 0 or +1."""
    rolled: dict[str, int] = field(default_factory=dict)
    ammunition: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewEntry:
    """A driver or gunner at the start: effective traits, talents, quirks and the kinds
    of gear they wear (DM-M-007).
    """

    id: str
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    talents: tuple[str, ...] = ()
    quirks: dict[str, int] = field(default_factory=dict)
    worn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """A car at the start: its design, everything on it, its crew by id (`gunner` may be empty) and old criticals.

    `gearing` is that of the gear-set fitted, `height` the setting of an adjustable suspension. The tires are the item
    among `items` of a tire kind; a car without one runs on light mud-and-snow tires.
    """

    id: str
    design: Design
    driver: str
    gunner: str = ""
    items: tuple[ItemEntry, ...] = ()
    gearing: int = 0
    height: str = ""
    criticals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mechanic:
    """A competitor's additional repair checks in each interval, and their skill (DM-M-131)."""

    crew: str
    checks: int
    skill: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """A team: its cars, everybody who may crew them, its mechanic's rating, and its stores.

    `crew` includes competitors who may be sent in between heats (DM-M-038). `pit_bonus` is what a sponsor adds to pit
    checks (DM-M-129). `stores` are the items a pit crew may fit. `kit_uses` are the uses left in its medical kits.
    """

    id: str
    cars: tuple[CarEntry, ...]
    crew: tuple[CrewEntry, ...]
    mechanic: int = 1
    pit_bonus: int = 0
    mechanics: tuple[Mechanic, ...] = ()
    kit_uses: int = 0
    stores: tuple[ItemEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A complete match: its id, event, track, teams and switches (by their dotted names).

    `event` is `lap_race`, `flags` or `last_car`. With 0 for `laps` or `heats`, the house rules or the event decide.
    `profiles` are the profiles of the teams' autopilots, such as `bold`. `edition` is the edition of the engine
    to play it. `drawn` is the document of a track made for this match, empty if `track` names one of the game's.
    """

    match: str
    event: str
    track: str
    teams: tuple[TeamEntry, ...]
    laps: int = 0
    heats: int = 0
    switches: dict[str, Any] = field(default_factory=dict)
    profiles: dict[str, str] = field(default_factory=dict)
    edition: int = EDITION
    drawn: dict[str, Any] = field(default_factory=dict)

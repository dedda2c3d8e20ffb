"""What a match begins with: the table, the teams, their cars and who crews them. Rules CC-015, CC-070, CC-080,
CC-102, CC-104.

Places and headings are those of `table`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.carcult.designs.design import Design
from rules.carcult.ground.table import Place, Table
from rules.carcult.match.scenario import Bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """A car as it enters: its design, where it stands, its crew and what stands from before.

    `driver` is the competitor at the wheel; `crew` names the competitor on each crew card that has one, by the card's
    name among the design's components (CC-102). `criticals` are the damage tokens it would carry over (CC-080).
    """

    id: str
    team: str
    design: Design
    start: Place
    driver: str = ""
    crew: dict[str, str] = field(default_factory=dict)
    criticals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewEntry:
    """A competitor aboard: their effective toughness, 3 if nobody told any (CC-104)."""

    id: str
    team: str
    toughness: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A match, whole: the table, the teams, their cars in order, everybody aboard, the switches by their dotted
    names, and the speed tokens that cars have from elsewhere (CC-015) and begin with, None where
    they may choose (CC-030).
    """

    match: str
    table: Table
    teams: tuple[str, ...]
    cars: tuple[CarEntry, ...]
    crew: tuple[CrewEntry, ...] = ()
    switches: dict[str, Any] = field(default_factory=dict)
    bonus: Bonus = field(default_factory=Bonus)
    starting_speed: int | None = None

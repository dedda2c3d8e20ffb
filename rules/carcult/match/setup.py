"""The setup of a match: its table, its teams, their cars and crews. Rules CC-015, CC-070, CC-080, CC-102, CC-104.

Places and headings are as in `table`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.carcult.designs.design import Design
from rules.carcult.editions import EDITION
from rules.carcult.ground.table import Place, Table
from rules.carcult.match.scenario import Bonus

AVERAGE_TRAIT = 3
"""What a trait is if nothing else is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """A car that enters a match.

    `driver` is the competitor at the wheel. `crew` has the competitor on each crew card that has one, by the card's
    name among the design's components (CC-102). `criticals` are those from earlier matches, which become damage
    tokens if the house rules let damage stay (CC-080). `driving` and `gunnery` are the traits by which the autopilot
    judges for those aboard: the driver's, and the gunner's if there is one (CC-095).
    """

    id: str
    team: str
    design: Design
    start: Place
    driver: str = ""
    crew: dict[str, str] = field(default_factory=dict)
    criticals: int
    driving: int = AVERAGE_TRAIT
    gunnery: int = AVERAGE_TRAIT


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewEntry:
    """A competitor in a car, with their effective toughness, 3 by default (CC-104)."""

    id: str
    team: str
    toughness: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A complete match.

    `switches` has house rules by their dotted names. `bonus` are the bonus tokens of cars (CC-015), and
    `starting_speed` the tokens they begin with, None if they choose (CC-030). `edition` is the edition of the engine
    that plays it.
    """

    match: str
    table: Table
    teams: tuple[str, ...]
    cars: tuple[CarEntry, ...]
    crew: tuple[CrewEntry, ...] = ()
    switches: dict[str, Any] = field(default_factory=dict)
    bonus: Bonus = field(default_factory=Bonus)
    starting_speed: int | None = None
    edition: int = EDITION

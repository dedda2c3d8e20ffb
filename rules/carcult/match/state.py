"""The state of a match: plain values, whole at every moment. Rules CC-010, CC-011, CC-018, CC-062, CC-076.

Everything that changes in a match stands here; what does not (designs, table, settings) stands in the setup. Places
are in hundredths of an inch, headings in whole degrees.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FREE, SPEED, DAMAGE, USED = 0, 1, 2, 3
"""What an action zone holds: nothing, a speed token, a damage token, or one laid there by using it up (CC-076)."""
ACTIVE, IMMOBILE, EXPLODED, LEFT = "active", "immobile", "exploded", "left"
"""What has become of a car: it may move, its engine is dead (CC-064), it is a casualty (CC-065), or it has gone over
the edge where that is allowed (CC-049)."""
OFF_TABLE = frozenset({EXPLODED, LEFT})
"""Cars that are off the table."""


@dataclass(slots=True)
class Moment:
    """Where a match has got to: `turn` is the round, `phase` the activation in it, `acting` the car whose it is.
    `queue` holds the cars still to act in an order fixed for the round (CC-011), `placed` counts the damage tokens
    somebody was asked to place in this activation. `step` is the kind of order asked for, or `round`, or `over`.
    """

    heat: int = 1
    turn: int = 0
    phase: int = 0
    step: str = "round"
    queue: list[str] = field(default_factory=list)
    acting: str = ""
    placed: int = 0


@dataclass(slots=True, kw_only=True)
class CarState:
    """A car on the table.

    `tracks` hold what is in each action zone, by component. `tie` are the rolls it goes by among cars that have
    `tie_speed` tokens as well (CC-012). `caused` is the damage it is credited with (CC-067), `criticals` the attacks
    that hurt more than armor (CC-103), `kills` the cars that exploded by its doing, `hit_by` the car that its last
    damage came from. `boosted` is a turbo used in this activation (CC-081).
    """

    id: str
    team: str
    x: int
    y: int
    heading: int
    tracks: dict[str, list[int]]
    status: str = ACTIVE
    acted: bool = False
    shifted: bool = False
    boosted: bool = False
    tie: list[int] = field(default_factory=list)
    tie_speed: int = 0
    caused: int = 0
    criticals: int = 0
    kills: list[str] = field(default_factory=list)
    hit_by: str = ""


@dataclass(slots=True, kw_only=True)
class Marker:
    """Something laid on the table: `mines`, `oil` or `caltrops`, by which car and in which activation (CC-076,
    CC-082). Its `id` is a number of its own.
    """

    id: int
    kind: str
    x: int
    y: int
    owner: str
    turn: int
    phase: int


@dataclass(slots=True, kw_only=True)
class CrewState:
    """A competitor aboard a car: flesh wounds and whether they are out of action (CC-102)."""

    id: str
    car: str
    wounds: int = 0
    out: bool = False


@dataclass(slots=True, kw_only=True)
class DamagePlacement:
    """A damage token somebody has to place: on which car, for whom they do it (`owner` or `opponent`), and where it
    may go (CC-061 to CC-063).
    """

    car: str
    side: str
    components: list[str]


@dataclass(slots=True)
class MatchState:
    """A match under way. `laid` counts the markers ever laid; `guesses` are how far off the car under way judges the
    distance of each enemy, in percent (CC-002); `placing` is the token somebody is asked for, if any.
    """

    moment: Moment = field(default_factory=Moment)
    cars: dict[str, CarState] = field(default_factory=dict)
    crew: dict[str, CrewState] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    laid: int = 0
    guesses: dict[str, int] = field(default_factory=dict)
    placing: DamagePlacement | None = None

"""The state of a match, as plain values. Rules CC-010, CC-011, CC-018, CC-062, CC-076.

Everything that changes during a match is here; designs, table and settings do not change and are in the setup. Places
are in hundredths of an inch, headings in whole degrees.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FREE, SPEED, DAMAGE, USED = 0, 1, 2, 3
"""What an AZ holds: nothing, a speed token, a damage token, or a damage token from using it up by laying (CC-076)."""
ACTIVE, IMMOBILE, EXPLODED, LEFT = "active", "immobile", "exploded", "left"
"""The status of a car: able to move, with a dead engine (CC-064), exploded (CC-065), or gone over the edge of the
table where the house rules allow that (CC-049).
"""
OFF_TABLE = frozenset({EXPLODED, LEFT})
"""The statuses of cars that are off the table."""


@dataclass(slots=True)
class Moment:
    """How far a match has got.

    `turn` is the round, `phase` the activation in it, and `acting` the car that activates. `queue` has the cars still
    to act if the order is fixed for the round (CC-011). `placed` counts the damage tokens that sides were asked to
    place in this activation. `step` is the kind of order asked for, or `round`, or `over`.
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

    `tracks` has what each AZ holds, by component. `tie` has its tie rolls against other cars with `tie_speed` speed
    tokens (CC-012). `boosted` is whether it has used its turbo in this activation (CC-081).

    `caused` is the damage it is credited with (CC-067), `criticals` its attacks that damaged more than armor
    (CC-103), and `kills` the enemy cars it made explode. `hit_by` is the car that caused its last damage.
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
    """A marker on the table: `mines`, `oil` or `caltrops` (CC-076, CC-082).

    `id` is its number, `owner` the car that laid it, and `turn` and `phase` the activation in which it did.
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
    """A competitor in a car: their flesh wounds, and whether they are out of action (CC-102)."""

    id: str
    car: str
    wounds: int = 0
    out: bool = False


@dataclass(slots=True, kw_only=True)
class DamagePlacement:
    """A damage token that a side is asked to place (CC-061 to CC-063).

    `car` is the damaged car, `side` the one that places the token (`owner` or `opponent`), and `components` where it
    may go.
    """

    car: str
    side: str
    components: list[str]


@dataclass(slots=True)
class MatchState:
    """The state of a match.

    `laid` counts all markers laid so far. `guesses` has how far off the acting car guesses the distance to each
    enemy, in percent (CC-002). `placing` is the damage token being placed, if any.
    """

    moment: Moment = field(default_factory=Moment)
    cars: dict[str, CarState] = field(default_factory=dict)
    crew: dict[str, CrewState] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    laid: int = 0
    guesses: dict[str, int] = field(default_factory=dict)
    placing: DamagePlacement | None = None

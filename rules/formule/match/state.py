"""The state of a race, as plain values that are serialized to the same bytes whenever they are equal. Rules FW-014,
FW-056, FW-101, FW-104, FW-106, FW-118, FW-125, FW-128, FW-151.

Everything that changes during a race is here; designs, circuit and settings do not change and are in the setup. Rows
and lanes are counted from 0. `progress` counts rows from the line and is negative on the grid.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class CarStatus(StrEnum):
    """Whether a car is racing, has finished, is out, or was still racing when the race was stopped."""

    RUNNING = "running"
    FINISHED = "finished"
    OUT = "out"
    UNFINISHED = "unfinished"


@dataclass(slots=True, kw_only=True)
class WeaponState:
    """A weapon on a car (FW-014, FW-057).

    `link` is empty if it has none, `ammunition` is -1 if it never runs out, and `item` is the id of the campaign item
    it stands for, empty for none.
    """

    key: str
    mount: str
    ammunition: int
    link: str = ""
    works: bool = True
    item: str = ""


@dataclass(slots=True, kw_only=True)
class CarState:
    """A car in a race. `row`, `lane` and `lap` (from 1) say where it is, or where it went out.

    `gear` is 0 before the start. `stops` are those made in the corner it is in. `wounds` is 1 for a wounded driver
    and 2 for an unconscious one (FW-056). `place` is 0 if it has none.

    `struck` counts what becomes criticals after the race: the points of each characteristic but tires lost to
    overflow, and the weapons destroyed (FW-151).
    """

    id: str
    team: str
    driver: str
    row: int = 0
    lane: int = 0
    lap: int = 1
    progress: int = 0
    gear: int = 0
    stops: int = 0
    tires: int = 0
    brakes: int = 0
    fuel: int = 0
    body: int = 0
    engine: int = 0
    road_holding: int = 0
    armor: int = 0
    weapons: list[WeaponState] = field(default_factory=list)
    wounds: int = 0
    status: CarStatus = CarStatus.RUNNING
    out_reason: str = ""
    """`body`, `engine`, `road_holding`, `driver`, `corner` (FW-111), `tires` (FW-112) or `blocked` (FW-122)."""
    destroyed: bool = False
    """Whether the car is lost and not merely out (FW-151)."""
    place: int = 0
    spun: bool = False
    """Whether it faces the wrong way and has not moved since (FW-118)."""
    stalled: bool = False
    """Whether it stalled on the grid and has not moved since (FW-106)."""
    moved: bool = False
    """Whether it has moved in this race (FW-106)."""

    # Fields of its current turn.
    roll: int = 0
    """Squares to drive by this turn's roll."""
    driven: int = 0
    """Squares driven this turn, including slipstreams and slides."""
    braked: bool = False
    diverted: bool = False
    """Whether its move ended with a slide or a collision, so that no slipstream is offered (FW-127)."""
    overshooting: int = 0
    """Corners left this turn with one stop missing; each takes a tire point per square (FW-110)."""
    lane_changes: int = 0
    acted: int = 0
    """Weapon actions used this turn (FW-031)."""
    slipstreams: int = 0
    rammed: list[str] = field(default_factory=list)
    """Targets it has tried to ram this turn (FW-080)."""

    # Fields for the result and the box score.
    spins: int = 0
    struck: dict[str, int] = field(default_factory=dict)
    criticals: int = 0
    """Overflow results its driver caused to cars of other teams (FW-153)."""
    friendly_criticals: int = 0
    kills: int = 0
    """Cars of other teams it destroyed (FW-150)."""
    out_of_action: bool = False
    flesh_wounds: int = 0


@dataclass(slots=True, kw_only=True)
class Marker:
    """A marker that a dropper left: `mines`, `spikes`, `oil` or `smoke` (FW-060, FW-067).

    `progress` is the race distance of its square, and `owner` the car that dropped it.
    """

    kind: str
    row: int
    lane: int
    progress: int
    owner: str


@dataclass(slots=True, kw_only=True)
class Moment:
    """How far the race has got (FW-104).

    `turn` is the round, `phase` the number of the car's turn in it (from 1; 0 between rounds). `step` is the next
    step, `car` whose turn it is, and `queue` the cars that follow in this round.

    Steps are `grid`, `round`, `turn`, `gear`, `drive`, `slipstream`, `round_end` and `over`.
    """

    heat: int = 1
    turn: int = 0
    phase: int = 0
    step: str = "grid"
    car: str = ""
    queue: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class MatchState:
    """The state of a race: its moment, its cars in the order of the setup, and what lies on the track."""

    moment: Moment = field(default_factory=Moment)
    cars: dict[str, CarState] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    debris: list[tuple[int, int]] = field(default_factory=list)
    """Squares with debris as (row, lane), in the order in which they got it (FW-124, FW-125)."""

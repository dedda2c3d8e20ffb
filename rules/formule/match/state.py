"""The state of a race: plain values, whole at every moment, the same bytes for the same state. Rules FW-014,
FW-056, FW-101, FW-104, FW-106, FW-118, FW-125, FW-128, FW-151.

Everything that changes in a race stands here; what does not (designs, circuit, settings) stands in the setup. Rows
and lanes are counted from 0; `progress` is in rows from the line, negative on the grid.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class CarStatus(StrEnum):
    """What has become of a car: it races, is home, is out, or had not come home when the race was stopped."""

    RUNNING = "running"
    FINISHED = "finished"
    OUT = "out"
    UNFINISHED = "unfinished"


@dataclass(slots=True, kw_only=True)
class WeaponState:
    """A weapon on a car: its key, mount, link (empty for none), what it has left (-1: never runs out), whether it
    still works, and the campaign's item it stands for, empty for none (FW-014, FW-057).
    """

    key: str
    mount: str
    ammunition: int
    link: str = ""
    works: bool = True
    item: str = ""


@dataclass(slots=True, kw_only=True)
class CarState:
    """A car in the race. `row`, `lane` and `lap` (from 1) say where it is or went out.

    `gear` is 0 before the start. `stops` are those made in the corner it is in. `wounds` 1 is a wounded driver, 2 an
    unconscious one (FW-056). `struck` counts what stands after the race: the points each characteristic lost to
    overflow in it, tires left aside, and its weapons destroyed (FW-151). `place` is 0 without one.
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
    """The car is lost, not merely out (FW-151)."""
    place: int = 0
    spun: bool = False
    """It faces the wrong way and has not moved since (FW-118)."""
    stalled: bool = False
    """It stalled on the grid and has not moved since (FW-106)."""
    moved: bool = False
    """It has moved at least once (FW-106)."""

    # What belongs to its turn under way.
    roll: int = 0
    """Squares to drive by this turn's roll."""
    driven: int = 0
    """Squares driven this turn, the slipstream's and slides among them."""
    braked: bool = False
    diverted: bool = False
    """A slide or a collision ended its move, and not its roll (FW-127)."""
    overshooting: int = 0
    """Corners left this turn with one stop missing, each of which takes a tire point a square (FW-110)."""
    lane_changes: int = 0
    acted: int = 0
    """Weapon actions used this turn (FW-031)."""
    slipstreams: int = 0
    rammed: list[str] = field(default_factory=list)
    """Targets of attempts made this turn (FW-080)."""

    # What is told afterwards.
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
    """What a dropper left: `mines`, `spikes`, `oil` or `smoke`, where, at which race distance, by which car
    (FW-060, FW-067).
    """

    kind: str
    row: int
    lane: int
    progress: int
    owner: str


@dataclass(slots=True, kw_only=True)
class Moment:
    """How far the race has got: the round (`turn`), which car's turn in it (`phase`, from 1; 0 between rounds), the
    step to come, whose turn it is, and who follows in this round (FW-104).

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
    """A race: its moment, its cars in the order of the setup, what lies on the track."""

    moment: Moment = field(default_factory=Moment)
    cars: dict[str, CarState] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    debris: list[tuple[int, int]] = field(default_factory=list)
    """Squares with debris, as (row, lane), in the order they got it (FW-124, FW-125)."""

"""The state of a RHAD match: plain values, complete at every moment, with the same bytes for the same state. Rules
RH-004, RH-005, RH-023, RH-030, RH-056, RH-080, RH-089.

Places are in half hexes: the middle of hex (q, r) is (2q, 2r), and a place with an odd coordinate lies on the line
between two hexes. Facings and headings are in half sides of 30 degrees, clockwise, 0 to 11: the even ones are the six
sides, and the odd ones the corners.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

LEFT, RIGHT = -1, 1
WHEELS = "wheels"
"""The rest side of a car that is upright (RH-066)."""
UNLIMITED = -1
"""The `shots` of a weapon without a limit."""


class ControlLoss(StrEnum):
    """How a car is out of control; the effects follow in the next rounds (RH-056)."""

    NONE = ""
    SKID = "skid"
    FISHTAIL = "fishtail"
    SPIN = "spin"
    GUPPY = "guppy"
    ROLL = "roll"


class CarStatus(StrEnum):
    """The status of a car: it is running, can no longer accelerate, or can no longer do anything (RH-067, RH-090)."""

    RUNNING = "running"
    MOBILITY_KILL = "mobility_kill"
    COMPLETE_KILL = "complete_kill"


@dataclass(slots=True, kw_only=True)
class CrewState:
    """A person in a car: the points they have lost, and what they are credited with (RH-076, RH-092, RH-093).

    `wounds` and `out` are for the campaign, and are set when the match is over.
    """

    id: str
    team: str
    car: str
    role: str
    hits: int = 0
    attacked: int = 0
    """The round of their last attack; they have one per round (RH-088)."""
    criticals: int = 0
    wounds: int = 0
    out: bool = False


@dataclass(slots=True, kw_only=True)
class WeaponState:
    """A weapon on its mount: the throw it needs to hit, its damage as dice and an addend, its points, and its shots.

    `item` is the id of the campaign item it stands for, and `fired` the round of its last attack (RH-085, RH-088).
    """

    name: str
    mount: str
    to_hit: int
    dice: int
    plus: int
    dp: int
    shots: int
    item: str = ""
    fired: int = 0

    @property
    def damage(self) -> str:
        """Its damage in the printed notation: `2d`, `1d+1` (RH-085)."""
        return f"{self.dice}d" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def works(self) -> bool:
        """Whether it has points and shots left (RH-085)."""
        return self.dp > 0 and self.shots != 0


@dataclass(slots=True, kw_only=True)
class CarState:
    """A car in the match. Speeds are in mph, and handling is in points of handling class.

    `bane`, `killed_by`, `points`, `bonus` and `scored` are the first edition's; later the scorer of duels keeps what
    they say (`duel_points`). The order of the fields goes into every digest.
    """

    id: str
    team: str
    number: int
    """Its index among all cars, by id."""
    at: tuple[int, int]
    """Its place, in half hexes."""
    facing: int
    heading: int
    """The direction of travel. Facing and heading are in half sides."""
    speed: int
    base_hc: int
    built_hc: int
    """The base handling it was built with; `base_hc` is lower after tires are lost (RH-077)."""
    hc: int
    tires: list[int]
    ends: list[str]
    """The end of the car each tire is on; `tires` are their points."""
    armor: dict[str, int]
    power_plant: int
    guns: list[WeaponState]
    driver: str
    gunner: str = ""
    set_speed: int
    """The speed it set at the start of this round (RH-033)."""
    credit: int = 0
    """Half car steps saved up, 0 or 1 (RH-023)."""
    steps: int = 0
    """Car steps taken in the match."""
    spent: int = 0
    """Handling lost in this round (RH-034)."""
    solid: bool = False
    """Whether it has hit, or was hit by, something solid in this round (RH-050)."""
    hazard: str = ""
    """The last cause of lost handling in this round: `maneuver`, `hit` or `solid` (RH-050)."""
    way: int = 0
    """The direction of its last maneuver in this round: -1 left, 1 right (RH-064)."""
    pending: ControlLoss = ControlLoss.NONE
    result: str = ""
    """The crash result in effect (RH-054)."""
    rolls_left: int = 0
    """Skid rolls, or steps of a spin, that are left (RH-062, RH-064)."""
    spin: int = 0
    """The direction of a spin: -1 left, 1 right."""
    swung: int = 0
    """The direction of the last swing (RH-063)."""
    owed: int = 0
    """Speed that a crash result has not taken off yet (RH-056)."""
    burning: bool = False
    stilled: bool = False
    """Whether a crash result has stopped it and it has not moved since (RH-069)."""
    slid: bool = False
    """Whether a crash result used up its speed change of this round (RH-056)."""
    rest_side: str = WHEELS
    """The side it rests on, or `wheels` (RH-066)."""
    status: CarStatus = CarStatus.RUNNING
    exploded: bool = False
    bane: str = ""
    """The enemy car that last did it harm since it was last in control; kills are credited to it (RH-090)."""
    killed_by: list[str] = field(default_factory=list)
    """The cars credited with its mobility kill and its complete kill, empty texts for none (RH-090)."""
    points: int = 0
    """Duel points from kills made and suffered (RH-090)."""
    bonus: int = 0
    blood: bool = False
    """Whether it drew first blood (RH-090)."""
    scored: bool = False
    """Whether it has earned points for a kill (RH-093)."""
    old: list[str] = field(default_factory=list)
    """What old criticals had taken off when it entered: sides, and weapons by number."""


@dataclass(slots=True, kw_only=True)
class Moment:
    """The current point of the match: the next step, and the cars that still have to act in it.

    `step` is `round_start`, `speed`, `phase`, `round_end` or `over`; `turn` counts rounds.
    """

    heat: int = 1
    turn: int = 0
    phase: int = 0
    step: str = "round_start"
    queue: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class MatchState:
    """The state of a match: cars by id in the order they act (RH-088), crews, and what decides the end (RH-089).

    `held` and `blood` are the first edition's.
    """

    moment: Moment = field(default_factory=Moment)
    cars: dict[str, CarState] = field(default_factory=dict)
    crew: dict[str, CrewState] = field(default_factory=dict)
    teams: list[str] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    """For each team, the number of consecutive rounds at the lower score limit (RH-089)."""
    blood: tuple[int, int] = (0, 0)
    """Round and phase of first blood (RH-090)."""
    points: dict[str, int] = field(default_factory=dict)
    """Campaign points by team, set when the match is over (RH-090)."""
    why_over: str = ""

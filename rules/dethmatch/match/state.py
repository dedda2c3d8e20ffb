"""The state of a match as plain values; equal states encode to equal bytes. Rules DM-M-040, DM-M-056, DM-M-067,
DM-M-106, DM-M-108.

Everything that changes in a match is here; what does not change (designs, track, settings) is in the setup. Hexes are
indexes into the track's list, facings are 0 to 5, and moments are counted in phases from the start of the heat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import UNSET, UnsetType

NOWHERE = -1
"""The hex of anything that is not on the map."""
LEFT, RIGHT = -1, 1
QUADRANTS_CLOCKWISE = ("front", "right", "rear", "left")  # no mutant: no rule orders them


class Control(StrEnum):
    """Whether a car is under control, or what it does otherwise (DM-M-069, DM-M-092)."""

    OK = "ok"
    MINOR_SKID = "minor_skid"
    FISHTAIL = "fishtail"
    MAJOR_SKID = "major_skid"
    SPIN = "spin"
    ROLLOVER = "rollover"
    UNCONTROLLED = "uncontrolled"


class CarStatus(StrEnum):
    """The status of a car in this heat.

    `running` may still act or roll; `parked` has no driver and stands; `destroyed` is knocked out and still rolling;
    `wreck` stands as an obstacle; `finished` has done its last lap and left the course; `off` is off the map for the
    heat.
    """

    RUNNING = "running"
    PARKED = "parked"
    DESTROYED = "destroyed"
    WRECK = "wreck"
    FINISHED = "finished"
    OFF = "off"


INTACT_STATUSES = frozenset({CarStatus.RUNNING, CarStatus.PARKED})
"""The statuses of cars that can be shot at and can fire: neither knocked out nor off the map."""
KNOCKED_OUT = frozenset({CarStatus.DESTROYED, CarStatus.WRECK})
"""The statuses of cars that are out of the heat, whether they still roll or stand."""


@dataclass(slots=True, kw_only=True)
class CrewState:
    """A competitor in the match: wounds, whether they are out of action, and what they are credited with.

    `used` counts the once-a-heat abilities they have used. `turn_used` does so for once-a-turn abilities, and has the
    phases in which they used weapons and systems this turn. `heats` are the heats in which they crewed a car.
    """

    id: str
    team: str
    wounds: int = 0
    out: bool = False
    shrugged: bool = False
    """Whether Ornery has already softened the first injury of the match (DM-M-115)."""
    used: dict[str, int] = field(default_factory=dict)
    turn_used: dict[str, int] = field(default_factory=dict)
    aim: str = ""
    """The one car at which they fired every weapon they used this turn, empty if there is no such car (DM-M-094).

    Until they use a weapon, it is still that of an earlier turn.
    """
    heats: list[int] = field(default_factory=list)
    criticals: int = 0
    friendly: int = 0
    scores: int = 0
    kills: int = 0
    kit_uses: int = 0
    healed: int = 0


@dataclass(slots=True, kw_only=True)
class WeaponState:
    """A weapon in its mount: rounds left, the phase of the heat in which it last fired, and whether it works.

    `out` means jammed or burned out until a pit check clears it. `spent` counts its shots of this turn.
    """

    mount: str
    item: str
    kind: str
    ammunition: int
    out: bool = False
    destroyed: bool = False
    fired: int = -9
    spent: int = 0
    burning: int = 0
    """The turns that a triggered booster still burns (DM-M-121)."""
    designated: str = ""
    """The car that the weapon's Autonomous Target System fires at (DM-M-123)."""


@dataclass(slots=True, kw_only=True)
class Critical:
    """A critical that is not repaired: its row of the table, what it took, and who scored it (DM-M-107)."""

    row: str
    effect: str = ""
    amount: int = 0
    quadrant: str = ""
    mount: str = ""
    by: str = ""
    heat: int = 0


@dataclass(slots=True, kw_only=True)
class Loadout:
    """What a car currently runs on: gear-set, height setting, tire-set, and the items on it by id (DM-M-039)."""

    gearing: int = 0
    height: str = "normal"
    tires: str = ""
    items: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Items that are destroyed or ruined for good."""
    used: list[str] = field(default_factory=list)
    """Items that were fired, triggered or used up."""


@dataclass(slots=True, kw_only=True)
class CarState:
    """A car in the match. Speeds are in hexes, `fuel` in fuel points, armor by quadrant."""

    id: str
    team: str
    driver: str
    gunner: str = ""
    loadout: Loadout = field(default_factory=Loadout)
    at: int = NOWHERE
    facing: int = 0
    travel: int = 0
    """The direction a spinning car travels in (DM-M-074)."""
    speed: int = 0
    handling: int = 0
    straight: int = 0
    """Hexes moved forward since the last maneuver (DM-M-056)."""
    settled: bool = True
    """Whether the straight counter counts as satisfied, as at the start of a heat and after standing still."""
    fuel: int = 0
    boosted: bool = False
    """Whether a fuel point's +1 on acceleration still applies (DM-M-046)."""
    armor: dict[str, int] = field(default_factory=dict)
    damage: int = 0
    """Damage points that have not yet led to a critical (DM-M-106)."""
    criticals: list[Critical] = field(default_factory=list)
    tire_damage: int = 0
    guns: list[WeaponState] = field(default_factory=list)
    # ---- movement points of this turn (DM-M-050 to DM-M-054)
    quota: list[int] = field(default_factory=lambda: [0, 0, 0])
    """The points still to be spent in each phase, without the remainder."""
    remainder: int = 0
    options: int = 0
    """Option points left (DM-M-053)."""
    moved: int = 0
    """Movement points spent in the heat; `hazard` is measured in them."""
    # ---- control (DM-M-068 to DM-M-077)
    control: Control = Control.OK
    way: int = 0
    """The side of a skid, fishtail, spin or rollover: -1 left, 1 right."""
    since: int = -1
    """The phase of the heat in which the latest loss of control began."""
    owed: list[str] = field(default_factory=list)
    """Forced moves still to be made, as path steps (DM-M-070)."""
    debt: int = 0
    """The speed it loses at the start of the next turn (DM-M-072)."""
    broken: bool = False
    """Whether the suspension is broken (DM-M-034)."""
    loser: str = ""
    """Who caused the loss of control by fire or collision, and is credited with a rollover's criticals (DM-M-075)."""
    swayed: list[tuple[str, int, int]] = field(default_factory=list)
    """The last `turn`, `drift` and `collision`, latest last: each as (which, side, phase) (DM-M-076)."""
    aligns: bool = False
    """Whether it has come out of a spin and will face along its travel at its next activation (DM-M-074)."""
    hazard: int = -9
    """`moved` when it last suffered a hazard (DM-M-057)."""
    hit: int = -1
    """The phase of the heat in which a hit last called for a check (DM-M-063)."""
    rough: int = -1
    """The turn in which it last lost handling to an obstacle or debris (DM-M-097)."""
    # ---- markers being laid, devices and status
    laying: str = ""
    """The mount that is still dropping markers (DM-M-101)."""
    to_lay: int = 0
    laid: int = -9
    """The phase of the heat in which it was triggered; the rest of the markers fall in the next phase."""
    layer: str = ""
    """The competitor who triggered it, credited with what the markers do."""
    shuffled: int = -1
    """The turn in which it last backed up (DM-M-049)."""
    nitrous: int = 0
    """How many times the nitrous was used this heat (DM-M-124)."""
    status: CarStatus = CarStatus.RUNNING
    flag: str = ""
    """The id of the flag it carries."""
    # ---- progress in the event
    laps: int = 0
    checkpoint: int = 0
    """The index of the checkpoint it must pass next."""
    finish: tuple[int, ...] = ()
    """The turn and the phase in which it finished, then its hexes past the line (DM-M-136)."""
    fired: bool = False
    crashed: bool = False
    """Whether it has fired a shot, and run into an enemy car, in this heat (DM-M-138)."""
    eliminated: int = 0
    """Its place in the order of elimination, 1 for the first of the heat; 0 while it is not eliminated (DM-M-138)."""
    total: int = 0
    """Its initiative total this turn (DM-M-042)."""
    idle: int = 0
    """Always 0: nothing counts it any more, but the digests of old logs include it."""


@dataclass(slots=True, kw_only=True)
class Marker:
    """Oil, caltrops, a mine, smoke or a ticking bomb in a hex.

    `until` is its last turn there, 0 for the whole heat. `by` is the competitor who laid it. `fuse` is the phase of
    the heat in which a bomb goes off, and `item` the item it was.
    """

    kind: str
    at: int
    by: str
    car: str
    until: int = 0
    fuse: int = 0
    item: str = ""


@dataclass(slots=True, kw_only=True)
class Flag:
    """A flag: the hex it lies in, or who carries it. `team` is its owner, empty for the neutral flag (DM-M-137)."""

    id: str
    team: str
    home: int
    at: int
    carrier: str = ""
    back: int = 0
    """The turn at the start of which it returns home; 0 for never."""


@dataclass(slots=True, kw_only=True)
class TeamState:
    """A team's points, heat by heat, its penalty points, and the uses its medical kits have left."""

    id: str
    points: list[int] = field(default_factory=list)
    kit_uses: int = 0
    penalty: int = 0
    captures: int = 0
    """Flags it has captured in the current heat (DM-M-137)."""
    kills: int = 0
    """Enemy cars it has destroyed in the heats that are over."""


@dataclass(slots=True, kw_only=True)
class Moment:
    """The current moment of a match: its next step, and the cars that are still to act in it.

    `step` is `heat_start`, `turn_start`, `initiative`, `speed`, `movement`, `phase_start`, `activation`, `phase_end`,
    `turn_end`, `interval` or `over`. `queue` holds the cars still to act in this step, the next one first.
    """

    heat: int = 1
    turn: int = 0
    phase: int = 0
    step: str = "heat_start"
    queue: list[str] = field(default_factory=list)

    @property
    def elapsed_phases(self) -> int:
        """Phases since the start of the heat: 1 is phase 1 of turn 1."""
        return (self.turn - 1) * 3 + self.phase


@dataclass(slots=True, kw_only=True)
class MatchState:
    """The whole state of a match at one moment."""

    moment: Moment = field(default_factory=Moment)
    cars: dict[str, CarState] = field(default_factory=dict)
    crew: dict[str, CrewState] = field(default_factory=dict)
    teams: dict[str, TeamState] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    """The cars in the order they act in: the `hasty` first, then from the lowest initiative total up (DM-M-042)."""
    ranking: list[str] = field(default_factory=list)
    """The cars by initiative total alone. Impetuous drivers move first but fire in this
    order (DM-M-043, DM-M-115).
    """
    hasty: list[str] = field(default_factory=list)
    """The cars whose Impetuous drivers move before everyone this turn (DM-M-115)."""
    markers: list[Marker] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    finishers: list[str] = field(default_factory=list)
    winner_turn: int = 0
    """The turn in which the first car finished; 0 before that."""
    out_of_it: int = 0
    """The number of cars eliminated in this heat."""
    heats: list[dict[str, int]] = field(default_factory=list)
    """The points of each team in the heats that are over."""
    damage_done: dict[str, int] | UnsetType = UNSET
    """The damage points that each competitor did to enemy cars in this heat, if they decide it (DM-M-138). Otherwise
    it is unset, and the digests of such matches do not include it.
    """

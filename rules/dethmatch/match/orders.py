"""Orders: what a driver intends, each time they are asked. Rules DM-M-141, DM-M-147, DM-M-148.

An order is not a record: the log says what happened. Every order defaults to doing nothing, except for the path,
since movement points must be spent. A path step is `F` forward, `TL`/`TR` turn one hex-side and go forward, `DL`/`DR`
drift into the front-left or front-right hex.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PATH_STEPS = ("F", "DL", "DR", "TL", "TR")
"""The ways to spend a movement point, in the order in which ties are broken (DM-M-055, DM-M-143)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedOrder:
    """An order for the speed step (DM-M-044 to DM-M-047).

    `intent` is `up`, `hold` or `down`, and `to` the target speed. `second_roll` says when a fuel point buys a second
    acceleration roll: `never`, `on_fail`, `on_success` or `always`. `boost` spends a fuel point on +1. `checks` is
    how many braking checks are made at most after the free point. `boosters` are the mounts to trigger.
    """

    intent: str = "hold"
    to: int = 0
    second_roll: str = "never"
    boost: bool = False
    nitrous: bool = False
    checks: int = 0
    boosters: tuple[str, ...] = ()
    impetuous: bool = False
    """Whether to move before everyone this turn (DM-M-115)."""
    height: str = ""
    """The new setting of an adjustable suspension, if the house rules allow a change every turn (DM-M-022)."""
    plan: str = ""
    """What the driver is up to, such as `pace` or `hunt:saints.c2`; empty says nothing about it (DM-M-141)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOrder:
    """An order to fire a weapon at a target after that many steps of the path (0: before the first). Rules DM-M-093
    to DM-M-099.

    `seat` is `driver`, `gunner` or `system` (an Autonomous Target System, DM-M-123); `both` fires both barrels.
    """

    mount: str
    target: str
    after: int = 0
    seat: str = "driver"
    at_tires: bool = False
    both: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DropOrder:
    """An order to drop oil, caltrops, mines, smoke or a bomb, after that many steps of the path. Rules DM-M-101 to
    DM-M-104, DM-M-121.

    `mount` is the mount, or the id of an item without one. `direction` (0 to 5, as a facing of the map) aims smoke.
    `fuse` is 1 to 3 phases for a bomb.
    """

    mount: str
    after: int = 0
    seat: str = "driver"
    direction: int = 0
    fuse: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseOrder:
    """An order for one activation: the path, the points, and what is fired and dropped on the way (DM-M-051,
    DM-M-054, DM-M-055).

    `remainder` spends a remainder point now; `option` is `none`, `extra` or `cancel`; `shuffle` is `left`, `right` or
    `back` for a car at rest (DM-M-049). A path shorter than the points to be spent continues with `F`.
    """

    path: tuple[str, ...] = ()
    remainder: bool = False
    option: str = "none"
    shuffle: str = ""
    fire: tuple[FireOrder, ...] = ()
    drop: tuple[DropOrder, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PitOrder:
    """An order for the pit at this turn's end: `tires`, `reload`, `fit` or `clear`, and the item or mount it is for.

    `height` is the new setting of an adjustable suspension, empty to keep it (DM-M-130).
    """

    job: str = ""
    subject: str = ""
    height: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrder:
    """Decisions that a driver makes in advance (DM-M-006, DM-M-087, DM-M-115, DM-M-147).

    Re-rolls are used `never`, `always`, or when the failure is `serious`, such as one that leads to a loss of
    control, an out of action or a broken suspension. `quick_draw` is the lowest chance to hit, in sixths, that
    triggers it; 0 for never. `drift` says where a mover who passed their check goes: `stay`, `left`, `right`, or
    `free` for the first free side.
    """

    adept: str = "serious"
    pro: str = "serious"
    marksman: str = "always"
    crack_shot: str = "always"
    quick_draw: int = 4
    drift: str = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One repair attempt on a car: its job, and what the job is done to (DM-M-132).

    A `job` is `critical` (by its number in the car's list), `suspension`, `clear` (a mount), `tires`, `gears`,
    `weapon`, `fit` (an expendable) or `reload`.
    """

    car: str
    job: str
    subject: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalOrder:
    """An order for a team between two heats: who replaces whom, what is repaired in which order, who is healed, and
    the heights of adjustable suspensions for the next heat (DM-M-022, DM-M-038, DM-M-127, DM-M-131, DM-M-132).
    """

    substitutes: dict[str, str] = field(default_factory=dict)
    """Car → the fresh competitor who takes its wheel."""
    repairs: tuple[Repair, ...] = ()
    heal: tuple[str, ...] = ()
    heights: dict[str, str] = field(default_factory=dict)
    """Car → the setting of its suspension; cars not listed keep theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOrders:
    """People's orders for a team between two heats. The autopilot fills in what is None (DM-M-147, DM-M-149).

    The fields are those of `IntervalOrder`.
    """

    team: str
    substitutes: dict[str, str] | None = None
    repairs: tuple[Repair, ...] | None = None
    heal: tuple[str, ...] | None = None
    heights: dict[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CarOrders:
    """A person's orders for one car and one turn. The autopilot fills in what is None or not given (DM-M-149)."""

    car: str
    turn: int
    speed: SpeedOrder | None = None
    phases: dict[int, PhaseOrder] = field(default_factory=dict)
    pit: PitOrder | None = None
    standing: StandingOrder | None = None


Order = SpeedOrder | PhaseOrder | PitOrder | IntervalOrder

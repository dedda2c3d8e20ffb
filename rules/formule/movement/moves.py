"""A move, driven square by square, with what a car meets and does on the way. Rules FW-030, FW-066, FW-082, FW-093,
FW-107, FW-109 to FW-113, FW-118, FW-122, FW-128, FW-129.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rules.formule.car import wear
from rules.formule.combat import attacks, dropped_weapons, to_hit
from rules.formule.editions import LOG_EXPLAINED
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.orders import DropOrder, FireOrder, Move, RamOrder
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import collisions, deliberate_collisions, finish, paths
from rules.formule.movement.paths import PathState

NOWHERE = -1  # no mutant: any number that is no lane
DRIVE_FIELDS = (
    "progress", "row", "lane", "lap", "driven", "stops", "tires", "overshooting",  # no mutant: order
    "lane_changes", "spun", "stalled", "moved", "diverted",  # no mutant: order
)  # fmt: skip
"""The fields of a car that driving changes; each drive entry of the log reports those that did."""
Timed = TypeVar("Timed", FireOrder, DropOrder, RamOrder)


@dataclass(slots=True)
class MoveInProgress:
    """A move under way.

    `squares` is how many squares to drive and `driven` how many are behind the car; `lanes` are the planned lanes and
    `footing` is the path state. `fire`, `drop` and `ram` are the orders not yet carried out. `told` is the value of
    `driven` at the last drive entry of the log, and `before` holds the drive fields as they were then.

    `through` has the cars whose squares may be crossed (FW-082), and `back` what the car was before it entered such a
    square. `slide` is how many squares oil adds after the move, `spins_after` whether oil then spins the car
    (FW-065); `slides` is true while it slides. `dropped` is whether it has dropped a charge (FW-031). `spins` is the
    car's spin count at the start of the move, by which a spin on the way is recognized.
    """

    car: CarState
    squares: int
    lanes: list[int]
    footing: PathState
    fire: list[FireOrder]
    drop: list[DropOrder]
    ram: list[RamOrder]
    spins: int
    ends_in_corner: bool
    changes_lane: bool
    before: dict[str, object]
    driven: int = 0
    told: int = 0
    through: set[str] = field(default_factory=set)
    back: tuple[dict[str, object], PathState] | None = None
    stopped: bool = False
    slide: int = 0
    spins_after: bool = False
    emptied: bool = False
    dropped: bool = False
    slides: bool = False

    @property
    def is_going_on(self) -> bool:
        """Whether the car is still racing and has neither stopped nor spun."""
        return self.car.status is CarStatus.RUNNING and self.car.spins == self.spins and not self.stopped


def move(play: Match, car: CarState, order: Move, squares: int) -> None:
    """Drive so many squares by legal orders. Actions that the dice make impossible lapse (FW-107, FW-122)."""
    run = _begin(play, car, order, squares)
    _on_the_way(play, run)
    while run.is_going_on and run.driven < run.squares:
        lane = _next_lane(play, run)
        if lane == NOWHERE:
            break
        _enter(play, run, lane)
        _on_the_way(play, run)
    _back_off(play, run)
    note_drive(play, run)
    if run.is_going_on and run.driven < run.squares:
        collisions.pay_blocked(play, car, run.squares - run.driven)
    _slide(play, run)
    if run.is_going_on and (run.spins_after or (run.emptied and not car.tires)):
        wear.spin(play, car, "FW-065" if run.spins_after else "FW-112")
    _at_the_end(play, run)


def plan_lanes(play: Match, car: CarState, path: Sequence[int], squares: int) -> list[int]:
    """The lanes of a whole move: the given path, then the longest way on from its end (FW-107, FW-128).

    The plan has at most that many squares and ends at the finish.
    """
    count = min(squares, positions.finish_line(play) - car.progress)
    lanes = list(path[:count])
    if len(lanes) == count:
        return lanes
    footing = paths.path_start(car)
    for lane in lanes:
        footing = paths.step(play.circuit, footing, lane)
    lanes.extend(paths.longest_path(play.circuit, footing, count - len(lanes), paths.occupied(play, car)))
    return lanes


def _begin(play: Match, car: CarState, order: Move, squares: int) -> MoveInProgress:
    """The move before its first square, with how it is planned to end (FW-036)."""
    lanes = plan_lanes(play, car, order.path, squares)
    start = end = paths.path_start(car)
    for lane in lanes:
        end = paths.step(play.circuit, end, lane)
    return MoveInProgress(
        car, squares, lanes, start, list(order.fire), list(order.drop), list(order.ram), car.spins,
        ends_in_corner=play.circuit.corner_at(end.row) >= 0 or end.overshoots,
        changes_lane=car.lane_changes > 0 or any(lane != car.lane for lane in lanes),
        before=_drive_fields(car),
    )  # fmt: skip


def _drive_fields(car: CarState) -> dict[str, object]:
    return {name: getattr(car, name) for name in DRIVE_FIELDS}


def note_drive(play: Match, run: MoveInProgress) -> None:
    """Log the squares driven or slid since the last such entry (FW-066, FW-107). It comes before any other entry."""
    if run.driven == run.told:
        return
    kind, rule = ("slide", "FW-066") if run.slides else ("drive", "FW-107")
    after = _drive_fields(run.car)
    changed = [name for name in DRIVE_FIELDS if after[name] != run.before[name]]
    play.note(
        kind, rule, run.car, before={name: run.before[name] for name in changed},
        after={name: after[name] for name in changed}, path=run.lanes[run.told : run.driven],
    )  # fmt: skip
    run.before, run.told = after, run.driven


# ----------------------------------------------------------------------------------------- from square to square


def _next_lane(play: Match, run: MoveInProgress) -> int:
    """The lane of the next square: the planned one, else the first of the longest way on (FW-082, FW-093, FW-107).

    It is `NOWHERE` if the car is blocked, or if the move would end on a car it may only drive through.
    """
    car = run.car
    planned_lane = run.lanes[run.driven] if run.driven < len(run.lanes) else NOWHERE
    if planned_lane in paths.lanes_open(play.circuit, run.footing):
        other = play.car_on((car.row + 1) % play.circuit.length, planned_lane, but=car.id)
        if other is None:
            return planned_lane
        if other.id in run.through:
            return planned_lane if run.driven + 1 < run.squares else NOWHERE
    left = run.squares - run.driven
    detour = paths.longest_path(play.circuit, run.footing, left, paths.occupied(play, car)) or _straight_through(
        play, run, left
    )
    run.lanes[run.driven :] = detour
    return detour[0] if detour else NOWHERE


def _straight_through(play: Match, run: MoveInProgress, left: int) -> tuple[int, ...]:
    """The car's own lane, if the only way on is through the square of a car it may cross (FW-082, FW-093).

    Empty if there is no such way, or if the move would end on that square.
    """
    car = run.car
    other = play.car_on((car.row + 1) % play.circuit.length, car.lane, but=car.id)
    if left > 1 and other is not None and other.id in run.through:
        return (car.lane,) if car.lane in paths.lanes_open(play.circuit, run.footing) else ()
    return ()


def _enter(play: Match, run: MoveInProgress, lane: int) -> None:
    """Drive one square: it may lead out of a corner, over the finish line, or onto debris and markers."""
    car, circuit = run.car, play.circuit
    if run.driven == run.told:
        run.before = _drive_fields(car)
    car.diverted = car.diverted or run.slides
    lacking = paths.missing_stops(circuit, run.footing)
    crossed = play.car_on((car.row + 1) % circuit.length, lane, but=car.id)
    run.back = None if crossed is None else (_drive_fields(car), run.footing)
    run.footing = paths.step(circuit, run.footing, lane)
    car.lane_changes += lane != car.lane
    positions.put_car(play, car, car.progress + 1, lane)
    car.stops = run.footing.stops
    car.driven, run.driven = car.driven + 1, run.driven + 1
    car.moved, car.spun, car.stalled = True, False, False
    if car.progress >= positions.finish_line(play):
        note_drive(play, run)
        finish.cross(play, car)
        return
    if lacking > 1:
        note_drive(play, run)
        wear.take_out_of_race(play, car, "corner", "FW-111", destroyed=True)
        return
    if lacking or car.overshooting:
        _overshoot(play, run, first=lacking > 0)
    if run.is_going_on:
        _meet(play, run)


def _overshoot(play: Match, run: MoveInProgress, *, first: bool) -> None:
    """Pay for a square beyond a corner that was left with one stop missing (FW-110, FW-112, FW-129).

    It takes a tire point for each corner overshot this turn; by the house rule, one more for each overshoot in rain.
    A car that cannot pay is out and destroyed. By the house rule, a car that had no tires and drives only this one
    square beyond the corner spins instead.
    """
    car, tires_before = run.car, run.car.tires
    car.overshooting += first
    extra = first and play.settings.rain_overshoot_extra and play.setup.weather == "rain"
    due = car.overshooting + extra
    car.tires = max(tires_before - due, 0)
    run.emptied = car.tires == 0
    if first:
        note_drive(play, run)
        play.note("overshoot", "FW-110", car, corner=play.circuit.corner_at((car.row - 1) % play.circuit.length))
    if due <= tires_before:
        return
    note_drive(play, run)
    single = first and not tires_before and run.driven == run.squares and not run.slide
    if single and play.settings.zero_tire_one_square_spin:
        wear.spin(play, car, "FW-112")
    else:
        wear.take_out_of_race(play, car, "tires", "FW-112", destroyed=True)


def _meet(play: Match, run: MoveInProgress) -> None:
    """Apply debris and markers in the square the car has entered (FW-062, FW-125)."""
    car, state = run.car, play.state
    square = (car.row, car.lane)
    markers = [marker for marker in state.markers if (marker.row, marker.lane) == square]
    if play.setup.edition >= LOG_EXPLAINED:
        markers = [marker for marker in markers if marker.kind != dropped_weapons.SMOKE]
    if square not in state.debris and not markers:
        return
    note_drive(play, run)
    collisions.drive_through_debris(play, car)
    if run.is_going_on:
        slide = dropped_weapons.meet(play, car)
        run.slide += slide.squares
        run.spins_after = run.spins_after or slide.spins


def _back_off(play: Match, run: MoveInProgress) -> None:
    """Put a car whose move would end on another car's square back right behind it (FW-082)."""
    car = run.car
    if run.back is None or car.status is not CarStatus.RUNNING or play.car_on(car.row, car.lane, but=car.id) is None:
        return
    note_drive(play, run)
    before, (fields, run.footing) = _drive_fields(car), run.back
    restored = {name: fields[name] for name in ("progress", "row", "lane", "lap", "stops")}
    for name, value in restored.items():
        setattr(car, name, value)
    run.driven, run.told, car.driven = run.driven - 1, run.driven - 1, car.driven - 1
    run.before = _drive_fields(car)
    changed = [name for name in restored if before[name] != restored[name]]
    play.note(
        "back_off", "FW-082", car, before={name: before[name] for name in changed},
        after={name: restored[name] for name in changed},
    )  # fmt: skip


def _slide(play: Match, run: MoveInProgress) -> None:
    """Drive the squares that oil adds, in the car's own lane, until another car is in the way (FW-066)."""
    car = run.car
    run.slides = True
    while run.slide and run.is_going_on:
        run.slide -= 1
        ahead = (car.row + 1) % play.circuit.length
        if car.lane not in play.circuit.ways[car.row][car.lane] or play.car_on(ahead, car.lane) is not None:
            break
        run.squares = run.driven + 1 + run.slide
        run.lanes[run.driven :] = [car.lane]
        _enter(play, run, car.lane)
    note_drive(play, run)


# ----------------------------------------------------------------------------------------- what is done on the way


def _due(orders: list[Timed], driven: int) -> list[Timed]:
    """Remove and return the orders that are due after so many squares."""
    due = [order for order in orders if order.after <= driven]
    for order in due:
        orders.remove(order)
    return due


def _on_the_way(play: Match, run: MoveInProgress) -> None:
    """Fire, drop and ram as ordered for the current square (FW-030, FW-080)."""
    if not run.is_going_on or not (run.fire or run.drop or run.ram):
        return
    _act(play, run, _due(run.fire, run.driven), _due(run.drop, run.driven))
    for order in _due(run.ram, run.driven):
        if run.is_going_on:
            _ram(play, run, order)


def _at_the_end(play: Match, run: MoveInProgress) -> None:
    """Fire and drop what was ordered for later than the move lasted. Such rams lapse (FW-030)."""
    if run.car.status is not CarStatus.RUNNING:
        return
    _act(play, run, run.fire, run.drop)
    for order in run.ram:
        why = "its move is over: order it for a square it reaches"
        _lapse(play, run.car, "ram", "FW-080", target=order.target, why=why)


def _act(play: Match, run: MoveInProgress, fire: Sequence[FireOrder], drop: Sequence[DropOrder]) -> None:
    """Use weapons as ordered; what is no longer possible lapses (FW-030, FW-031, FW-060)."""
    car = run.car
    for shot in fire:
        note_drive(play, run)
        why = attacks.why_no_action(play, car) or attacks.why_not_fire(play, car, shot, car.row, car.lane)
        if why:
            _lapse(play, car, "fire", "FW-030", target=shot.target, why=why)
        else:
            attacks.fire(play, car, shot, _stance(play, run))
    for order in drop:
        note_drive(play, run)
        free = play.settings.drop_beside_shot and not run.dropped
        why = attacks.why_no_action(play, car, free=free) or dropped_weapons.why_not_drop(
            play, car, order, car.row, car.lane
        )
        if why:
            _lapse(play, car, "drop", "FW-060", target="", why=why)
        else:
            dropped_weapons.drop(play, car, order, free=free)
            run.dropped = True


def _stance(play: Match, run: MoveInProgress) -> to_hit.Stance:
    """The shooter's stance for modifiers (FW-036).

    It is the stance at the shot, or by the house rule the one the move was planned to end in.
    """
    stance = to_hit.stance_of(play, run.car)
    if play.settings.corner_mod_timing == "shot":
        return stance
    return stance._replace(corner=run.ends_in_corner, changed=run.changes_lane)


def _ram(play: Match, run: MoveInProgress, order: RamOrder) -> None:
    """Carry out one deliberate collision, and shorten or end the move by its result (FW-080 to FW-082, FW-093)."""
    car = run.car
    note_drive(play, run)
    why = deliberate_collisions.why_not_ram(play, car, order.target, car.row, car.lane)
    if why:
        _lapse(play, car, "ram", "FW-080", target=order.target, why=why)
        return
    target = play.state.cars[order.target]
    bump = deliberate_collisions.attempt(play, car, target, left=run.squares - run.driven)
    if bump.through:
        run.through.add(target.id)
    run.squares -= bump.slowed
    if bump.stops:
        run.squares, run.stopped = run.driven, True


def _lapse(play: Match, car: CarState, order: str, rule: str, *, target: str, why: str) -> None:
    """Log that an order has become impossible and lapses. `target` is the car it was against, if any."""
    more = play.explanation(target=target)
    play.note("order_lapsed", rule, car, order=order, why=f"{car.id} cannot: {why}.", **more)

"""Whether an order is legal. Rules FW-030, FW-031, FW-060, FW-080, FW-082, FW-103, FW-107, FW-110, FW-120, FW-127.

Shots, drops and collisions are checked from the squares that the move is planned to reach, with the other cars where
they are now. What the dice make impossible on the way lapses later.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.plurals import count_phrase
from rules.formule.car import gears
from rules.formule.combat import attacks, dropped_weapons
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.orders import ORDER_TYPES, DriveOrder, GearOrder, Move, Order, SlipstreamOrder
from rules.formule.match.state import CarState
from rules.formule.movement import deliberate_collisions, moves, paths, slipstream
from rules.formule.movement.paths import PathState
from rules.match.driving.plan import plan_error
from rules.match.stepwise_play import OrderIllegal

LATEST = 100
"""The largest number of squares after which an action may be ordered; no move is that long (FW-030)."""


def refuse_illegal(play: Match, car: CarState, kind: str, order: Order) -> None:
    """Raise `OrderIllegal` unless the driver may give this order now."""
    if type(order) is not ORDER_TYPES[kind]:
        raise OrderIllegal(f"{car.id} is asked for a {kind} order: give one.")
    if isinstance(order, GearOrder | DriveOrder) and (
        error := plan_error(order.plan, cars=play.state.cars.keys() - {car.id})
    ):
        raise OrderIllegal(error)
    if isinstance(order, GearOrder):
        _refuse_gear(car, order)
    elif isinstance(order, DriveOrder):
        most = min(car.brakes, car.roll)
        if not 0 <= order.brake <= most:
            raise OrderIllegal(f"{car.id} may brake by 0 to {most} squares, not {order.brake} (FW-120).")
        _refuse_move(play, car, order, car.roll - order.brake)
    else:
        _refuse_slipstream(play, car, order)


def _refuse_gear(car: CarState, order: GearOrder) -> None:
    """Refuse a gear that the car cannot reach or pay for (FW-103)."""
    may = gears.open_gears(car)
    if order.gear and order.gear not in may:
        raise OrderIllegal(
            f"{car.id} cannot change from gear {car.gear} to {order.gear}: choose one of {', '.join(map(str, may))} "
            "(FW-103)."
        )


def _refuse_slipstream(play: Match, car: CarState, order: SlipstreamOrder) -> None:
    """Refuse a path that is not the whole slipstream, and actions without a path (FW-127)."""
    squares = slipstream.squares(play, car)
    if order.path and len(order.path) != squares:
        raise OrderIllegal(f"{car.id} drives {squares} squares out of the slipstream or none (FW-127).")
    if not order.path and (order.fire or order.drop or order.ram):
        raise OrderIllegal(f"{car.id} stays behind and its move is over: leave fire, drop and ram out (FW-127).")
    if order.path:
        _refuse_move(play, car, order, squares)


def _refuse_move(play: Match, car: CarState, order: Move, squares: int) -> None:
    """Refuse an illegal path, and illegal actions on it."""
    if len(order.path) > squares:
        raise OrderIllegal(f"{car.id} drives {squares} squares: give no more lanes than that (FW-107).")
    reached = _refuse_path(play, car, order, squares)
    actions = len(order.fire) + len(order.drop)
    if play.settings.drop_beside_shot and order.drop:
        actions -= 1
    left = play.settings.actions_per_turn - car.acted
    if actions > left:
        raise OrderIllegal(f"{car.id} has {left} weapon actions left this turn: order no more (FW-031).")
    for after in (*_times(order), *(ram.after for ram in order.ram)):
        if not 0 <= after <= LATEST:
            raise OrderIllegal(f"{car.id} acts after 0 to {LATEST} squares: give one of those (FW-030).")
    _refuse_weapons(play, car, order, reached)
    _refuse_rams(play, car, order, reached)


def _refuse_path(play: Match, car: CarState, order: Move, squares: int) -> list[PathState]:
    """Return the path states of the whole planned move, from where the car is.

    Refuses the move if it enters a lane that is not open, or the square of a car that it does not ram from right
    behind. Also refuses it if another path drives more of the roll (FW-082, FW-107, FW-122).
    """
    circuit = play.circuit
    count = min(squares, positions.finish_line(play) - car.progress)
    lanes = moves.plan_lanes(play, car, _refuse_off_track(play, car, order.path[:count]), squares)
    footing = paths.path_start(car)
    others = {(other.row, other.lane): other for other in play.racing_cars if other.id != car.id}
    reached, was_crossing = [footing], False
    for number, lane in enumerate(lanes):
        row = (footing.row + 1) % circuit.length
        lanes_open = paths.lanes_open(circuit, footing)
        if lane not in lanes_open:
            lanes_allowed = ", ".join(map(str, lanes_open)) or "none"
            raise OrderIllegal(
                f"{car.id} cannot enter lane {lane} after {count_phrase(number, 'square')}: the lanes open to it, "
                "counted "
                f"from 0, are {lanes_allowed} (FW-107)."
            )
        other = others.get((row, lane))
        rams = other is not None and any(ram.target == other.id and ram.after == number for ram in order.ram)
        if other is not None and (not rams or was_crossing or lane != footing.lane):
            raise OrderIllegal(
                f"{other.id} is in the way of {car.id} after {count_phrase(number, 'square')}: steer round it, or "
                "ram it "
                "from right behind (FW-082, FW-107)."
            )
        was_crossing = other is not None
        footing = paths.step(circuit, footing, lane)
        reached.append(footing)
    farthest = paths.longest_path(circuit, reached[0], count, others) if len(lanes) < count else ()
    if len(lanes) < len(farthest):
        raise OrderIllegal(
            f"{car.id} can drive {len(farthest)} squares and not only {len(lanes)}: choose another path (FW-107)."
        )
    return reached


def _refuse_off_track(play: Match, car: CarState, path: Sequence[int]) -> Sequence[int]:
    """Return the path; refuse it if a lane of it has no square (FW-107)."""
    for number, lane in enumerate(path, start=1):
        if not play.circuit.is_square((car.row + number) % play.circuit.length, lane):
            raise OrderIllegal(
                f"{car.id} finds no lane {lane} on square {number} of its path: stay on the track, whose lanes are 0 "
                f"to {play.circuit.lanes - 1} (FW-107)."
            )
    return path


def _refuse_weapons(play: Match, car: CarState, order: Move, reached: Sequence[PathState]) -> None:
    """Refuse shots and drops that are impossible from the squares they are ordered for (FW-030, FW-060, FW-106,
    FW-118).
    """
    last = len(reached) - 1
    for after in _times(order):
        _refuse_early(play, car, min(after, last))
    for shot in order.fire:
        state = reached[min(shot.after, last)]
        if why := attacks.why_not_fire(play, car, shot, state.row, state.lane):
            raise OrderIllegal(f"{car.id} cannot fire so: {why} (FW-032).")
    for drop in order.drop:
        state = reached[min(drop.after, last)]
        if why := dropped_weapons.why_not_drop(play, car, drop, state.row, state.lane):
            raise OrderIllegal(f"{car.id} cannot drop so: {why} (FW-060).")


def _times(order: Move) -> list[int]:
    """After how many squares each weapon is used."""
    return [*(fire.after for fire in order.fire), *(drop.after for drop in order.drop)]


def _refuse_early(play: Match, car: CarState, driven: int) -> None:
    """Refuse to use weapons before the car has moved or before the lap of the house rule (FW-106, FW-118)."""
    if not driven and (car.spun or not car.moved):
        raise OrderIllegal(f"{car.id} has not moved since it stood: let it drive a square first (FW-106, FW-118).")
    lap = max((car.progress + driven) // play.circuit.length + 1, 1)
    if lap < play.settings.fire_from_lap:
        raise OrderIllegal(
            f"Nobody shoots before lap {play.settings.fire_from_lap}: leave fire and drop out (FW-106)."
        )


def _refuse_rams(play: Match, car: CarState, order: Move, reached: Sequence[PathState]) -> None:
    """Refuse rams of a target not touched then, named twice, or rammed from an occupied square (FW-080, FW-082)."""
    targets = [ram.target for ram in order.ram]
    if len(targets) != len(set(targets)):
        raise OrderIllegal(f"{car.id} may try each car once a turn: name each target once (FW-080).")
    for ram in order.ram:
        if ram.after >= len(reached):
            raise OrderIllegal(
                f"{car.id} drives {len(reached) - 1} squares: ram {ram.target[:40]!r} on the way (FW-080)."
            )
        state = reached[ram.after]
        if why := deliberate_collisions.why_not_ram(play, car, ram.target, state.row, state.lane):
            raise OrderIllegal(f"{car.id} cannot ram so: {why} (FW-080).")
        if play.car_on(state.row, state.lane, but=car.id) is not None:
            raise OrderIllegal(f"{car.id} cannot ram from the square of another car: do it elsewhere (FW-082).")
        if car.spun and not ram.after:
            raise OrderIllegal(f"{car.id} faces the wrong way: let it drive a square first (FW-118).")

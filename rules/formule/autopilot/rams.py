"""Rams on the way of a move: every rival it touches, where that is worth it.

Rules FW-080 to FW-082, FW-090 to FW-096, FW-128, FW-143.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache

from rules.formule.autopilot.stakes import Stakes
from rules.formule.car import wear
from rules.formule.car.gears import DICE
from rules.formule.combat.to_hit import gear_of
from rules.formule.match.match import Match
from rules.formule.match.orders import RamOrder
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState
from rules.formule.movement import deliberate_collisions
from rules.formule.settings import Settings
from rules.formule.weapons import BUMPER

A_TURN = 9
"""The squares of a usual turn."""


def may_ram(car: CarState, target: CarState) -> bool:
    """Whether a car thinks of ramming another: a rival that has left the grid, and that it has not tried this turn
    (FW-080, FW-106).
    """
    return target.team != car.team and target.moved and target.id not in car.rammed


def side_hit_worth(play: Match, car: CarState, target: CarState, stakes: Stakes) -> float:
    """What it is worth to try a side hit (FW-081, FW-095)."""
    settings = play.settings
    row = deliberate_collisions.ram_damage_row(gear_of(car), gear_of(target))
    to_target, to_car = side_damage(row, settings.side_rounding, settings.side_min_applies_to_zero)
    return success_chance(car, target) * (stakes.harm(target, to_target) - stakes.harm(car, to_car))


def passing_hit_worth(play: Match, car: CarState, target: CarState, stakes: Stakes, turn_price: float) -> float:
    """What it is worth to hit a slower car from behind and drive on, 0 if it is not slower (FW-092, FW-093)."""
    gears = gear_of(car) - gear_of(target)
    if gears <= 0:
        return 0.0
    to_target, to_car = rear_damage(gears, bumper=play.has(car, BUMPER))
    lost = turn_price * mean_face(gears) / A_TURN
    return success_chance(car, target) * (stakes.harm(target, to_target) - stakes.harm(car, to_car) - lost)


def success_chance(car: CarState, target: CarState) -> float:
    """The chance of a collision roll (FW-081)."""
    faces = wear.BLACK_DIE + 1 - deliberate_collisions.SUCCEEDS_AT + deliberate_collisions.advantage(car, target)
    return min(max(faces / float(wear.BLACK_DIE), 0.0), 1.0)


@lru_cache(maxsize=64)
def side_damage(row: int, rounding: str, minimum_for_none: bool) -> tuple[float, float]:
    """The mean damage of a side hit to target and attacker in a row of the table, by those house rules (FW-095)."""
    settings = Settings(side_rounding=rounding, side_min_applies_to_zero=minimum_for_none)
    target, attacker = (
        _mean([deliberate_collisions.halve_side_damage(settings, points) for points in _points(cell)])
        for cell in deliberate_collisions.ram_damage(row, bumper=False)
    )
    return target, attacker


@lru_cache(maxsize=64)
def rear_damage(row: int, *, bumper: bool) -> tuple[float, float]:
    """The mean damage of a hit from behind to target and attacker in a row of the table (FW-092)."""
    target, attacker = (_mean(_points(cell)) for cell in deliberate_collisions.ram_damage(row, bumper=bumper))
    return target, attacker


def _points(cell: deliberate_collisions.RamDamage) -> list[int]:
    gear, added = cell
    return [added + face for face in (DICE[gear] if gear else (0,))]


def _mean(values: Sequence[int]) -> float:
    return sum(values) / float(len(values))


@lru_cache(maxsize=8)
def mean_face(gear: int) -> float:
    """The mean face of a gear die (FW-102)."""
    return _mean(DICE[gear])


def choose_rams(
    play: Match,
    car: CarState,
    path: Sequence[int],
    stakes: Stakes,
    stop_worth: Callable[[int], float],
    *,
    spared: Container[str],
    tow: float = 0,
    barred: float = 0,
) -> tuple[RamOrder, ...]:
    """The rams of a move along a path (FW-080), but of none of the cars `spared`. `stop_worth` is what it is worth to
    stop after so many squares. `tow` is what the slipstream at its end is worth, which a hit from behind ends
    (FW-127), and `barred` what a car there takes that bars the way on: even a ram that fails opens it (FW-082).
    """
    best: dict[str, tuple[float, RamOrder]] = {}
    for worth, order in _possible_rams(play, car, path, stakes, stop_worth, tow, barred):
        if order.target not in spared and worth > best.get(order.target, (0.0, order))[0]:
            best[order.target] = worth, order
    return tuple(sorted((order for _, order in best.values()), key=lambda order: order.after))


def _possible_rams(  # noqa: PLR0917 - the move, and what it is weighed by
    play: Match,
    car: CarState,
    path: Sequence[int],
    stakes: Stakes,
    stop_worth: Callable[[int], float],
    tow: float,
    barred: float,
) -> Iterator[tuple[float, RamOrder]]:
    length = play.circuit.length
    near = [
        other for other in play.racing_cars if may_ram(car, other) and (other.row - car.row) % length <= len(path) + 1
    ]
    if not near:
        return
    within = finish_line(play) - car.progress
    for after, lane in enumerate((car.lane, *path)[:within]):
        if not after and (car.spun or not car.moved):
            continue
        row = (car.row + after) % length
        for target in near:
            side = deliberate_collisions.side_of(play, row, lane, target)
            if side == deliberate_collisions.REAR:
                worth = _rear_worth(play, car, target, after, len(path), stakes, stop_worth, tow)
                opened = barred if after == len(path) else 0.0
                yield worth + opened, RamOrder(target=target.id, after=after)
            elif side:
                yield side_hit_worth(play, car, target, stakes), RamOrder(target=target.id, after=after)


def _rear_worth(  # noqa: PLR0917 - the ram, and what it does to the move
    play: Match,
    car: CarState,
    target: CarState,
    after: int,
    squares: int,
    stakes: Stakes,
    stop_worth: Callable[[int], float],
    tow: float,
) -> float:
    """What it is worth to ram from behind, with what the move loses by it (FW-092, FW-093)."""
    gears = gear_of(car) - gear_of(target)
    row = deliberate_collisions.ram_damage_row(gear_of(car), gear_of(target))
    to_target, to_car = rear_damage(row, bumper=play.has(car, BUMPER))
    reached = after if gears <= 0 else max(after, squares - 1 - int(mean_face(gears)))
    lost = stop_worth(squares) - stop_worth(reached) if reached < squares else tow
    return success_chance(car, target) * (stakes.harm(target, to_target) - stakes.harm(car, to_car) - lost)

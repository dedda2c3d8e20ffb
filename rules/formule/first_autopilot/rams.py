"""The autopilot's rams: where the chance is fair and the target takes more damage. Rules FW-080, FW-081, FW-092,
FW-095, FW-128, FW-143.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.formule.car import wear
from rules.formule.car.gears import DICE
from rules.formule.combat.to_hit import gear_of
from rules.formule.match.match import Match
from rules.formule.match.orders import RamOrder
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState
from rules.formule.movement import deliberate_collisions
from rules.formule.weapons import BUMPER

LEAST_SUCCESS_FACES = 10
"""How many faces of the black die must succeed at least: a chance of 0.5 (FW-143)."""
FINELY = 24
"""A common multiple of the faces of gear dice 1 to 3, so that means are whole numbers."""


def choose_rams(play: Match, car: CarState, path: Sequence[int]) -> tuple[RamOrder, ...]:
    """The rams of a move along a path, each at the first square where it touches the rival (FW-080, FW-128, FW-143).

    The first and last squares count, squares beyond the finish do not. The leader of the last lap rams nobody.
    """
    if car.lap == play.laps and _leads(play, car):
        return ()
    return tuple(_worthwhile_rams(play, car, path))


def _leads(play: Match, car: CarState) -> bool:
    return all(other.progress <= car.progress for other in play.state.cars.values() if other is not car)


def _worthwhile_rams(play: Match, car: CarState, path: Sequence[int]) -> Iterator[RamOrder]:
    length, rammed = play.circuit.length, set(car.rammed)
    near = [
        other
        for other in play.racing_cars
        if other.team != car.team
        and (other.row - car.row) % length <= len(path) + 1  # no mutant: nothing farther away can be touched
        and other.id not in rammed
    ]
    if not near:
        return
    within = finish_line(play) - car.progress
    for after, lane in enumerate((car.lane, *path)[:within]):
        row = (car.row + after) % length
        for target in near:
            if (car.spun and not after) or target.id in rammed:
                continue
            side = deliberate_collisions.side_of(play, row, lane, target)
            if side and is_worth_it(play, car, target, side):
                rammed.add(target.id)
                yield RamOrder(target=target.id, after=after)


def is_worth_it(play: Match, car: CarState, target: CarState, side: str) -> bool:
    """Whether a ram succeeds at least half of the time and harms the target more than the car (FW-143)."""
    success_faces = (
        wear.BLACK_DIE + 1 - deliberate_collisions.SUCCEEDS_AT + deliberate_collisions.advantage(car, target)
    )
    if success_faces < LEAST_SUCCESS_FACES:
        return False
    rear = side == deliberate_collisions.REAR
    row = deliberate_collisions.ram_damage_row(gear_of(car), gear_of(target))
    harms = deliberate_collisions.ram_damage(row, bumper=rear and play.has(car, BUMPER))
    to_target, to_car = (expected(play, harm, rear=rear) for harm in harms)
    return to_target > to_car


def expected(play: Match, harm: deliberate_collisions.RamDamage, *, rear: bool) -> int:
    """The mean of a cell of the damage table in 1/24 points, halved for a side hit (FW-092, FW-095)."""
    gear, added = harm
    faces = [added + face for face in (DICE[gear] if gear else (0,))]
    return sum(
        faces if rear else [deliberate_collisions.halve_side_damage(play.settings, points) for points in faces]
    ) * (FINELY // len(faces))

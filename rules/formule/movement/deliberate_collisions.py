"""Deliberate collisions: from behind, and from the side. Rules FW-080 to FW-082, FW-090 to FW-096,
FW-153.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.formule.car import damage, wear
from rules.formule.car.gears import gear_die
from rules.formule.combat import dropped_weapons
from rules.formule.combat.to_hit import gear_of
from rules.formule.match import positions
from rules.formule.match.match import Play
from rules.formule.match.state import CarState, Status
from rules.formule.movement import collisions
from rules.formule.weapons import BUMPER

SUCCEEDS_AT = 12
"""The total of a collision roll that succeeds (FW-081)."""
A_GEAR = 2
"""What each gear of difference adds to it (FW-081)."""
HOLDS_AT = 14
"""The total at which the target of a side hit keeps its lane (FW-096)."""
REAR, LEFT, RIGHT = "rear", "left", "right"

Harm = tuple[int, int]
"""Damage as printed: the gear die thrown, 0 for none, and what is added."""
PLAIN_TARGET: Mapping[int, Harm] = {1: (0, 1), 2: (1, 0), 3: (1, 1), 4: (2, 0), 5: (3, 0)}
BUMPER_TARGET: Mapping[int, Harm] = {1: (0, 1), 2: (0, 2), 3: (2, 0), 4: (2, 2), 5: (3, 2)}
PLAIN_ATTACKER: Mapping[int, Harm] = {1: (0, 0), 2: (0, 1), 3: (1, 0), 4: (1, 1), 5: (2, 0)}
BUMPER_ATTACKER: Mapping[int, Harm] = {1: (0, 0), 2: (0, 0), 3: (0, 1), 4: (1, 0), 5: (1, 1)}
"""The columns of the damage table by row: target and attacker, without and with the attacker's bumper (FW-092)."""


class Bump(NamedTuple):
    """What an attempt does to the attacker's move: whether it may drive through the target's square, whether it ends
    here, and how many squares it is shorter (FW-082, FW-093).
    """

    through: bool = False
    stops: bool = False
    slowed: int = 0


NOTHING = Bump()


def side_of(play: Play, row: int, lane: int, target: CarState) -> str:
    """How a car on that square touches a target: `rear` right behind it, `left` or `right` where the target is beside
    it on that side, empty where it does not (FW-080).
    """
    if target.lane == lane and target.row == (row + 1) % play.circuit.length:
        return REAR
    return {-1: LEFT, 1: RIGHT}.get(target.lane - lane, "") if target.row == row else ""


def why_not_ram(play: Play, car: CarState, id: str, row: int, lane: int) -> str:
    """Why a car on that square cannot collide with a target, in a clause; empty where it can (FW-080)."""
    target = play.state.cars.get(id)
    if target is None or target.id == car.id or target.status is not Status.RUNNING:
        return f"{id[:40]!r} is no other car in the race: name one"
    if id in car.rammed:
        return f"it has tried {id} this turn: wait for the next one"
    if not side_of(play, row, lane, target):
        return f"it is neither right behind {id} nor beside it then: say after how many squares it is"
    return ""


def harm_row(attacker_gear: int, target_gear: int) -> int:
    """The row of the damage table: the difference of gears, at least 1 (FW-090)."""
    return max(attacker_gear - target_gear, 1)


def harm(row: int, *, bumper: bool) -> tuple[Harm, Harm]:
    """What target and attacker take on that row, by the attacker's bumper (FW-091, FW-092)."""
    if bumper:
        return BUMPER_TARGET[row], BUMPER_ATTACKER[row]
    return PLAIN_TARGET[row], PLAIN_ATTACKER[row]


def advantage(car: CarState, target: CarState) -> int:
    """What the attacker adds to the collision roll, a wound among it (FW-056, FW-081)."""
    gears = gear_of(car) - gear_of(target)
    return car.road_holding - target.road_holding + A_GEAR * gears - wear.shaken(car)


def attempt(play: Play, car: CarState, target: CarState, *, left: int) -> Bump:
    """A car collides on purpose with a target it touches, with so many squares left to drive (FW-080 to FW-082,
    FW-090 to FW-096). What it takes itself is of its own doing, to nobody's credit (FW-153).
    """
    side = side_of(play, car.row, car.lane, target)
    before = {"rammed": list(car.rammed)}
    car.rammed.append(target.id)
    added = advantage(car, target)
    face = play.die(wear.BLACK, "collision roll")
    success = face + added >= SUCCEEDS_AT
    play.note(
        "ram", "FW-081", car, crew=car.driver, before=before, after={"rammed": list(car.rammed)},
        target=target.id, side=side, face=face, total=face + added, success=success,
    )  # fmt: skip
    if not success:
        return Bump(through=side == REAR)
    own, other = gear_of(car), gear_of(target)
    row = harm_row(own, other)
    if side == REAR:
        to_target, to_car = harm(row, bumper=play.has(car, BUMPER))
        damage.hit(play, target, _thrown(play, to_target), by=car, why="rammed")
        damage.hit(play, car, _thrown(play, to_car), by=None, why="ramming")
        return _after_rear(play, car, own - other, left)
    to_target, to_car = harm(row, bumper=False)
    damage.hit(play, target, halved(play, _thrown(play, to_target)), by=car, why="side hit")
    damage.hit(play, car, halved(play, _thrown(play, to_car)), by=None, why="side hit")
    if target.status is Status.RUNNING:
        _shove(play, target, target.lane - car.lane, by=car)
    return NOTHING


def _thrown(play: Play, harm: Harm) -> int:
    """The points of a cell of the damage table (FW-092)."""
    gear, added = harm
    return added + (gear_die(play, gear, "collision damage") if gear else 0)


def halved(play: Play, points: int) -> int:
    """Half the damage of a side hit, at least 1 unless there was none (FW-095)."""
    if not points and not play.settings.side_min_applies_to_zero:
        return 0
    return max((points + 1) // 2 if play.settings.side_rounding == "up" else points // 2, 1)


def _after_rear(play: Play, car: CarState, gears: int, left: int) -> Bump:
    """The attacker's move after hitting a target from behind: it ends there, or is shorter by the die of the gear
    difference and goes on through the target's square (FW-093, FW-094).
    """
    if car.status is not Status.RUNNING:
        return NOTHING
    slowed = gear_die(play, gears, "slowed") if gears > 0 else left
    stops = left - 1 - slowed <= 0
    before = {"diverted": car.diverted}
    car.diverted = stops
    play.note(
        "after_ram", "FW-093", car, before=before, after={"diverted": stops}, gears=gears, slowed=slowed,
        left=max(left - 1 - slowed, 0), stops=stops,
    )  # fmt: skip
    return Bump(through=True, stops=stops, slowed=slowed)


def _shove(play: Play, target: CarState, away: int, *, by: CarState) -> None:
    """The target of a side hit holds its lane, is pushed one square away from the attacker, or makes a collision
    check where no free square is there (FW-096).
    """
    face, total = wear.black_die(play, target, "hold the lane")
    total += target.road_holding
    lane = target.lane + away
    other = play.on(target.row, lane)
    room = play.circuit.is_square(target.row, lane)
    pushed = total < HOLDS_AT and room and other is None
    before = {"lane": target.lane}
    if pushed:
        positions.stand(play, target, target.progress, lane)
    play.note(
        "shove", "FW-096", target, before=before, after={"lane": target.lane}, face=face, total=total, pushed=pushed,
        by=by.id,
    )  # fmt: skip
    if total >= HOLDS_AT:
        return
    if not pushed:
        collisions.check(play, target, "track edge" if other is None else other.id)
        if other is not None:
            collisions.check(play, other, target.id)
        return
    collisions.drive_through_debris(play, target)
    if target.status is Status.RUNNING and dropped_weapons.meet(play, target).spins:
        wear.spin(play, target, "FW-065")

"""Deliberate collisions from behind and from the side. Rules FW-080 to FW-082, FW-090 to FW-096, FW-153."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.formule.car import damage, wear
from rules.formule.car.gears import roll_gear_die
from rules.formule.combat import dropped_weapons
from rules.formule.combat.to_hit import gear_of
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import collisions
from rules.formule.settings import Settings
from rules.formule.weapons import BUMPER

SUCCEEDS_AT = 12
"""The lowest total at which a collision roll succeeds (FW-081)."""
BONUS_PER_GEAR = 2
"""What each gear of difference adds to the collision roll (FW-081)."""
HOLDS_AT = 14
"""The lowest total at which the target of a side hit keeps its lane (FW-096)."""
REAR, LEFT, RIGHT = "rear", "left", "right"

RamDamage = tuple[int, int]
"""A cell of the damage table: the gear die to throw (0 for none), and what is added to it."""
PLAIN_TARGET: Mapping[int, RamDamage] = {1: (0, 1), 2: (1, 0), 3: (1, 1), 4: (2, 0), 5: (3, 0)}
BUMPER_TARGET: Mapping[int, RamDamage] = {1: (0, 1), 2: (0, 2), 3: (2, 0), 4: (2, 2), 5: (3, 2)}
PLAIN_ATTACKER: Mapping[int, RamDamage] = {1: (0, 0), 2: (0, 1), 3: (1, 0), 4: (1, 1), 5: (2, 0)}
BUMPER_ATTACKER: Mapping[int, RamDamage] = {1: (0, 0), 2: (0, 0), 3: (0, 1), 4: (1, 0), 5: (1, 1)}
"""The columns of the damage table by row, for each car without and with the attacker's bumper (FW-092)."""


class Bump(NamedTuple):
    """What an attempt does to the attacker's move (FW-082, FW-093).

    `through` is whether it may drive through the target's square, `stops` whether the move ends here, `slowed` how
    many squares it loses.
    """

    through: bool = False
    stops: bool = False
    slowed: int = 0


NO_OUTCOME = Bump()


def side_of(play: Match, row: int, lane: int, target: CarState) -> str:
    """On which side a car on that square touches a target (FW-080).

    It is `rear` if the car is right behind the target, `left` or `right` if the target is beside it on that side, and
    empty if they do not touch.
    """
    if target.lane == lane and target.row == (row + 1) % play.circuit.length:
        return REAR
    return {-1: LEFT, 1: RIGHT}.get(target.lane - lane, "") if target.row == row else ""


def why_not_ram(play: Match, car: CarState, id: str, row: int, lane: int) -> str:
    """Why a car on that square cannot ram a target, as a clause; empty if it can (FW-080)."""
    target = play.state.cars.get(id)
    if target is None or target.id == car.id or target.status is not CarStatus.RUNNING:
        return f"{id[:40]!r} is no other car in the race: name one"
    if id in car.rammed:
        return f"it has tried {id} this turn: wait for the next one"
    if not side_of(play, row, lane, target):
        return f"it is neither right behind {id} nor beside it then: say after how many squares it is"
    return ""


def ram_damage_row(attacker_gear: int, target_gear: int) -> int:
    """The row of the damage table: the attacker's gear minus the target's, at least 1 (FW-090)."""
    return max(attacker_gear - target_gear, 1)


def ram_damage(row: int, *, bumper: bool) -> tuple[RamDamage, RamDamage]:
    """The damage of target and attacker in a row of the table (FW-091, FW-092). Only the attacker's bumper counts."""
    if bumper:
        return BUMPER_TARGET[row], BUMPER_ATTACKER[row]
    return PLAIN_TARGET[row], PLAIN_ATTACKER[row]


def advantage(car: CarState, target: CarState) -> int:
    """What is added to the collision roll (FW-056, FW-081)."""
    gears = gear_of(car) - gear_of(target)
    return car.road_holding - target.road_holding + BONUS_PER_GEAR * gears - wear.wound_penalty(car)


def advantage_parts(car: CarState, target: CarState) -> dict[str, int]:
    """What is added to the collision roll by its reason: road-holding, gears and the attacker's wound (FW-056,
    FW-081).
    """
    own, other = gear_of(car), gear_of(target)
    return {
        f"road-holding {car.road_holding} to {target.road_holding}": car.road_holding - target.road_holding,
        f"gear {own} to {other}": BONUS_PER_GEAR * (own - other),
        "wounded": -wear.wound_penalty(car),
    }


def attempt(play: Match, car: CarState, target: CarState, *, left: int) -> Bump:
    """Make a car ram a target it touches, with `left` squares still to drive (FW-080 to FW-082, FW-090 to FW-096).

    The damage the attacker takes is credited to nobody (FW-153).
    """
    side = side_of(play, car.row, car.lane, target)
    before = {"rammed": list(car.rammed)}
    car.rammed.append(target.id)
    parts = advantage_parts(car, target)
    added = sum(parts.values())
    face = play.die(wear.BLACK_DIE, "collision roll")
    success = face + added >= SUCCEEDS_AT
    play.note(
        "ram", "FW-081", car, crew=car.driver, before=before, after={"rammed": list(car.rammed)},
        target=target.id, side=side, face=face, total=face + added, success=success,
        **play.explanation(parts=parts),
    )  # fmt: skip
    if not success:
        return Bump(through=side == REAR)
    own, other = gear_of(car), gear_of(target)
    row = ram_damage_row(own, other)
    if side == REAR:
        to_target, to_car = ram_damage(row, bumper=play.has(car, BUMPER))
        damage.damage_car(play, target, _roll_damage(play, to_target), by=car, why="rammed")
        damage.damage_car(play, car, _roll_damage(play, to_car), by=None, why="ramming")
        return _after_rear(play, car, own - other, left)
    to_target, to_car = ram_damage(row, bumper=False)
    damage.damage_car(
        play, target, halve_side_damage(play.settings, _roll_damage(play, to_target)), by=car, why="side hit"
    )
    damage.damage_car(
        play, car, halve_side_damage(play.settings, _roll_damage(play, to_car)), by=None, why="side hit"
    )
    if target.status is CarStatus.RUNNING:
        _shove(play, target, target.lane - car.lane, by=car)
    return NO_OUTCOME


def _roll_damage(play: Match, harm: RamDamage) -> int:
    """Roll the points of a cell of the damage table (FW-092)."""
    gear, added = harm
    return added + (roll_gear_die(play, gear, "collision damage") if gear else 0)


def halve_side_damage(settings: Settings, points: int) -> int:
    """Half the damage of a side hit, rounded by the house rule and at least 1 (FW-095).

    No damage stays none, unless the house rule says that the minimum of 1 applies to it as well.
    """
    if not points and not settings.side_min_applies_to_zero:
        return 0
    return max((points + 1) // 2 if settings.side_rounding == "up" else points // 2, 1)


def _after_rear(play: Match, car: CarState, gears: int, left: int) -> Bump:
    """What is left of the attacker's move after a hit from behind (FW-093, FW-094).

    It ends right there if the target is in the same gear or a higher one. Otherwise the gear die of the difference
    shortens it, and it goes on through the target's square if any squares are left.
    """
    if car.status is not CarStatus.RUNNING:
        return NO_OUTCOME
    slowed = roll_gear_die(play, gears, "slowed") if gears > 0 else left
    stops = left - 1 - slowed <= 0
    before = {"diverted": car.diverted}
    car.diverted = stops
    play.note(
        "after_ram", "FW-093", car, before=before, after={"diverted": stops}, gears=gears, slowed=slowed,
        left=max(left - 1 - slowed, 0), stops=stops,
    )  # fmt: skip
    return Bump(through=True, stops=stops, slowed=slowed)


def _shove(play: Match, target: CarState, away: int, *, by: CarState) -> None:
    """Make the target of a side hit roll to keep its lane (FW-096).

    If it fails, it is pushed one square away from the attacker. If no free square is there, it makes a collision
    check instead, and so does a car that is in the way.
    """
    face, total = wear.roll_black_die(play, target, "hold the lane")
    parts = {"road-holding": target.road_holding, "wounded": total - face}
    total += target.road_holding
    lane = target.lane + away
    other = play.car_on(target.row, lane)
    room = play.circuit.is_square(target.row, lane)
    pushed = total < HOLDS_AT and room and other is None
    before = {"lane": target.lane}
    if pushed:
        positions.put_car(play, target, target.progress, lane)
    play.note(
        "shove", "FW-096", target, before=before, after={"lane": target.lane}, face=face, total=total, pushed=pushed,
        by=by.id, **play.explanation(parts=parts),
    )  # fmt: skip
    if total >= HOLDS_AT:
        return
    if not pushed:
        collisions.roll_collision_check(play, target, "track edge" if other is None else other.id)
        if other is not None:
            collisions.roll_collision_check(play, other, target.id)
        return
    collisions.drive_through_debris(play, target)
    if target.status is CarStatus.RUNNING and dropped_weapons.meet(play, target).spins:
        wear.spin(play, target, "FW-065")

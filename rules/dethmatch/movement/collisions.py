"""Collisions: cars that move into cars, wrecks, walls and the map's edge. Rules DM-M-079 to DM-M-091, DM-M-134."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.dethmatch.crew.checks import UNABLE, driving_check
from rules.dethmatch.damage import collision_damage
from rules.dethmatch.damage.collision_types import (
    HAZARD_RATINGS,
    MOST_OF_A_SWIPE,
    MOVER_LOSES,
    SIDE_BY_DIRECTION,
    CollisionType,
    collision_speed,
    handling_loss,
    kind_of,
    penetration,
    scenery_speed,
    struck_side,
)
from rules.dethmatch.driving import (
    control_states,
    hazards,
    loss_of_control,
    movement_points,
    side_of_loss,
    speed,
)
from rules.dethmatch.editions import RULED_ENDINGS
from rules.dethmatch.ground.hexes import DIRECTIONS, SIDES, quadrant
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.movement import collision_positions

MOST_LINKS = 6
"""The most collisions that can follow from one; after that, cars stop where they are (DM-M-089)."""
WALL = "wall"


@dataclass(slots=True)
class CollisionChain:
    """Counts the collisions that have followed from the first one (DM-M-089)."""

    links: int = 0


class CollisionParty(NamedTuple):
    """A car in a collision: the quadrant that is hit, its side (-1, 1, or 0 for none), and the hazard rating."""

    car: CarState
    quadrant: str
    side: int
    rating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingCollision:
    """A collision before any die is thrown (DM-M-081, DM-M-082).

    `target` is None for scenery. `course` is the direction the mover's drifts are measured from. `struck` is the side
    of the target that is struck, relative to its travel. `mover_hit` and `target_hit` are the quadrants that meet.
    """

    mover: CarState
    target: CarState | None
    direction: int
    drift: int
    course: int
    kind: CollisionType
    speed: int
    struck: str
    mover_hit: str
    target_hit: str

    @property
    def pen(self) -> int:
        """The PEN of the collision (DM-M-083)."""
        return penetration(self.kind, self.speed)

    @property
    def parties(self) -> tuple[CollisionParty, ...]:
        """The mover, then the target if it is a car (DM-M-076, DM-M-091)."""
        ratings = HAZARD_RATINGS[self.kind]
        mover = CollisionParty(
            self.mover, self.mover_hit, side_of_loss.SIDE_BY_QUADRANT.get(self.mover_hit, 0), ratings[0]
        )
        if self.target is None:
            return (mover,)
        return mover, CollisionParty(
            self.target, self.target_hit, side_of_loss.SIDE_BY_QUADRANT.get(self.struck, 0), ratings[1]
        )


def collide(
    play: Match, mover: CarState, direction: int, *, drift: int = 0, chain: CollisionChain | None = None
) -> None:
    """Let a car run into what fills the next hex in a direction of the map, or off a map without walls (DM-M-079).

    `drift` is the side of a step that is a drift. The order is: both checks, the losses, the damage of mover and
    target, their positions, their handling and control, and the collisions that their positions lead to (DM-M-091).
    """
    at = play.track.neighbors[mover.at][direction]
    if at == NOWHERE and not collision_positions.is_wall(play, at):
        collision_positions.leave_map(play, mover)
        return
    other = None if collision_positions.is_wall(play, at) else play.in_hex(at, but=mover.id)
    crash = pending_collision(play, mover, other, direction, drift)
    if chain is None:
        chain = CollisionChain()
        mover.crashed = mover.crashed or is_fought(play, mover, other)
    credited = _credited_drivers(play, crash)
    passed = _checks(play, crash, WALL if other is None else other.id)
    for party, by in zip(crash.parties, credited, strict=True):
        _suffer(play, crash, party, by=by)
    blocked = _take_positions(play, crash, passed)
    for number, party in enumerate(crash.parties):
        _shake(play, crash, party, passed=passed[number])
    _lead_on(play, blocked, chain)


def is_fought(play: Match, mover: CarState, other: CarState | None) -> bool:
    """Whether a car that runs into something has fought: only if it is an enemy car and no wreck. By editions before
    the third anything will do (DM-M-138).
    """
    if play.setup.edition < RULED_ENDINGS:
        return True
    return other is not None and other.team != mover.team and other.status in INTACT_STATUSES


def pending_collision(
    play: Match, mover: CarState, other: CarState | None, direction: int, drift: int
) -> PendingCollision:
    """The collision that a step leads to: its type, its speed, the quadrants that meet (DM-M-009, DM-M-080 to
    DM-M-082).

    Walls and wrecks count as struck in the side.
    """
    course = collision_positions.course_of(direction, control_states.heading(mover))
    mover_hit = SIDE_BY_DIRECTION[(direction - mover.facing) % SIDES]
    if other is None or other.status is CarStatus.WRECK:
        return PendingCollision(
            mover=mover,
            target=None,
            direction=direction,
            drift=drift,
            course=course,
            kind=CollisionType.T_BONE,
            speed=scenery_speed(mover.speed),
            struck="",
            mover_hit=mover_hit,
            target_hit="",
        )
    heading = control_states.heading(other)
    struck = struck_side(direction=direction, heading=heading)
    kind = kind_of(struck=struck, drifting=drift != 0, mover_heading=course, target_heading=heading)
    back = DIRECTIONS[(direction + SIDES // 2) % SIDES]
    return PendingCollision(
        mover=mover,
        target=other,
        direction=direction,
        drift=drift,
        course=course,
        kind=kind,
        speed=collision_speed(kind, mover=mover.speed, target=other.speed),
        struck=struck,
        mover_hit=mover_hit,
        target_hit=quadrant(*back, other.facing, play.settings.front_arc_degrees),
    )


def _credited_drivers(play: Match, crash: PendingCollision) -> tuple[str, ...]:
    """The competitors credited with what happens to mover and target: the driver of the other car (DM-M-083)."""
    if crash.target is None:
        return ("",)
    return _at_the_wheel(play, crash.target), _at_the_wheel(play, crash.mover)


def _at_the_wheel(play: Match, car: CarState) -> str:
    driver = play.driver(car)
    drives = car.status is CarStatus.RUNNING and car.control is not Control.UNCONTROLLED
    return driver.id if drives and driver is not None else ""


def _checks(play: Match, crash: PendingCollision, target_id: str) -> tuple[bool, ...]:
    """Make both drivers' checks, then take away lost speed and movement points (DM-M-079, DM-M-082).

    Returns whether mover and target passed; scenery counts as having passed.
    """
    checks = [
        driving_check(play, car, penalty=rating, why=f"collision: {crash.kind}")
        for car, _, _, rating in crash.parties
    ]
    head_on, lost = crash.kind is CollisionType.HEAD_ON, [MOVER_LOSES.get(crash.kind, 0), 0]
    play.note(
        "collision",
        "DM-M-082",
        crash.mover,
        crew=crash.mover.driver,
        target=target_id,
        type=crash.kind,
        speed=crash.speed,
        direction=crash.direction,
        needed=[check.needed for check in checks],
        passed=[check.passed for check in checks],
        checked=[check != UNABLE for check in checks],
        lost=[] if head_on else lost[: len(checks)],
    )
    if head_on:
        lost = [_roll_speed_lost(play, party.car) for party in crash.parties]
    for party, loss in zip(crash.parties, lost, strict=False):
        if loss:
            movement_points.lose_points(play, party.car, loss)
            speed.slow(play, party.car, loss, rule="DM-M-082", why=crash.kind)
    return (*(check.passed for check in checks), True)[:2]


def _roll_speed_lost(play: Match, car: CarState) -> int:
    """Roll what a head-on collision takes off the speed of one of its cars (DM-M-082)."""
    lost = play.d3("speed lost")
    play.note("speed_lost", "DM-M-082", car, crew=car.driver, lost=lost)
    return lost


def _take_positions(
    play: Match, crash: PendingCollision, passed: tuple[bool, ...]
) -> list[collision_positions.Shift]:
    """Move the cars to where they end up, and return the moves that something blocks (DM-M-087, DM-M-090)."""
    mover, target, course = crash.mover, crash.target, crash.course
    mover_passed, target_passed = passed
    if target is None and collision_positions.is_dead_end(play, mover, course):
        collision_positions.stop(play, mover, rule="DM-M-090")
        return []
    if mover_passed and target_passed:
        wanted = collision_positions.sides_of(play, mover)
        if target is not None:
            collision_positions.drift_to_free_hex(play, mover, course, wanted)
        elif not collision_positions.drift_to_free_hex(play, mover, course, (*wanted, *collision_positions.EITHER)):
            collision_positions.stop(play, mover, rule="DM-M-090")
        return []
    side = side_of_loss.side_of_collision(play, crash.struck, crash.mover_hit)
    if play.has_unrecorded_dice:
        play.note("collision_side", "DM-M-088", mover, side=side)
    shifts = []
    if target is not None and not target_passed:
        shifts.append(collision_positions.Shift(car=target, start=target.at, direction=crash.direction, turn=side))
    if mover_passed:
        shifts.append(
            collision_positions.Shift(
                car=mover, start=mover.at, direction=crash.direction, drift=crash.drift, follows=True
            )
        )
    else:
        aside = (course + side) % SIDES
        shifts.append(collision_positions.Shift(car=mover, start=mover.at, direction=aside, drift=side, turn=side))
    return [shift for shift in shifts if not collision_positions.make(play, shift)]


def _suffer(play: Match, crash: PendingCollision, party: CollisionParty, *, by: str) -> None:
    """Apply the damage to one car, and credit the other's driver with what it does out of control from here on
    (DM-M-075, DM-M-076, DM-M-083, DM-M-086).
    """
    car = party.car
    side_of_loss.remember_sway(play, car, side_of_loss.COLLISION, party.side)
    if car.control is not Control.ROLLOVER:
        car.loser = by
    most = MOST_OF_A_SWIPE if crash.kind is CollisionType.SWIPE else None
    hazards.mark_struck(play, car)
    collision_damage.resolve_collision_damage(play, car, quadrant=party.quadrant, pen=crash.pen, by=by, most=most)


def _shake(play: Match, crash: PendingCollision, party: CollisionParty, *, passed: bool) -> None:
    """Take the handling that a collision costs, and check control; then the suspension (DM-M-033, DM-M-084).

    A car that nobody drives has no handling to lose.
    """
    car = party.car
    if _at_the_wheel(play, car):
        lost_before = car.control is not Control.OK
        loss = handling_loss(crash.speed, passed=passed, table=play.settings.collision_handling_loss)
        loss_of_control.lose_handling(play, car, loss, rule="DM-M-084", why=crash.kind)
        if loss and lost_before and car.control is not Control.OK:
            loss_of_control.keep_control(play, car, crashed=True)
        hazards.mark_hazard(play, car, party.rating)
    if car.control is not Control.ROLLOVER:
        car.loser = ""


def _lead_on(play: Match, blocked: list[collision_positions.Shift], chain: CollisionChain) -> None:
    """Resolve the collisions that positioning leads to, each a new one (DM-M-089).

    A car that follows another waits for the hex to become free. After the last link, a car without room stops.
    """
    for shift in blocked:
        car = shift.car
        if car.at != shift.start or collision_positions.make(play, shift):
            continue
        if chain.links >= MOST_LINKS:
            collision_positions.stop(play, car, rule="DM-M-089")
        elif not shift.follows:
            chain.links += 1
            drift = collision_positions.drift_side(shift.direction, control_states.heading(car))
            collide(play, car, shift.direction, drift=drift, chain=chain)
            collision_positions.knock_round(play, car, shift.turn)

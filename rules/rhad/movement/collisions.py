"""Collisions: what happens when a car's next step leads into a wall, an obstacle or another car. Rules RH-003,
RH-050, RH-075, RH-085.

Rulings under RH-085, since none of the books prints a collision: a car that would enter an occupied hex stays in
place, ends its phase and hits what is there. A wall or an obstacle does ram damage at the car's own speed to the side
that hits it, and the car stops. Two cars both take ram damage at the closing speed, each rolled separately, to the
sides that meet. The closing speed depends on the headings. Up to 30 degrees apart, it is the difference of the speeds
(at least 5 mph), and the striker slows to the other's speed. From 150 degrees, it is the sum, and both cars stop. In
between, and against a car that has stopped, it is the striker's speed, and the striker stops. Each car loses handling
by the damage it took, as for a hit (RH-032), and both have had solid contact (RH-050).
"""

from __future__ import annotations

from rules.match.handling.handling_formulas import hit_loss
from rules.match.handling.headings import half_sides_off
from rules.match.handling.speed_table import SPEED_STEP
from rules.rhad.car.damage import damage_side, ram_dice, roll_impact, roll_ram_points
from rules.rhad.car.duel_events import ram_cause
from rules.rhad.car.handling import SOLID, lose_handling
from rules.rhad.car.kills import update_kill_status
from rules.rhad.ground.hexes import Place, hexes_of, side_facing
from rules.rhad.match.causes import Cause, bounced
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState
from rules.rhad.movement.speed import set_speed

FROM_BEHIND_UP_TO, HEAD_ON_FROM = 1, 5
"""Half sides between two headings: up to the first number, a car is hit from behind, and from the second on, head-on
(RH-085).
"""
REACH = 2  # no mutant: farther apart they never do
"""Half hexes within which two places can share a hex."""


def in_the_way(play: Match, car: CarState, to: Place) -> CarState | None:
    """Another car that occupies one of the hexes of a place, the first by id; else None (RH-003)."""
    x, y = to
    place_hexes: tuple[tuple[int, int], ...] = ()
    for other in play.state.cars.values():
        if other is car:
            continue
        at = other.at
        if abs(at[0] - x) <= REACH and abs(at[1] - y) <= REACH:
            place_hexes = place_hexes or hexes_of(to)
            if any(cell in place_hexes for cell in hexes_of(at)):
                return other
    return None


def advance(play: Match, car: CarState, to: Place) -> bool:
    """Step to a place, or hit what is there; False if the step was not taken (RH-003, RH-085)."""
    if not all(play.arena.is_open(cell) for cell in hexes_of(to)):
        _hit_wall(play, car, to)
        return False
    if other := in_the_way(play, car, to):
        _ram(play, car, other)
        return False
    car.at = to
    return True


def closing_speed(car: CarState, other: CarState) -> int:
    """The speed in mph at which a car hits another (ruling under RH-085)."""
    return closing_speed_on(car.heading, car.speed, other)


def closing_speed_on(heading: int, mph: int, other: CarState) -> int:
    """The speed in mph at which a car on a heading, at a speed in mph, hits another (ruling under RH-085)."""
    between = half_sides_off(heading, other.heading)
    if FROM_BEHIND_UP_TO < between < HEAD_ON_FROM:
        return mph
    if between <= FROM_BEHIND_UP_TO:
        return max(mph - other.speed, SPEED_STEP)
    return mph + other.speed


def _hit_wall(play: Match, car: CarState, to: Place) -> None:
    """Hit a wall or an obstacle: ram damage at the car's own speed, and the car stops (RH-050, RH-085)."""
    side = side_facing(car.at, car.facing, to)
    mph = car.speed
    points = roll_ram_points(play, mph, why="wall")
    play.note("wall", "RH-085", car, side=side, mph=mph, dice=ram_dice(play, mph), points=points)
    _contact(play, car)
    set_speed(play, car, 0, rule="RH-085", why="wall")
    _apply_ram_damage(play, car, side, points, by="", crew="", why="wall")


def _ram(play: Match, car: CarState, other: CarState) -> None:
    """Ram another car: damage to both, and their new speeds (RH-050, RH-085)."""
    mph, between = closing_speed(car, other), half_sides_off(car.heading, other.heading)
    own_side = side_facing(car.at, car.facing, other.at)
    its_side = side_facing(other.at, other.facing, car.at)
    play.note("ram", "RH-085", car, other=other.id, mph=mph, side=own_side, other_side=its_side)
    own_points = roll_impact(play, car, mph, side=own_side, rule="RH-085", why="striker")
    its_points = roll_impact(play, other, mph, side=its_side, rule="RH-085", why="struck")
    _contact(play, car)
    _contact(play, other)
    because = ram_cause(play, car)
    mph_after = min(car.speed, other.speed) if between <= FROM_BEHIND_UP_TO else 0
    set_speed(play, car, mph_after, rule="RH-085", why="ram")
    if between >= HEAD_ON_FROM:
        set_speed(play, other, 0, rule="RH-085", why="ram")
    driver = play.driver(car)
    rammer = driver.id if driver else ""
    _apply_ram_damage(play, other, its_side, its_points, by=car.id, crew=rammer, why="ram", because=because)
    _apply_ram_damage(play, car, own_side, own_points, by=other.id, crew="", why="ram", because=bounced(other.id))


def _contact(play: Match, car: CarState) -> None:
    """Record that a car has had solid contact this round (RH-050)."""
    if not car.solid:
        car.solid = True
        play.note("solid_contact", "RH-050", car, before={"solid": False}, after={"solid": True})


def _apply_ram_damage(
    play: Match, car: CarState, side: str, points: int, *, by: str, crew: str, why: str, because: Cause | None = None
) -> None:
    damage_side(play, car, side=side, points=points, by=by, crew=crew, why=why, because=because)
    lose_handling(play, car, hit_loss(points, play.brackets), hazard=SOLID, why=why)
    update_kill_status(play, car, by=by, because=because)

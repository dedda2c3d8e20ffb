"""Kami-bombs: dropped, ticking, driven over, and going off. Rules DM-C-146, DM-M-121."""

from __future__ import annotations

from rules.dethmatch.damage import damage
from rules.dethmatch.driving import hazards, tires, uncontrolled
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.surfaces import obstacle_rating
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import INTACT_STATUSES, NOWHERE, CarState, Marker, WeaponState
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_toward
from rules.dethmatch.weapons.weapon_use import spend
from rules.match.item_types import Firepower

KIND, BOMB = "kami_bomb", "bomb"
GOES_OFF_UP_TO = 2
"""The highest face on which a bomb goes off when it is triggered, driven over or shaken by a critical (DM-M-121)."""
BLAST_RADIUS = 1
"""How far a bomb reaches from its hex, in hexes (DM-M-121)."""
BLAST = Firepower(sides=6)
"""A bomb's firepower, rolled once for every car it reaches (DM-M-121)."""
RATING = 1
"""The obstacle rating of a bomb (DM-M-121)."""
LEAST_PENETRATION = 3
"""The PEN of a bomb for which none was rolled: the lowest result of 2 + 1d3 (DM-M-121)."""


def drop(play: Match, car: CarState, gun: WeaponState, *, by: str, behind: int, fuse: int) -> None:
    """Trigger a bomb: on a 1 or 2 it goes off in its owner's hex (DM-M-121).

    Otherwise it falls in the hex `behind`, scatters one hex, and goes off `fuse` phases later.
    """
    if play.d6("bomb triggered") <= GOES_OFF_UP_TO:
        play.note("bomb", "DM-M-121", car, crew=by, at=car.at, exploded=True)
        explode(play, at=car.at, by=by, item=gun.item)
        return
    scattered = play.track.neighbors[behind][play.d6("scatter") % SIDES]
    bomb_at = behind if scattered == NOWHERE or play.track.impassable[scattered] else scattered
    play.state.markers.append(
        Marker(kind=BOMB, at=bomb_at, by=by, car=car.id, fuse=play.elapsed_phases + fuse, item=gun.item)
    )
    play.note("marker_drop", "DM-M-121", car, crew=by, marker=BOMB, at=bomb_at, fuse=fuse)


def explode_due_bombs(play: Match) -> None:
    """Set off the bombs whose time has come, at the start of a phase, in the order they were dropped (DM-M-043,
    DM-M-121).
    """
    for bomb in [bomb for bomb in play.state.markers if bomb.kind == BOMB and bomb.fuse <= play.elapsed_phases]:
        if bomb in play.state.markers:
            _go_off(play, bomb)


def drive_over_bomb(play: Match, car: CarState, marker: Marker) -> None:
    """Let a car enter the hex of a bomb: an obstacle of rating 1 that goes off on a 1 or 2 (DM-M-121)."""
    if car.speed and not uncontrolled.is_undriven(play, car):
        hazards.drive_over_obstacle(play, car, obstacle_rating(hazards.ride(play, car), RATING))
    face = play.d6("bomb driven over")
    play.note("marker_hit", "DM-M-121", car, marker=BOMB, at=marker.at, by=marker.by, face=face)
    if face <= GOES_OFF_UP_TO:
        _go_off(play, marker)


def shake_bombs(play: Match, car: CarState) -> None:
    """Roll for each unused bomb of a car that suffered a critical. It goes off in the car's hex on a 1 or 2
    (DM-M-121).
    """
    for gun in car.guns:
        if gun.kind != KIND or gun.destroyed:
            continue
        for _ in range(gun.ammunition):
            if not gun.ammunition:
                break
            face = play.d6("bomb shaken")
            goes_off = face <= GOES_OFF_UP_TO
            play.note("bomb", "DM-M-121", car, mount=gun.mount, face=face, exploded=goes_off)
            if goes_off:
                spend(car, gun, 1)
                explode(play, at=car.at, by=car.driver, item=gun.item)


def explode(play: Match, *, at: int, by: str, item: str) -> None:
    """Set off a bomb. It hits every intact car in its hex and the six around it, friend or not, in the order of the
    setup (DM-M-121).

    It strikes the side toward its hex, or the rear of a car in that same hex.
    """
    reached = [
        car
        for car in play.state.cars.values()
        if car.at != NOWHERE and car.status in INTACT_STATUSES and hexes_apart(play, at, car.at) <= BLAST_RADIUS
    ]
    points = damage.roll_damage(play, BLAST, "bomb's firepower")
    play.note("bomb", "DM-M-121", None, crew=by, at=at, firepower=points, reached=[car.id for car in reached])
    for car in reached:
        damage.resolve_hit(
            play,
            car,
            quadrant=quadrant_toward(play, car, at),
            pen=play.items[item].rolled.get("penetration", LEAST_PENETRATION),
            firepower=BLAST,
            by=by,
            cause=damage.BOMB,
            tire_bonus=tires.firepower_bonus(BLAST),
            points=points,
        )


def _go_off(play: Match, marker: Marker) -> None:
    play.state.markers.remove(marker)
    explode(play, at=marker.at, by=marker.by, item=marker.item)

"""Kami-bombs: dropped, ticking and driven over. Rules DM-C-146, DM-M-121."""

from __future__ import annotations

from rules.dethmatch.damage import damage
from rules.dethmatch.driving import hazards, uncontrolled
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.surfaces import obstacle_rating
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, Marker, WeaponState

BOMB = "bomb"
RATING = 1
"""The obstacle rating of a bomb (DM-M-121)."""


def drop(play: Match, car: CarState, gun: WeaponState, *, by: str, behind: int, fuse: int) -> None:
    """Trigger a bomb: on a 1 or 2 it goes off in its owner's hex (DM-M-121).

    Otherwise it falls in the hex `behind`, scatters one hex, and goes off `fuse` phases later.
    """
    goes_off = play.d6("bomb triggered") <= damage.GOES_OFF_UP_TO
    play.note("trigger", "DM-M-121", car, crew=by, exploded=goes_off)
    if goes_off:
        play.note("bomb", "DM-M-121", car, crew=by, at=car.at, exploded=True)
        damage.explode(play, at=car.at, by=by, item=gun.item)
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
    if face <= damage.GOES_OFF_UP_TO:
        _go_off(play, marker)


def _go_off(play: Match, marker: Marker) -> None:
    play.state.markers.remove(marker)
    damage.explode(play, at=marker.at, by=marker.by, item=marker.item)

"""Smoke: where a launcher may put it, and where it comes down. Rules DM-M-014, DM-M-019, DM-M-104, DM-M-122."""

from __future__ import annotations

from rules.dethmatch.ground.hexes import SIDES, launch_directions, smoke_aims, step
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Marker
from rules.dethmatch.weapons.arcs import SMOKE


def may_launch(car: CarState, weapon: MountedWeapon, direction: int) -> bool:
    """Whether smoke may be sent in a direction of the map; a grenade goes to any side (DM-M-019, DM-M-122)."""
    return direction in launch_directions(weapon.facing, weapon.traverse, car.facing)


def launch(play: Match, car: CarState, *, by: str, direction: int) -> None:
    """Put smoke in three hexes at distance 2, each scattered by one; what falls beyond the map is lost (DM-M-104).

    Several markers in a hex are as one, which lies as long as the last of them.
    """
    turn = play.state.moment.turn
    found: list[int] = []
    for q, r in smoke_aims(*play.track.hexes[car.at], direction):
        at = play.track.index.get(step(q, r, play.d6("scatter") % SIDES))
        if at is not None and at not in found:
            found.append(at)
    markers = play.state.markers
    markers[:] = [marker for marker in markers if marker.kind != SMOKE or marker.at not in found]
    until = turn + play.settings.smoke_lasts_turns
    markers.extend(Marker(kind=SMOKE, at=at, by=by, car=car.id, until=until) for at in found)
    play.note("smoke", "DM-M-104", car, crew=by, direction=direction, hexes=found, until=until)

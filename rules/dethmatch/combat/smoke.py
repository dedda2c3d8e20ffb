"""Smoke: where a launcher may put it, and where it lands. Rules DM-M-014, DM-M-019, DM-M-104, DM-M-122."""

from __future__ import annotations

from rules.dethmatch.ground.hexes import SIDES, launch_directions, smoke_aims, step
from rules.dethmatch.match.fitted_car import MountedWeapon
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, Marker
from rules.dethmatch.weapons.arcs import SMOKE


def may_launch(car: CarState, weapon: MountedWeapon, direction: int) -> bool:
    """Whether smoke may be launched in a direction of the map. A grenade goes in any direction
    (DM-M-019, DM-M-122).
    """
    return direction in launch_directions(weapon.facing, weapon.traverse, car.facing)


def launch(play: Match, car: CarState, *, by: str, direction: int) -> None:
    """Put smoke in three hexes at distance 2, each scattered by one hex. Smoke that lands off the map is lost
    (DM-M-104).

    Several markers in a hex count as one, which lasts as long as the newest of them.
    """
    turn = play.state.moment.turn
    landed: list[int] = []
    for q, r in smoke_aims(*play.track.hexes[car.at], direction):
        hex_index = play.track.index.get(step(q, r, play.d6("scatter") % SIDES))
        if hex_index is not None and hex_index not in landed:
            landed.append(hex_index)
    markers = play.state.markers
    markers[:] = [marker for marker in markers if marker.kind != SMOKE or marker.at not in landed]
    until = turn + play.settings.smoke_lasts_turns
    markers.extend(Marker(kind=SMOKE, at=hex_index, by=by, car=car.id, until=until) for hex_index in landed)
    play.note("smoke", "DM-M-104", car, crew=by, direction=direction, hexes=landed, until=until)

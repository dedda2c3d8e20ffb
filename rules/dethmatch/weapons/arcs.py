"""Arcs and sight: quadrants, mount arcs, ranges, lines of sight. Rules DM-M-009, DM-M-019, DM-M-095, DM-M-098."""

from __future__ import annotations

from functools import cache

from rules.dethmatch.ground.hexes import Steps, in_half_plane, line, quadrant
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus

SMOKE = "smoke"
SMOKE_DOUBLES = 2
"""Smoke on the line multiplies the range by this (DM-M-095)."""


@cache
def quadrant_of(q: int, r: int, facing: int, arc_degrees: int) -> str:
    """The quadrant in which an offset lies for a car with that facing, cached (DM-M-009)."""
    return quadrant(q, r, facing, arc_degrees)


@cache
def is_in_arc(  # noqa: PLR0917 - called a hundred times a phase; the cache is faster by position
    traverse: str, mounted: str, q: int, r: int, facing: int, arc_degrees: int
) -> bool:
    """Whether a mount on a side of the car covers an offset from it (DM-M-019).

    A fixed mount covers its quadrant, a swivel its half of the map including the edges, a turret everything.
    """
    if traverse == "turret":
        return True
    if traverse == "swivel":
        return in_half_plane(q, r, facing, mounted)
    return quadrant_of(q, r, facing, arc_degrees) == mounted


def quadrant_toward(play: Match, car: CarState, at: int) -> str:
    """The quadrant of a car that contains a hex, whose armor resists attacks from there (DM-M-098).

    The car's own hex is in its rear.
    """
    hexes = play.track.hexes
    q, r = hexes[car.at]
    other_q, other_r = hexes[at]
    return quadrant_of(other_q - q, other_r - r, car.facing, play.settings.front_arc_degrees)


def hexes_apart(play: Match, one: int, other: int) -> int:
    """The distance between two hexes of the track (DM-M-095)."""
    hexes = play.track.hexes
    q, r = hexes[other][0] - hexes[one][0], hexes[other][1] - hexes[one][1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def _line_offsets(q: int, r: int) -> Steps:
    """The hexes on a line to an offset, both ends included; a step along an edge has two (DM-M-095)."""
    return line((0, 0), (q, r))


def sight_blocked(play: Match, one: int, other: int) -> bool:
    """Whether the line between two hexes is blocked. Along an edge one clear side is enough to see (DM-M-095).

    By house rule wrecks block it too. The ends themselves never block it.
    """
    track = play.track
    index, blocks = track.index, track.blocks_sight
    wrecks = _wrecks(play) if play.settings.wrecks_block_sight else ()
    (q, r), (far_q, far_r) = track.hexes[one], track.hexes[other]
    for passed in _line_offsets(far_q - q, far_r - r)[1:-1]:
        for along, down in passed:
            at = index.get((q + along, r + down), NOWHERE)
            if at == NOWHERE or not (blocks[at] or at in wrecks):
                break
        else:
            return True
    return False


def smoke_between(play: Match, one: int, other: int) -> bool:
    """Whether smoke lies on the line, ends included. Along an edge smoke on either side counts (DM-M-095)."""
    smoky = [marker.at for marker in play.state.markers if marker.kind == SMOKE]
    if not smoky:
        return False
    index = play.track.index
    (q, r), (far_q, far_r) = play.track.hexes[one], play.track.hexes[other]
    for passed in _line_offsets(far_q - q, far_r - r):
        for along, down in passed:
            if index.get((q + along, r + down)) in smoky:
                return True
    return False


def _wrecks(play: Match) -> frozenset[int]:
    return frozenset(car.at for car in play.state.cars.values() if car.status is CarStatus.WRECK)

"""The road to a pit: how far it is, how much room there is to slow down, and the distance field that leads into it.
Rules DM-M-129, DM-M-142, DM-M-143.

Only steps with the traffic count. A pit that a car has passed is most of a lap away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.dethmatch.first_autopilot.distance_fields import (
    HANDLING_WEIGHT,
    CircuitField,
    guide_line_gain,
    spread_distances,
    ways_in,
)
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE, UNREACHABLE, Track, sides_between, steps_to
from rules.dethmatch.ground.track_key import TrackKey

LONGER_THAN_ANY = 1 << 20  # no mutant: any figure above all ways
"""Larger than any distance to a pit: the field does not wrap around."""
ASKEW = 1
"""How many hex-sides a step with the traffic may be off the guide line."""


@dataclass(frozen=True, slots=True)
class PitRoad:
    """The hexes from each hex of a circuit to the nearest of some pits, and to the last of them; -1 where there is no
    way.
    """

    far: tuple[int, ...]
    room: tuple[int, ...]


def pit_road(track: Track, pits: tuple[int, ...]) -> PitRoad:
    """Return the road to some pits. Cached for each track and set of pits."""
    return _pit_road(TrackKey(track), pits)


def pit_field(track: Track, pits: tuple[int, ...], turn_toll: int) -> CircuitField:
    """Return the distance from each position to the nearest of some pits, for cars whose turns cost that much
    handling.
    """
    return _pit_field(TrackKey(track), pits, turn_toll)


def goes_with_the_traffic(track: Track, at: int, way: int) -> bool:
    """Whether a step from a hex leads along the guide line, roughly in the direction of the line there."""
    hexes, _ = guide_line_gain(track, at, track.neighbors[at][way])
    return hexes >= 0 and abs(sides_between(track.guide_facing[track.along[at]], way)) <= ASKEW


@cache
def _pit_road(key: TrackKey, pits: tuple[int, ...]) -> PitRoad:
    track = key.track
    inward: list[list[int]] = [[] for _ in range(track.size)]
    last = set(pits)
    for at, neighbors in enumerate(track.neighbors):
        for direction, entered in enumerate(neighbors):
            if entered != OUTSIDE and not track.impassable[at] and goes_with_the_traffic(track, at, direction):
                inward[entered].append(at)
                if entered in pits:
                    last.discard(at)
    far, room = (steps_to(goals, neighbors=inward, impassable=track.impassable) for goals in (pits, sorted(last)))
    return PitRoad(far, room)


@cache
def _pit_field(key: TrackKey, pits: tuple[int, ...], turn_toll: int) -> CircuitField:
    track, turn = key.track, HANDLING_WEIGHT * turn_toll
    steps_into = [
        [(previous, length, 0) for previous, length, _ in inward]
        for inward in ways_in(track, turn, leads=goes_with_the_traffic)
    ]
    goals = [SIDES * at + track.guide_facing[track.along[at]] for at in pits]
    distances = spread_distances([goals], steps_into, laps=1)  # no mutant: no way leads into a second
    worst = max(distances)
    reached = tuple(worst if distance == UNREACHABLE else distance for distance in distances)
    return CircuitField(left=reached, lap=LONGER_THAN_ANY, turn=turn, strict=True)

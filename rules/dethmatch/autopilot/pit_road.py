"""The road to a pit: how far it is with the traffic, how much room there is to slow down, and the field a car follows
into it. Rules DM-M-129, DM-M-142, DM-M-143.

Nobody heads back for a pit they have passed: from there it is most of a lap away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.dethmatch.autopilot.distance_fields import (
    HANDLING_WEIGHT,
    CircuitField,
    TrackKey,
    guide_line_gain,
    spread_distances,
    ways_in,
)
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE, UNREACHABLE, Track, sides_between, steps_to

LONGER_THAN_ANY = 1 << 20  # no mutant: any figure above all ways
"""More than any way to a pit has: it does not go round."""
ASKEW = 1
"""By how many hex-sides a step with the traffic may be off the guide line."""


@dataclass(frozen=True, slots=True)
class PitRoad:
    """The hexes from each hex of a circuit to some pits, and to the last of them; -1 where no way leads."""

    far: tuple[int, ...]
    room: tuple[int, ...]


def pit_road(track: Track, pits: tuple[int, ...]) -> PitRoad:
    """The road to some pits; made once for each track and team."""
    return _pit_road(TrackKey(track), pits)


def pit_field(track: Track, pits: tuple[int, ...], turn_toll: int) -> CircuitField:
    """What is left from each stand to the nearest of some pits, for cars whose turns cost that much handling."""
    return _pit_field(TrackKey(track), pits, turn_toll)


def goes_with_the_traffic(track: Track, at: int, way: int) -> bool:
    """Whether a step from a hex leads on along the guide line, about the way the line goes there."""
    hexes, _ = guide_line_gain(track, at, track.neighbors[at][way])
    return hexes >= 0 and abs(sides_between(track.guide_facing[track.along[at]], way)) <= ASKEW


@cache
def _pit_road(same: TrackKey, pits: tuple[int, ...]) -> PitRoad:
    track = same.track
    inward: list[list[int]] = [[] for _ in range(track.size)]
    last = set(pits)
    for at, row in enumerate(track.neighbors):
        for way, on in enumerate(row):
            if on != OUTSIDE and not track.impassable[at] and goes_with_the_traffic(track, at, way):
                inward[on].append(at)
                if on in pits:
                    last.discard(at)
    far, room = (steps_to(goals, neighbors=inward, impassable=track.impassable) for goals in (pits, sorted(last)))
    return PitRoad(far, room)


@cache
def _pit_field(same: TrackKey, pits: tuple[int, ...], turn_toll: int) -> CircuitField:
    track, turn = same.track, HANDLING_WEIGHT * turn_toll
    ways = [
        [(before, counts, 0) for before, counts, _ in inward]
        for inward in ways_in(track, turn, leads=goes_with_the_traffic)
    ]
    goals = [SIDES * at + track.guide_facing[track.along[at]] for at in pits]
    left = spread_distances([goals], ways, laps=1)  # no mutant: no way leads into a second
    worst = max(left)
    reached = tuple(worst if each == UNREACHABLE else each for each in left)
    return CircuitField(left=reached, lap=LONGER_THAN_ANY, turn=turn, strict=True)

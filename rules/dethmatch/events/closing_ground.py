"""How far the ground of a last car standing reaches when it closes in, by house rule. Rule DM-M-138.

The ground is a circle around the middle of the arena. Its radius follows from the turn and is no part of the state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.dethmatch.ground.hexes import distance
from rules.dethmatch.ground.track import Track
from rules.dethmatch.ground.track_key import TrackKey
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE

LEAST_RADIUS = 3
"""The radius from which on the ground closes in no further, in hexes."""
TRACKS_CACHED = 8  # no mutant: changes no result


class Middle(NamedTuple):
    """How far each hex of an arena is from its middle, in hexes, and how far the furthest open one is."""

    far: tuple[int, ...]
    radius: int


def closes(play: Match) -> bool:
    """Whether the ground of a match closes in."""
    return play.setup.event == "last_car" and play.settings.lcs_closes_after > 0


def radius_in(play: Match, turn: int) -> int:
    """How far the ground reaches from the middle in a turn, in hexes."""
    settings = play.settings
    closed = settings.lcs_closes_by * max(turn - settings.lcs_closes_after, 0)
    radius = middle_of(play.track).radius
    return min(max(radius - closed, LEAST_RADIUS), radius)


def still_closes(play: Match) -> bool:
    """Whether the ground reaches less far in a turn to come than now."""
    turn = play.state.moment.turn
    return closes(play) and radius_in(play, turn) > LEAST_RADIUS


def is_outside(play: Match, at: int, turn: int) -> bool:
    """Whether a hex is outside the ground in a turn."""
    return at != NOWHERE and middle_of(play.track).far[at] > radius_in(play, turn)


def hexes_inside(play: Match, turn: int) -> tuple[int, ...]:
    """The open hexes inside the ground in a turn."""
    track, radius = play.track, radius_in(play, turn)
    far = middle_of(track).far
    return tuple(at for at in range(track.size) if far[at] <= radius and not track.impassable[at])


def middle_of(track: Track) -> Middle:
    """The middle of an arena: the hex, open or not, whose furthest open hex is nearest; the first of equal ones."""
    return _middle_of(TrackKey(track))


@lru_cache(maxsize=TRACKS_CACHED)
def _middle_of(key: TrackKey) -> Middle:
    track, hexes = key.track, key.track.hexes
    open_hexes = [at for at in range(track.size) if not track.impassable[at]]
    furthest = [max(distance(here, hexes[at]) for at in open_hexes) for here in hexes]
    middle = hexes[furthest.index(min(furthest))]
    return Middle(tuple(distance(middle, here) for here in hexes), min(furthest))

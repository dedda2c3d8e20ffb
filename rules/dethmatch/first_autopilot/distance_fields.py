"""Distance fields by which a path is scored: how far it is to the end of a lap or to a goal. Rules DM-M-143,
DM-M-146.

A position is a hex and a facing, `6 * hex + facing`. Distances are in hexes. Each hex-side turn or drift on the way
adds as much as its handling takes off a path's score, so that a car does not put off a turn to save handling that it
must spend anyway. The difference between two positions is the progress of DM-M-143.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE, UNREACHABLE, Track, sides_between, steps_to
from rules.dethmatch.ground.track_key import TrackKey

HANDLING_WEIGHT = 2
"""What a point of handling takes off a path's score, in hexes (DM-M-143)."""
DRIFT_TOLL = 1
"""The handling a drift costs (DM-M-065)."""
ON_THE_SPOT = 5
"""What a turn against something solid costs in addition, when the car stays in its hex: a movement point and a
collision.
"""
OBSTACLE_WEIGHT = 1
"""What an obstacle hex takes off a path's score (DM-M-143)."""
LAPS_UNROLLED = 4
"""How many laps the distances are traced backward from the end. The one that is kept has a lap before it, for cars
that head back, and enough laps after it that the choice of the end no longer shows.
"""
KEPT_LAP = 1
SHORT_CUT = 4
"""A step that moves along the guide line by more than a lap divided by this jumps to another stretch of road.
Distances do not use such steps, because they would skip checkpoints.
"""
ABOUT_FACE = 3
CACHED_GOALS = 2000  # no mutant: how many are kept changes no way
"""How many sets of goals distances are cached for, enough for the hexes of a few tracks."""


class CircuitField:
    """The distance from each position of a circuit to a line at least one lap ahead, modulo a lap.

    `turn` is what a hex-side turn adds. A `strict` field was computed from some of the steps only, and the others may
    gain more than a hex.
    """

    __slots__ = ("lap", "left", "strict", "turn")

    def __init__(self, *, left: Sequence[int], lap: int, turn: int, strict: bool = False) -> None:
        self.left, self.lap, self.turn, self.strict = left, lap, turn, strict

    def progress(self, start: int, end: int) -> int:
        """Return the hexes gained from one position to another, the shorter way round."""
        half = self.lap // 2
        return (self.left[start] - self.left[end] + half) % self.lap - half


class GoalField(dict[int, int]):
    """The distance from each position to a goal: the hexes to drive, and the turn toward a nearer hex. Filled on
    demand.

    `steps` are the hexes from each hex to the goal, -1 where there is no way.
    """

    __slots__ = ("neighbors", "steps", "turn")
    lap = 1 << 20  # no mutant: any figure above all ways
    """Larger than any distance: the field does not wrap around."""

    def __init__(
        self,
        *,
        steps: Sequence[int],
        neighbors: Sequence[Sequence[int]],
        turn_toll: int,
    ) -> None:
        super().__init__()
        self.steps, self.neighbors, self.turn = steps, neighbors, HANDLING_WEIGHT * turn_toll

    @property
    def left(self) -> GoalField:
        """The distance from each position."""
        return self

    def __missing__(self, position: int) -> int:
        at = position // SIDES
        distance, first = self.hexes(at), SIDES * at
        for facing, aside in enumerate(self._asides(at)):
            self[first + facing] = distance + self.turn * aside
        return self[position]

    def hexes(self, at: int) -> int:
        """Return the hexes to drive from a hex to the goal. Without a way, return more than any way has."""
        steps = self.steps[at]
        return len(self.steps) if steps == UNREACHABLE else steps

    def aside(self, at: int, facing: int) -> int:
        """Return how many hex-sides a facing is off the nearest direction toward the goal."""
        return self._asides(at)[facing]

    def _asides(self, at: int) -> tuple[int, ...]:
        """Return `aside` for every facing."""
        steps, here = self.steps, self.steps[at]
        nearer = tuple([neighbor != OUTSIDE and 0 <= steps[neighbor] < here for neighbor in self.neighbors[at]])
        return _asides(nearer)


@cache
def _asides(open_directions: tuple[bool, ...]) -> tuple[int, ...]:
    """Return for each facing the hex-sides to the nearest direction that is marked True, 0 if none is."""
    directions = [direction for direction, is_open in enumerate(open_directions) if is_open]
    return tuple(
        min((abs(sides_between(facing, direction)) for direction in directions), default=0) for facing in range(SIDES)
    )


def turns_needed(field: CircuitField | GoalField, at: int, facing: int) -> int:
    """Return how many hex-sides of turning a car would save if it had the best facing in its hex, 3 at most."""
    distances, first = field.left, SIDES * at
    return min(
        (distances[first + facing] - min(distances[first + other] for other in range(SIDES))) // field.turn,
        ABOUT_FACE,
    )


def circuit_field(track: Track, turn_toll: int) -> CircuitField:
    """Return the field of a circuit for cars whose turns cost that much handling. Cached for each track."""
    return _circuit_field(TrackKey(track), turn_toll)


def distances_to_goals(track: Track, goals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the hexes to drive from each hex to the nearest of some goals. Cached, since the same goals recur."""
    return _distances_to_goals(TrackKey(track), goals)


@lru_cache(maxsize=CACHED_GOALS)
def _distances_to_goals(key: TrackKey, goals: tuple[int, ...]) -> tuple[int, ...]:
    track = key.track
    return steps_to(goals, neighbors=track.neighbors, impassable=track.impassable)


@cache
def _circuit_field(key: TrackKey, turn_toll: int) -> CircuitField:
    track = key.track
    lap, size = len(track.guide), track.size
    all_laps = _distances_over_laps(
        ways_in(track, HANDLING_WEIGHT * turn_toll, leads=_keeps_to_the_road), positions=SIDES * size
    )
    kept_lap, next_lap = (all_laps[SIDES * size * number :][: SIDES * size] for number in (KEPT_LAP, KEPT_LAP + 1))
    start = min(
        (SIDES * at + track.guide_facing[number] for number, at in enumerate(track.guide)),
        key=lambda position: (kept_lap[position] == UNREACHABLE, -kept_lap[position]),
    )
    lap_length = max(kept_lap[start] - next_lap[start], lap // 2, 1)
    worst = max(kept_lap)
    distances = tuple(worst if distance == UNREACHABLE else distance for distance in kept_lap)
    return CircuitField(left=distances, lap=lap_length, turn=HANDLING_WEIGHT * turn_toll)


def guide_line_gain(track: Track, at: int, on: int) -> tuple[int, int]:
    """Return the hexes a step from `at` to `on` gains along the guide line, and the laps it begins.

    The laps are 1 for a step forward across the end of the line, -1 for one back across it, else 0.
    """
    lap = len(track.guide)
    along = track.along[on] - track.along[at]
    laps_begun = (along < -(lap // 2)) - (along > lap // 2)
    return along + laps_begun * lap, laps_begun


def _keeps_to_the_road(track: Track, at: int, way: int) -> bool:
    """Whether a step from a hex stays on the same stretch of road, forward or back."""
    hexes, _ = guide_line_gain(track, at, track.neighbors[at][way])
    return abs(hexes) <= max(len(track.guide) // SHORT_CUT, 2)


def ways_in(track: Track, turn: int, *, leads: Callable[[Track, int, int], bool]) -> list[list[tuple[int, int, int]]]:
    """Return for each position the steps that lead into it: the position before, the length in hexes, and the laps
    begun.

    `turn` is what a hex-side turn costs. `leads` says whether a step from a hex in a direction may be used.
    """
    drift = HANDLING_WEIGHT * DRIFT_TOLL
    moves = ((0, 0, 1), (-1, 0, 1 + drift), (1, 0, 1 + drift), (-1, -1, 1 + turn), (1, 1, 1 + turn))
    steps_into: list[list[tuple[int, int, int]]] = [[] for _ in range(SIDES * track.size)]
    for at, neighbors in enumerate(track.neighbors):
        if track.impassable[at]:
            continue
        for facing in range(SIDES):
            for turned in (-1, 1):
                before = SIDES * at + (facing - turned) % SIDES
                steps_into[SIDES * at + facing].append((before, ON_THE_SPOT + turn, 0))
        for direction, entered in enumerate(neighbors):
            if entered == OUTSIDE or track.impassable[entered] or not leads(track, at, direction):
                continue
            _, laps_begun = guide_line_gain(track, at, entered)
            obstacle_length = OBSTACLE_WEIGHT * (track.obstacle[entered] is not None)
            for side, turned, length in moves:
                before = (direction - side) % SIDES
                steps_into[SIDES * entered + (before + turned) % SIDES].append(
                    (SIDES * at + before, length + obstacle_length, laps_begun)
                )
    return steps_into


def _distances_over_laps(ways: list[list[tuple[int, int, int]]], *, positions: int) -> list[int]:
    """Return the distance from each position of each lap to the end of the last lap, -1 where there is no way."""
    waiting: list[list[int]] = [[]]
    last = LAPS_UNROLLED - 1
    for inward in ways:
        for position, length, laps_begun in inward:
            if laps_begun == 1:
                _put(waiting, length, last * positions + position)
    return spread_distances(waiting, ways, laps=LAPS_UNROLLED)


def spread_distances(waiting: list[list[int]], ways: list[list[tuple[int, int, int]]], *, laps: int) -> list[int]:
    """Return the distance from each position of each lap to the nearest end, -1 where there is no way.

    `waiting` lists the ends, as `lap * positions + position`, by their own distance. It is used up.
    """
    positions = len(ways)
    distances = [UNREACHABLE] * (positions * laps)
    distance = 0
    while distance < len(waiting):
        for index in waiting[distance]:
            if distances[index] != UNREACHABLE:
                continue
            distances[index] = distance
            lap, position = divmod(index, positions)
            for previous, length, laps_begun in ways[position]:
                previous_lap = lap - laps_begun
                if 0 <= previous_lap < laps and distances[previous_lap * positions + previous] == UNREACHABLE:
                    _put(waiting, distance + length, previous_lap * positions + previous)
        distance += 1
    return distances


def _put(waiting: list[list[int]], distance: int, index: int) -> None:
    while len(waiting) <= distance:
        waiting.append([])
    waiting[distance].append(index)

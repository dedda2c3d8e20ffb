"""What is left to drive: the fields a path is scored by, to the end of a lap or to a goal. Rules DM-M-143, DM-M-146.

A stand is a hex and a facing, `6 * hex + facing`. What is left is counted in hexes, and a hex-side turn or a drift
that the way still asks for counts as many as its handling takes off a path's score; so a car does not put off a turn
to save handling it must spend anyway. The difference between two stands is the progress of DM-M-143.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE, UNREACHABLE, Track, sides_between, steps_to

HANDLING_WEIGHT = 2
"""What a point of handling takes off a path's score, in hexes (DM-M-143)."""
DRIFT_TOLL = 1
"""The handling a drift costs (DM-M-065)."""
ON_THE_SPOT = 5
"""What a hex-side counts besides for a car that turns against something and stays: a point and a collision."""
OBSTACLE_WEIGHT = 1
"""What an obstacle hex takes off (DM-M-143)."""
LAPS_UNROLLED = 4
"""As many laps as a way is followed backwards. What is kept is the second: it has a lap before it, for cars that head
back, and laps enough after it for the end that is counted from to show no longer."""
KEPT_LAP = 1
SHORT_CUT = 4
"""A step along the guide line by more than a lap divided by this goes from one stretch of road to another: the way to
the flag does not lead there, since it would leave out checkpoints."""
ABOUT_FACE = 3
CACHED_GOALS = 2000  # no mutant: how many are kept changes no way
"""How many goals ways are kept to, a few tracks' worth of hexes."""


class CircuitField:
    """A circuit as a field: what is left from each stand to a line one lap and more ahead, modulo a lap.

    `turn` is what a hex-side counts. Where `strict`, steps that are never reckoned with may gain more than a hex.
    """

    __slots__ = ("lap", "left", "strict", "turn")

    def __init__(self, *, left: Sequence[int], lap: int, turn: int, strict: bool = False) -> None:
        self.left, self.lap, self.turn, self.strict = left, lap, turn, strict

    def progress(self, start: int, end: int) -> int:
        """Hexes gained from one stand to another, the shorter way round."""
        half = self.lap // 2
        return (self.left[start] - self.left[end] + half) % self.lap - half


class GoalField(dict[int, int]):
    """The way to a goal as a field: hexes to drive, and the turn toward a hex that is nearer; filled as it is asked.

    `steps` are the hexes left from each hex, -1 where no way leads.
    """

    __slots__ = ("neighbors", "steps", "turn")
    lap = 1 << 20  # no mutant: any figure above all ways
    """More than any way has: it does not go round."""

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
        """What is left from each stand."""
        return self

    def __missing__(self, stand: int) -> int:
        at = stand // SIDES
        hexes, first = self.hexes(at), SIDES * at
        for facing, aside in enumerate(self._asides(at)):
            self[first + facing] = hexes + self.turn * aside
        return self[stand]

    def hexes(self, at: int) -> int:
        """The hexes left to drive; more than any way has where there is none."""
        steps = self.steps[at]
        return len(self.steps) if steps == UNREACHABLE else steps

    def aside(self, at: int, facing: int) -> int:
        """By how many hex-sides a facing is off the nearest way to the goal."""
        return self._asides(at)[facing]

    def _asides(self, at: int) -> tuple[int, ...]:
        """The same for every facing."""
        steps, near = self.steps, self.steps[at]
        nearer = tuple([on != OUTSIDE and 0 <= steps[on] < near for on in self.neighbors[at]])
        return _asides(nearer)


@cache
def _asides(ways: tuple[bool, ...]) -> tuple[int, ...]:
    """For each facing the hex-sides to the nearest of the ways that lead on; 0 where none does."""
    on = [way for way, leads in enumerate(ways) if leads]
    return tuple(min((abs(sides_between(facing, way)) for way in on), default=0) for facing in range(SIDES))


def turns_needed(field: CircuitField | GoalField, at: int, facing: int) -> int:
    """How many hex-sides of turning a car would save by standing in that hex with the best facing; 3 at most."""
    left, first = field.left, SIDES * at
    return min((left[first + facing] - min(left[first + each] for each in range(SIDES))) // field.turn, ABOUT_FACE)


def circuit_field(track: Track, turn_toll: int) -> CircuitField:
    """The course of a circuit for cars whose turns cost that much handling; made once for each track."""
    return _circuit_field(TrackKey(track), turn_toll)


class TrackKey:
    """A track by its identity, so that what is made of it can be kept."""

    __slots__ = ("track",)

    def __init__(self, track: Track) -> None:
        self.track = track

    def __hash__(self) -> int:
        return id(self.track)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TrackKey) and other.track is self.track


def distances_to_goals(track: Track, goals: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes to drive from each hex to the nearest of some; kept for each track, as enemies come by again."""
    return _distances_to_goals(TrackKey(track), goals)


@lru_cache(maxsize=CACHED_GOALS)
def _distances_to_goals(same: TrackKey, goals: tuple[int, ...]) -> tuple[int, ...]:
    track = same.track
    return steps_to(goals, neighbors=track.neighbors, impassable=track.impassable)


@cache
def _circuit_field(same: TrackKey, turn_toll: int) -> CircuitField:
    track = same.track
    lap, size = len(track.guide), track.size
    left = _distances_over_laps(
        ways_in(track, HANDLING_WEIGHT * turn_toll, leads=_keeps_to_the_road), stands=SIDES * size
    )
    kept, later = (left[SIDES * size * number :][: SIDES * size] for number in (KEPT_LAP, KEPT_LAP + 1))
    start = min(
        (SIDES * at + track.guide_facing[number] for number, at in enumerate(track.guide)),
        key=lambda stand: (kept[stand] == UNREACHABLE, -kept[stand]),
    )
    whole = max(kept[start] - later[start], lap // 2, 1)
    worst = max(kept)
    reached = tuple(worst if each == UNREACHABLE else each for each in kept)
    return CircuitField(left=reached, lap=whole, turn=HANDLING_WEIGHT * turn_toll)


def guide_line_gain(track: Track, at: int, on: int) -> tuple[int, int]:
    """What a step gains along the guide line, in hexes, and the laps it begins: 1, 0, or -1 back over the seam."""
    lap = len(track.guide)
    along = track.along[on] - track.along[at]
    begun = (along < -(lap // 2)) - (along > lap // 2)
    return along + begun * lap, begun


def _keeps_to_the_road(track: Track, at: int, way: int) -> bool:
    """Whether a step from a hex leads along one stretch of road, forward or back."""
    hexes, _ = guide_line_gain(track, at, track.neighbors[at][way])
    return abs(hexes) <= max(len(track.guide) // SHORT_CUT, 2)


def ways_in(track: Track, turn: int, *, leads: Callable[[Track, int, int], bool]) -> list[list[tuple[int, int, int]]]:
    """For each stand the stands a movement point leads there from: the stand, what it counts, laps begun.

    `turn` is what a hex-side counts; `leads` says which steps, from a hex in a direction, are gone at all.
    """
    drift = HANDLING_WEIGHT * DRIFT_TOLL
    moves = ((0, 0, 1), (-1, 0, 1 + drift), (1, 0, 1 + drift), (-1, -1, 1 + turn), (1, 1, 1 + turn))
    ways: list[list[tuple[int, int, int]]] = [[] for _ in range(SIDES * track.size)]
    for at, row in enumerate(track.neighbors):
        if track.impassable[at]:
            continue
        for facing in range(SIDES):
            for turned in (-1, 1):
                before = SIDES * at + (facing - turned) % SIDES
                ways[SIDES * at + facing].append((before, ON_THE_SPOT + turn, 0))
        for way, on in enumerate(row):
            if on == OUTSIDE or track.impassable[on] or not leads(track, at, way):
                continue
            _, begun = guide_line_gain(track, at, on)
            rough = OBSTACLE_WEIGHT * (track.obstacle[on] is not None)
            for step, turned, counts in moves:
                before = (way - step) % SIDES
                ways[SIDES * on + (before + turned) % SIDES].append((SIDES * at + before, counts + rough, begun))
    return ways


def _distances_over_laps(ways: list[list[tuple[int, int, int]]], *, stands: int) -> list[int]:
    """What is left from each stand of each lap to the end of the last one; -1 where no way leads there."""
    waiting: list[list[int]] = [[]]
    last = LAPS_UNROLLED - 1
    for inward in ways:
        for stand, counts, begun in inward:
            if begun == 1:
                _put(waiting, counts, last * stands + stand)
    return spread_distances(waiting, ways, laps=LAPS_UNROLLED)


def spread_distances(waiting: list[list[int]], ways: list[list[tuple[int, int, int]]], *, laps: int) -> list[int]:
    """What is left from each stand of each lap to the nearest of those that wait, -1 where no way leads there.

    `waiting` holds the stands by what is left from them at first; it is used up.
    """
    stands = len(ways)
    left = [UNREACHABLE] * (stands * laps)
    far = 0
    while far < len(waiting):
        for place in waiting[far]:
            if left[place] != UNREACHABLE:
                continue
            left[place] = far
            number, stand = divmod(place, stands)
            for before, counts, begun in ways[stand]:
                earlier = number - begun
                if 0 <= earlier < laps and left[earlier * stands + before] == UNREACHABLE:
                    _put(waiting, far + counts, earlier * stands + before)
        far += 1
    return left


def _put(waiting: list[list[int]], far: int, place: int) -> None:
    while len(waiting) <= far:
        waiting.append([])
    waiting[far].append(place)

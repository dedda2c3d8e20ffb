"""Whether a car has room to move on from a place, now and next time. Rules CC-034, CC-036, CC-046."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.carcult.autopilot.odds import CAR_DIAGONAL
from rules.carcult.first_autopilot.move_samples import DEGREES_PER_TURN, HALF_ROUND, Pose
from rules.carcult.ground.geometry import FULL_CIRCLE, Shape, displacement
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match

Others = Sequence[tuple[str, Shape]]
"""The cars that may be in the way, each with its shape."""


def has_room(play: Match, others: Others, pose: Pose, minimum: int, turns: int) -> bool:
    """Whether a car can go its minimum move from a pose without touching terrain, the edge or the given cars, with a
    turn before or halfway.
    """
    return next(_clear_ends(play, others, pose, minimum, turns), None) is not None


def has_way_on(
    play: Match, others: Others, pose: Pose, limits: tuple[int, int], next_limits: tuple[int, int]
) -> bool:
    """Whether a car can go its minimum move from a pose, and has room from where that ends; both are given with the
    minimum and the turns.
    """
    for end in _clear_ends(play, others, pose, *limits):  # noqa: SIM110 - a plain loop takes less time
        if has_room(play, others, end, *next_limits):
            return True
    return False


def _clear_ends(play: Match, others: Others, pose: Pose, minimum: int, turns: int) -> Iterator[Pose]:
    """Where moves of the minimum that touch nothing end."""
    x, y, heading = pose
    is_clear, order = play.ground.is_way_clear, TURN_ORDER[min(turns, HALF_ROUND)]
    reach = INCH * minimum + CAR_DIAGONAL
    things = [
        thing
        for thing in (*play.ground.solid, *others)
        if (box := thing[1].box) and box[0] - reach <= x <= box[2] + reach and box[1] - reach <= y <= box[3] + reach
    ]
    for turn in order:
        facing = (heading + turn) % FULL_CIRCLE
        way = displacement(facing, INCH * minimum, 0)
        if is_clear((x, y), facing, way, things):
            yield x + way[0], y + way[1], facing
    half = INCH * (minimum // 2)
    dx, dy = displacement(heading, half, 0)
    if not turns or not half or not is_clear((x, y), heading, (dx, dy), things):
        return
    for turn in order:
        facing = (heading + turn) % FULL_CIRCLE
        rest = displacement(facing, INCH * minimum - half, 0)
        if is_clear((x + dx, y + dy), facing, rest, things):
            yield x + dx + rest[0], y + dy + rest[1], facing


TURN_ORDER = tuple(
    tuple(DEGREES_PER_TURN * turn for turn in sorted(range(-turns, turns + 1), key=abs))
    for turns in range(HALF_ROUND + 1)
)
"""The turns that a car may begin with, by how many it has, the smallest first, in degrees."""

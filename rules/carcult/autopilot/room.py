"""Whether a car has room to move on from a place. Rules CC-034, CC-036, CC-046."""

from __future__ import annotations

from collections.abc import Sequence

from rules.carcult.autopilot.odds import CAR_DIAGONAL
from rules.carcult.first_autopilot.move_samples import DEGREES_PER_TURN, HALF_ROUND
from rules.carcult.ground.geometry import FULL_CIRCLE, Shape, displacement
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match


def has_room(
    play: Match, others: Sequence[tuple[str, Shape]], pose: tuple[int, int, int], minimum: int, turns: int
) -> bool:
    """Whether a car can go its minimum move from a pose without touching terrain, the edge or the given cars, with a
    turn before or halfway.
    """
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
        if is_clear((x, y), facing, displacement(facing, INCH * minimum, 0), things):
            return True
    half = INCH * (minimum // 2)
    dx, dy = displacement(heading, half, 0)
    if not turns or not half or not is_clear((x, y), heading, (dx, dy), things):
        return False
    for turn in order:
        facing = (heading + turn) % FULL_CIRCLE
        rest = displacement(facing, INCH * minimum - half, 0)
        if is_clear((x + dx, y + dy), facing, rest, things):
            return True
    return False


TURN_ORDER = tuple(
    tuple(DEGREES_PER_TURN * turn for turn in sorted(range(-turns, turns + 1), key=abs))
    for turns in range(HALF_ROUND + 1)
)
"""The turns that a car may begin with, by how many it has, the smallest first, in degrees."""

"""The lanes of a move: as far as possible, around hazards, past rivals that it can hit from the side, to a good end.
Rules FW-107, FW-108, FW-110, FW-122, FW-124, FW-127, FW-141.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from rules.formule.ground.circuit import Circuit
from rules.formule.movement.paths import LANE_CHANGES, PathState

LANE_CHANGE = 0.02
"""What a change of lane counts, in points of the race: less than anything else."""
Square = tuple[int, int]
LaneState = tuple[int, int, int]
"""The lane, the lane changes made on straights, and the lane last left there."""
Way = tuple[float, tuple[int, ...]]
"""The worth of a path, and its lanes."""


def straight_lanes(circuit: Circuit, row: int, lane: int, squares: int) -> tuple[int, ...]:
    """The lanes of a path that stays in its lane for so many squares; empty if it leads off the track."""
    ways, length = circuit.ways, circuit.length
    for ahead in range(row, row + squares):
        if lane not in ways[ahead % length][lane]:
            return ()
    return (lane,) * squares


def choose_lanes(  # noqa: PLR0917 - the search is one loop, for speed
    circuit: Circuit,
    start: PathState,
    squares: int,
    barred: Container[Square],
    worths: Mapping[Square, float],
    end_worth: Callable[[int, int], float],
) -> Way:
    """The best path of so many squares, or the longest one if cars bar them all, and what it is worth.

    `worths` has the worth of entering a square, and `end_worth` that of ending the move on a row and lane.
    """
    length, ways, corner_of = circuit.length, circuit.ways, circuit.corner_of
    row, overshoots, stops = start.row, start.overshoots, start.stops
    reached: dict[LaneState, Way] = {(start.lane, start.changes, start.left): (0.0, ())}
    for _ in range(squares):
        corner = corner_of[row]
        ahead = row + 1 if row + 1 < length else 0
        if corner >= 0 and corner_of[ahead] != corner:
            overshoots = overshoots or stops < circuit.corners[corner].stops
            stops = 0
        open_ways = ways[row]
        beyond: dict[LaneState, Way] = {}
        for (lane, changes, left), (worth, way) in reached.items():
            for next_lane in open_ways[lane]:
                if (ahead, next_lane) in barred:
                    continue
                total = worth + worths.get((ahead, next_lane), 0.0)
                state = next_lane, changes, left
                if next_lane != lane:
                    if overshoots:
                        continue
                    total -= LANE_CHANGE
                    if corner < 0:
                        if changes == LANE_CHANGES or next_lane == left:
                            continue
                        state = next_lane, changes + 1, lane
                known = beyond.get(state)
                if known is None or total > known[0]:
                    beyond[state] = total, (*way, next_lane)
        if not beyond:
            break
        reached, row = beyond, ahead
    ends = {lane: end_worth(row, lane) for lane in {state[0] for state in reached}}
    drawback, path = min((-worth - ends[state[0]], way) for state, (worth, way) in reached.items())
    return -drawback, path

"""The autopilot's path: as far as possible, around hazards, toward the inner lane. Rules FW-107, FW-108, FW-110,
FW-122, FW-141.
"""

from __future__ import annotations

from collections.abc import Container

from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.formule.movement.paths import LANE_CHANGES, PathState, missing_stops, path_start

HAZARD_WEIGHT, OFF_LINE_WEIGHT, LANE_CHANGE_WEIGHT = 10_000, 100, 1  # no mutant: weights, each far above the next
"""The penalty of a path for each hazard on it, each lane between its end and the inner lane, and each lane change."""
ANY_LANE = 0  # no mutant: any lane works
Square = tuple[int, int]
Way = tuple[int, tuple[int, ...]]
"""The penalty of a path, and its lanes."""
LaneState = tuple[int, int, int]
"""The lane, the lane changes made on straights, and the lane last left there."""


def choose_path(play: Match, car: CarState, squares: int) -> tuple[int, ...]:
    """The lanes of the best path of so many squares, or of the longest one if other cars block them all.

    Of paths of equal length the best has the fewest markers and debris, then the end nearest to the inner lane of the
    next corner, then the fewest lane changes (FW-141).
    """
    barred = {(other.row, other.lane) for other in play.racing_cars if other is not car}
    hazards = {
        *play.state.debris,
        *((marker.row, marker.lane) for marker in play.state.markers if marker.kind != "smoke"),
    }
    return best_path(play, path_start(car), squares, barred, hazards)


def best_path(
    play: Match, start: PathState, squares: int, barred: Container[Square], hazards: Container[Square]
) -> tuple[int, ...]:
    """The best path from a path state that avoids the barred squares (FW-107, FW-110, FW-141)."""
    circuit = play.circuit
    length, ways, corner_of = circuit.length, circuit.ways, circuit.corner_of
    row, overshoots, stops = start.row, start.overshoots, start.stops
    state = start.lane, start.changes, start.left
    reached: dict[LaneState, Way] = {state: (0, ())}  # no mutant: added to every path alike
    for _ in range(squares):
        corner = corner_of[row]
        overshoots = overshoots or _leaves_early(play, row, stops)
        ahead = row + 1 if row + 1 < length else 0
        beyond: dict[LaneState, Way] = {}
        for (lane, changes, left), (penalty, way) in reached.items():
            for next_lane in ways[row][lane]:
                if (ahead, next_lane) in barred or (next_lane != lane and overshoots):
                    continue
                state = next_lane, changes, left
                if next_lane != lane and corner < 0:
                    if changes == LANE_CHANGES or next_lane == left:
                        continue
                    state = next_lane, changes + 1, lane
                total = (
                    penalty
                    + LANE_CHANGE_WEIGHT * (next_lane != lane)
                    + HAZARD_WEIGHT * ((ahead, next_lane) in hazards)
                )
                known = beyond.get(state)
                if known is None or total < known[0]:
                    beyond[state] = total, (*way, next_lane)
        if not beyond:
            break
        if corner_of[ahead] != corner:
            stops = 0  # no mutant: a corner that is entered and left in one move lacks its stops in any case
        reached, row = beyond, ahead
    inner = circuit.inner_lane(row)
    return min((penalty + OFF_LINE_WEIGHT * abs(end[0] - inner), way) for end, (penalty, way) in reached.items())[1]


def _leaves_early(play: Match, row: int, stops: int) -> bool:
    """Whether the next square leaves a corner with stops missing, in any lane (FW-110)."""
    return missing_stops(play.circuit, PathState(row, ANY_LANE, stops=stops)) > 0

"""Which squares the autopilot drives over: the whole way, round what lies there, to the inner lane. Rules FW-107,
FW-108, FW-110, FW-122, FW-141.
"""

from __future__ import annotations

from collections.abc import Container

from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.formule.movement.paths import LANE_CHANGES, PathState, missing_stops, path_start

HAZARD_WEIGHT, OFF_LINE_WEIGHT, LANE_CHANGE_WEIGHT = 10_000, 100, 1  # no mutant: weights, each far above the next
"""What a way is worse by: each marker or debris on it, each lane it ends off the inner one, each change of lane."""
ANY_LANE = 0  # no mutant: any lane does
Square = tuple[int, int]
Way = tuple[int, tuple[int, ...]]
"""How bad a way is, and its lanes."""
LaneState = tuple[int, int, int]
"""Lane, lane changes made on straights, and the lane last left there."""


def choose_path(play: Match, car: CarState, squares: int) -> tuple[int, ...]:
    """The lanes of the best way of so many squares; of the longest one where the cars ahead let none through.

    Of ways as long the one with the fewest markers and debris is best, then the one that ends nearest to the inner
    lane of the next corner, then the one with the fewest lane changes (FW-141).
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
    """The best way from a footing, squares that are barred left aside (FW-107, FW-110, FW-141)."""
    circuit = play.circuit
    length, ways, corner_of = circuit.length, circuit.ways, circuit.corner_of
    row, overshoots, stops = start.row, start.overshoots, start.stops
    standing = start.lane, start.changes, start.left
    reached: dict[LaneState, Way] = {standing: (0, ())}  # no mutant: what all ways share
    for _ in range(squares):
        corner = corner_of[row]
        overshoots = overshoots or _leaves_early(play, row, stops)
        ahead = row + 1 if row + 1 < length else 0
        beyond: dict[LaneState, Way] = {}
        for (lane, changes, left), (worse, way) in reached.items():
            for to in ways[row][lane]:
                if (ahead, to) in barred or (to != lane and overshoots):
                    continue
                standing = to, changes, left
                if to != lane and corner < 0:
                    if changes == LANE_CHANGES or to == left:
                        continue
                    standing = to, changes + 1, lane
                now = worse + LANE_CHANGE_WEIGHT * (to != lane) + HAZARD_WEIGHT * ((ahead, to) in hazards)
                known = beyond.get(standing)
                if known is None or now < known[0]:
                    beyond[standing] = now, (*way, to)
        if not beyond:
            break
        if corner_of[ahead] != corner:
            stops = 0  # no mutant: a corner that is entered and left in one move lacks its stops in any case
        reached, row = beyond, ahead
    inner = circuit.inner_lane(row)
    return min((worse + OFF_LINE_WEIGHT * abs(at[0] - inner), way) for at, (worse, way) in reached.items())[1]


def _leaves_early(play: Match, row: int, stops: int) -> bool:
    """Whether the square after that row is beyond a corner whose stops are not made, in whatever lane (FW-110)."""
    return missing_stops(play.circuit, PathState(row, ANY_LANE, stops=stops)) > 0

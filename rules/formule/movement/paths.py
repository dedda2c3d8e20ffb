"""Which squares a car may drive to, and how far it can get. Rules FW-107, FW-108, FW-110, FW-122."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from rules.formule.ground.circuit import Circuit
from rules.formule.match.match import Match
from rules.formule.match.state import CarState

LANE_CHANGES = 2
"""How often a move may change lane on straights (FW-107)."""
NO_LANE = -1  # no mutant: any number that is no lane
Squares = Container[tuple[int, int]]


class PathState(NamedTuple):
    """How far a move has got, as far as the choice of the next lane depends on it.

    `changes` counts the lane changes on straights and `left` is the lane last left there, `NO_LANE` for none. `stops`
    are those made in the corner the car is in. `overshoots` is whether the move has overshot a corner.
    """

    row: int
    lane: int
    changes: int = 0
    left: int = NO_LANE
    stops: int = 0
    overshoots: bool = False


def path_start(car: CarState) -> PathState:
    """The path state in which a move of this car would begin."""
    return PathState(row=car.row, lane=car.lane, stops=car.stops, overshoots=car.overshooting > 0)


def missing_stops(circuit: Circuit, footing: PathState) -> int:
    """How many stops are missing from the corner that the next square leaves; 0 if it leaves none (FW-109)."""
    corner = circuit.corner_of[footing.row]
    if corner < 0 or circuit.corner_of[(footing.row + 1) % circuit.length] == corner:
        return 0
    return max(circuit.corners[corner].stops - footing.stops, 0)


def lanes_open(circuit: Circuit, footing: PathState) -> tuple[int, ...]:
    """The lanes of the next row that may be entered, occupied or not, the car's own first (FW-107, FW-108, FW-110).

    On a straight a move changes lane at most twice and never back into the lane just left. A car that overshoots a
    corner keeps its lane.
    """
    row, lane, changes, left, _, overshoots = footing
    open_lanes = circuit.ways[row][lane]
    if overshoots or missing_stops(circuit, footing):
        return (lane,) if lane in open_lanes else ()
    if circuit.corner_of[row] >= 0:
        return open_lanes
    if changes < LANE_CHANGES:
        return tuple(open_lane for open_lane in open_lanes if open_lane != left)
    return (lane,) if lane in open_lanes else ()


def step(circuit: Circuit, footing: PathState, lane: int) -> PathState:
    """The path state one square on, in that lane."""
    row, own, changes, left, stops, overshoots = footing
    ahead = (row + 1) % circuit.length
    corner = circuit.corner_of[row]
    if lane != own and corner < 0:
        changes, left = changes + 1, own
    if circuit.corner_of[ahead] != corner:
        overshoots = overshoots or missing_stops(circuit, footing) > 0
        stops = 0
    return PathState(ahead, lane, changes, left, stops, overshoots)


def occupied(play: Match, car: CarState) -> set[tuple[int, int]]:
    """The squares of the other racing cars."""
    return {(other.row, other.lane) for other in play.racing_cars if other.id != car.id}


def longest_path(circuit: Circuit, footing: PathState, squares: int, barred: Squares) -> tuple[int, ...]:
    """The lanes of the longest way on of at most that many squares, avoiding barred ones (FW-107, FW-122).

    Of equally long ways it prefers the one that keeps straight ahead.
    """
    known: dict[PathState, tuple[int, ...]] = {}

    def longest(state: PathState, left: int) -> tuple[int, ...]:
        if left == 0:
            return ()
        if state in known:
            return known[state]
        best: tuple[int, ...] = ()
        for lane in lanes_open(circuit, state):
            following = step(circuit, state, lane)
            if (following.row, following.lane) in barred:
                continue
            path = (lane, *longest(following, left - 1))
            if len(path) > len(best):
                best = path
            if len(best) == left:
                break
        known[state] = best
        return best

    return longest(footing, squares)

"""The search for a path in one activation: ways to spend its movement points. Rules DM-M-055, DM-M-143.

Progress is the distance in a distance field at the start less the distance at the end. The search goes breadth first
over plain numbers and keeps the best paths after each step. A path that gains a hex with every point and costs
nothing cannot be beaten, since no point gains more than a hex and what it costs, so it is taken at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.dethmatch.first_autopilot.distance_fields import CircuitField, GoalField
from rules.dethmatch.first_autopilot.risk_estimates import (
    BLOCKED,
    COLLISION,
    FOUL,
    MOST_SHORTFALL,
    NO_CHECK,
    POINT,
    SIXTHS,
    STRAIGHT_ENOUGH,
    Outlook,
    estimated_collision_speed,
)
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE
from rules.dethmatch.match.orders import PATH_STEPS

WIDTH = 12
"""The paths kept after each point (DM-M-143)."""
MOST_EVALUATED = 200
"""The most paths that are evaluated in one activation (DM-M-143)."""
SHIFTS = (0, -1, 1, -1, 1)
"""The side that each of `PATH_STEPS` goes to."""
FIRST_TURN_STEP = 3
"""The steps from this one on are turns. Those before it are forward and the drifts."""
SURE = SIXTHS
LEAVING = 50  # no mutant: more than any path gains
"""What leaving the map takes off the score, since it ends the heat for the car."""
GOAL_WORTH = 12  # no mutant: more than is lost by driving past it
"""What entering a goal's hex adds to the score, even if the car has passed it at the end (DM-M-146)."""
GUARD = 1
"""What showing the enemy the strongest quadrant adds to the score (DM-M-146)."""
COLLISION_SPEED_PER_POINT = 4
"""The collision speed for each point of handling lost. A passed check saves 1 (DM-M-084)."""


class Node(NamedTuple):
    """A path so far: its worth (progress less costs, in 216ths), where it ends, and what the next step depends on.

    `lost` is the handling expected to be lost, in sixths. `hot` says whether the last point met a hazard. `crash` is
    the sum of the collision speeds.
    """

    worth: int
    at: int
    facing: int
    straight: int
    lost: int
    hot: bool
    crash: int
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPath:
    """The best path for a number of points: its steps, its score in 216ths, and the sum of its collision speeds."""

    path: tuple[str, ...]
    score: int
    crash: int


class Search:
    """The possible paths of one car from where it is.

    `goals` are hexes worth entering. `guard` says whether a hex and facing show the enemy the right side.
    """

    __slots__ = (
        "_blocked",
        "_field",
        "_goals",
        "_guard",
        "_lap",
        "_left",
        "_outlook",
        "evaluated",
        "start",
        "width",
    )

    def __init__(
        self,
        outlook: Outlook,
        field: CircuitField | GoalField,
        *,
        goals: Collection[int] = (),
        guard: Callable[[int, int], bool] | None = None,
        width: int | None = WIDTH,
    ) -> None:
        track = outlook.track
        self._outlook, self._field, self._goals, self._guard = outlook, field, goals, guard
        self._left, self._lap = field.left, field.lap
        self._blocked = track.impassable
        self.width = width
        """How many paths are kept after each point. None keeps all."""
        self.evaluated = 0
        car = outlook.car
        straight = STRAIGHT_ENOUGH if car.settled else car.straight
        self.start = Node(0, car.at, car.facing, straight, 0, car.moved <= car.hazard, 0, ())

    def begin(self, steps: Sequence[str]) -> None:
        """Start with steps the car is forced to make. They cost nothing until one of them collides."""
        node = self.start
        for step in steps:
            after = self.after(node, PATH_STEPS.index(step))
            node = after if after.crash else after._replace(worth=0, lost=node.lost)
        self.start = node

    def clean(self, points: int) -> BestPath | None:
        """Return the first path that gains a hex with every point, meets no hazard and ends with the hex ahead free.

        None if there is no such path. Also None if another path could gain more: by entering or passing a goal, by a
        turn that the way needs now, or by the side it shows to an enemy.
        """
        if not self._no_gain_beyond(points):
            return None
        at, facing, straight = self.start.at, self.start.facing, self.start.straight
        steps = self._clean(at, facing, straight, self._outlook.handling, points)
        if steps is None:
            return None
        path = tuple(PATH_STEPS[step] for step in (*self.start.path, *steps))
        return BestPath(path=path, score=points * POINT, crash=0)

    def best(self, points: Collection[int]) -> dict[int, BestPath]:
        """Return the best path for each number of points. Shorter paths are the beginnings of longer ones."""
        most_points = max(points)
        kept = [self.start]
        paths = {0: self._best_path(kept)} if 0 in points else {}
        for spent in range(1, most_points + 1):
            if self.width is not None:
                kept = _best_of(kept, self._allowed(most_points - spent + 1))  # no mutant: how the rest is shared out
            kept = [self.after(node, step) for node in kept for step in range(len(PATH_STEPS))]
            self.evaluated += len(kept)
            if spent in points:
                paths[spent] = self._best_path(kept)
        return paths

    def score(self, node: Node) -> int:
        """Return the score of a path that ends here, including whether the hex ahead is blocked (DM-M-143)."""
        ahead = self._outlook.track.neighbors[node.at][node.facing]
        blocked = ahead == OUTSIDE or self._blocked[ahead] or ahead in self._outlook.taken
        guarded = self._guard is not None and self._guard(node.at, node.facing)
        return node.worth + POINT * (GUARD * guarded - BLOCKED * blocked)

    def _no_gain_beyond(self, points: int) -> bool:
        """Whether no path can gain more than a hex with each point."""
        if self._guard is not None:
            return False
        field = self._field
        if isinstance(field, CircuitField):
            return not field.strict
        at, facing = self.start.at, self.start.facing
        return field.aside(at, facing) == 0 and (not self._goals or field.hexes(at) > points)

    def _allowed(self, levels: int) -> int:
        """Return how many paths may be continued without evaluating too many, with `levels` points still to spend."""
        allowed = (MOST_EVALUATED - self.evaluated) // (levels * len(PATH_STEPS))
        return max(min(self.width or allowed, allowed), 1)  # no mutant: one path at least goes on

    def _best_path(self, nodes: Sequence[Node]) -> BestPath:
        """Return the best of some paths, the earliest of equal ones. If all collide, only those at the lowest speed
        count.
        """
        least = min(node.crash for node in nodes)
        if least:
            nodes = [node for node in nodes if node.crash == least]
        best = max(nodes, key=self.score)
        return BestPath(
            path=tuple([PATH_STEPS[step] for step in best.path]), score=self.score(best), crash=best.crash
        )

    def after(self, node: Node, step: int) -> Node:
        """Return a path with one more point spent. Hazards are met in the order of the rules (DM-M-055, DM-M-058,
        DM-M-143).
        """
        worth, at, facing, straight, lost, hot, crash, path = node
        outlook = self._outlook
        direction = (facing + SHIFTS[step]) % SIDES
        entered = outlook.track.neighbors[at][direction]
        met_hazard = False
        if step:
            turning = step >= FIRST_TURN_STEP
            worth, lost = self._loses(worth, lost, outlook.turn_toll if turning else outlook.drift_toll, SURE)
            short = (outlook.mode_on_ice if outlook.ground.ice[at] else outlook.mode) - straight
            checks = [outlook.early[min(short - 1 + hot, MOST_SHORTFALL)]] if short > 0 else []
            checked_at = at if turning else entered
            if checked_at != OUTSIDE:
                checks.append(
                    outlook.ground.oiled[checked_at]
                    if checked_at in outlook.oil
                    else outlook.ground.maneuver[checked_at]
                )
            for failing in checks:
                if failing != NO_CHECK:
                    worth, lost = self._loses(worth, lost, 1, failing)
                    met_hazard = True
            if turning:
                facing = direction
        if entered == OUTSIDE or self._blocked[entered] or entered in outlook.taken:
            return self._collides(node, step, facing=facing, worth=worth, lost=lost)
        obstacle = outlook.ground.obstacles.get(entered)
        if obstacle is not None:
            worth, lost = self._loses(worth - FOUL * POINT, lost, obstacle[0], SURE)
            worth, lost = self._loses(worth, lost, 1, obstacle[1])
            met_hazard = True
        if entered in outlook.foul:
            worth -= FOUL * POINT
            if outlook.oil.get(entered):
                worth, lost = self._loses(worth, lost, 1, outlook.fails)
                met_hazard = True
        if entered in self._goals:
            worth += GOAL_WORTH * POINT
        worth += POINT * self._progress(SIDES * at + node.facing, SIDES * entered + facing)
        new_straight = straight + 1 if step == 0 else int(step >= FIRST_TURN_STEP)
        return Node(worth, entered, facing, new_straight, lost, met_hazard, crash, (*path, step))

    def _loses(self, worth: int, lost: int, points: int, chance: int) -> tuple[int, int]:
        """Return worth and handling lost after a chance, in sixths, of losing handling and perhaps control (DM-M-068,
        DM-M-143).
        """
        if not points or not chance:
            return worth, lost
        below = -1 - (self._outlook.handling - (lost + SIXTHS // 2) // SIXTHS - points)
        worth -= self._outlook.point * points * chance
        if below >= 0:
            worth -= chance * self._outlook.dread[min(below, MOST_SHORTFALL)]
        return worth, lost + points * chance

    def _collides(self, node: Node, step: int, *, facing: int, worth: int, lost: int) -> Node:
        """Return a path that runs into something: the car stays in its hex, less what a collision costs (DM-M-082,
        DM-M-084, DM-M-143).
        """
        outlook = self._outlook
        hit_hex = outlook.track.neighbors[node.at][(node.facing + SHIFTS[step]) % SIDES]
        if hit_hex == OUTSIDE and outlook.run_off:
            crash = node.crash + 1  # no mutant: any speed will do
            return node._replace(worth=worth - LEAVING * POINT, crash=crash, path=(*node.path, step))
        drifting = 0 < step < FIRST_TURN_STEP
        impact_speed = estimated_collision_speed(outlook.speed, facing, outlook.taken.get(hit_hex), drifting=drifting)
        if hit_hex not in outlook.wanted:
            worth -= COLLISION * POINT
        worth, lost = self._loses(worth, lost, -(-impact_speed // COLLISION_SPEED_PER_POINT) - 1, SURE)
        worth, lost = self._loses(worth, lost, 1, outlook.fails)
        crash = node.crash if hit_hex in outlook.wanted else node.crash + impact_speed
        worth += POINT * self._progress(SIDES * node.at + node.facing, SIDES * node.at + facing)
        return Node(worth, node.at, facing, node.straight, lost, True, crash, (*node.path, step))

    def _progress(self, start: int, end: int) -> int:
        """Return the progress from one position to another, in hexes."""
        half = self._lap // 2
        return (self._left[start] - self._left[end] + half) % self._lap - half

    def _clean(self, at: int, facing: int, straight: int, handling: int, points: int) -> tuple[int, ...] | None:
        """Return the rest of a clean path, or None. See `clean`."""
        outlook, distances = self._outlook, self._left
        neighbors = outlook.track.neighbors[at]
        if points == 0:
            ahead = neighbors[facing]
            return None if ahead == OUTSIDE or self._blocked[ahead] or ahead in outlook.taken else ()
        distance = distances[SIDES * at + facing]
        ground, lap = outlook.ground, self._lap
        may_maneuver = straight >= (outlook.mode_on_ice if ground.ice[at] else outlook.mode)
        for step, shift in enumerate(SHIFTS):
            turning = step >= FIRST_TURN_STEP
            toll = 0 if step == 0 else outlook.turn_toll if turning else outlook.drift_toll
            gain = 0 if step == 0 else outlook.turn_gain if turning else outlook.drift_gain
            if step and (not may_maneuver or toll > handling):
                return None
            entered = neighbors[(facing + shift) % SIDES]
            if entered == OUTSIDE or self._blocked[entered] or entered in outlook.taken:
                continue
            if entered in ground.obstacles or entered in outlook.foul:
                continue
            if step and (ground.maneuver[at if turning else entered] != NO_CHECK or at in outlook.oil):
                continue
            new_facing = (facing + shift) % SIDES if turning else facing
            if (distance - distances[SIDES * entered + new_facing] - 1 - gain) % lap:
                continue
            new_straight = straight + 1 if step == 0 else int(turning)
            rest = self._clean(entered, new_facing, new_straight, handling - toll, points - 1)
            if rest is not None:
                return (step, *rest)
        return None


def _best_of(nodes: list[Node], count: int) -> list[Node]:
    """Return the best of some paths, in the order they were found."""
    if len(nodes) <= count:  # no mutant: as many are all of them
        return nodes
    ranked = sorted(range(len(nodes)), key=lambda number: -nodes[number].worth)[:count]
    return [nodes[number] for number in sorted(ranked)]

"""The search of a path for one activation: the ways to spend its points, by their ends. Rules DM-M-055, DM-M-143.

Progress is what a field of `course` says is left at the start less what is left at the end. The search goes breadth
first over plain numbers and keeps the best of each step; a path that gains a hex with every point and costs nothing
cannot be beaten, since no point gains more than a hex and what it costs, and is taken at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.dethmatch.autopilot.distance_fields import CircuitField, GoalField
from rules.dethmatch.autopilot.risk_estimates import (
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
"""The paths looked at in one activation (DM-M-143)."""
SHIFTS = (0, -1, 1, -1, 1)
"""The side each of `PATH_STEPS` goes to."""
FIRST_TURN_STEP = 3
"""From this step on they are turns; those before it are forward and the drifts."""
SURE = SIXTHS
LEAVING = 50  # no mutant: more than any path gains
"""What leaving the map takes off: the heat is over for a car that does."""
GOAL_WORTH = 12  # no mutant: more than is lost by driving past it
"""What coming through a goal's hex adds, which may lie behind the car again at the end (DM-M-146)."""
GUARD = 1
"""What showing the enemy the strongest quadrant adds (DM-M-146)."""
COLLISION_SPEED_PER_POINT = 4
"""The collision speed that costs a point of handling, 1 less for a passed check (DM-M-084)."""


class Node(NamedTuple):
    """A path so far: what it is worth (progress less costs, in 216ths), where it ends, what the next step must know.

    `lost` is the handling expected to be lost in sixths, `hot` whether the last point met a hazard, `crash` the sum
    of the collision speeds.
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
    """The best path for a number of points: its steps, its score in 216ths, the speeds it collides with in sum."""

    path: tuple[str, ...]
    score: int
    crash: int


class Search:
    """The paths of one car from where it stands.

    `goals` are hexes worth coming through; `guard` says whether a stand shows the enemy the side it should.
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
        """How many paths are kept after each point; None keeps all."""
        self.evaluated = 0
        car = outlook.car
        straight = STRAIGHT_ENOUGH if car.settled else car.straight
        self.start = Node(0, car.at, car.facing, straight, 0, car.moved <= car.hazard, 0, ())

    def begin(self, steps: Sequence[str]) -> None:
        """Set out after moves the car must make first; they cost what they meet on the way and nothing else."""
        node = self.start
        for step in steps:
            after = self.after(node, PATH_STEPS.index(step))
            node = after if after.crash else after._replace(worth=0, lost=node.lost)
        self.start = node

    def clean(self, points: int) -> BestPath | None:
        """The first path that gains a hex with every point, meets no hazard and ends with the way ahead free.

        None also where other paths could gain more: toward a goal to be come through or past, by driving round a turn
        that the way asks for now, or by the side shown to an enemy.
        """
        if not self._no_gain_beyond(points):
            return None
        at, facing, straight = self.start.at, self.start.facing, self.start.straight
        found = self._clean(at, facing, straight, self._outlook.handling, points)
        if found is None:
            return None
        path = tuple(PATH_STEPS[step] for step in (*self.start.path, *found))
        return BestPath(path=path, score=points * POINT, crash=0)

    def best(self, points: Collection[int]) -> dict[int, BestPath]:
        """The best path for each number of points asked about; shorter paths are the beginnings of longer ones."""
        most = max(points)
        kept = [self.start]
        ways = {0: self._best_path(kept)} if 0 in points else {}
        for made in range(1, most + 1):
            if self.width is not None:
                kept = _best_of(kept, self._allowed(most - made + 1))  # no mutant: how the rest is shared out
            kept = [self.after(node, step) for node in kept for step in range(len(PATH_STEPS))]
            self.evaluated += len(kept)
            if made in points:
                ways[made] = self._best_path(kept)
        return ways

    def score(self, node: Node) -> int:
        """What a path is worth that ends here, with the hex ahead looked at (DM-M-143)."""
        ahead = self._outlook.track.neighbors[node.at][node.facing]
        shut = ahead == OUTSIDE or self._blocked[ahead] or ahead in self._outlook.taken
        guarded = self._guard is not None and self._guard(node.at, node.facing)
        return node.worth + POINT * (GUARD * guarded - BLOCKED * shut)

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
        """How many paths may be gone on with, so that no more are evaluated than may be."""
        left = (MOST_EVALUATED - self.evaluated) // (levels * len(PATH_STEPS))
        return max(min(self.width or left, left), 1)  # no mutant: one path at least goes on

    def _best_path(self, nodes: Sequence[Node]) -> BestPath:
        """The best of the paths; where all collide, the one that does at the least speed. The earliest of equals."""
        least = min(node.crash for node in nodes)
        if least:
            nodes = [node for node in nodes if node.crash == least]
        best = max(nodes, key=self.score)
        return BestPath(
            path=tuple([PATH_STEPS[step] for step in best.path]), score=self.score(best), crash=best.crash
        )

    def after(self, node: Node, step: int) -> Node:
        """A path with one more point spent, hazard by hazard as they are met (DM-M-055, DM-M-058, DM-M-143)."""
        worth, at, facing, straight, lost, hot, crash, path = node
        outlook = self._outlook
        way = (facing + SHIFTS[step]) % SIDES
        to = outlook.track.neighbors[at][way]
        met = False
        if step:
            turning = step >= FIRST_TURN_STEP
            worth, lost = self._loses(worth, lost, outlook.turn_toll if turning else outlook.drift_toll, SURE)
            short = (outlook.mode_on_ice if outlook.ground.ice[at] else outlook.mode) - straight
            checks = [outlook.early[min(short - 1 + hot, MOST_SHORTFALL)]] if short > 0 else []
            on = at if turning else to
            if on != OUTSIDE:
                checks.append(outlook.ground.oiled[on] if on in outlook.oil else outlook.ground.maneuver[on])
            for fails in checks:
                if fails != NO_CHECK:
                    worth, lost = self._loses(worth, lost, 1, fails)
                    met = True
            if turning:
                facing = way
        if to == OUTSIDE or self._blocked[to] or to in outlook.taken:
            return self._collides(node, step, facing=facing, worth=worth, lost=lost)
        rough = outlook.ground.obstacles.get(to)
        if rough is not None:
            worth, lost = self._loses(worth - FOUL * POINT, lost, rough[0], SURE)
            worth, lost = self._loses(worth, lost, 1, rough[1])
            met = True
        if to in outlook.foul:
            worth -= FOUL * POINT
            if outlook.oil.get(to):
                worth, lost = self._loses(worth, lost, 1, outlook.fails)
                met = True
        if to in self._goals:
            worth += GOAL_WORTH * POINT
        worth += POINT * self._progress(SIDES * at + node.facing, SIDES * to + facing)
        run = straight + 1 if step == 0 else int(step >= FIRST_TURN_STEP)
        return Node(worth, to, facing, run, lost, met, crash, (*path, step))

    def _loses(self, worth: int, lost: int, points: int, chance: int) -> tuple[int, int]:
        """Lose handling with a chance in sixths, and with it perhaps control (DM-M-068, DM-M-143)."""
        if not points or not chance:
            return worth, lost
        below = -1 - (self._outlook.handling - (lost + SIXTHS // 2) // SIXTHS - points)
        worth -= self._outlook.point * points * chance
        if below >= 0:
            worth -= chance * self._outlook.dread[min(below, MOST_SHORTFALL)]
        return worth, lost + points * chance

    def _collides(self, node: Node, step: int, *, facing: int, worth: int, lost: int) -> Node:
        """A path that runs into something: the car stays, less what that costs (DM-M-082, DM-M-084, DM-M-143)."""
        outlook = self._outlook
        to = outlook.track.neighbors[node.at][(node.facing + SHIFTS[step]) % SIDES]
        if to == OUTSIDE and outlook.run_off:
            crash = node.crash + 1  # no mutant: any speed will do
            return node._replace(worth=worth - LEAVING * POINT, crash=crash, path=(*node.path, step))
        drifting = 0 < step < FIRST_TURN_STEP
        hit = estimated_collision_speed(outlook.speed, facing, outlook.taken.get(to), drifting=drifting)
        if to not in outlook.wanted:
            worth -= COLLISION * POINT
        worth, lost = self._loses(worth, lost, -(-hit // COLLISION_SPEED_PER_POINT) - 1, SURE)
        worth, lost = self._loses(worth, lost, 1, outlook.fails)
        crash = node.crash if to in outlook.wanted else node.crash + hit
        worth += POINT * self._progress(SIDES * node.at + node.facing, SIDES * node.at + facing)
        return Node(worth, node.at, facing, node.straight, lost, True, crash, (*node.path, step))

    def _progress(self, start: int, end: int) -> int:
        """The progress from one stand to another, in hexes."""
        half = self._lap // 2
        return (self._left[start] - self._left[end] + half) % self._lap - half

    def _clean(self, at: int, facing: int, straight: int, handling: int, points: int) -> tuple[int, ...] | None:
        """The rest of a clean path, or None; see `clean`."""
        outlook, left = self._outlook, self._left
        row = outlook.track.neighbors[at]
        if points == 0:
            ahead = row[facing]
            return None if ahead == OUTSIDE or self._blocked[ahead] or ahead in outlook.taken else ()
        here = left[SIDES * at + facing]
        ground, lap = outlook.ground, self._lap
        free = straight >= (outlook.mode_on_ice if ground.ice[at] else outlook.mode)
        for step, shift in enumerate(SHIFTS):
            turning = step >= FIRST_TURN_STEP
            toll = 0 if step == 0 else outlook.turn_toll if turning else outlook.drift_toll
            gain = 0 if step == 0 else outlook.turn_gain if turning else outlook.drift_gain
            if step and (not free or toll > handling):
                return None
            to = row[(facing + shift) % SIDES]
            if to == OUTSIDE or self._blocked[to] or to in outlook.taken:
                continue
            if to in ground.obstacles or to in outlook.foul:
                continue
            if step and (ground.maneuver[at if turning else to] != NO_CHECK or at in outlook.oil):
                continue
            then = (facing + shift) % SIDES if turning else facing
            if (here - left[SIDES * to + then] - 1 - gain) % lap:
                continue
            run = straight + 1 if step == 0 else int(turning)
            rest = self._clean(to, then, run, handling - toll, points - 1)
            if rest is not None:
                return (step, *rest)
        return None


def _best_of(nodes: list[Node], count: int) -> list[Node]:
    """The best of some paths, in the order they were found."""
    if len(nodes) <= count:  # no mutant: as many are all of them
        return nodes
    ranked = sorted(range(len(nodes)), key=lambda number: -nodes[number].worth)[:count]
    return [nodes[number] for number in sorted(ranked)]

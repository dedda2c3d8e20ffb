"""The search for a path in one activation: ways to spend its movement points. Rules DM-M-055, DM-M-079 to DM-M-084,
DM-M-143.

The search goes breadth first and keeps the best paths after each point. Of paths that end in the same hex with the
same facing, it keeps the best. Worth is in points of the match.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rules.dethmatch.autopilot.crashes import Crashes
from rules.dethmatch.autopilot.gunfire import Battle
from rules.dethmatch.autopilot.prices import Prices
from rules.dethmatch.first_autopilot.distance_fields import CircuitField, GoalField
from rules.dethmatch.first_autopilot.path_search import (
    COLLISION_SPEED_PER_POINT,
    FIRST_TURN_STEP,
    GOAL_WORTH,
    LEAVING,
    SHIFTS,
)
from rules.dethmatch.first_autopilot.risk_estimates import (
    MOST_SHORTFALL,
    NO_CHECK,
    SIXTHS,
    SPIN_FROM,
    STRAIGHT_ENOUGH,
    Outlook,
    estimated_collision_speed,
    failing_faces,
)
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE
from rules.dethmatch.match.orders import PATH_STEPS
from rules.match.driving.judgment import Judgment

STEP_NUMBERS = range(len(PATH_STEPS))
DIRECTIONS = tuple(tuple((facing + shift) % SIDES for shift in SHIFTS) for facing in range(SIDES))
"""The direction of each step, by the facing of the car."""
JUDGED = 8
"""The most ends of paths whose gunfire is weighed."""


class Node(NamedTuple):
    """A path so far: its worth, where it ends, and what the next step depends on.

    `lost` is the handling expected to be lost, in sixths. `hot` says whether the last point met a hazard. `crash` is
    what its collisions cost.
    """

    worth: float
    at: int
    facing: int
    straight: int
    lost: int
    hot: bool
    crash: float
    path: tuple[int, ...]


Ends = dict[tuple[int, int, bool], Node]
"""The best path to each hex and facing, with and without the turn mode met there."""
Effect = tuple[float, int, bool]
"""Worth and handling lost after something on the way, and whether a hazard was met."""
SolidStep = tuple[int, int, int, float, int]
"""A step that runs into something: its number, the hex, the facing, and worth and handling lost before the impact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPath:
    """The best path for a number of points: its steps and its worth."""

    path: tuple[str, ...]
    worth: float


@cache
def control_loss_prices(
    speed: int, ability: int, natural_one: bool, control: float, spin: float
) -> tuple[float, ...]:
    """What a check to keep control takes off the worth, by points below -1 (DM-M-068, DM-M-069)."""
    prices = []
    for below in range(MOST_SHORTFALL + 1):
        fails = failing_faces(ability - below, natural_one=natural_one) / SIXTHS
        spins = SIXTHS - min(max(SPIN_FROM - 1 - speed - below + ability, 0), SIXTHS)
        prices.append(fails * (control + spin * spins / SIXTHS))
    return tuple(prices)


class PathSearch:
    """The possible paths of one car from where it is.

    `hex_worth` is what a hex of progress is worth, and `near_enough` the distance at which no nearer one is worth
    more. `goals` are hexes worth entering. `crashes` say what running into something costs.
    """

    __slots__ = (
        "_battle",
        "_blocked",
        "_crashes",
        "_dread",
        "_field",
        "_goals",
        "_half",
        "_handling",
        "_hex_worth",
        "_judgment",
        "_lap",
        "_left",
        "_near_enough",
        "_outlook",
        "_prices",
        "_special",
        "start",
    )  # fmt: skip

    def __init__(
        self,
        outlook: Outlook,
        field: CircuitField | GoalField,
        *,
        prices: Prices,
        dread: Sequence[float],
        handling: float,
        hex_worth: float,
        near_enough: int = 0,
        goals: Collection[int] = (),
        battle: Battle | None = None,
        crashes: Crashes,
        judgment: Judgment,
    ) -> None:
        self._outlook, self._field, self._goals = outlook, field, goals
        self._left, self._lap, self._half = field.left, field.lap, field.lap // 2
        self._prices, self._dread, self._handling = prices, dread, handling
        self._hex_worth, self._near_enough = hex_worth, near_enough
        self._battle, self._crashes = battle, crashes
        self._blocked = outlook.track.impassable
        self._judgment = judgment
        self._special = outlook.ground.obstacles.keys() | outlook.foul | frozenset(goals)
        car = outlook.car
        straight = STRAIGHT_ENOUGH if car.settled else car.straight
        self.start = Node(0.0, car.at, car.facing, straight, 0, car.moved <= car.hazard, 0.0, ())

    def begin(self, steps: Sequence[str]) -> None:
        """Start with steps the car is forced to make. They cost nothing until one of them collides."""
        node = self.start
        for step in steps:
            after = self.after(node, PATH_STEPS.index(step))
            node = after if after.crash else after._replace(worth=0.0, lost=node.lost)
        self.start = node

    def best(self, points: Collection[int]) -> dict[int, BestPath]:
        """The best path for each number of points. Shorter paths are the beginnings of longer ones."""
        kept = [self.start]
        paths = {0: self._best_path(kept)} if 0 in points else {}
        for spent in range(1, max(points) + 1):
            ends: Ends = {}
            for node in kept:
                self._continue(node, ends)
            nodes = sorted(ends.values(), key=_worth, reverse=True)
            if spent in points:
                paths[spent] = self._best_path(nodes)
            kept = nodes[: self._judgment.look_ahead]
        return paths

    def after(self, node: Node, step: int) -> Node:
        """A path with one more point spent on a step."""
        ends: Ends = {}
        self._continue(node, ends, steps=(step,))
        return next(iter(ends.values()))

    def _best_path(self, nodes: Sequence[Node]) -> BestPath:
        """The best of some paths that are sorted by their worth, the earliest of equal ones.

        Paths that no gunfire can make the best are not weighed.
        """
        most, best, worths = 0.0 if self._battle is None else self._battle.most, -math.inf, []
        for node in nodes[:JUDGED]:
            if node.worth + most < best:
                break
            worth = self._end_worth(node)
            worths.append(worth)
            if worth > best:  # noqa: PLR1730 - a call for each path
                best = worth
        least = best - self._judgment.notices
        number = next(number for number, worth in enumerate(worths) if worth >= least)
        return BestPath(path=tuple([PATH_STEPS[step] for step in nodes[number].path]), worth=worths[number])

    def _end_worth(self, node: Node) -> float:
        """The worth of a path that ends here, with what the guns can do from here (DM-M-143)."""
        worth = node.worth
        ahead = self._outlook.track.neighbors[node.at][node.facing]
        if ahead == OUTSIDE or self._blocked[ahead] or ahead in self._outlook.taken:
            worth -= self._prices.blocked
        return worth if self._battle is None else worth + self._battle.worth(node.at, node.facing)

    def _continue(self, node: Node, ends: Ends, *, steps: Sequence[int] = STEP_NUMBERS) -> None:
        """Continue a path by each of some steps, and keep those that are better than what `ends` has.

        Hazards are met in the order of the rules (DM-M-055, DM-M-058). What both turns or both drifts take alike is
        worked out once. A step into anything but an enemy counts only if every step runs into something.
        """
        worth, at, facing, straight, lost, _, crash, path = node
        outlook, left, special = self._outlook, self._left, self._special
        taken, blocked, neighbors = outlook.taken, self._blocked, outlook.track.neighbors[at]
        mode, hex_worth, near, lap, half = outlook.mode, self._hex_worth, self._near_enough, self._lap, self._half
        from_here = left[SIDES * at + facing]
        from_near = max(from_here, near)
        checks, oil = outlook.ground.maneuver, outlook.oil
        drifted = self._maneuver(node, outlook.drift_toll)
        turned = self._on_road(*self._maneuver(node, outlook.turn_toll), at)
        maneuvered = ((worth, lost, False), drifted, drifted, turned, turned)
        solid: list[SolidStep] = []
        for step in steps:
            direction = DIRECTIONS[facing][step]
            entered = neighbors[direction]
            new_worth, new_lost, met_hazard = maneuvered[step]
            is_drift = 0 < step < FIRST_TURN_STEP and entered != OUTSIDE
            if is_drift and (checks[entered] != NO_CHECK or entered in oil):
                new_worth, new_lost, met_hazard = self._on_road(new_worth, new_lost, met_hazard, entered)
            new_facing = direction if step >= FIRST_TURN_STEP else facing
            if entered == OUTSIDE or blocked[entered] or entered in taken:
                solid.append((step, entered, new_facing, new_worth, new_lost))
                continue
            if entered in special:
                new_worth, new_lost, met_hazard = self._on_special(new_worth, new_lost, met_hazard, entered, at)
            to_there = left[SIDES * entered + new_facing]
            if near:
                new_worth += hex_worth * (from_near - (max(near, to_there)))
            else:
                new_worth += hex_worth * ((from_here - to_there + half) % lap - half)
            new_straight = straight + 1 if step == 0 else int(step >= FIRST_TURN_STEP)
            key = entered, new_facing, new_straight >= mode
            other = ends.get(key)
            if other is None or new_worth > other.worth:
                ends[key] = Node(
                    new_worth, entered, new_facing, new_straight, new_lost, met_hazard, crash, (*path, step)
                )
        if solid:
            self._continue_into(node, solid, ends, only_enemies=len(solid) < len(steps))

    def _continue_into(self, node: Node, solid: Sequence[SolidStep], ends: Ends, *, only_enemies: bool) -> None:
        """Continue a path by steps that run into something, or only by those into enemies."""
        for step, entered, facing, worth, lost in solid:
            if only_enemies and entered not in self._crashes.enemies:
                continue
            after = self._collides(node, step, facing=facing, worth=worth, lost=lost)
            key = after.at, after.facing, after.straight >= self._outlook.mode
            other = ends.get(key)
            if other is None or after.worth > other.worth:
                ends[key] = after

    def _on_special(self, worth: float, lost: int, met_hazard: bool, at: int, before: int) -> Effect:
        """The same after entering a hex with an obstacle or a marker, or a goal, from the hex `before`. Goals count
        only if they are entered from outside: a base has several hexes (DM-M-059, DM-M-102, DM-M-137).
        """
        outlook = self._outlook
        obstacle = outlook.ground.obstacles.get(at)
        if obstacle is not None:
            worth, lost = self._loses(worth - self._prices.foul, lost, obstacle[0], SIXTHS)
            worth, lost = self._loses(worth, lost, 1, obstacle[1])
            met_hazard = True
        if at in outlook.foul:
            worth -= self._prices.foul
            if outlook.oil.get(at):
                worth, lost = self._loses(worth, lost, 1, outlook.fails)
                met_hazard = True
        if at in self._goals and before not in self._goals:
            worth += GOAL_WORTH * self._hex_worth
        return worth, lost, met_hazard

    def _maneuver(self, node: Node, toll: int) -> Effect:
        """Worth and handling lost after a turn or drift, and whether it met a hazard: the handling it takes, and the
        check if it comes too soon (DM-M-057, DM-M-065).
        """
        outlook = self._outlook
        worth, lost = self._loses(node.worth, node.lost, toll, SIXTHS)
        short = (outlook.mode_on_ice if outlook.ground.ice[node.at] else outlook.mode) - node.straight
        if short > 0:
            failing = outlook.early[min(short - 1 + node.hot, MOST_SHORTFALL)]
            if failing != NO_CHECK:
                return *self._loses(worth, lost, 1, failing), True
        return worth, lost, False

    def _on_road(self, worth: float, lost: int, met_hazard: bool, at: int) -> Effect:
        """The same after the check of the road in a hex (DM-M-058)."""
        outlook = self._outlook
        failing = outlook.ground.oiled[at] if at in outlook.oil else outlook.ground.maneuver[at]
        if failing == NO_CHECK:
            return worth, lost, met_hazard
        return *self._loses(worth, lost, 1, failing), True

    def _loses(self, worth: float, lost: int, points: int, chance: int) -> tuple[float, int]:
        """Worth and handling lost after a chance, in sixths, of losing handling and perhaps control (DM-M-068)."""
        if not points or not chance:
            return worth, lost
        below = -1 - (self._outlook.handling - (lost + SIXTHS // 2) // SIXTHS - points)
        worth -= self._handling * points * chance / SIXTHS
        if below >= 0:
            worth -= self._dread[min(below, MOST_SHORTFALL)] * chance / SIXTHS
        return worth, lost + points * chance

    def _collides(self, node: Node, step: int, *, facing: int, worth: float, lost: int) -> Node:
        """A path that runs into something: the car stays in its hex, less what the collision costs (DM-M-082,
        DM-M-084).
        """
        outlook = self._outlook
        hit_hex = outlook.track.neighbors[node.at][(node.facing + SHIFTS[step]) % SIDES]
        if hit_hex == OUTSIDE and outlook.run_off:
            worth -= LEAVING * self._hex_worth
            return node._replace(worth=worth, crash=node.crash + LEAVING, path=(*node.path, step))
        drifting = 0 < step < FIRST_TURN_STEP
        impact_speed = estimated_collision_speed(outlook.speed, facing, outlook.taken.get(hit_hex), drifting=drifting)
        price = self._crashes.price(hit_hex, impact_speed)
        worth, lost = self._loses(worth - price, lost, -(-impact_speed // COLLISION_SPEED_PER_POINT) - 1, SIXTHS)
        worth, lost = self._loses(worth, lost, 1, outlook.fails)
        worth += self._hex_worth * self._progress(SIDES * node.at + node.facing, SIDES * node.at + facing)
        return Node(worth, node.at, facing, node.straight, lost, True, node.crash + price, (*node.path, step))

    def _progress(self, start: int, end: int) -> int:
        """The progress from one position to another, in hexes."""
        if self._near_enough:
            return max(self._left[start], self._near_enough) - max(self._left[end], self._near_enough)
        return (self._left[start] - self._left[end] + self._half) % self._lap - self._half


def _worth(node: Node) -> float:
    return node.worth

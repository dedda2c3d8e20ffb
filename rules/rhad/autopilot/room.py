"""Whether a car will come around before the wall: the handling that the road ahead asks for. Rules RH-010, RH-036,
RH-037, RH-085.

A car that drives toward a wall must turn once, twice or three times before it gets there: once in each round that the
way to the wall takes, at the speed to which it can brake, and the rest in this round.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import MPH_PER_STEP, SPEED_STEP
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.ground.hexes import STRIDES

SLOW = 20
"""No car brakes below this speed in mph for the sake of room."""
NO_WAY = 5
"""What running into a wall costs besides its harm."""
FARTHEST_LOOK = 3
"""The most rounds to a wall that anybody thinks of."""
MOST_TURNS = 3
SPARE = 2
"""The free steps that a turn must leave after all steps of its round."""
LEAST_ROOM = 4
"""The free steps in which any car can turn."""


class Pace(NamedTuple):
    """A pace on the way to a wall: steps in a round, what a turn in a round costs, what slowing down to it costs, and
    what the wall does at it.
    """

    steps: int
    turn: float
    slowing: float
    at_wall: float


class Room:
    """The room that a car needs at a speed in mph. What its paces cost is worked out when a wall is near."""

    __slots__ = ("_clear", "_known_braked", "_known_present", "_run", "_slower", "_toll", "_view", "look", "mph")

    def __init__(self, view: Outlook, mph: int) -> None:
        self._view, self.mph = view, mph
        self._toll, self._run = view.constants.toll, view.constants.roads.run
        brake = view.play.designs[view.car.id].brake // SPEED_STEP * SPEED_STEP
        self._slower = slower = max(mph - brake, min(mph, SLOW))
        steps, steps_slower = mph // MPH_PER_STEP or 1, slower // MPH_PER_STEP or 1
        self.look = min(view.judgment.look_ahead, FARTHEST_LOOK) * (steps + steps_slower) // 2
        self._clear = max(steps_slower + 2, LEAST_ROOM)
        self._known_present: Pace | None = None
        self._known_braked: Pace | None = None

    @property
    def _present(self) -> Pace:
        """The present pace."""
        if self._known_present is None:
            self._known_present = self._pace(self.mph)
        return self._known_present

    @property
    def _braked(self) -> Pace:
        """The slower pace to which the car can brake."""
        if self._known_braked is None:
            self._known_braked = self._pace(self._slower)
        return self._known_braked

    def _pace(self, mph: int) -> Pace:
        view, car = self._view, self._view.car
        after_turn = car.base_hc + view.constants.gains[car.id][mph] - view.lost - self._toll
        slowing = view.prices.slowing * (self.mph - mph) / MPH_PER_STEP
        at_wall = view.harm_of_wall(mph) + NO_WAY
        return Pace(mph // MPH_PER_STEP or 1, view.harm_of_handling(after_turn), slowing, at_wall)

    def harm(self, along: int, down: int, heading: int, to_come: int, end: float) -> float:
        """What it costs to come around from a place with that heading, with so many steps later in the round and that
        handling at its end: at the present pace, or at the slower one to which the car can brake.
        """
        ahead = self._run(along, down, heading)
        if ahead >= to_come + self.look:
            return 0.0
        pace, free = self._present, ahead - to_come
        if not pace.turn and free >= MOST_TURNS * pace.steps:
            return 0.0
        turns = self._turns_needed(along, down, heading, ahead, to_come)
        if free < 0:
            harm = min(self._harm_now(turns, end), pace.at_wall)
        else:
            harm = self._harm_at(pace, turns, free, end)
            if harm and self._slower != self.mph:
                harm = min(harm, self._harm_at(self._braked, turns, free, end))
        return self._view.prices.cramped * harm

    def _turns_needed(self, along: int, down: int, heading: int, ahead: int, to_come: int) -> int:
        """How many turns lead to a road that is long enough for the rest of the round and the start of the next one,
        made here or just before the wall.
        """
        run, stride = self._run, STRIDES[heading]
        last = ahead - 1 if ahead > 1 else 0
        q, r = along + last * stride[0], down + last * stride[1]
        here, there = max(self._clear, to_come + SPARE), max(self._clear, to_come - last + SPARE)
        for sides in (1, 2):
            left, right = (heading - sides * ONE_SIDE) % HALF_SIDES, (heading + sides * ONE_SIDE) % HALF_SIDES
            if max(run(along, down, left), run(along, down, right)) >= here:
                return sides
            if max(run(q, r, left), run(q, r, right)) >= there:
                return sides
        return MOST_TURNS

    def _harm_at(self, pace: Pace, turns: int, free: int, end: float) -> float:
        rounds = free // pace.steps
        harm = turns * pace.turn if turns <= rounds else rounds * pace.turn + self._harm_now(turns - rounds, end)
        return pace.slowing + min(harm, pace.at_wall)

    def _harm_now(self, turns: int, end: float) -> float:
        """What so many turns cost that are made in this round."""
        view = self._view
        return view.harm_of_handling(end - turns * self._toll) - view.harm_of_handling(end)

"""Whether a car will come around before the wall: the handling that the road ahead asks for. Rules RH-010, RH-036,
RH-037, RH-085.

A car that drives toward a wall must turn once, twice or three times before it gets there. It has the handling that is
left in this round, and that of every round which the way to the wall takes, at the speed to which it can brake.
"""

from __future__ import annotations

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import MPH_PER_STEP, SPEED_STEP
from rules.rhad.autopilot.handling_cost import SAFE, handling_gain
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.ground.hexes import STRIDES
from rules.rhad.movement.maneuvers import d_value

ONE_TURN = "turn_60_left"
SLOW = 20
"""No car brakes below this speed in mph for the sake of room."""
MOST_TURNS = 3
LEAST_ROOM = 4
"""The free steps in which any car can turn."""


class Room:
    """The room that a car needs at a speed in mph."""

    __slots__ = ("_a_round", "_at_wall", "_clear", "_steps", "_toll", "_view")

    def __init__(self, view: Outlook, mph: int) -> None:
        play, car = view.play, view.car
        brake = play.designs[car.id].brake // SPEED_STEP * SPEED_STEP
        slower = max(mph - brake, min(mph, SLOW))
        self._view = view
        self._steps = max(slower / MPH_PER_STEP, 1)
        self._a_round = max(car.base_hc + handling_gain(play, car, slower) - SAFE - view.lost, 0.5)
        self._toll = d_value(ONE_TURN, play.settings)
        self._at_wall = view.harm_of_wall(slower)
        self._clear = max(mph / MPH_PER_STEP, LEAST_ROOM) + view.judgment.look_ahead

    def cost(self, along: int, down: int, heading: int, later: int, end: float) -> float:
        """What it costs to be at a place with that heading, with so many steps later in the round and that handling
        at its end.
        """
        view = self._view
        run = view.roads.run
        ahead = run(along, down, heading)
        clear = self._clear
        if ahead >= later + clear:
            return 0.0
        stride = STRIDES[heading]
        last = max(ahead - 1, 0)
        q, r = along + last * stride[0], down + last * stride[1]
        turns = MOST_TURNS
        for sides in (1, 2):
            left, right = (heading - sides * ONE_SIDE) % HALF_SIDES, (heading + sides * ONE_SIDE) % HALF_SIDES
            if max(run(along, down, left), run(along, down, right), run(q, r, left), run(q, r, right)) >= clear:
                turns = sides
                break
        rounds = max(ahead - later, 0) / self._steps
        short = turns * self._toll - max(end - SAFE, 0) - rounds * self._a_round
        if short <= 0:
            return 0.0
        return view.prices.cramped * min(view.cost_of_handling(min(end, SAFE) - short), self._at_wall + 3)

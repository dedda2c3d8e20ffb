"""Whether a car will come around before the wall: the handling that the road ahead asks for. Rules RH-010, RH-036,
RH-037, RH-085.

A car that drives toward a wall must turn once, twice or three times before it gets there: once in each round that the
way to the wall takes, at the speed to which it can brake, and the rest in this round.
"""

from __future__ import annotations

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import MPH_PER_STEP, SPEED_STEP
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.ground.hexes import STRIDES

SLOW = 20
"""No car brakes below this speed in mph for the sake of room."""
NO_WAY = 3
"""What running into a wall costs besides its harm."""
MOST_TURNS = 3
LEAST_ROOM = 4
"""The free steps in which any car can turn."""


class Room:
    """The room that a car needs at a speed in mph."""

    __slots__ = ("_at_wall", "_at_wall_now", "_clear", "_look", "_spare", "_steps", "_toll", "_turn", "_view", "mph")

    def __init__(self, view: Outlook, mph: int) -> None:
        play, car = view.play, view.car
        brake = play.designs[car.id].brake // SPEED_STEP * SPEED_STEP
        slower = max(mph - brake, min(mph, SLOW))
        self._view, self.mph = view, mph
        self._steps = max(slower // MPH_PER_STEP, 1)
        self._look = self._steps * view.judgment.look_ahead
        self._toll = view.constants.toll
        after_turn = car.base_hc + view.constants.gains[car.id][slower] - view.lost - self._toll
        self._turn = view.harm_of_handling(after_turn)
        self._at_wall, self._at_wall_now = view.harm_of_wall(slower) + NO_WAY, view.harm_of_wall(mph) + NO_WAY
        self._clear = max(self._steps + 2, LEAST_ROOM)

    def harm(self, along: int, down: int, heading: int, later: int, end: float) -> float:
        """What it costs to come around from a place with that heading, with so many steps later in the round and that
        handling at its end.
        """
        view = self._view
        run = view.constants.roads.run
        ahead = run(along, down, heading)
        if ahead >= later + self._look:
            return 0.0
        clear = self._clear
        stride = STRIDES[heading]
        last = ahead - 1 if ahead > 1 else 0
        q, r = along + last * stride[0], down + last * stride[1]
        turns = MOST_TURNS
        for sides in (1, 2):
            left, right = (heading - sides * ONE_SIDE) % HALF_SIDES, (heading + sides * ONE_SIDE) % HALF_SIDES
            if max(run(along, down, left), run(along, down, right), run(q, r, left), run(q, r, right)) >= clear:
                turns = sides
                break
        rounds = max(ahead - later, 0) // self._steps
        if turns <= rounds:
            harm = turns * self._turn
        else:
            now = view.harm_of_handling(end - (turns - rounds) * self._toll) - view.harm_of_handling(end)
            harm = rounds * self._turn + now
        return view.prices.cramped * min(harm, self._at_wall_now if ahead < later else self._at_wall)

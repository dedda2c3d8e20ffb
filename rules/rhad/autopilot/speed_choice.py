"""The autopilot's speed for a round. Rules RH-016, RH-086."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.match.driving.choice import best_choice
from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import HALVES, ROWS
from rules.rhad.autopilot.cars_ahead import FARTHEST, creeping_cars, run_to_cars
from rules.rhad.autopilot.handling_harm import SAFE
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.room import Room
from rules.rhad.ground.hexes import STRIDES
from rules.rhad.match.state import CarState
from rules.rhad.movement.speed import speeds_open

CAUTIOUS, CAUTIOUS_MPH = "cautious", 55
"""The setting of `rhad.aggression` that has a limit, and the limit in mph; the others have none."""
MOVING = 1
"""The duel points of a car that still moves when the last round is over (RH-090)."""
NO_WAY = 2
"""What running into a wall costs besides its harm."""
MOST_GAINED = 1.0
"""How much better a place may be than the best one seen yet."""
FAR_TOO_LITTLE = 1000.0
BLOCKED = -1
LEAST_END = 0
"""The handling with which a round should end for a turn to be weighed that no wall asks for."""
MOST_TOLL = 100


def choose_speed(view: Outlook) -> int:
    """The speed within reach that is worth most. Of those that look alike, the one nearest to the present one, but
    any rather than to stand, since a car that stands turns no gun toward an enemy (RH-016).
    """
    slowest, fastest = speeds_open(view.play, view.car)
    if view.play.settings.aggression == CAUTIOUS:
        fastest = max(min(fastest, CAUTIOUS_MPH), slowest)
    speeds = view.constants.speeds_worth_weighing(slowest, fastest)
    speeds.sort(key=lambda mph: (not mph, abs(mph - view.car.speed)))
    return best_choice(speeds, _SpeedScale(view).worth_of, notices=view.judgment.notices)


class Road(NamedTuple):
    """A way to drive for a round: turns at its first steps, and then straight on.

    `toll` is the handling that it takes and `turns` how many steps go by before the last turn. From the place after
    them it goes on `heading`, with `run` free steps, or `BLOCKED` if something solid is in the way of the turns, and
    `cars_ahead` steps before the first car that hardly moves.
    """

    toll: int
    turns: int
    along: int
    down: int
    heading: int
    run: int
    cars_ahead: int


class _SpeedScale:
    """What speeds are worth, each on the best road for it."""

    def __init__(self, view: Outlook) -> None:
        self.view = view
        self.roads = _roads(view)
        self.best: float | None = None
        self.most = 0.0

    def worth_of(self, mph: int) -> float:
        """What a speed is worth."""
        view, car, play = self.view, self.view.car, self.view.play
        view.drive_at(mph)
        end = car.hc + view.constants.gains[car.id][mph] - view.lost
        steps = (sum(ROWS[mph].half_steps) + car.credit) // HALVES
        if not steps:
            worth = view.exchange(*car.at, car.facing) - view.harm_of_handling(end)
            return worth - MOVING if play.state.moment.turn == play.duel.rounds and not mph else worth
        room = Room(view, mph)
        straight = self.roads[0]
        most_toll = max(end - LEAST_END, 0) if straight.run >= steps + room.look else MOST_TOLL
        return max([self._worth_of_road(room, road, steps, end) for road in self.roads if road.toll <= most_toll])

    def _worth_of_road(self, room: Room, road: Road, steps: int, end: float) -> float:
        """What so many steps on a road are worth, for a car with that handling at the end of a round without turns.

        A road that costs too much to be the best is not looked at.
        """
        toll, turns, along, down, heading, run, cars_ahead = road
        view = self.view
        if run == BLOCKED:
            return view.exchange(*view.car.at, view.car.facing) - view.harm_of_wall(view.mph) - NO_WAY
        end -= toll
        steps = steps - turns if steps > turns else 0
        harm = room.harm(along, down, heading, steps, end)
        if end < SAFE:
            harm += view.harm_of_handling(end)
        if not run:
            harm += view.harm_of_wall(view.mph) + NO_WAY
        if cars_ahead < steps:
            harm += view.harm_of_car_ahead(view.mph)
        if harm and self.best is not None and self.most + MOST_GAINED - harm < self.best:
            return -FAR_TOO_LITTLE
        goes = (2 * min(steps, run) + 2) // 3
        q, r = STRIDES[heading]
        good = view.exchange(along + goes * q, down + goes * r, heading)
        worth = good - harm
        if self.best is None:
            self.most, self.best = good, worth
        else:
            self.most, self.best = max(self.most, good), max(self.best, worth)
        return worth


def _roads(view: Outlook) -> tuple[Road, ...]:
    """The ways that are weighed: straight on, and one or two turns to the better side.

    Right before a wall, also a turn by two sides at once, either way.
    """
    heading, toll = view.car.heading, view.constants.toll
    others = creeping_cars([other for other in view.play.state.cars.values() if other is not view.car])
    side = max((-ONE_SIDE, ONE_SIDE), key=lambda side: _worth_of_turn(view, (heading + side) % HALF_SIDES))
    once, twice = (heading + side) % HALF_SIDES, (heading + 2 * side) % HALF_SIDES
    straight = _road(view, others, 0, heading)
    roads = straight, _road(view, others, toll, once), _road(view, others, 2 * toll, once, twice)
    if straight.run:
        return roads
    other = (heading - 2 * side) % HALF_SIDES
    return *roads, *(_road(view, others, view.constants.hard_toll, sharp) for sharp in (twice, other))


def _road(view: Outlook, others: Sequence[CarState], toll: int, *headings: int) -> Road:
    """The road of a turn to each of those headings, or straight on for the present one, with others in its way that
    hardly move.
    """
    roads, (along, down) = view.constants.roads, view.car.at
    turns = headings[:-1] if toll else ()
    for heading in turns:
        q, r = STRIDES[heading]
        along, down = along + q, down + r
        if not roads.is_free((along, down)):
            return Road(toll, len(turns), along, down, headings[-1], BLOCKED, FARTHEST)
    heading = headings[-1]
    run, cars_ahead = roads.run(along, down, heading), run_to_cars(others, along, down, heading)
    return Road(toll, len(turns), along, down, heading, run, cars_ahead)


def _worth_of_turn(view: Outlook, heading: int) -> float:
    (along, down), (q, r) = view.car.at, STRIDES[heading]
    free = view.constants.roads.run(along, down, heading)
    return view.exchange(along + 2 * q, down + 2 * r, heading) - (0 if free else view.harm_of_wall(view.mph) + NO_WAY)

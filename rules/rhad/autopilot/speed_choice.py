"""The autopilot's speed for a round. Rule RH-086."""

from __future__ import annotations

from rules.match.driving.choice import best_choice
from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import HALVES, ROWS, SPEED_STEP
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.room import Room
from rules.rhad.ground.hexes import STRIDES
from rules.rhad.movement.speed import speeds_open

MOVING = 1
"""The duel points of a car that still moves when the last round is over (RH-090)."""
BANDS = (35, 65)
"""The lowest speeds in mph with a worse modifier that are no multiples of ten (RH-025)."""


def choose_speed(view: Outlook) -> int:
    """The speed within reach that is worth most; of those that look alike, the one nearest to the present one."""
    play, car = view.play, view.car
    slowest, fastest = speeds_open(play, car)
    speeds = [mph for mph in range(slowest, fastest + 1, SPEED_STEP) if _matters(mph, slowest, fastest)]
    speeds.sort(key=lambda mph: abs(mph - car.speed))
    headings = car.heading, _better_turn(view)
    return best_choice(speeds, lambda mph: _worth_of(view, mph, headings), notices=view.judgment.notices)


def _better_turn(view: Outlook) -> int:
    """The heading after a turn to the better side."""
    car, (along, down) = view.car, view.car.at

    def worth(heading: int) -> float:
        q, r = STRIDES[heading]
        return view.exchange(along + 2 * q, down + 2 * r, heading, car.speed)

    left, right = (car.heading - ONE_SIDE) % HALF_SIDES, (car.heading + ONE_SIDE) % HALF_SIDES
    return left if worth(left) > worth(right) else right


def _matters(mph: int, slowest: int, fastest: int) -> bool:
    """Whether a speed is weighed: those between two tens differ from them only at the limits of a band (RH-024)."""
    return mph % 10 == 0 or mph in (slowest, fastest, *BANDS)


def _worth_of(view: Outlook, mph: int, headings: tuple[int, int]) -> float:
    """What a speed is worth, if the car goes straight on or turns once at its first step."""
    play, car = view.play, view.car
    end = car.hc + view.constants.gains[car.id][mph] - view.lost
    steps = (sum(ROWS[mph].half_steps) + car.credit) // HALVES
    if steps:
        room = Room(view, mph)
        return max(_worth_of_road(view, room, heading, steps, end) for heading in headings)
    worth = view.exchange(*car.at, car.facing, mph) - view.cost_of_handling(end)
    return worth - MOVING if play.state.moment.turn == play.duel.rounds and not mph else worth


def _worth_of_road(view: Outlook, room: Room, heading: int, steps: int, end: float) -> float:
    """What so many steps with a heading are worth, for a car with that handling at the end of the round."""
    car, constants = view.car, view.constants
    along, down = car.at
    run = constants.roads.run(along, down, heading)
    goes = (2 * min(steps, run) + 2) // 3
    q, r = STRIDES[heading]
    worth = view.exchange(along + goes * q, down + goes * r, heading, room.mph)
    if heading != car.heading:
        end -= constants.toll
    worth -= view.cost_of_handling(end) + room.cost(along, down, heading, steps, end)
    return worth if run else worth - view.harm_of_wall(room.mph)

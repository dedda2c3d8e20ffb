"""The autopilot's speed for a round. Rule RH-086."""

from __future__ import annotations

from rules.match.driving.choice import best_choice
from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.match.handling.speed_table import ROWS, SPEED_STEP
from rules.rhad.autopilot.handling_cost import handling_gain
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.room import Room
from rules.rhad.combat.target_speed import speed_penalty
from rules.rhad.ground.hexes import STRIDES
from rules.rhad.movement.maneuvers import d_value
from rules.rhad.movement.speed import speeds_open

TURN = "turn_60_left"
MOVING = 1
"""The duel points of a car that still moves when the last round is over (RH-090)."""
BANDS = (35, 65)
"""The lowest speeds in mph with a worse modifier that are no multiples of ten (RH-025)."""


def choose_speed(view: Outlook) -> int:
    """The speed within reach that is worth most; of those that look alike, the one nearest to the present one."""
    play, car = view.play, view.car
    slowest, fastest = speeds_open(play, car)
    toll = d_value(TURN, play.settings)
    speeds = [mph for mph in range(slowest, fastest + 1, SPEED_STEP) if _matters(mph, slowest, fastest)]
    speeds.sort(key=lambda mph: abs(mph - car.speed))
    return best_choice(speeds, lambda mph: _worth_of(view, mph, toll), notices=view.judgment.notices)


def _matters(mph: int, slowest: int, fastest: int) -> bool:
    """Whether a speed is weighed: those between two tens differ from them only at the limits of a band (RH-024)."""
    return mph % 10 == 0 or mph in (slowest, fastest, *BANDS)


def _worth_of(view: Outlook, mph: int, toll: int) -> float:
    """What a speed is worth, if the car goes straight on or turns once at its first step."""
    play, car = view.play, view.car
    steps = (sum(ROWS[mph].half_steps) + car.credit) // 2
    penalty = speed_penalty(play, mph)
    end = car.hc + handling_gain(play, car, mph) - view.lost
    along, down = car.at
    if not steps:
        stands = MOVING if play.state.moment.turn == play.duel.rounds and not mph else 0
        return view.exchange(along, down, car.facing, mph, penalty) - view.cost_of_handling(end) - stands
    room = Room(view, mph)
    best = -1e9
    for by in (0, -ONE_SIDE, ONE_SIDE):
        heading = (car.heading + by) % HALF_SIDES
        run = view.roads.run(along, down, heading)
        q, r = STRIDES[heading]
        goes = min(steps, run)
        half = (goes + 1) // 2
        value = (
            view.exchange(along + half * q, down + half * r, heading, mph, penalty)
            + view.exchange(along + goes * q, down + goes * r, heading, mph, penalty)
        ) / 2
        left = end - toll if by else end
        value -= view.cost_of_handling(left) + room.cost(along, down, heading, steps, left)
        if run == 0:
            value -= view.harm_of_wall(mph)
        best = max(best, value)
    return best

"""How long the fuel of a car lasts, and what a pit stop for fuel is worth. Rules DM-M-046 to DM-M-048, DM-M-130,
DM-M-142, DM-M-145.

Times are in turns, ways in hexes.
"""

from __future__ import annotations

import math

from rules.dethmatch.driving.movement_points import PHASES_PER_TURN
from rules.dethmatch.driving.speed import FUEL_BURNS_EVERY
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import is_driven
from rules.dethmatch.events.lap_race import TURNS_AFTER_WINNER, laps_of
from rules.dethmatch.first_autopilot.destinations import hexes_to_finish, phases_of_fuel
from rules.dethmatch.first_autopilot.safe_speed import average_halves
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

EXPECTED_PACE, SLOWEST_PACE = 7.0, 5.5
"""The hexes a turn at which a car in a race is expected to drive until its own pace is known, and the least that is
expected of one that has lost time.
"""
STARTING = 2
"""The turns that a standing start takes off a race."""
DIE_MOVES = 2
"""What the die adds to the speed on average, in hexes a turn."""
GAINS_SPEED = 0.7
"""The chance to gain a point of speed when a car sets off again."""
AT_THE_PIT = 3
"""The turns that a stop takes besides slowing down and speeding up: crawling in, the work, and turning out."""
WORTH_A_STOP = 2
"""The fewest fuel points that are worth a stop."""
NEAR_THE_LINE = 4
"""A car is near the line in the first part of a lap that is one in so many."""
LIMPING = 1
"""The speed on an empty tank, in the end."""
FOR_A_LEAK = 1
"""The fuel points that a car without a self-sealing tank keeps in a race, in case that it is hit (DM-M-107)."""


def hexes_to_go(play: Match, car: CarState) -> int:
    """The hexes that a car in a race still has to drive (DM-M-136).

    A pit beside the line may be past it: a car there that has passed all checkpoints, but not yet the line, has its
    lap nearly behind it.
    """
    to_go, lap = hexes_to_finish(play, car), len(play.track.guide)
    past = lap * (laps_of(play) - car.laps) - to_go
    if car.checkpoint == len(play.track.checkpoints) and 0 <= past < lap // NEAR_THE_LINE:
        return max(to_go - lap, 0)
    return to_go


def race_pace(play: Match, car: CarState) -> float:
    """The hexes that a car covers in a turn of a race: its own pace, and `EXPECTED_PACE` for one lap."""
    lap = len(play.track.guide)
    driven = max(laps_of(play) * lap - hexes_to_go(play, car), 0)
    turns = max(play.state.moment.turn - 1 - STARTING, 0)
    return max((driven + lap) / (turns + lap / EXPECTED_PACE), SLOWEST_PACE)


def turns_of_race(play: Match) -> float:
    """The turns that a race may still go on, with the current one: until some turns after the winner is home, whom
    the leader is expected to be (DM-M-136).
    """
    state = play.state
    if state.winner_turn:
        return state.winner_turn + TURNS_AFTER_WINNER - state.moment.turn + 1
    leaders = [hexes_to_go(play, car) / race_pace(play, car) for car in state.cars.values() if is_driven(play, car)]
    return min(leaders, default=0.0) + TURNS_AFTER_WINNER


def turns_left(play: Match, car: CarState) -> float:
    """The turns until a car in a race is home, or until the turn limit, with the current one."""
    if play.track.is_circuit:
        return max(hexes_to_go(play, car), 0) / race_pace(play, car)
    return event_of(play).turn_limit(play) - play.state.moment.turn + 1


def spare_fuel(play: Match, car: CarState) -> int:
    """The fuel points that a car may spend on power: those that the rest of the heat does not burn before its last
    turn is over (DM-M-046, DM-M-048).
    """
    turn = play.state.moment.turn
    ahead = turns_left(play, car)
    last = turn - 1 + math.ceil(min(ahead, turns_of_race(play)) if play.track.is_circuit else ahead)
    burned = max((last - 1) // FUEL_BURNS_EVERY - (turn - 1) // FUEL_BURNS_EVERY, 0)
    kept = FOR_A_LEAK if play.track.is_circuit and not play.fits[car.id].self_sealing else 0
    return car.fuel - burned - kept


def worth_of_stopping(play: Match, car: CarState, *, far: int) -> float:
    """The turns that a stop for fuel at a pit so far ahead saves a car in a race, less those that it takes (DM-M-048,
    DM-M-130).

    Negative if the car may as well stop when it passes the pit again.
    """
    pace = race_pace(play, car)
    to_go = min(hexes_to_go(play, car), pace * turns_of_race(play))
    fueled = phases_of_fuel(play, car) / PHASES_PER_TURN * pace
    usual = pace - DIE_MOVES
    now = usual if car.fuel else float(car.speed)
    lost = (now * now + usual * usual / GAINS_SPEED) / 2 / pace + AT_THE_PIT
    again = far + len(play.track.guide)
    if again < min(to_go, fueled):
        return -lost
    dry = to_go - fueled
    return turns_dry(dry, speed=int(now)) - dry / pace - lost if dry > 0 else -lost


def turns_dry(far: float, *, speed: int) -> float:
    """The turns that a car takes for a way on an empty tank: it slows by 1 a turn and then limps (DM-M-048)."""
    turns = 0.0
    while far > 0 and speed > LIMPING:
        speed -= 1
        covered = average_halves(speed) / 2
        turns += min(far / covered, 1.0)
        far -= covered
    return turns + max(far, 0.0) * 2 / average_halves(LIMPING)

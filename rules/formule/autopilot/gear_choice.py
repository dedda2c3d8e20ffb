"""Which gear the autopilot takes: the one whose die comes to most on the average, with how the race goes on from
there. Rules FW-103, FW-126, FW-128, FW-140.
"""

from __future__ import annotations

from rules.formule.autopilot.road_ahead import OUT_VALUE, road_of, weight_of
from rules.formule.autopilot.turn_values import COMMON, FAR, TurnStart, turn_values_on
from rules.formule.car.gears import open_gears
from rules.formule.match.match import Match
from rules.formule.match.state import CarState


def choose_gear(play: Match, car: CarState) -> int:
    """The gear with the best mean of this turn and the next, ties to the lower (FW-140).

    The brakes it would spend to stop in a corner are reckoned in, and what the change itself takes; a change that
    takes the last engine point puts the car out (FW-126).
    """
    at = turn_start_of(play, car)
    worths = turn_values_on(road_of(play)).gear_values(at)
    for gear, points in open_gears(car).items():
        if points.get("engine") == car.engine and play.settings.zero_engine_out:
            worths[gear] += OUT_VALUE * COMMON * COMMON
    return max(worths, key=lambda gear: (worths[gear], -gear))


def turn_start_of(play: Match, car: CarState) -> TurnStart:
    """How a car stands before its turn; on the grid it has still to cross the line into its first lap (FW-128)."""
    laps = play.laps - car.progress // play.circuit.length
    return TurnStart(
        car.row, car.stops, car.gear, car.tires, car.brakes, car.fuel, car.engine, min(laps, FAR),
        weight_of(play, car),
    )  # fmt: skip

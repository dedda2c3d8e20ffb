"""The autopilot's gear: the one with the best mean over two turns. Rules FW-103, FW-126, FW-128, FW-140."""

from __future__ import annotations

from rules.formule.car.gears import open_gears
from rules.formule.first_autopilot.road_ahead import OUT_VALUE, road_of, weight_of
from rules.formule.first_autopilot.turn_values import COMMON, FAR, TurnStart, turn_values_on
from rules.formule.match.match import Match
from rules.formule.match.state import CarState


def choose_gear(play: Match, car: CarState) -> int:
    """The gear with the best mean over this turn and the next; the lower one of a tie (FW-140).

    The mean includes the brakes spent to stop in a corner and the points that the change takes. A change that takes
    the last engine point counts as putting the car out, if the house rules say that it does (FW-126).
    """
    start = turn_start_of(play, car)
    values = turn_values_on(road_of(play)).gear_values(start)
    for gear, points in open_gears(car).items():
        if points.get("engine") == car.engine and play.settings.zero_engine_out:
            values[gear] += OUT_VALUE * COMMON * COMMON
    return max(values, key=lambda gear: (values[gear], -gear))


def turn_start_of(play: Match, car: CarState) -> TurnStart:
    """A car as it is before its turn.

    A car on the grid has one lap more to finish, since it has yet to cross the line into its first (FW-128).
    """
    laps = play.laps - car.progress // play.circuit.length
    return TurnStart(
        car.row, car.stops, car.gear, car.tires, car.brakes, car.fuel, car.engine, min(laps, FAR),
        weight_of(play, car),
    )  # fmt: skip

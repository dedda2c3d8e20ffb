"""The autopilot: answers every question a driver is asked. Rules RH-086 to RH-088."""

from __future__ import annotations

from rules.rhad.first_autopilot import aim, maneuver_choice, speed
from rules.rhad.match.match import Match
from rules.rhad.match.orders import HOLD, Order, PhaseOrder
from rules.rhad.match.state import CarState


class Autopilot:
    """Drives every car of a match. It has no state, so two autopilots give the same answer at the same moment."""

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order for a car: kind `speed` at the start of a round, `phase` in each phase (RH-086 to RH-088)."""
        if kind == "speed":
            return speed.speed_order(play, car) if play.driver(car) is not None else HOLD
        course = maneuver_choice.ManeuverPlanner(play, car)
        maneuvers = course.choose_maneuvers()
        return PhaseOrder(maneuvers=maneuvers, attacks=aim.choose_attacks(play, car, course.at, course.facing))

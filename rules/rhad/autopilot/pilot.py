"""The autopilot: answers every question a driver is asked. Rules RH-086 to RH-088."""

from __future__ import annotations

from rules.match.driving.prices import load_prices
from rules.rhad.autopilot.aim import choose_attacks
from rules.rhad.autopilot.constants import Constants
from rules.rhad.autopilot.maneuver_choice import PathPlanner
from rules.rhad.autopilot.outlook import Outlook
from rules.rhad.autopilot.plans import plan_round
from rules.rhad.autopilot.prices import Prices
from rules.rhad.autopilot.speed_choice import choose_speed
from rules.rhad.combat.attacks import ready_seats, ready_weapons
from rules.rhad.match.match import Match
from rules.rhad.match.orders import HOLD, STRAIGHT_ON, Order, PhaseOrder, SpeedOrder
from rules.rhad.match.setup import MatchSetup
from rules.rhad.match.state import CarState
from rules.rhad.movement.moves import free_steps


class Autopilot:
    """Drives every car of a match by plans and prices.

    It keeps nothing of a match, so two autopilots with the same prices give the same answer at the same moment.
    """

    def __init__(self, prices: Prices | None = None) -> None:
        self._prices = prices or load_prices(__package__, Prices).prices
        self._setup: MatchSetup | None = None
        self._constants: Constants | None = None

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order for a car: kind `speed` at the start of a round, `phase` in each phase (RH-086 to RH-088)."""
        if kind != "speed" and not _has_choices(play, car):
            return STRAIGHT_ON
        view = Outlook(play, car, self._prices, self._constants_of(play))
        if kind == "speed":
            if play.driver(car) is None:
                return HOLD
            plan = plan_round(view)
            view.follow(plan)
            return SpeedOrder(to=choose_speed(view), plan=plan.text)
        path = PathPlanner(view)
        maneuvers = path.choose_maneuvers()
        return PhaseOrder(maneuvers=maneuvers, attacks=choose_attacks(view, path.at, path.facing))

    def _constants_of(self, play: Match) -> Constants:
        """What does not change in the match, worked out once."""
        if self._setup is not play.setup or self._constants is None:
            self._setup, self._constants = play.setup, Constants(play, self._prices)
        return self._constants


def _has_choices(play: Match, car: CarState) -> bool:
    """Whether a car has steps to steer in a phase, or somebody aboard who can fire (RH-016, RH-088)."""
    if free_steps(play, car) and not car.rolls_left:
        return True
    return bool(ready_seats(play, car) and ready_weapons(play, car))


def pilot_for(setup: MatchSetup, prices: Prices) -> Autopilot:  # noqa: ARG001 - the autopilot sees the match it drives
    """The autopilot of a match with those prices, for `tools.tuning`."""
    return Autopilot(prices)

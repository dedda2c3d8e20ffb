"""The autopilot's answers to every question. Rules CC-095 to CC-097.

It sees the table, the cars and the rules, but no dice to come and no orders of others, and it guesses distances
(CC-002). The plan in force is what the car's last order stated, so the autopilot has no state of its own.
"""

from __future__ import annotations

from rules.carcult.autopilot import plan_choice
from rules.carcult.autopilot.damage_placement import choose_component
from rules.carcult.autopilot.driver_judgment import judgment_of_driver, judgment_of_gunner
from rules.carcult.autopilot.move_choice import MoveChoice
from rules.carcult.autopilot.outlook import survey
from rules.carcult.autopilot.prices import Prices, learned_prices
from rules.carcult.autopilot.token_choice import TokenChoice
from rules.carcult.car.tokens import speed_of
from rules.carcult.cards import ENGINE
from rules.carcult.match.match import Match
from rules.carcult.match.orders import AllocateOrder, Order, ShiftOrder, StartOrder
from rules.carcult.match.setup import MatchSetup
from rules.carcult.match.state import CarState
from rules.carcult.play.activation import allocation_limits, most_at_start
from rules.carcult.settings import settings_of
from rules.match.driving.judgment import PROFILES, STEADY, Profile

AHEAD = 1
"""How many activations after the present one a driver weighs when they choose a speed."""


def is_first_order(car: CarState, kind: str) -> bool:
    """Whether an order is the first of the car's activation, or the one before the first round."""
    return kind in {"start", "shift"} or (kind == "allocate" and not car.shifted and not speed_of(car))


class Autopilot:
    """A pilot without state of its own, which any match may share."""

    __slots__ = ("prices", "profile")

    def __init__(self, prices: Prices | None = None, profile: Profile = STEADY) -> None:
        self.prices, self.profile = prices or learned_prices(), profile

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order of a car for a question of that kind."""
        if kind == "place":
            return choose_component(play, prices=self.prices)
        entry = play.entries[car.id]
        driver, gunner = judgment_of_driver(entry), judgment_of_gunner(entry)
        current = plan_choice.plan_in_force(play, car)
        plan = current or plan_choice.LINE
        outlook = survey(play, car, prices=self.prices, profile=self.profile, plan=plan)
        if is_first_order(car, kind):
            plan = plan_choice.choose(outlook, current)
            if plan != outlook.plan:
                outlook = outlook.under(plan)
        if kind == "act":
            return MoveChoice(outlook, looks=driver.look_ahead).choose(notices=driver.notices)
        tokens = TokenChoice(outlook, ahead=AHEAD, notices=driver.notices, gunner_notices=gunner.notices)
        match kind:
            case "start":
                most = most_at_start(play, car)
                return StartOrder(tokens=tokens.start(most), plan=plan.text)
            case "shift":
                return ShiftOrder(tokens=tokens.shift(), plan=plan.text)
            case _:
                plug = allocation_limits(play, car)[ENGINE]
                return AllocateOrder(tokens=tokens.allocation(plug), plan=plan.text)


def pilot_for(setup: MatchSetup, prices: Prices | None = None) -> Autopilot:
    """The autopilot of a match, by its house rules; with other prices than the learned ones, if given."""
    settings = settings_of(setup.switches, edition=setup.edition)
    return Autopilot(prices, PROFILES[settings.autopilot_profile])

"""The autopilot's answers to every question. Rules CC-095 to CC-097.

It sees the table, the cars and the rules, but no dice to come and no orders of others, and it guesses distances
(CC-002). The plan in force is what the car's last order stated, so no order depends on what the autopilot was asked
before. It only keeps what it worked out for the last question, and uses it again if nothing has changed since.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.carcult.autopilot import plan_choice
from rules.carcult.autopilot.damage_placement import choose_component
from rules.carcult.autopilot.driver_judgment import judgment_of_driver, judgment_of_gunner
from rules.carcult.autopilot.move_choice import MoveChoice
from rules.carcult.autopilot.outlook import Outlook, survey
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
from rules.match.driving.plan import Plan

AHEAD = 1
"""How many activations after the present one a driver weighs when they choose a speed."""


def is_first_order(car: CarState, kind: str) -> bool:
    """Whether an order is the first of the car's activation, or the one before the first round."""
    return kind in {"start", "shift"} or (kind == "allocate" and not car.shifted and not speed_of(car))


class Situation(NamedTuple):
    """All that an outlook depends on, as values: the plan, the round, the guesses, and every car on the table as
    enemies see it, without the tracks of the car itself.
    """

    plan: Plan
    car: str
    turn: int
    guesses: dict[str, int]
    cars: list[tuple[str, int, int, int, bool, int]]
    tracks: list[list[bytes]]


class LastLook(NamedTuple):
    """What a car saw at its last question, its own tracks then, and its choice of tokens."""

    situation: Situation
    outlook: Outlook
    own: list[bytes]
    tokens: TokenChoice


class Autopilot:
    """A pilot whose orders depend on the match alone, so that matches may share it."""

    __slots__ = ("last", "prices", "profile")

    def __init__(self, prices: Prices | None = None, profile: Profile = STEADY) -> None:
        self.prices, self.profile = prices or learned_prices(), profile
        self.last: LastLook | None = None

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order of a car for a question of that kind."""
        if kind == "place":
            return choose_component(play, prices=self.prices)
        entry = play.entries[car.id]
        driver, gunner = judgment_of_driver(entry), judgment_of_gunner(entry)
        current = plan_choice.plan_in_force(play, car)
        plan = current or plan_choice.LINE
        last = self.last if kind in FOLLOW_UPS else None
        situation = situation_of(play, car, plan)
        own = tracks_of(car)
        if last is None or last.outlook.play is not play or last.situation != situation:
            last = None
            outlook = survey(play, car, prices=self.prices, profile=self.profile, plan=plan)
        else:
            outlook = last.outlook
        if is_first_order(car, kind):
            plan = plan_choice.choose(outlook, current)
            if plan != outlook.plan:
                outlook = outlook.under(plan)
                situation = situation._replace(plan=plan)
        if kind == "act":
            self.last = None
            return MoveChoice(outlook, looks=driver.look_ahead).choose(notices=driver.notices)
        if last is not None and last.outlook is outlook and last.own == own:
            tokens = last.tokens
        else:
            tokens = TokenChoice(outlook, ahead=AHEAD, notices=driver.notices, gunner_notices=gunner.notices)
        self.last = LastLook(situation, outlook, own, tokens)
        match kind:
            case "start":
                most = most_at_start(play, car)
                return StartOrder(tokens=tokens.start(most), plan=plan.text)
            case "shift":
                return ShiftOrder(tokens=tokens.shift(), plan=plan.text)
            case _:
                plug = allocation_limits(play, car)[ENGINE]
                return AllocateOrder(tokens=tokens.allocation(plug), plan=plan.text)


FOLLOW_UPS = frozenset({"allocate", "act"})
"""The questions that follow another in the same activation."""


def situation_of(play: Match, car: CarState, plan: Plan) -> Situation:
    """The situation of a car under a plan."""
    cars = play.cars_in_play()
    return Situation(
        plan=plan,
        car=car.id,
        turn=play.moment.turn,
        guesses=dict(play.state.guesses),
        cars=[(other.id, other.x, other.y, other.heading, other.acted, other.caused) for other in cars],
        tracks=[tracks_of(other) for other in cars if other is not car],
    )


def tracks_of(car: CarState) -> list[bytes]:
    """What the AZ of a car hold, track by track."""
    return [bytes(track) for track in car.tracks.values()]


def pilot_for(setup: MatchSetup, prices: Prices | None = None) -> Autopilot:
    """The autopilot of a match, by its house rules; with other prices than the learned ones, if given."""
    settings = settings_of(setup.switches, edition=setup.edition)
    return Autopilot(prices, PROFILES[settings.autopilot_profile])

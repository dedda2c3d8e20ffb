"""People's orders where they gave any, and the autopilot's where they did not. Rules DM-M-147 to DM-M-149."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.dethmatch.match.match import Match, Pilot
from rules.dethmatch.match.orders import (
    CarOrders,
    IntervalOrder,
    PhaseOrder,
    PitOrder,
    SpeedOrder,
    StandingOrder,
    TeamOrders,
)
from rules.dethmatch.match.state import CarState
from rules.dethmatch.play.order_checks import INTERVAL, refuse_illegal, refuse_illegal_interval

AnyFallbackOrder = TypeVar("AnyFallbackOrder", SpeedOrder, PhaseOrder)
PARTS = ("substitutes", "repairs", "heal", "heights")  # no mutant: no rule orders them
"""The parts of a team's order between two heats, each of which can be ordered alone (DM-M-147)."""
NO_INTERVAL_ORDERS: Mapping[str, TeamOrders] = {}


class PlayerPilot:
    """Gives people's orders, and asks `fallback` for what they left out."""

    def __init__(self, fallback: Pilot) -> None:
        self.fallback = fallback
        self._given: dict[str, CarOrders] = {}
        self._heats: dict[str, int] = {}
        self._between: dict[str, TeamOrders] = {}

    def receive(
        self, play: Match, orders: Mapping[str, CarOrders], intervals: Mapping[str, TeamOrders] = NO_INTERVAL_ORDERS
    ) -> None:
        """Accept orders for the turn, by car, and for the interval, by team; all or none.

        Raises a refusal that names the rule an order breaks (DM-M-149).
        """
        for car_orders in orders.values():
            refuse_illegal(play, car_orders)
        for team_orders in intervals.values():
            refuse_illegal_interval(play, team_orders)
        moment = play.state.moment
        self._given.update({car_orders.car: car_orders for car_orders in orders.values()})
        self._heats.update(
            {car_orders.car: moment.heat + (moment.step == INTERVAL) for car_orders in orders.values()}
        )
        self._between = {team_orders.team: team_orders for team_orders in intervals.values()}

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """The speed order given for this turn, or the autopilot's."""
        car_orders = self._of_turn(play, car)
        if car_orders is not None and car_orders.speed is not None:
            return car_orders.speed
        return self._fallback_order(play, car, self.fallback.speed(play, car))

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        """The order given for this phase, or the autopilot's."""
        car_orders = self._of_turn(play, car)
        order = None if car_orders is None else car_orders.phases.get(play.state.moment.phase)
        return self._fallback_order(play, car, self.fallback.phase(play, car)) if order is None else order

    def pit(self, play: Match, car: CarState) -> PitOrder:
        """The pit job ordered, or the autopilot's."""
        car_orders = self._of_turn(play, car)
        if car_orders is not None and car_orders.pit is not None:
            return car_orders.pit
        return self.fallback.pit(play, car)

    def interval(self, play: Match, team: str) -> IntervalOrder:
        """The orders people gave the team, completed by the autopilot's, which an entry reports (DM-M-149)."""
        filled = self.fallback.interval(play, team)
        team_orders = self._between.get(team)
        ordered: dict[str, Any] = {
            part: getattr(team_orders, part)
            for part in PARTS
            if team_orders is not None and getattr(team_orders, part) is not None
        }
        driven = any(car.team == team and car.id in self._given for car in play.state.cars.values())
        missing = [part for part in PARTS if part not in ordered]
        if missing and (ordered or driven):
            play.note("order_replaced", "DM-M-149", order=IntervalOrder.__name__, team=team, parts=missing)
        return replace(filled, **ordered)

    def standing(self, play: Match, car: CarState) -> StandingOrder:
        """The standing orders given, or the autopilot's."""
        car_orders = self._given.get(car.id)
        if car_orders is not None and car_orders.standing is not None:
            return car_orders.standing
        return self.fallback.standing(play, car)

    def _of_turn(self, play: Match, car: CarState) -> CarOrders | None:
        car_orders = self._given.get(car.id)
        moment = play.state.moment
        if car_orders is None or (self._heats[car.id], car_orders.turn) != (moment.heat, moment.turn):
            return None
        return car_orders

    def _fallback_order(self, play: Match, car: CarState, order: AnyFallbackOrder) -> AnyFallbackOrder:
        """The autopilot's order. If people have driven the car, an entry reports it (DM-M-149)."""
        if car.id in self._given:
            play.note("order_replaced", "DM-M-149", car, order=type(order).__name__)
        return order

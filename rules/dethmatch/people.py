"""People at the wheel: their orders where they gave any, the autopilot's where they did not. Rules DM-M-147 to
DM-M-149.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rules.dethmatch.order_checks import refuse_illegal
from rules.dethmatch.orders import CarOrders, IntervalOrder, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.play import Pilot, Play
from rules.dethmatch.state import CarSheet

Filled = TypeVar("Filled", SpeedOrder, PhaseOrder)


class People:
    """Passes people's orders on, and asks `fallback` for what they left out."""

    def __init__(self, fallback: Pilot) -> None:
        self.fallback = fallback
        self._given: dict[str, CarOrders] = {}

    def receive(self, play: Play, orders: Mapping[str, CarOrders]) -> None:
        """Take orders for the turn, all or none. Raises a refusal that names the rule an order breaks (DM-M-149)."""
        for each in orders.values():
            refuse_illegal(play, each)
        self._given.update(orders)

    def speed(self, play: Play, car: CarSheet) -> SpeedOrder:
        """The order of this turn, or the autopilot's."""
        given = self._of_turn(play, car)
        if given is not None and given.speed is not None:
            return given.speed
        return self._filled(play, car, self.fallback.speed(play, car))

    def phase(self, play: Play, car: CarSheet) -> PhaseOrder:
        """The order of this phase, or the autopilot's."""
        given = self._of_turn(play, car)
        order = None if given is None else given.phases.get(play.state.moment.phase)
        return self._filled(play, car, self.fallback.phase(play, car)) if order is None else order

    def pit(self, play: Play, car: CarSheet) -> PitOrder:
        """The pit job ordered, or the autopilot's."""
        given = self._of_turn(play, car)
        if given is not None and given.pit is not None:
            return given.pit
        return self.fallback.pit(play, car)

    def interval(self, play: Play, team: str) -> IntervalOrder:
        """Between heats the autopilot decides."""
        return self.fallback.interval(play, team)

    def standing(self, play: Play, car: CarSheet) -> StandingOrder:
        """The standing orders given, or the autopilot's."""
        given = self._given.get(car.id)
        if given is not None and given.standing is not None:
            return given.standing
        return self.fallback.standing(play, car)

    def _of_turn(self, play: Play, car: CarSheet) -> CarOrders | None:
        given = self._given.get(car.id)
        return given if given is not None and given.turn == play.state.moment.turn else None

    def _filled(self, play: Play, car: CarSheet, order: Filled) -> Filled:
        """The autopilot's order for a car people have driven, and an entry that says so (DM-M-149)."""
        if car.id in self._given:
            play.note("order_replaced", "DM-M-149", car, order=type(order).__name__)
        return order

"""Rivals of Car Cult's autopilot: other speeds, other tokens, and cars that stand or flee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.carcult.autopilot import Autopilot
from rules.carcult.car.token_swaps import ordered_move_limits
from rules.carcult.car.tokens import components_with_card, speed_of, token_pool, turns_of_car
from rules.carcult.cards import DRIVER, ENGINE, GUNS
from rules.carcult.ground.geometry import FULL_CIRCLE, displacement
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, AllocateOrder, Leg, Order, ShiftOrder, StartOrder
from rules.carcult.match.state import CarState
from rules.carcult.play.activation import allocation_limits, most_at_start
from rules.match.driving.judgment import PROFILES, Profile
from tools.sanity.book_measure import PilotChange

DEGREES_PER_TURN = 45
MOST_TOKENS = 10


class OtherSpeed:
    """Drives as a pilot does, with as near to `tokens` speed tokens on the engine as its plug allows."""

    def __init__(self, pilot: Any, tokens: int) -> None:
        self._pilot, self._tokens = pilot, tokens

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order, with other tokens on the engine."""
        if kind == "start":
            return StartOrder(tokens=min(self._tokens, most_at_start(play, car)))
        if kind == "shift":
            return ShiftOrder(tokens=max(speed_of(car) - self._tokens, 0))
        order: Order = self._pilot.order(play, car, kind)
        if not isinstance(order, AllocateOrder):
            return order
        limits = allocation_limits(play, car)
        engine = min(max(self._tokens - speed_of(car), 0), limits[ENGINE])
        left = token_pool(play, car) - engine
        allocation = {ENGINE: engine}
        for name, tokens in order.tokens.items():
            if name != ENGINE:
                allocation[name] = min(tokens, left)
                left -= allocation[name]
        return AllocateOrder(tokens=spend_on(allocation, left, _guns_and_driver(play, car), limits))


class MoreForDriver:
    """Drives as a pilot does, and puts one token more on the driver: one that is left, or else one of a weapon's."""

    def __init__(self, pilot: Any, *, takes_from_weapons: bool) -> None:
        self._pilot, self._takes = pilot, takes_from_weapons

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order, with another token on the driver."""
        order: Order = self._pilot.order(play, car, kind)
        driver = next(components_with_card(play, car, DRIVER), "")
        if not isinstance(order, AllocateOrder) or not driver:
            return order
        limits, allocation = allocation_limits(play, car), dict(order.tokens)
        if allocation.get(driver, 0) >= limits[driver]:
            return order
        if sum(allocation.values()) >= token_pool(play, car):
            weapon = next((name for name in _guns(play, car) if allocation.get(name)), "")
            if not weapon or not self._takes:
                return order
            allocation[weapon] -= 1
        allocation[driver] = allocation.get(driver, 0) + 1
        return AllocateOrder(tokens=allocation)


class Flees:
    """Allocates as a pilot does, and drives away from the nearest enemy, as far as it can and without a shot."""

    def __init__(self, pilot: Any) -> None:
        self._pilot = pilot

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order, or a move away."""
        if kind != "act" or not speed_of(car) or not play.enemies(car):
            order: Order = self._pilot.order(play, car, kind)
            return order
        nearest = min(play.enemies(car), key=lambda enemy: (enemy.x - car.x) ** 2 + (enemy.y - car.y) ** 2)
        most = ordered_move_limits(play, car, ActOrder())[1]
        turns = min(turns_of_car(play, car), FULL_CIRCLE // DEGREES_PER_TURN // 2)
        return max(
            (
                ActOrder(legs=(Leg(turn=DEGREES_PER_TURN * turn), Leg(forward=most * INCH)))
                for turn in range(-turns, turns + 1)
            ),
            key=lambda order: _gain(car, nearest, order.legs[0].turn),
        )


def _gain(car: CarState, enemy: CarState, turn: int) -> int:
    """How far a direction leads away from an enemy, in a measure of its own."""
    across, down = displacement((car.heading + turn) % FULL_CIRCLE, INCH, 0)
    return across * (car.x - enemy.x) + down * (car.y - enemy.y)


def spend_on(allocation: Mapping[str, int], left: int, names: list[str], limits: Mapping[str, int]) -> dict[str, int]:
    """An allocation with what is left on the named components, in their order."""
    spent = dict(allocation)
    for name in names:
        more = min(limits[name] - spent.get(name, 0), left)
        spent[name] = spent.get(name, 0) + more
        left -= more
    return spent


def _guns(play: Match, car: CarState) -> list[str]:
    return [name for name, card in play.components[car.id].items() if card.key in GUNS]


def _guns_and_driver(play: Match, car: CarState) -> list[str]:
    return [*_guns(play, car), *components_with_card(play, car, DRIVER)]


def with_profile(profile: Profile) -> PilotChange:
    """The same autopilot with another profile; the first autopilot has none and stays as it is."""
    return lambda pilot, _: Autopilot(pilot.prices, profile) if isinstance(pilot, Autopilot) else pilot


RIVALS: Mapping[str, PilotChange] = {
    "stands and shoots": lambda pilot, _: OtherSpeed(pilot, 0),
    "always goes at the lowest speed": lambda pilot, _: OtherSpeed(pilot, 1),
    "always goes at two tokens": lambda pilot, _: OtherSpeed(pilot, 2),
    "always goes at the highest speed": lambda pilot, _: OtherSpeed(pilot, MOST_TOKENS),
    "gives a spare token to the driver": lambda pilot, _: MoreForDriver(pilot, takes_from_weapons=False),
    "gives a weapon's token to the driver": lambda pilot, _: MoreForDriver(pilot, takes_from_weapons=True),
    "flees": lambda pilot, _: Flees(pilot),
    **{name: with_profile(profile) for name, profile in PROFILES.items()},
}
"""Every rival by what it does, and the profiles."""

"""Rivals of Dethmatch's autopilot: other speeds, orders that leave something out, and its profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PhaseOrder, PitOrder, SpeedOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement.speed_step import most_braking_checks
from rules.dethmatch.settings import PROFILES, settings_of
from tools.sanity.book_measure import PilotChange

TOP = 15
"""A speed that no car exceeds."""


class Rival:
    """Answers every question as a pilot does; its subclasses change some answers."""

    def __init__(self, pilot: Any) -> None:
        self._pilot = pilot

    def __getattr__(self, question: str) -> Any:
        return getattr(self._pilot, question)


class LimitedSpeed(Rival):
    """Drives as a pilot does, but aims at `slowest` at least and at `fastest` at most, in hexes a turn."""

    def __init__(self, pilot: Any, *, slowest: int = 0, fastest: int = TOP) -> None:
        super().__init__(pilot)
        self._slowest, self._fastest = slowest, fastest

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """The pilot's order, with another speed."""
        order: SpeedOrder = self._pilot.speed(play, car)
        wanted = {"up": order.to or TOP, "hold": car.speed, "down": order.to}[order.intent]
        limited = min(max(wanted, self._slowest), self._fastest)
        if limited == wanted:
            return order
        if limited > car.speed:
            return replace(order, intent="up", to=limited)
        if limited < car.speed:
            checks = min(car.speed - limited - 1, most_braking_checks(play, car))
            return SpeedOrder(intent="down", to=limited, checks=max(checks, 0))
        return SpeedOrder()


class LeavesOut(Rival):
    """Drives as a pilot does, but never fires or never drops anything."""

    def __init__(self, pilot: Any, *, fires: bool = True, drops: bool = True) -> None:
        super().__init__(pilot)
        self._fires, self._drops = fires, drops

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        """The pilot's order without what is left out."""
        order: PhaseOrder = self._pilot.phase(play, car)
        return replace(order, fire=order.fire if self._fires else (), drop=order.drop if self._drops else ())


class SparesFuel(Rival):
    """Drives as a pilot does, but never spends fuel or nitrous to accelerate."""

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """The pilot's order without what it spends."""
        order: SpeedOrder = self._pilot.speed(play, car)
        return replace(order, second_roll="never", boost=False, nitrous=False)


class SpendsFuel(Rival):
    """Drives as a pilot does, but spends fuel on every acceleration."""

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """The pilot's order with a boost and a second roll."""
        order: SpeedOrder = self._pilot.speed(play, car)
        return replace(order, second_roll="always", boost=True) if order.intent == "up" else order


class NoPitJobs(Rival):
    """Drives as a pilot does, but has nothing done in the pit."""

    def pit(self, play: Match, car: CarState) -> PitOrder:  # noqa: ARG002 - a pilot's method
        """No job."""
        return PitOrder()


def with_profile(profile: str) -> PilotChange:
    """The same autopilot with another profile for every team."""

    def changed(pilot: Any, setup: Any) -> Any:
        profiles = {team.id: profile for team in setup.teams}
        return type(pilot)(replace(setup, profiles=profiles), settings_of(setup.switches, edition=setup.edition))

    return changed


RIVALS: Mapping[str, PilotChange] = {
    "never exceeds speed 2": lambda pilot, _: LimitedSpeed(pilot, fastest=2),
    "never exceeds speed 4": lambda pilot, _: LimitedSpeed(pilot, fastest=4),
    "never exceeds speed 6": lambda pilot, _: LimitedSpeed(pilot, fastest=6),
    "stays where it is": lambda pilot, _: LimitedSpeed(pilot, fastest=0),
    "goes as fast as the car can": lambda pilot, _: LimitedSpeed(pilot, slowest=TOP),
    "never fires": lambda pilot, _: LeavesOut(pilot, fires=False),
    "never drops anything": lambda pilot, _: LeavesOut(pilot, drops=False),
    "never spends fuel": lambda pilot, _: SparesFuel(pilot),
    "always spends fuel": lambda pilot, _: SpendsFuel(pilot),
    "has nothing done in the pit": lambda pilot, _: NoPitJobs(pilot),
    **{profile: with_profile(profile) for profile in PROFILES},
}
"""Every rival by what it does, and the profiles."""

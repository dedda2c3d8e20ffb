"""A race under way: its setup, settings, circuit, state, dice and log. Rules FW-010 to FW-012, FW-020, FW-128.

Every function of the engine gets the `Match` as its first argument and changes its state; no other object keeps any
of that state.
"""

from __future__ import annotations

from typing import Any, Protocol

from rules.core.dice import Dice
from rules.formule.editions import LOG_EXPLAINED
from rules.formule.ground.circuit import Circuit
from rules.formule.match.orders import Order
from rules.formule.match.setup import CarEntry, MatchSetup
from rules.formule.match.state import CarState, CarStatus, MatchState, Moment
from rules.formule.settings import Settings
from rules.formule.weapons import Weapon
from rules.match.recorder import MatchRecorder


class Pilot(Protocol):
    """Gives the orders for cars that get none from outside: the autopilot, or the orders of a log."""

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order of a car for a question of that kind: `gear`, `drive` or `slipstream`."""


class Match(MatchRecorder):
    """A race under way, which throws its dice and writes its log."""

    __slots__ = ("circuit", "entrants", "laps", "pilot", "settings", "setup", "state", "weapons")

    def __init__(self, *, setup: MatchSetup, settings: Settings, state: MatchState, dice: Dice, pilot: Pilot) -> None:
        super().__init__(match=setup.match, dice=dice)
        self.setup, self.settings, self.state, self.pilot = setup, settings, state, pilot
        self.circuit: Circuit = setup.circuit
        self.laps = setup.laps or settings.laps
        """The laps of the race (FW-128)."""
        self.weapons: dict[str, Weapon] = dict(settings.weapons)
        """The weapon table by key, under the house rules of the league (FW-010 to FW-012)."""
        self.entrants: dict[str, CarEntry] = {car.id: car for team in setup.teams for car in team.cars}

    def explanation(self, **fields: Any) -> dict[str, Any]:
        """Fields that explain an entry of the log, which races of earlier editions do not have (FW-144)."""
        return fields if self.setup.edition >= LOG_EXPLAINED else {}

    @property
    def moment(self) -> Moment:
        """How far the race has got."""
        return self.state.moment

    @property
    def racing_cars(self) -> list[CarState]:
        """The cars that are still racing, in the order of the setup."""
        return [car for car in self.state.cars.values() if car.status is CarStatus.RUNNING]

    def has(self, car: CarState, item: str) -> bool:
        """Whether a car has that item of special equipment (FW-020)."""
        return item in self.entrants[car.id].design.equipment

    def car_on(self, row: int, lane: int, *, but: str = "") -> CarState | None:
        """The racing car on a square, if any, ignoring the car with the id `but`."""
        for car in self.state.cars.values():
            if car.row == row and car.lane == lane and car.status is CarStatus.RUNNING and car.id != but:
                return car
        return None

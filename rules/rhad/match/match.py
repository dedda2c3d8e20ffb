"""A RHAD match being played: its state, the arena, the dice of the current procedure, and the log. Rules RH-003,
RH-080, RH-085.

Every function of the engine takes the `Match` first and changes its state; no other object keeps any of the state.
"""

from __future__ import annotations

from typing import Protocol

from rules.core.dice import Dice
from rules.match.duels.scorer import RunningScore
from rules.match.recorder import MatchRecorder
from rules.rhad.designs.design import Design
from rules.rhad.editions import WRECKS_STAND_STILL
from rules.rhad.match.duel_record import DuelRecord
from rules.rhad.match.orders import Order
from rules.rhad.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.rhad.match.state import CarState, CarStatus, CrewState, MatchState, Moment
from rules.rhad.settings import Duel, Settings, bootlegger_window, duel_of, hit_brackets


class Pilot(Protocol):
    """Answers when a driver is asked: the autopilot, people's orders, or the orders of a log."""

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order for a car: kind `speed` at the start of a round, `phase` in each phase (RH-020)."""


class Match(MatchRecorder):
    """One match under way, which throws its dice and writes its log."""

    __slots__ = (
        "arena",
        "brackets",
        "crews",
        "decided",
        "designs",
        "duel",
        "entrants",
        "handles_wrecks",
        "harm_done",
        "overridden",
        "pilot",
        "record",
        "score",
        "settings",
        "setup",
        "state",
        "window",
    )

    def __init__(self, *, setup: MatchSetup, settings: Settings, state: MatchState, dice: Dice, pilot: Pilot) -> None:
        super().__init__(match=setup.match, dice=dice)
        self.setup, self.settings, self.arena = setup, settings, setup.arena
        self.state, self.pilot = state, pilot
        self.duel: Duel = duel_of(settings)
        self.window = bootlegger_window(settings)
        self.brackets = hit_brackets(settings)
        self.handles_wrecks = setup.edition < WRECKS_STAND_STILL
        """Whether a complete kill loses and regains handling, as in the first two editions (RH-031, RH-037)."""
        self.record: DuelRecord | None = None
        """What the scorer of duels is told; None in the first edition (RH-090)."""
        self.score: RunningScore | None = None
        """The scorer's account of the duel; None in the first edition (RH-090)."""
        self.overridden: set[str] = set()
        """The ids of cars with a figure set by a commissioner (RH-002)."""
        self.decided = ""
        """The team that a decision put first when the best were level on points; empty if none did (RH-089)."""
        cars = [car for team in setup.teams for car in team.cars]
        self.harm_done: dict[str, int] = {car.id: 0 for car in cars}
        """The points of armor, weapons and power plants that each car has taken off its enemies (RH-089)."""
        self.entrants: dict[str, CarEntry] = {car.id: car for car in cars}
        self.designs: dict[str, Design] = {car.id: car.design for car in cars}
        self.crews: dict[str, CrewEntry] = {
            entry.id: entry for car in cars for entry in (car.driver, car.gunner) if entry is not None
        }

    @property
    def moment(self) -> Moment:
        """The current heat, round and phase (RH-020)."""
        return self.state.moment

    # ------------------------------------------------------------------------------------------------ look-ups

    @property
    def unconscious_at(self) -> int:
        """The number of lost points at which an occupant is unconscious; one more kills them (RH-076)."""
        return self.settings.occupant_hits - 1

    def is_able(self, crew: CrewState) -> bool:
        """Whether they can drive and fire (RH-076)."""
        return crew.hits < self.unconscious_at

    def driver(self, car: CarState) -> CrewState | None:
        """The driver if they are able; else None."""
        crew = self.state.crew[car.driver]
        return crew if self.is_able(crew) else None

    def gunner(self, car: CarState) -> CrewState | None:
        """The gunner if there is one and they are able; else None."""
        crew = self.state.crew.get(car.gunner)
        return crew if crew is not None and self.is_able(crew) else None

    def aboard(self, car: CarState) -> list[CrewState]:
        """Everybody in a car in any condition, the driver first."""
        crew = self.state.crew
        return [crew[id] for id in (car.driver, car.gunner) if id]

    def is_dead(self, crew: CrewState) -> bool:
        """Whether they have lost all their points (RH-076)."""
        return crew.hits >= self.settings.occupant_hits

    def running_teams(self) -> set[str]:
        """The teams that have a car that runs (RH-089)."""
        return {car.team for car in self.state.cars.values() if car.status is CarStatus.RUNNING}

    def is_armed(self, car: CarState) -> bool:
        """Whether someone able is aboard and a weapon works (CW-S-009)."""
        if not any(gun.works for gun in car.guns):
            return False
        return self.driver(car) is not None or self.gunner(car) is not None

    def can_fire(self, car: CarState) -> bool:
        """Whether a car is armed and no complete kill (RH-067, RH-090)."""
        return car.status is not CarStatus.COMPLETE_KILL and self.is_armed(car)

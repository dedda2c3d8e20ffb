"""A match under way: its state, its table, its dice and its log. Rules CC-002, CC-017, CC-067, CC-098.

Every function of the engine gets the `Match` as its first argument and changes its state. A function that may have to
ask for an order is a generator: it yields a `Question` and is sent the order. `engine` runs it.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.carcult.designs.design import Card
from rules.carcult.editions import LOGS_DISTANCES
from rules.carcult.ground.obstacles import TableGround
from rules.carcult.match.orders import Order
from rules.carcult.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.carcult.match.state import OFF_TABLE, CarState, MatchState, Moment
from rules.carcult.settings import Settings
from rules.core.dice import Dice
from rules.match.recorder import MatchRecorder

Returned = TypeVar("Returned")


class Pilot(Protocol):
    """Gives the orders for cars: the autopilot, or the orders of a log.

    A pilot throws no dice: how far off it guesses distances is in the state, as `guesses`.
    """

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order of a car for a question of that kind: `start`, `shift`, `allocate`, `act` or `place`.

        For `place`, `car` is the one whose side places a damage token on the car of `play.state.placing`.
        """


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a car for an order of that kind. Without a car it ends a step that asks nobody."""

    car: str = ""
    kind: str = ""


NO_QUESTION = Question()
"""The end of a step without a question."""
Steps = Generator[Question, Order | None, Returned]
"""A part of a match: it yields questions and is sent orders."""


class Match(MatchRecorder):
    """A match under way, which throws its dice and writes its log."""

    __slots__ = (
        "components",
        "crews",
        "entries",
        "ground",
        "logs_distances",
        "pilot",
        "question",
        "running",
        "settings",
        "setup",
        "state",
    )

    def __init__(self, *, setup: MatchSetup, settings: Settings, state: MatchState, dice: Dice, pilot: Pilot) -> None:
        super().__init__(match=setup.match, dice=dice)
        self.setup, self.settings, self.state, self.pilot = setup, settings, state, pilot
        self.ground = TableGround(setup.table)
        self.logs_distances = setup.edition >= LOGS_DISTANCES
        """Whether entries have the distance of an attack that is out of range, and who places what brakes cost."""
        self.entries: dict[str, CarEntry] = {car.id: car for car in setup.cars}
        self.components: dict[str, dict[str, Card]] = {car.id: car.design.components for car in setup.cars}
        """The cards of each car, by the names of its tracks."""
        self.crews: dict[str, CrewEntry] = {crew.id: crew for crew in setup.crew}
        self.running: Steps[None] | None = None
        """The generator that plays the rest of the match."""
        self.question = NO_QUESTION
        """The current question."""

    @property
    def moment(self) -> Moment:
        """The current round and activation."""
        return self.state.moment

    def cars_in_play(self) -> list[CarState]:
        """The cars on the table, in the order of the setup."""
        return [car for car in self.state.cars.values() if car.status not in OFF_TABLE]

    def enemies(self, car: CarState) -> list[CarState]:
        """The cars of other teams on the table, in the order of the setup."""
        return [
            other for other in self.state.cars.values() if other.team != car.team and other.status not in OFF_TABLE
        ]

    def points(self, team: str) -> int:
        """A team's victory points: the damage its cars are credited with (CC-067, CC-090)."""
        return sum(car.caused for car in self.state.cars.values() if car.team == team)

"""A match being played: its state, its table, the dice of the procedure under way, and the log. Rules CC-002, CC-017,
CC-067, CC-098.

Every module of the engine takes the `Match` first and changes its state. Whatever may ask somebody in between is a
generator that yields `Question`s and is sent orders; `engine` drives it.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rules.carcult.designs.design import Card
from rules.carcult.ground.obstacles import TableGround
from rules.carcult.match.orders import Order
from rules.carcult.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.carcult.match.state import OFF_TABLE, CarState, MatchState, Moment
from rules.carcult.settings import Settings
from rules.core.dice import Dice
from rules.match.recorder import MatchRecorder

Returned = TypeVar("Returned")


class Pilot(Protocol):
    """Who answers when a car's people are asked: the autopilot, people, or the orders of a log. It throws no dice:
    how well it judges distances stands in the state (`guesses`).
    """

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """What that car wants, of the kind asked: `start`, `shift`, `allocate`, `act` or `place`.

        At `place` the car asked is the one whose side places a token on the car of `play.state.placing`.
        """


@dataclass(frozen=True, slots=True)
class Question:
    """Somebody is asked: the car, and for an order of which kind. Without a car it is a step that asks nobody."""

    car: str = ""
    kind: str = ""


NO_QUESTION = Question()
"""The end of a step at which nobody is asked."""
Steps = Generator[Question, Order | None, Returned]
"""A part of the match: it yields whom it asks and is sent what they order."""


class Match(MatchRecorder):
    """One match under way, which throws its dice and writes its log."""

    __slots__ = (
        "components",
        "crews",
        "entries",
        "ground",
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
        self.entries: dict[str, CarEntry] = {car.id: car for car in setup.cars}
        self.components: dict[str, dict[str, Card]] = {car.id: car.design.components for car in setup.cars}
        """The cards of each car by the names of its tracks."""
        self.crews: dict[str, CrewEntry] = {crew.id: crew for crew in setup.crew}
        self.running: Steps[None] | None = None
        """What is left of the match."""
        self.question = NO_QUESTION
        """Who is asked now."""

    @property
    def moment(self) -> Moment:
        """Round and activation."""
        return self.state.moment

    def cars_in_play(self) -> list[CarState]:
        """The cars on the table, in the order of the setup."""
        return [car for car in self.state.cars.values() if car.status not in OFF_TABLE]

    def enemies(self, car: CarState) -> list[CarState]:
        """The cars on the table of other teams, in the order of the setup."""
        return [
            other for other in self.state.cars.values() if other.team != car.team and other.status not in OFF_TABLE
        ]

    def points(self, team: str) -> int:
        """A team's victory points: the damage its cars are credited with (CC-067, CC-090)."""
        return sum(car.caused for car in self.state.cars.values() if car.team == team)

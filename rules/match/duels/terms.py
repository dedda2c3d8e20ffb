"""What a questionnaire says of the duels of a league: who may enter what, what rivals see of it, and what points are
worth.

Rules CW-S-055 to CW-S-057. The campaign asks `rules.match.registry` for the terms and knows no questionnaire by
name. A match system may read a car's design for them; neither of the two knows the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.core.switches import Setting
from rules.match.packet import PackedCar, PackedSeat
from rules.match.referee.questionnaire import Answer
from rules.match.ruleset import ErrorDetail

Answers = Mapping[str, Answer]
"""The answers to a questionnaire that are not the printed ones, by the key of the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelDesign:
    """What a design says of a car in a duel, with the items that it carries.

    `armor` are the points on each side, `fuel` the fuel points of a full tank. `turreted` and `linked` are ids of
    weapons: those in turrets, and those that are linked with another.
    """

    armor: Mapping[str, int]
    fuel: int
    turreted: tuple[str, ...]
    linked: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelEntry:
    """A car with its crew as it enters a duel, and what its design says of it by each match system that reads one."""

    seat: PackedSeat
    designs: tuple[DuelDesign, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewStart:
    """The traits with which the crews of duels outside a league start, and the most that any of them may be."""

    rank: int
    most: int


class DuelDesignReader(Protocol):
    """A match system that reads designs for duels."""

    def __call__(self, car: PackedCar, *, switches: Mapping[str, Setting]) -> DuelDesign:
        """What the car's design says, or that of a stock design if it has none."""


class DuelTerms(Protocol):
    """What the answers to a questionnaire say of duels."""

    def most_vehicles(self, answers: Answers) -> int | None:
        """The most vehicles that a team enters; None if the match alone limits them."""

    def vehicles_rule(self) -> str:
        """The id of the question that limits them."""

    def announcement_errors(self, answers: Answers) -> list[ErrorDetail]:
        """Why nobody could enter a duel by these answers; empty if somebody can."""

    def entry_errors(self, answers: Answers, entry: DuelEntry) -> list[ErrorDetail]:
        """Everything that keeps a car and its crew out of a duel, with the question that says so."""

    def crew_start(self, answers: Answers) -> CrewStart:
        """The traits of crews in duels outside a league."""

    def hidden_from_rivals(self, answers: Answers) -> frozenset[str]:
        """What rivals do not see of a car before a duel, among `CAR_FIELDS`."""

    def deals_rule(self, answers: Answers) -> str:
        """The id of the question that forbids deals between those who meet in a duel; empty if they are allowed."""

    def talks_in_the_open(self, answers: Answers) -> bool:
        """Whether those who meet in a duel make their offers in the open."""

    def splits_empty_pot(self, answers: Answers) -> bool:
        """Whether all teams have equal shares of the pot when none has points above 0 (CW-S-056)."""

    def floors_standings(self, answers: Answers) -> bool:
        """Whether points below 0 count as 0 in the standings (CW-S-056)."""


CAR_FIELDS = ("armor", "devices", "tires", "fuel")  # no mutant: order
"""What a questionnaire may hide of a car: the armor of each side, its devices, its tires, and its fuel."""

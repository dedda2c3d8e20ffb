"""The interface between a match system whose matches are duels and the scorer of duels. Rules CW-S-004, CW-S-035,
CW-S-036, CW-S-055.

A match says who fights and what happened, phase by phase, in the documents of the scorer's events; the scorer says
what that is worth and whether the duel is over. Neither imports the other: `rules.match.registry` names the scorer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

Document = dict[str, Any]
"""An event or a whole duel in plain values, as `manage.py score` reads them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelEntrant:
    """A car that enters a duel, its team, how many are aboard, and its speed at the start in mph."""

    id: str
    team: str
    occupants: int
    speed: int


class ScoreChange(NamedTuple):
    """A change of a car's points: how many, by which rule, and why in sentences."""

    car: str
    kind: str
    """`kill`, `bonus` or `penalty`."""
    points: Fraction
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseClose:
    """What the close of a phase came to: every change of points, and why the duel is over, empty if it goes on.

    `winner` is the car that met a condition of winning, empty if none did (CW-S-028, CW-S-029). `limit` are the
    points that it had to reach, and `held` the phases for which it had to have them.
    """

    changes: tuple[ScoreChange, ...]
    reason: str = ""
    rule: str = ""
    winner: str = ""
    limit: int = 0
    held: int = 0


class CarScore(NamedTuple):
    """What a car has at the close of a phase: its points, and who is credited with its kills, each with a share.

    The mapping of a kill is None while it is not killed in that way; "" holds a share that nobody earned.
    """

    kills: Fraction
    bonus: Fraction
    mobility_kill: Mapping[str, Fraction] | None
    complete_kill: Mapping[str, Fraction] | None
    has_scored: bool


class RunningScore(Protocol):
    """A duel that is scored while it is fought."""

    def close_phase(self, events: Sequence[Document]) -> PhaseClose:
        """Apply the events of the next phase, all of them at once, and evaluate it (CW-S-004)."""

    def car_score(self, car: str) -> CarScore:
        """What a car has now."""

    def team_totals(self) -> Mapping[str, Fraction]:
        """The duel points of every team: the sum of its cars' totals, exact, and below 0 if it comes to that."""

    def team_places(self) -> Mapping[str, int]:
        """The place of every team, 1 the best; teams that nothing separates share one (CW-S-035, CW-S-036)."""

    def document(self) -> Document:
        """The duel so far with all its events: scored again, it comes to the same sheet."""


class DuelScorer(Protocol):
    """The scorer of duels."""

    def start(self, entrants: Sequence[DuelEntrant], *, phases_per_turn: int, turns: int) -> RunningScore:
        """A duel before its first phase, that lasts so many turns at most."""

"""Results of a match for one of its teams: won, drawn or lost where two meet, and a place where more do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

DUEL_SIZE = 2
"""How many teams meet in a match that is won or lost; where more do, each takes a place."""


class Result(Protocol):
    """The result of a match for one of its teams; a forfeit wins nothing (HOUSE-009)."""

    @property
    def won(self) -> Any:
        """Whether it won."""

    @property
    def points(self) -> Any:
        """Its points, None before a report."""

    @property
    def forfeited(self) -> Any:
        """Whether it did not appear."""


@dataclass(frozen=True, slots=True)
class FormMark:
    """A result as form shows it: a letter W, D or L, and a place among `teams`, shown where more than two met."""

    letter: str
    place: int
    teams: int

    @property
    def text(self) -> str:
        """The mark: the letter where two met, the place where more did."""
        return str(self.place) if self.teams > DUEL_SIZE else self.letter

    @property
    def kind(self) -> str:
        """How it is shown: `first` and `placed` where more than two met, else `won`, `drawn` or `lost`."""
        if self.teams > DUEL_SIZE:
            return "first" if self.place == 1 else "placed"
        return {"W": "won", "D": "drawn"}.get(self.letter, "lost")

    @property
    def words(self) -> str:
        """The mark in words, such as "place 2 of 4" or "won"."""
        return f"place {self.place} of {self.teams}" if self.teams > DUEL_SIZE else self.kind


def result_letter(own: Result, teams: Sequence[Result]) -> str:
    """A match's result for one of its teams: W won, D level at the top where that wins nothing, L lost (DM-C-014)."""
    if own.won:
        return "W"
    appeared = [team for team in teams if not team.forfeited]
    is_level = own in appeared and own.points == max(team.points or 0 for team in appeared)
    drawn = is_level and not any(team.won for team in teams)
    return "D" if drawn else "L"


def place_of(own: Result, teams: Sequence[Result]) -> int:
    """A team's place in a match: winners first, then by points, forfeits last; teams level on points share one."""
    return 1 + sum(_merit(team) > _merit(own) for team in teams)


def form_mark(own: Result, teams: Sequence[Result]) -> FormMark:
    """A match's result for one of its teams as form shows it."""
    return FormMark(result_letter(own, teams), place_of(own, teams), len(teams))


def _merit(team: Result) -> tuple[bool, bool, int]:
    return (bool(team.won), not team.forfeited, team.points or 0)

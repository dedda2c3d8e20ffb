"""A pilot for matches between autopilots: each team has its own one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class TeamCar(Protocol):
    """A car with its team."""

    @property
    def team(self) -> str:
        """The id of its team."""


class TeamPilots:
    """Answers every question of a car by the pilot of its team, whatever questions the book asks.

    A question without a car is about a team, whose id is given instead.
    """

    def __init__(self, pilots: Mapping[str, Any]) -> None:
        self._pilots = pilots

    def __getattr__(self, question: str) -> Any:
        def answer(play: Any, subject: TeamCar | str, *more: Any) -> Any:
            team = subject if isinstance(subject, str) else subject.team
            return getattr(self._pilots[team], question)(play, subject, *more)

        return answer

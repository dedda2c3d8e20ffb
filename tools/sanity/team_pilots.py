"""A pilot that lets each team be driven by a pilot of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class TeamPilots:
    """Asks the pilot of a car's team. It has the methods of every book's pilots."""

    def __init__(self, pilots: Mapping[str, Any]) -> None:
        self._pilots = pilots

    def order(self, play: Any, car: Any, kind: str) -> Any:
        """The order for a car."""
        return self._pilots[car.team].order(play, car, kind)

    def speed(self, play: Any, car: Any) -> Any:
        """The order for the speed of a Dethmatch car."""
        return self._pilots[car.team].speed(play, car)

    def phase(self, play: Any, car: Any) -> Any:
        """The order for an activation of a Dethmatch car."""
        return self._pilots[car.team].phase(play, car)

    def pit(self, play: Any, car: Any) -> Any:
        """The order for a Dethmatch car in its pit."""
        return self._pilots[car.team].pit(play, car)

    def interval(self, play: Any, team: str) -> Any:
        """The order for a Dethmatch team between two heats."""
        return self._pilots[team].interval(play, team)

    def standing(self, play: Any, car: Any) -> Any:
        """The standing order for a Dethmatch car."""
        return self._pilots[car.team].standing(play, car)

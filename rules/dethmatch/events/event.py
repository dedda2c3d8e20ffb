"""What a match is about: what the engine asks of every event. Rules DM-M-128, DM-M-133, DM-M-136 to DM-M-138."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.dethmatch.events.flags import Flags
from rules.dethmatch.events.lap_race import LapRace
from rules.dethmatch.events.last_car import LastCar
from rules.dethmatch.match.match import Play
from rules.dethmatch.match.state import CarSheet


class Event(Protocol):
    """What is raced or fought for. An event keeps nothing of its own: all of it stands in the match's state."""

    @property
    def heats(self) -> int:
        """How many heats it has unless something else is said (DM-M-128)."""

    @property
    def least_teams(self) -> int:
        """How few teams can meet in it."""

    @property
    def circuit(self) -> bool:
        """Whether it needs a circuit, rather than an arena."""

    def place_on_grid(self, play: Play) -> None:
        """Put the cars of the heat on their places, and whatever the event needs besides."""

    def entered(self, play: Play, car: CarSheet, came_from: int, direction: int) -> None:
        """A car has entered the hex it is in, from one hex in a direction of the map."""

    def rolls_over(self, play: Play, car: CarSheet) -> None:
        """A car begins to roll over."""

    def acted(self, play: Play) -> None:
        """A car's activation is over."""

    def phase_over(self, play: Play) -> None:
        """Every car has acted in a phase."""

    def turn_begins(self, play: Play) -> None:
        """A turn begins."""

    def turn_over(self, play: Play) -> None:
        """A turn is over but for the question whether the heat is."""

    def is_over(self, play: Play) -> bool:
        """Whether the heat ends with this turn."""

    def turn_limit(self, play: Play) -> int:
        """The turn a heat ends with at the latest."""

    def heat_over(self, play: Play) -> None:
        """The heat has ended; whoever scores by that scores now."""

    def points(self, play: Play) -> dict[str, int]:
        """Each team's points of the heat, as if it ended now."""

    def weapons_held(self, play: Play) -> bool:
        """Whether nobody may fire yet (DM-M-133)."""

    def goal(self, play: Play, car: CarSheet) -> int:
        """The hex a car wants to be in, -1 where the event sends it nowhere in particular (DM-M-146)."""


EVENTS: Mapping[str, Event] = {"lap_race": LapRace(), "flags": Flags(), "last_car": LastCar()}
"""Every event there is, by the name a match gives it (DM-M-136 to DM-M-138)."""


def event_of(play: Play) -> Event:
    """The event of the match under way."""
    return EVENTS[play.setup.event]

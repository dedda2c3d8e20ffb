"""What a match is about: what the engine asks of every event. Rules DM-M-128, DM-M-133, DM-M-136 to DM-M-138."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.dethmatch.events.flags import FlagsEvent
from rules.dethmatch.events.lap_race import LapRace
from rules.dethmatch.events.last_car import LastCar
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState


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

    def place_on_grid(self, play: Match) -> None:
        """Put the cars of the heat on their places, and whatever the event needs besides."""

    def on_hex_entered(self, play: Match, car: CarState, came_from: int, direction: int) -> None:
        """A car has entered the hex it is in, from one hex in a direction of the map."""

    def on_rollover(self, play: Match, car: CarState) -> None:
        """A car begins to roll over."""

    def on_activation_end(self, play: Match) -> None:
        """A car's activation is over."""

    def on_phase_end(self, play: Match) -> None:
        """Every car has acted in a phase."""

    def on_turn_start(self, play: Match) -> None:
        """A turn begins."""

    def on_turn_end(self, play: Match) -> None:
        """A turn is over but for the question whether the heat is."""

    def is_over(self, play: Match) -> bool:
        """Whether the heat ends with this turn."""

    def turn_limit(self, play: Match) -> int:
        """The turn a heat ends with at the latest."""

    def on_heat_end(self, play: Match) -> None:
        """The heat has ended; whoever scores by that scores now."""

    def points(self, play: Match) -> dict[str, int]:
        """Each team's points of the heat, as if it ended now."""

    def weapons_held(self, play: Match) -> bool:
        """Whether nobody may fire yet (DM-M-133)."""

    def goal(self, play: Match, car: CarState) -> int:
        """The hex a car wants to be in, -1 where the event sends it nowhere in particular (DM-M-146)."""


EVENTS: Mapping[str, Event] = {"lap_race": LapRace(), "flags": FlagsEvent(), "last_car": LastCar()}
"""Every event there is, by the name a match gives it (DM-M-136 to DM-M-138)."""


def event_of(play: Match) -> Event:
    """The event of the match under way."""
    return EVENTS[play.setup.event]

"""What a match is about: the protocol that every event implements. Rules DM-M-128, DM-M-133, DM-M-136 to DM-M-138."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.dethmatch.events.flags import FlagsEvent
from rules.dethmatch.events.lap_race import LapRace
from rules.dethmatch.events.last_car import LastCar
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState


class Event(Protocol):
    """What is raced or fought for. An event has no state of its own; all of it is in the match's state."""

    @property
    def heats(self) -> int:
        """The number of heats if neither the match nor a house rule sets one (DM-M-128)."""

    @property
    def least_teams(self) -> int:
        """The fewest teams that can meet in it."""

    @property
    def circuit(self) -> bool:
        """Whether it needs a circuit rather than an arena."""

    def place_on_grid(self, play: Match) -> None:
        """Put the cars of the heat on their places, and set up whatever else the event needs."""

    def on_hex_entered(self, play: Match, car: CarState, came_from: int, direction: int) -> None:
        """Called when a car has entered its hex from `came_from`, by a step in a direction of the map."""

    def on_rollover(self, play: Match, car: CarState) -> None:
        """Called when a car begins to roll over."""

    def on_activation_end(self, play: Match) -> None:
        """Called when a car's activation is over."""

    def on_phase_end(self, play: Match) -> None:
        """Called when every car has acted in a phase."""

    def on_turn_start(self, play: Match) -> None:
        """Called when a turn begins."""

    def on_turn_end(self, play: Match) -> None:
        """Called at the end of a turn, before `is_over` is asked."""

    def is_over(self, play: Match) -> bool:
        """Whether the heat ends with this turn."""

    def end_reason(self, play: Match) -> str:
        """Return why the heat ends with this turn, one of `heat_limits.EndReason`; empty if it goes on."""

    def turn_limit(self, play: Match) -> int:
        """Return the last turn that a heat can have."""

    def on_heat_end(self, play: Match) -> None:
        """Called when the heat has ended, to credit drivers who score by that and to log what points are for."""

    def points(self, play: Match) -> dict[str, int]:
        """Return each team's points of the heat, as if it ended now."""

    def places(self, play: Match) -> dict[str, int]:
        """Return the place of each car that has one, as if the heat ended now; cars that are level share theirs."""

    def weapons_held(self, play: Match) -> bool:
        """Whether nobody may fire yet (DM-M-133)."""

    def goal(self, play: Match, car: CarState) -> int:
        """Return the hex that a car wants to reach, -1 if the event sends it nowhere in particular (DM-M-146)."""


EVENTS: Mapping[str, Event] = {"lap_race": LapRace(), "flags": FlagsEvent(), "last_car": LastCar()}
"""Every event, by the name that a match gives it (DM-M-136 to DM-M-138)."""


def event_of(play: Match) -> Event:
    """Return the event of a match."""
    return EVENTS[play.setup.event]

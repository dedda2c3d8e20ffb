"""A match being played: its state, the track, the dice of the procedure under way, and the log. Rules DM-M-001,
DM-M-006, DM-M-040.

Every module of the engine takes the `Play` first and changes its state; nothing else holds on to any of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rules.dethmatch.entries import CarEntry, CrewEntry, Item, MatchSetup, TeamEntry
from rules.dethmatch.fit import Fit
from rules.dethmatch.log import LogEntry, MatchLog
from rules.dethmatch.orders import IntervalOrder, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.settings import Settings
from rules.dethmatch.state import CarSheet, CrewSheet, MatchState
from rules.dethmatch.track import Track
from rules.dice import Dice, Stream

NOTHING: Mapping[str, Any] = {}


class Pilot(Protocol):
    """Who answers when a driver is asked (DM-M-141): the autopilot, people's orders, or the orders of a log."""

    def speed(self, play: Play, car: CarSheet) -> SpeedOrder:
        """Before initiative of each turn."""

    def phase(self, play: Play, car: CarSheet) -> PhaseOrder:
        """At the start of each activation."""

    def pit(self, play: Play, car: CarSheet) -> PitOrder:
        """At the end of a turn, for a car standing in its pit."""

    def interval(self, play: Play, team: str) -> IntervalOrder:
        """Between two heats."""

    def standing(self, play: Play, car: CarSheet) -> StandingOrder:
        """Whenever a standing order is looked up; the same all turn."""


class Play:
    """One match under way. `stream` is the dice of the procedure under way, named by `throws`."""

    __slots__ = (
        "_path",
        "_seen",
        "_stream",
        "crews",
        "dice",
        "entrants",
        "fits",
        "intents",
        "items",
        "log",
        "pilot",
        "settings",
        "setup",
        "state",
        "teams",
        "track",
        "watch",
    )

    def __init__(
        self, *, setup: MatchSetup, settings: Settings, track: Track, state: MatchState, dice: Dice, pilot: Pilot
    ) -> None:
        self.setup, self.settings, self.track = setup, settings, track
        self.state, self.dice, self.pilot = state, dice, pilot
        self.log = MatchLog()
        self.teams: dict[str, TeamEntry] = {team.id: team for team in setup.teams}
        self.entrants: dict[str, CarEntry] = {car.id: car for team in setup.teams for car in team.cars}
        self.crews: dict[str, CrewEntry] = {each.id: each for team in setup.teams for each in team.crew}
        self.items: dict[str, Item] = {
            item.id: item
            for team in setup.teams
            for item in (*team.stores, *(item for car in team.cars for item in car.items))
        }
        self.fits: dict[str, Fit] = {}
        self.intents: dict[str, SpeedOrder] = {}
        """What each driver wants of his speed this turn."""
        self._path = ""
        self._stream: Stream | None = None
        self.watch: Callable[[Play], None] | None = None
        """Looks on after every entry, for tests and trials."""
        self._seen = len(dice.log)

    # ------------------------------------------------------------------------------------------------- chance

    def throws(self, procedure: str) -> None:
        """Name the procedure whose dice come next: `t4/p2/razors.car1` in the heat under way (DM-M-001).

        They are opened with the first one, since many procedures throw none.
        """
        self._path, self._stream = f"{self.setup.match}/h{self.state.moment.heat}/{procedure}", None

    @property
    def stream(self) -> Stream | None:
        """The dice of the procedure under way; None before there is any."""
        if self._stream is None and self._path:
            self._stream, self._path = self.dice.open(self._path), ""
        return self._stream

    @stream.setter
    def stream(self, stream: Stream | None) -> None:
        self._path, self._stream = "", stream

    def d6(self, why: str) -> int:
        """One die of the procedure under way."""
        stream = self._stream or self.stream
        assert stream is not None  # noqa: S101 - every procedure names its dice first
        return stream.d6(why)

    def d3(self, why: str) -> int:
        """A d3, read off a d6."""
        return (self.d6(why) + 1) // 2

    def d2(self, why: str) -> int:
        """A d2, read off a d6."""
        return (self.d6(why) + 2) // 3

    def pick(self, count: int, why: str) -> int:
        """A number from 0 to count - 1, each as likely; up to 256. No die is thrown for one."""
        if count == 1:
            return 0
        stream = self._stream or self.stream
        assert stream is not None  # noqa: S101 - the same
        return stream.roll(1, why, sides=count).total - 1

    # ---------------------------------------------------------------------------------------------------- log

    def note(
        self,
        kind: str,
        rule: str,
        car: CarSheet | None = None,
        *,
        crew: str = "",
        before: Mapping[str, Any] = NOTHING,
        after: Mapping[str, Any] = NOTHING,
        **more: Any,
    ) -> None:
        """Write one entry; the rolls since the entry before are its own."""
        thrown = self.dice.log
        rolls = tuple(thrown[self._seen :]) if len(thrown) > self._seen else ()  # no mutant: of none left
        self._seen = len(thrown)
        moment, entries = self.state.moment, self.log.entries
        entries.append(
            LogEntry(
                len(entries) + 1, moment.heat, moment.turn, moment.phase, "" if car is None else car.id, crew, kind,
                rule, rolls, dict(before), dict(after), more,
            )
        )  # fmt: skip
        if self.watch is not None:
            self.watch(self)

    # ------------------------------------------------------------------------------------------------ look-ups

    @property
    def clock(self) -> int:
        """Phases since the start of the heat."""
        return self.state.moment.clock

    def driver(self, car: CarSheet) -> CrewSheet | None:
        """Who is at the wheel and able, or nobody."""
        sheet = self.state.crew.get(car.driver)
        return None if sheet is None or sheet.out else sheet

    def gunner(self, car: CarSheet) -> CrewSheet | None:
        """Who works the gunner's station and is able, or nobody."""
        sheet = self.state.crew.get(car.gunner)
        return None if sheet is None or sheet.out else sheet

    def talent(self, crew: str, name: str) -> int:
        """How many times a competitor has a talent."""
        return self.crews[crew].talents.count(name) if crew else 0

    def standing(self, car: CarSheet) -> StandingOrder:
        """The standing orders in force for a car."""
        return self.pilot.standing(self, car)

    def in_hex(self, at: int, *, but: str = "") -> CarSheet | None:
        """The car or wreck that fills a hex, other than the one named."""
        for car in self.state.cars.values():
            if car.at == at and car.id != but:
                return car
        return None

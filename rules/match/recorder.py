"""Dice and log of a match under way: every roll has the path of its procedure and belongs to a log entry.

Rule DM-M-001.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rules.core.dice import Dice, Roll, Stream
from rules.match.log import LogEntry, MatchLog

NO_VALUES: Mapping[str, Any] = {}


class Moment(Protocol):
    """The current point of a match."""

    heat: int
    turn: int
    phase: int


class Subject(Protocol):
    """What an entry is about: a car."""

    @property
    def id(self) -> str:
        """Its id."""


class MatchRecorder:
    """Throws the dice of one match and writes its log. A book's match is a subclass, which provides the `moment`."""

    __slots__ = ("_path", "_seen", "_stream", "dice", "log", "match", "plans", "watch")

    def __init__(self, *, match: str, dice: Dice) -> None:
        self.match, self.dice = match, dice
        self.log = MatchLog()
        self.watch: Callable[[Any], None] | None = None
        """Called after every entry, for tests and trials."""
        self.plans: dict[str, str] = {}
        """The plan that each car's last orders stated, by car; orders need not state any."""
        self._path = ""
        self._stream: Stream | None = None
        self._seen = len(dice.log)

    @property
    def moment(self) -> Moment:
        """The current heat, turn and phase."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------- chance

    def begin_procedure(self, procedure: str) -> None:
        """Name the procedure whose dice come next, such as `t4/p2/razors.car1`, within the current heat (DM-M-001).

        The stream is opened by the first die, since many procedures throw none.
        """
        self._path, self._stream = f"{self.match}/h{self.moment.heat}/{procedure}", None

    @property
    def stream(self) -> Stream | None:
        """The dice of the procedure under way; None before the first one."""
        if self._stream is None and self._path:
            self._stream, self._path = self.dice.open(self._path), ""
        return self._stream

    @stream.setter
    def stream(self, stream: Stream | None) -> None:
        self._path, self._stream = "", stream

    def roll(self, count: int, why: str, *, sides: int = 6) -> Roll:
        """Throw `count` dice of the procedure under way as one roll. Dice have 2 to 256 sides."""
        stream = self._stream or self.stream
        assert stream is not None  # noqa: S101 - every procedure names its dice first
        return stream.roll(count, why, sides=sides)

    def die(self, sides: int, why: str) -> int:
        """Throw one die with that many sides."""
        return self.roll(1, why, sides=sides).faces[0]

    def d6(self, why: str) -> int:
        """Throw one d6 of the procedure under way."""
        stream = self._stream or self.stream
        assert stream is not None  # noqa: S101 - the same
        return stream.d6(why)

    def d3(self, why: str) -> int:
        """Throw a d3, read from a d6. Its purpose ends in `, d3`."""
        return (self.d6(f"{why}, d3") + 1) // 2

    def d2(self, why: str) -> int:
        """Throw a d2, read from a d6. Its purpose ends in `, d2`."""
        return (self.d6(f"{why}, d2") + 2) // 3

    def pick(self, count: int, why: str) -> int:
        """A random number from 0 to count - 1, where `count` is at most 256. If it is 1, no die is thrown."""
        return 0 if count == 1 else self.die(count, why) - 1

    # ---------------------------------------------------------------------------------------------------- log

    @property
    def has_unrecorded_dice(self) -> bool:
        """Whether dice were thrown since the last entry; the next entry will record them."""
        return len(self.dice.log) > self._seen

    def note_plan(self, car: Subject, plan: str, *, rule: str) -> None:
        """Write an entry if the plan of a car's order is not that of its earlier orders. An order may state none."""
        before = self.plans.get(car.id, "")
        if plan and plan != before:
            self.plans[car.id] = plan
            self.note("plan", rule, car, before={"plan": before}, after={"plan": plan})

    def note(
        self,
        kind: str,
        rule: str,
        car: Subject | None = None,
        *,
        crew: str = "",
        before: Mapping[str, Any] = NO_VALUES,
        after: Mapping[str, Any] = NO_VALUES,
        **more: Any,
    ) -> None:
        """Write one entry, with the rolls since the previous one."""
        thrown = self.dice.log
        rolls = tuple(thrown[self._seen :]) if len(thrown) > self._seen else ()  # no mutant: of none left
        self._seen = len(thrown)
        moment, entries = self.moment, self.log.entries
        entries.append(
            LogEntry(
                len(entries) + 1, moment.heat, moment.turn, moment.phase, "" if car is None else car.id, crew, kind,
                rule, rolls, dict(before), dict(after), more,
            )
        )  # fmt: skip
        if self.watch is not None:
            self.watch(self)

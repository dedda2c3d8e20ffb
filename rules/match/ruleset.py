"""The interface of every match system to the campaign and the league, which know none of them by name.

Rules DM-C-090, DM-C-091, DM-M-010, DM-M-036, DM-M-038, DM-M-140.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.switches import Setting, Switch
from rules.match.packet import Packet, packet_digest
from rules.match.replay.frames import Film
from rules.match.report import Report, Source
from rules.match.text_tables import Table

Document = dict[str, Any]
"""A design, or the settings a ruleset needs for a match, as plain JSON that only the ruleset can read."""


class OtherEdition(Refusal):
    """The log or packet is of another edition of its ruleset, and this one cannot play it."""


class LogContradicted(Refusal):
    """Playing the match again from its log gives a different result than the log records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorDetail:
    """Something wrong: a code that programs branch on, the rule it breaks, and a sentence that says what to do.

    A `warning` is about something legal.
    """

    code: str
    rule: str
    sentence: str
    warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match as it is announced: its event, surface, heats, teams and cars per team, the preset for its points, and
    the settings its ruleset needs (`setting`, such as a track and laps).
    """

    event: str
    surface: str = ""
    heats: int = 1
    teams: int
    vehicles_per_team: int
    scoring: str = ""
    setting: Document = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a ruleset's rulebook: its title, and its text in Markdown."""

    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """The result of a match: the report that the campaign settles by, and the log it was made from.

    The log can be read again by the ruleset. It is always the same bytes for the same match, and not compressed, so
    that its digest does not depend on a compressor. The caller fills in the report's source.
    """

    report: Report
    log: bytes


class Ruleset(Protocol):
    """A match system, as the registry holds it. It has no state between two calls."""

    @property
    def name(self) -> str:
        """Its name in commands, URLs and switches, in lowercase, such as `ladder`."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def phase_called(self) -> str:
        """What the number before a line of its stories counts: `phase`, or the ruleset's own word, such as `turn`."""

    @property
    def edition(self) -> int:
        """The edition of its rules. It goes up by one with each change that would give any match another result."""

    @property
    def editions(self) -> tuple[int, ...]:
        """Every edition whose matches it plays, its own last."""

    def edition_in(self, has_edition: Callable[[str], bool]) -> int:
        """The edition that plays the matches of a season.

        `has_edition` says whether the season is played by an edition of the campaign or a later one.
        """

    @property
    def most_teams(self) -> int:
        """The most teams in one of its matches, 3 or more."""

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Its house-rule switches, whose names begin with its own (`ladder.rungs`)."""

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """The pages of its rulebook."""

    def design_errors(
        self, document: Document, *, dp: int, gunner_station: bool, gearing: int, switches: Mapping[str, Setting]
    ) -> list[ErrorDetail]:
        """Everything wrong with a car's design, warnings included; it raises nothing (DM-M-036).

        `dp` are the car's design points, and `gearing` is that of the gear-set it is built with.
        """

    def load_errors(self, document: Document, *, kinds: Sequence[str]) -> list[ErrorDetail]:
        """Everything wrong with a car of this design carrying those kinds of items; it raises nothing."""

    def stock_design(
        self, *, dp: int, gunner_station: bool, gearing: int, kinds: Sequence[str], switches: Mapping[str, Setting]
    ) -> Document:
        """A design for a car without one.

        It is legal by the season's switches and makes use of as many of the car's kinds of items as possible.
        """

    def car_sheet(self, document: Document, *, dp: int, switches: Mapping[str, Setting]) -> list[Table]:
        """A design in tables for people: what was bought, the points it takes, and the results. It is empty if the
        design cannot be read, and raises nothing.

        `dp` are the car's design points, and `switches` are the season's.
        """

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        """Everything wrong with a match as it is announced, warnings included; it raises nothing."""

    def propose_fixture(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """A match without errors for that many teams in the round of that number, if nobody has planned one.

        `vehicles_per_team` is the most the season allows.
        """

    def packet_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """Warnings about what the line-ups of a match, or of one team, lack or carry in vain; the match can still be
        played.

        Each sentence names the car.
        """

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a match. The same packet and dice always give the same result.

        It plays whatever the campaign can lock, including a match without any car. Every path of its dice begins with
        the match's id; the second part is the ruleset's own, and never `pre`, `shop`, `settle` or `stand-in`.
        """

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Replay a match from its log: with the match's own `dice`, or if None, with the faces in the log.

        Raises `Malformed` if it is not a log of this match, `OtherEdition`, or `LogContradicted`.
        """

    def story(self, log: bytes) -> list[str]:
        """What happened, in lines for people, with cars and drivers by id. Raises `Malformed` or `OtherEdition`.

        An empty line ends a part, and a line without indentation is its heading. An indented line may begin with the
        number of its phase, and ends with its rule in brackets. A plain story has none of these (`docs/rulesets.md`).
        """

    def box_score(self, log: bytes) -> list[Table]:
        """The results in tables, with cars and drivers by id. Raises as `story` does."""

    def film(self, log: bytes) -> Film:
        """The match moment by moment, with cars by id; without frames if there is nothing to see.

        Raises as `story` does.
        """


def log_digest(log: bytes) -> str:
    """SHA-256 of a log, as 64 hex digits."""
    return hashlib.sha256(log).hexdigest()


def with_source(packed: Packet, resolution: Resolution) -> Resolution:
    """The resolution with the source of its report filled in: ruleset, edition, and the digests of packet and log."""
    source = Source(
        ruleset=packed.ruleset,
        version=str(packed.edition),
        log_digest=log_digest(resolution.log),
        packet=packet_digest(packed),
    )
    return replace(resolution, report=replace(resolution.report, source=source))


def in_words(faults: Iterable[ErrorDetail]) -> str:
    """The errors as one text: their sentences in order, each with its rule."""
    return " ".join(
        f"{error.sentence.removesuffix('.')} ({error.rule})." if error.rule else error.sentence for error in faults
    )


def without_warnings(faults: Iterable[ErrorDetail]) -> list[ErrorDetail]:
    """The errors that are not warnings."""
    return [error for error in faults if not error.warning]

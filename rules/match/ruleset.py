"""What every match system answers to the campaign and the league, which know none by its name.

Rules DM-C-090, DM-C-091, DM-M-010, DM-M-036, DM-M-038, DM-M-140.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.switches import Setting, Switch
from rules.match.packet import Packet, packet_digest
from rules.match.replay_frames import Film
from rules.match.report import Report, Source
from rules.match.text_tables import Table

Document = dict[str, Any]
"""A design, or what a ruleset asks of a match, as plain JSON that only the ruleset can read."""


class OtherEdition(Refusal):
    """The log or packet is of another edition of its ruleset, and this one cannot play it."""


class LogContradicted(Refusal):
    """Playing the match again from its log gives a different result than the log records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorDetail:
    """Something wrong: a code that programs branch on, the rule it breaks, and a sentence that says what to do.

    A `warning` is legal, and told all the same.
    """

    code: str
    rule: str
    sentence: str
    warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match as it is announced: its event, surface, heats, teams and cars, the preset its points are made by, and
    what its ruleset asks besides (`setting`: a track, laps).
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
    """A page of a ruleset's own rulebook: its title, and its text in Markdown."""

    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What came of a match: the report the campaign settles by, and the log it was written from.

    The log is whatever the ruleset can read again, always the same bytes for the same match and not compressed, so
    that its digest hangs on no compressor. The report's source is filled in by whoever asked.
    """

    report: Report
    log: bytes


class Ruleset(Protocol):
    """A match system: the one thing that the registry holds. It keeps no state of its own between two questions."""

    @property
    def name(self) -> str:
        """Its name in commands, addresses and switches: small letters, such as `ladder`."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def phase_called(self) -> str:
        """What the number before a line of its stories counts: `phase`, or its own word, such as `turn`."""

    @property
    def edition(self) -> int:
        """The edition of its rules, one higher with each change by which any match would come out otherwise."""

    @property
    def most_teams(self) -> int:
        """The most teams one match of it takes, 3 or more."""

    @property
    def switches(self) -> tuple[Switch, ...]:
        """Its house-rule switches, named after it (`ladder.rungs`)."""

    @property
    def rulebook(self) -> tuple[Page, ...]:
        """The pages of its rulebook."""

    def design_errors(
        self, document: Document, *, dp: int, gunner_station: bool, gearing: int, switches: Mapping[str, Setting]
    ) -> list[ErrorDetail]:
        """Everything wrong with a car's design, warnings among it; it raises nothing (DM-M-036).

        `dp` are its design points, `gearing` that of the gear-set it is built with.
        """

    def load_errors(self, document: Document, *, kinds: Sequence[str]) -> list[ErrorDetail]:
        """Everything that a car of this design may not carry, of those kinds of item; it raises nothing."""

    def stock_design(
        self, *, dp: int, gunner_station: bool, gearing: int, kinds: Sequence[str], switches: Mapping[str, Setting]
    ) -> Document:
        """A design for a car nobody designed, legal by the season's switches, which takes as many as it can of the
        kinds of item it carries.
        """

    def car_sheet(self, document: Document, *, dp: int, switches: Mapping[str, Setting]) -> list[Table]:
        """A design as people read it: what was bought, what that takes of the budget, and what it comes to; empty
        for what cannot be read as one. It raises nothing.

        `dp` are the car's design points, `switches` the season's.
        """

    def fixture_errors(self, fixture: Fixture) -> list[ErrorDetail]:
        """Everything wrong with a match as it is announced, warnings among it; it raises nothing."""

    def propose_fixture(self, *, number: int, teams: int, vehicles_per_team: int) -> Fixture:
        """The match it would announce for so many teams in the round of that number, where nobody planned one.

        `vehicles_per_team` is the most the season allows. It is without faults.
        """

    def packet_warnings(self, packet: Packet) -> list[ErrorDetail]:
        """What the line-ups of a match, or of one team, lack or carry in vain; the match can be played all the same.

        A sentence names the car.
        """

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Play a match. The same packet and dice always come to the same.

        It plays whatever the campaign can lock, a match without any car among it. Every path of its dice begins with
        the match's id and goes on with a part of its own, never `pre`, `shop`, `settle` or `stand-in`.
        """

    def replay(self, packet: Packet, log: bytes, dice: Dice | None) -> Resolution:
        """Play a match again from its log: with the match's own `dice`, or with the faces the log holds.

        Raises `Malformed` for what is no log of it, `OtherEdition`, or `LogContradicted`.
        """

    def story(self, log: bytes) -> list[str]:
        """What happened, in lines for people, cars and drivers by id. Raises `Malformed` or `OtherEdition`.

        An empty line ends a part, one that is not indented heads one, an indented one may begin with the number of
        its phase, and its rule stands last in brackets; a plain story has none of these (`docs/rulesets.md`).
        """

    def box_score(self, log: bytes) -> list[Table]:
        """What came of it, in tables, cars and drivers by id. Raises as `story` does."""

    def film(self, log: bytes) -> Film:
        """What it looked like, moment by moment, cars by id; without frames where there is nothing to see. Raises as
        `story` does.
        """


def log_digest(log: bytes) -> str:
    """SHA-256 of a log, 64 hex digits."""
    return hashlib.sha256(log).hexdigest()


def with_source(packed: Packet, resolution: Resolution) -> Resolution:
    """A resolution whose report says which ruleset and edition made it, of which packet and with which log."""
    source = Source(
        ruleset=packed.ruleset,
        version=str(packed.edition),
        log_digest=log_digest(resolution.log),
        packet=packet_digest(packed),
    )
    return replace(resolution, report=replace(resolution.report, source=source))


def in_words(faults: Iterable[ErrorDetail]) -> str:
    """Faults as sentences, one after the other, each with its rule."""
    return " ".join(
        f"{fault.sentence.removesuffix('.')} ({fault.rule})." if fault.rule else fault.sentence for fault in faults
    )


def without_warnings(faults: Iterable[ErrorDetail]) -> list[ErrorDetail]:
    """The faults that are no mere warnings."""
    return [fault for fault in faults if not fault.warning]

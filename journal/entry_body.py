"""The body of an entry: its command, facts and rolls as compressed JSON."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from journal.amends.state_differences import Difference, describe_odds
from rules.campaign.core.codec import command_document, fact_document, fact_from_document
from rules.campaign.core.command import Command
from rules.campaign.core.facts import Fact
from rules.core.canonical_json import json_bytes, without_defaults
from rules.core.dice import Face, Roll

AFTER_LAST_ENTRY = 0
"""The number of no entry: what follows the last one."""
MOST_UNPACKED_BYTES = 256 * 1024 * 1024
"""Bytes that are unpacked at most: what a season is, and whatever is said of it, stays far below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendedBody:
    """How an entry stands since an amend, where it is otherwise than its own body says.

    `standing` is one of `Retold`'s; `since` the amend that made it so; `given` the tag of the command it was given
    as; `counts` how many of the facts came of each of the commands. Of an entry that was sealed at the time nothing
    is told but its standing.
    """

    standing: str
    since: int
    given: str = ""
    because: str = ""
    commands: list[dict[str, Any]] = field(default_factory=list)
    facts: list[dict[str, Any]] = field(default_factory=list)
    rolls: list[dict[str, Any]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def parsed_rolls(self) -> list[Roll]:
        """The rolls as rolls."""
        return [msgspec.convert(roll, Roll) for roll in self.rolls]


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingThrow:
    """A throw that an amend would make and whose faces have not fallen: at which entry, on which path, of how many
    dice and for what. What follows by itself after the last entry stands in none as yet."""

    entry: int
    path: str
    dice: str
    why: str

    def in_words(self) -> str:
        """The throw in words."""
        who = "what follows" if self.entry == AFTER_LAST_ENTRY else f"entry {self.entry}"
        return f"{who} throws {self.dice} on {self.path} ({self.why})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """A value that hangs on dice to come: of what it is, as a `Difference` says it, what it was, and each value that
    it had at the end of so many plays."""

    about: str
    subject: str
    what: str = ""
    was: Any = None
    nows: list[tuple[Any, int]] = field(default_factory=list)

    def in_words(self, *, plays: int) -> str:
        """The odds in words, with ids for names."""
        difference = Difference(about=self.about, subject=self.subject, what=self.what, was=self.was)
        return describe_odds(difference, self.nows, plays=plays)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreedId:
    """An id that a command had made and that nothing has since an amend: the next such command inherits it."""

    command: str
    franchise: str
    shelf: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendEffects:
    """What an amend came to: every entry that stands otherwise than in its own body, and what is different by it.

    `retold` is by the number of the entry, in digits; `obstacles` are why a preview could not have been saved.
    `dice` is `own` where what had not fallen came from the amend's own key, and empty in amends of earlier releases,
    whose faces came from the keys of their paths. `thrown` are the paths on which a face fell by it, `set_aside` what
    had fallen and nothing that stands shows any more: it falls again where its path is opened again. `left` are
    the ids that nothing has any more.

    `under_seal` says that something was sealed when it was written, and that nothing everybody may see hangs on that
    (ADR 25); amends of earlier releases do not say it.

    `law` is the one by which it was worked out, 0 in amends of earlier releases: of what had lapsed before them
    something came to stand again by the mere course of time, and what had followed an amend by itself stood whatever
    became of its cause (ADR 10).

    A preview throws nothing. Where it hangs on faces to come, `to_come` says on which, `hangs` at which entries,
    and `odds` what came of it in so many `plays` with made-up dice. It goes `to_the_end` where it tells besides
    what the season does by itself after the last entry, as none of earlier releases did.
    """

    retold: dict[str, AmendedBody] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    obstacles: list[str] = field(default_factory=list)
    dice: str = ""
    thrown: list[str] = field(default_factory=list)
    set_aside: dict[str, list[Face]] = field(default_factory=dict)
    left: list[FreedId] = field(default_factory=list)
    unapproved: bool = False
    under_seal: bool = False
    law: int = 0
    to_come: list[PendingThrow] = field(default_factory=list)
    hangs: list[int] = field(default_factory=list)
    odds: list[Odds] = field(default_factory=list)
    plays: int = 0
    to_the_end: bool = False

    def amended_bodies(self) -> dict[int, AmendedBody]:
        """How entries stand, by number."""
        return {int(number): body for number, body in self.retold.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedDiceSource:
    """What awaited dice fell by, as the entries say that threw them.

    `entry` awaited them, with that `head` of the chain before it and those `words` of its giver. `round` of the
    beacon has that `signature`, 96 hex digits; `revealed` are the words that members revealed, 64 hex digits each, by
    their opaque names. `without` says that the beacon did not come for a week and all agreed to go on.
    """

    entry: int
    head: str
    words: str = ""
    round: int = 0
    signature: str = ""
    revealed: dict[str, str] | None = None
    without: bool = False

    @property
    def randomness(self) -> str:
        """What the source mixes into a key, 64 hex digits; empty where all agreed to go on without."""
        if self.revealed is not None:
            return hashlib.sha256(json_bytes(self.revealed)).hexdigest()
        return hashlib.sha256(bytes.fromhex(self.signature)).hexdigest() if self.signature else ""


@dataclass(frozen=True, slots=True)
class EntryBody:
    """What an entry says. `typed` are faces from a real table by path, with who typed and who watched.

    Only an amend's entry has `amended`, only one that opens paths again that had fallen names them in `again`, and
    `approved_by` is the handle of whoever approved what nobody does alone. `unapproved` says of a command that nobody
    does alone that nobody else approved it; of an amend `amended` says so. The JSON of others names none of these.

    In a season with leaves `words` are those of whoever gave it, 64 hex digits, `leaf` is the index of the one that
    threw and `opened` the leaf itself; `match_leaves` has those of the matches that the entry locked. Where dice are
    awaited an entry takes a leaf without showing it, and those that throw with it later show it with their `source`.
    """

    command: dict[str, Any]
    facts: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    typed: dict[str, Any] = field(default_factory=dict)
    amended: AmendEffects | None = None
    again: list[str] = field(default_factory=list)
    approved_by: str = ""
    unapproved: bool = False
    words: str = ""
    leaf: int | None = None
    opened: str = ""
    match_leaves: dict[str, int] = field(default_factory=dict)
    source: AwaitedDiceSource | None = None

    def lacks_approval(self) -> bool:
        """Whether nobody else approved what nobody does alone."""
        return self.unapproved or (self.amended is not None and self.amended.unapproved)

    def parsed_facts(self) -> list[Fact]:
        """The facts as facts."""
        return [fact_from_document(fact) for fact in self.facts]

    def parsed_rolls(self) -> list[Roll]:
        """The rolls as rolls, in the order they were thrown."""
        return [msgspec.convert(roll, Roll) for roll in self.rolls]

    def new_rolls(self) -> list[Roll]:
        """Those on paths that had not fallen before."""
        return [parsed_roll for parsed_roll in self.parsed_rolls() if parsed_roll.path not in self.again]


def make_body(
    command: Command,
    facts: Sequence[Fact],
    rolls: Sequence[Roll],
    typed: Mapping[str, Any] | None = None,
    again: Sequence[str] = (),
) -> EntryBody:
    """The body a performed command makes."""
    return EntryBody(
        command_document(command),
        [fact_document(fact) for fact in facts],
        [without_defaults(roll) for roll in rolls],
        dict(typed or {}),
        again=list(again),
    )


def serialize_body(body: EntryBody) -> bytes:
    """A body as JSON, always the same bytes for the same body."""
    told: dict[str, Any] = {"command": body.command, "facts": body.facts, "rolls": body.rolls, "typed": body.typed}
    if body.amended is not None:
        told["amended"] = body.amended
    if body.again:
        told["again"] = body.again
    if body.approved_by:
        told["approved_by"] = body.approved_by
    if body.unapproved:
        told["unapproved"] = body.unapproved
    if body.words:
        told["words"] = body.words
    if body.leaf is not None:
        told |= {"leaf": body.leaf, "opened": body.opened}
    if body.match_leaves:
        told["match_leaves"] = body.match_leaves
    if body.source is not None:
        told["source"] = without_defaults(body.source)
    return json_bytes(told)


def compress(text: bytes) -> bytes:
    """JSON as it lies in the table."""
    return zlib.compress(text, 6)


def decompress(stored: bytes | memoryview) -> bytes:
    """The JSON of what lies in the table.

    Raises `zlib.error` for what was not compressed so, breaks off, or comes to more than anybody wrote.
    """
    unpacking = zlib.decompressobj()
    text = unpacking.decompress(bytes(stored), MOST_UNPACKED_BYTES)
    if not unpacking.eof:
        raise zlib.error("it breaks off, or has no end")
    return text


def load_body(stored: bytes | memoryview) -> EntryBody:
    """The body of an entry."""
    return parse_body(decompress(stored))


def parse_body(text: bytes) -> EntryBody:
    """The body of an entry from its JSON."""
    return msgspec.json.decode(text, type=EntryBody)


def load_amended_body(stored: bytes | memoryview) -> AmendedBody:
    """How an entry stands since it was amended."""
    return msgspec.json.decode(decompress(stored), type=AmendedBody)


def load_standing_body(stored: bytes | memoryview, retold: bytes | memoryview | None) -> EntryBody:
    """The body of an entry with the facts and rolls that stand for it now, where an amend retold it."""
    body = load_body(stored)
    if retold is None:
        return body
    told = load_amended_body(retold)
    return replace(body, facts=told.facts, rolls=told.rolls)

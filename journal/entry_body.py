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
"""A number for what follows the last entry."""
MOST_UNPACKED_BYTES = 256 * 1024 * 1024
"""The most bytes to unpack: a whole season stays far below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendedBody:
    """The body of an entry as amended, if it differs from the entry's own body.

    `standing` is one of `Retold`'s, `since` the amend that made it so, `given` the tag of the original command, and
    `counts` the number of facts of each command. For an entry that was sealed at the time, only the standing is
    recorded.
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
        """The rolls as `Roll` objects."""
        return [msgspec.convert(roll, Roll) for roll in self.rolls]


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingThrow:
    """A throw that an amend would make whose faces have not fallen: its entry, path, dice and purpose.

    A throw after the last entry has no entry yet (`AFTER_LAST_ENTRY`)."""

    entry: int
    path: str
    dice: str
    why: str

    def in_words(self) -> str:
        """The throw in words."""
        subject = "what follows" if self.entry == AFTER_LAST_ENTRY else f"entry {self.entry}"
        return f"{subject} throws {self.dice} on {self.path} ({self.why})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """A value that depends on dice to come, as in a `Difference`: what it was, and how many plays gave each value."""

    about: str
    subject: str
    what: str = ""
    was: Any = None
    nows: list[tuple[Any, int]] = field(default_factory=list)

    def in_words(self, *, plays: int) -> str:
        """The odds in words, with ids instead of names."""
        difference = Difference(about=self.about, subject=self.subject, what=self.what, was=self.was)
        return describe_odds(difference, self.nows, plays=plays)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreedId:
    """An id that an amend freed: the next command of the same kind inherits it."""

    command: str
    franchise: str
    shelf: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendEffects:
    """The effects of an amend: every entry that differs from its own body, and all differences in the state.

    `retold` is keyed by entry number, in digits; `obstacles` are the reasons why a preview could not be saved. `dice`
    is `own` if new faces came from the amend's own key, and empty in amends of earlier releases, whose faces came
    from the keys of their paths. `thrown` are the paths with new faces. `set_aside` are the fallen faces that no
    entry in effect shows any more: they fall again if their path is opened again. `left` are the freed ids.

    `under_seal` means that something was sealed when it was written, and that nothing public depends on it (ADR 25);
    amends of earlier releases do not have it.

    `law` is the version of the derivation rules, 0 in amends of earlier releases. Under those, lapsed entries could
    come back as time went on, and follow-ups of an earlier amend stayed whatever happened to their cause (ADR 10).

    A preview throws nothing. If it depends on faces to come, `to_come` lists those throws, `hangs` the entries that
    depend on them, and `odds` the outcomes in that many `plays` with made-up dice. `to_the_end` means that it
    includes what the season does by itself after the last entry; previews of earlier releases did not.
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
        """The amended bodies of entries, by number."""
        return {int(number): body for number, body in self.retold.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedDiceSource:
    """The source of awaited dice, as recorded in the entries that threw them.

    `entry` awaited them, with the `head` of the chain before it and the `words` of its giver. `signature`, 96 hex
    digits, is that of the beacon's `round`. `revealed` are the words that members revealed, 64 hex digits each, by
    handle. `without` means that the beacon was missing for a week and all agreed to go on.
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
        """The randomness that the source mixes into a key, 64 hex digits; empty if all agreed to go on without."""
        if self.revealed is not None:
            return hashlib.sha256(json_bytes(self.revealed)).hexdigest()
        return hashlib.sha256(bytes.fromhex(self.signature)).hexdigest() if self.signature else ""


@dataclass(frozen=True, slots=True)
class EntryBody:
    """The content of an entry. `typed` are faces from a real table by path, with typist and witness.

    Only an amend has `amended`. `again` lists set-aside paths that the entry opens again. `approved_by` is the handle
    of the member who approved what nobody does alone; `unapproved` means that nobody did (for an amend, `amended` has
    that flag). The JSON omits these fields if they are empty.

    In a season with leaves, `words` are the giver's, 64 hex digits, `leaf` is the index of the leaf that threw, and
    `opened` the leaf itself; `match_leaves` has those of the matches that the entry locked. If dice are awaited, an
    entry takes a leaf without revealing it, and the entries that throw with it later reveal it with their `source`.
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
        """Whether another member should have approved the entry and did not."""
        return self.unapproved or (self.amended is not None and self.amended.unapproved)

    def parsed_facts(self) -> list[Fact]:
        """The facts as `Fact` objects."""
        return [fact_from_document(fact) for fact in self.facts]

    def parsed_rolls(self) -> list[Roll]:
        """The rolls as `Roll` objects, in the order they were thrown."""
        return [msgspec.convert(roll, Roll) for roll in self.rolls]

    def new_rolls(self) -> list[Roll]:
        """The rolls on paths that had not fallen before."""
        return [roll for roll in self.parsed_rolls() if roll.path not in self.again]


def make_body(
    command: Command,
    facts: Sequence[Fact],
    rolls: Sequence[Roll],
    typed: Mapping[str, Any] | None = None,
    again: Sequence[str] = (),
) -> EntryBody:
    """The body of the entry for a performed command."""
    return EntryBody(
        command_document(command),
        [fact_document(fact) for fact in facts],
        [without_defaults(roll) for roll in rolls],
        dict(typed or {}),
        again=list(again),
    )


def serialize_body(body: EntryBody) -> bytes:
    """A body as JSON: the same body always yields the same bytes."""
    document: dict[str, Any] = {
        "command": body.command,
        "facts": body.facts,
        "rolls": body.rolls,
        "typed": body.typed,
    }
    if body.amended is not None:
        document["amended"] = body.amended
    if body.again:
        document["again"] = body.again
    if body.approved_by:
        document["approved_by"] = body.approved_by
    if body.unapproved:
        document["unapproved"] = body.unapproved
    if body.words:
        document["words"] = body.words
    if body.leaf is not None:
        document |= {"leaf": body.leaf, "opened": body.opened}
    if body.match_leaves:
        document["match_leaves"] = body.match_leaves
    if body.source is not None:
        document["source"] = without_defaults(body.source)
    return json_bytes(document)


def compress(text: bytes) -> bytes:
    """Compress JSON for the table."""
    return zlib.compress(text, 6)


def decompress(stored: bytes | memoryview) -> bytes:
    """Decompress JSON from the table.

    Raises `zlib.error` if it is not compressed that way, is incomplete, or exceeds `MOST_UNPACKED_BYTES`.
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
    """Load an amended body."""
    return msgspec.json.decode(decompress(stored), type=AmendedBody)


def load_standing_body(stored: bytes | memoryview, retold: bytes | memoryview | None) -> EntryBody:
    """The body of an entry, with the current facts and rolls if an amend changed it."""
    body = load_body(stored)
    if retold is None:
        return body
    amended = load_amended_body(retold)
    return replace(body, facts=amended.facts, rolls=amended.rolls)

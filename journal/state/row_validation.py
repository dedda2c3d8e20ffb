"""Checks whether a season's rows can be read at all, before anything else uses them.

A journal written here always can be. For one that was edited or imported, each error is a sentence with its entry.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.db import models

from journal import entry_body as bodies
from journal.amends.state_differences import Difference
from journal.amends.timeline import AMEND_TAGS
from league.models import Checkpoint, Entry, Season
from league.queries.season_leaves import SCHEMES, has_leaves
from rules.campaign.commissioner.fresh_dice import CommitLeaves, RenewSecret
from rules.campaign.core.codec import season_from_json
from rules.campaign.core.command import tag_of
from rules.core.dice import PATH, NeedsDice
from rules.core.dice_leaves import LEAVES_PER_ROOT

READ_ERRORS = (
    *(LookupError, TypeError, ValueError, AttributeError, ArithmeticError, AssertionError, RuntimeError),
    *(msgspec.MsgspecError, zlib.error, NeedsDice),
)
"""The exceptions of reading or performing rows that this program never wrote."""
HEX = re.compile("([0-9a-fA-F]{2})*")
DicePath = Annotated[str, msgspec.Meta(pattern=rf"^{PATH.pattern}\Z")]
NumberText = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}\Z")]
Sides = Annotated[int, msgspec.Meta(ge=2, le=256)]


class _Roll(msgspec.Struct):
    path: DicePath
    sides: Sides
    faces: list[int]
    why: str


class _Command(msgspec.Struct):
    type: str
    secret_hash: str = ""


class _Fact(msgspec.Struct):
    kind: str


class _AmendedBodySchema(msgspec.Struct):
    standing: str
    since: int
    commands: list[_Command] = []
    facts: list[dict[str, Any]] = []
    rolls: list[_Roll] = []


class _AmendEffectsSchema(msgspec.Struct):
    retold: dict[NumberText, _AmendedBodySchema] = {}
    differences: list[Difference] = []
    warnings: list[str] = []
    obstacles: list[str] = []


class _TypedFacesSchema(msgspec.Struct):
    faces: dict[str, list[int]]
    typist: str
    witness: str = ""


Index = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
OptionalDigest = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]


class _Source(msgspec.Struct, forbid_unknown_fields=True):
    entry: Index
    head: Digest
    words: OptionalDigest = ""
    round: Index = 0
    signature: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{96})?$")] = ""
    revealed: dict[str, Digest] | None = None
    without: bool = False


class _Body(msgspec.Struct):
    command: dict[str, Any]
    facts: list[dict[str, Any]]
    rolls: list[_Roll]
    typed: dict[str, Any] = {}
    amended: _AmendEffectsSchema | None = None
    words: OptionalDigest = ""
    leaf: Index | None = None
    opened: OptionalDigest = ""
    match_leaves: dict[str, Index] = {}
    source: _Source | None = None


class _Seed(msgspec.Struct, forbid_unknown_fields=True):
    since: Index
    first: Index
    leaves: Digest
    salts: Digest
    taken: Index | None = None


class _MatchLeaf(msgspec.Struct, forbid_unknown_fields=True):
    entry: Index
    head: Digest
    leaf: Index
    words: OptionalDigest
    beacon: OptionalDigest = ""


class _MisreadSchema(msgspec.Struct):
    was: int
    now: int


class _AmendCommand(_Command, kw_only=True):
    corrections: dict[NumberText, list[_Command]]
    misread: dict[str, dict[NumberText, _MisreadSchema]] = {}


class _MatchAnnounced(_Fact):
    match: str


class _LineUpsLocked(_Fact):
    match: str
    words: str


class _CommitLeavesCommand(_Command, kw_only=True):
    root: Digest
    fresh: bool = False


class _RenewSecretCommand(_Command, kw_only=True):
    earlier_secret: str


TEXT_COLUMNS = [
    field.attname for field in Entry._meta.concrete_fields if isinstance(field, models.CharField | models.TextField)
]
FACT_SCHEMAS: dict[str, type[_Fact]] = {"match_announced": _MatchAnnounced, "line_ups_locked": _LineUpsLocked}
"""The facts from which verification without the rules reads more than their kind."""


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """Something that cannot be read, and where: an entry number, or 0 for the season itself."""

    entry: int
    sentence: str


def unreadable_rows(row: Season) -> Iterator[UnreadableRow]:
    """Everything that cannot be read in a season: its secret, leaves, opening, checkpoints or entries."""
    if not HEX.fullmatch(str(row.secret)):
        yield UnreadableRow(0, "its secret is not in hex digits")
    if fault := _leaves_error(row):
        yield UnreadableRow(0, fault)
    yield from _unreadable_checkpoints(row)
    yield from _unreadable_entries(row)


def _leaves_error(row: Season) -> str:
    """Why the leaves of a season cannot be read; empty if they can, or if it has none."""
    if row.dice not in ("", *SCHEMES):
        return f"its dice come from {str(row.dice)[:20]!r}, which nothing is known of"
    if not has_leaves(row):
        none = (row.seeds, row.roots, row.match_leaves, row.leaves) == ([], [], {}, 0)
        return "" if none else "it has leaves, and its dice come from a secret"
    try:
        seeds, roots = msgspec.convert(row.seeds, list[_Seed]), msgspec.convert(row.roots, list[Digest])
        leaf_numbers = [leaf.leaf for leaf in msgspec.convert(row.match_leaves, dict[str, _MatchLeaf]).values()]
    except msgspec.ValidationError as error:
        return f"its leaves cannot be read: {str(error)[0].lower()}{str(error)[1:]}"
    firsts = [seed.first for seed in seeds]
    if firsts[:1] != [0] or sorted(set(firsts)) != firsts or not roots or firsts[-1] >= LEAVES_PER_ROOT * len(roots):
        return "its seeds do not follow one another from its first leaf on"
    return (
        "a match has a leaf that was never committed"
        if max(leaf_numbers, default=0) >= LEAVES_PER_ROOT * len(roots)
        else ""
    )


def _unreadable_checkpoints(row: Season) -> Iterator[UnreadableRow]:
    opened = False
    for checkpoint in Checkpoint.objects.filter(season=row).order_by("number").iterator(chunk_size=20):
        opened = opened or checkpoint.number == 0
        name = "the checkpoint kept after it" if checkpoint.number else "its opening"
        try:
            season_from_json(bodies.decompress(checkpoint.state))
        except READ_ERRORS:
            yield UnreadableRow(checkpoint.number, f"{name} is no state of a season that can be read")
    if not opened:
        yield UnreadableRow(0, "it has no opening to be replayed from")


def _unreadable_entries(row: Season) -> Iterator[UnreadableRow]:
    number = 0
    entries = iter(Entry.objects.filter(season=row).order_by("number").iterator(chunk_size=200))
    while True:
        try:
            entry = next(entries, None)
        except READ_ERRORS:
            yield UnreadableRow(number + 1, "a column of its row holds nothing that can be read")
            return
        if entry is None:
            return
        number += 1
        if error := _entry_error(entry):
            yield UnreadableRow(number, error)


def _entry_error(entry: Entry) -> str:
    """Why an entry cannot be read, in words; empty if it can."""
    if not (isinstance(entry.number, int) and isinstance(entry.at, datetime)):
        return "its number or its time cannot be read"
    if column := next((name for name in TEXT_COLUMNS if not isinstance(getattr(entry, name), str)), ""):
        return f"its {column} is no text"
    try:
        text = bodies.decompress(entry.body)
    except READ_ERRORS:
        return "what it says is not compressed as it was written"
    try:
        _validate_body(text, entry.command)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return f"what it says cannot be read: {str(error)[0].lower()}{str(error)[1:]}"
    except READ_ERRORS:
        return "what it says cannot be read: it is nested too deeply"
    return ""


def _validate_body(text: bytes, filed: str) -> None:
    """Parse all parts of a body. Raises `msgspec.ValidationError` if no entry can have it."""
    body = msgspec.json.decode(text, type=_Body)
    command = msgspec.convert(body.command, _Command)
    if (filed in AMEND_TAGS) != (command.type in AMEND_TAGS):
        raise msgspec.ValidationError(f"It is filed under {filed[:40]} and is {command.type[:40]}")
    if command.type in AMEND_TAGS:
        msgspec.convert(body.command, _AmendCommand)
    if command.type == tag_of(RenewSecret):
        msgspec.convert(body.command, _RenewSecretCommand)
    if command.type == tag_of(CommitLeaves):
        msgspec.convert(body.command, _CommitLeavesCommand)
    if body.typed:
        msgspec.convert(body.typed, _TypedFacesSchema)
    retold = body.amended.retold.values() if body.amended else ()
    for facts in (body.facts, *(amended.facts for amended in retold)):
        _validate_facts(facts)
    bodies.parse_body(text)


def _validate_facts(facts: Iterable[dict[str, Any]]) -> None:
    for fact in facts:
        kind = msgspec.convert(fact, _Fact).kind
        if kind in FACT_SCHEMAS:
            msgspec.convert(fact, FACT_SCHEMAS[kind])

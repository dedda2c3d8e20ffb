"""Schemas of journal entries, facts and rolls."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class MisreadOut(msgspec.Struct, frozen=True, kw_only=True):
    """A die thrown at a table that was misread: its number on its path, what it `was` at first and is `now`.

    `amend` is the entry that says so, `by` an opaque name; `approved_by` is empty where nobody else approved it.
    """

    die: int
    """Number of the die on its path, from 1 on."""
    was: int
    """Face that was entered at first."""
    now: int
    """Face that fell."""
    amend: int
    """Number of the entry that corrected it."""
    by: str
    """Opaque name of the member who corrected it."""
    approved_by: str
    reason: str
    """Why it was corrected; everybody may read it."""


class MisreadDieOut(msgspec.Struct, frozen=True, kw_only=True):
    """A die that was misread, by the path of its throw and its number on it: what it `was` at first and is `now`."""

    path: str
    """Path of the throw among the season's dice."""
    die: int
    """Number of the die on its path, from 1 on."""
    was: int
    """Face that was entered at first."""
    now: int
    """Face that fell."""


class RollOut(msgspec.Struct, frozen=True, kw_only=True):
    """One throw: where it stands among the season's dice, the sides of each die, the faces, what they decided.

    `by_hand` says that the dice were thrown at a table and the faces entered by somebody; `misread` are the dice of
    its path whose faces were corrected since, in the order that happened.
    """

    path: str
    """Path of the throw among the season's dice, such as `m1/settle/razors.d4/quirk`."""
    sides: int
    """How many sides each of its dice has."""
    faces: tuple[int, ...]
    """Face of each die, in the order they fell."""
    why: str
    """What the throw decided, in a few words."""
    by_hand: bool = False
    """Whether the dice were thrown at a table, and somebody entered their faces (HOUSE-011)."""
    misread: tuple[MisreadOut, ...] = ()
    """Dice of its path whose faces were corrected since, in the order of the corrections."""


class SubjectOut(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that a fact names: its kind and its short id, which is unique among things of that kind only.

    The kinds are `franchise`, `driver`, `car`, `sponsor`, `item`, `offer`, `trade`, `round` and `match`.
    """

    kind: str
    """Kind of thing, such as `franchise`, `driver` or `match`."""
    id: str
    """Short id of the thing, unique among the things of its kind."""


class FactOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened: its kind, its sentence with names for ids, its rule, its dice, and its own fields.

    `subjects` are the things it names, in the order of its fields.
    """

    kind: str
    """Kind of the fact, as `catalogue/facts` lists it."""
    sentence: str
    """What happened, in a sentence for people with names for ids."""
    rule: str
    """Number of the rule it follows, such as DM-C-100."""
    fields: dict[str, Any]
    """Its own fields by name; `catalogue/facts` has the type of each."""
    rolls: tuple[RollOut, ...] = ()
    """The dice behind it, in the order they fell."""
    subjects: tuple[SubjectOut, ...] = ()
    """The things it speaks of, in the order of its fields."""


class ByHandOut(msgspec.Struct, frozen=True, kw_only=True):
    """Faces that were entered by hand: by whom, an opaque name; who watched; and the paths of the throws."""

    by: str
    """Opaque name of the member who entered the faces."""
    witness: str
    """Who watched the dice fall, as it was entered."""
    paths: tuple[str, ...]
    """Paths of the throws whose faces were entered, in alphabetical order."""


class EntryOut(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the journal.

    Of one that is sealed from the reader, only number, time, seal and hash are shown. `actor` is an opaque name;
    `command` is the command as it was given. What an amend did to it is in the amend. `unapproved` says that nobody
    else approved something that needs another member's approval; `approved_by` is the opaque name of the member who
    did.
    """

    number: int
    """Its place in the journal of the season, from 1 on."""
    at: datetime
    """When it was written."""
    hash: str
    """Hash over this entry and the one before it, 64 hex digits."""
    seal: str
    """Until when others may not read it, such as `m1:M4`; empty where it was never sealed."""
    readable: bool
    """Whether you may read all of it; of a sealed entry that you may not, its number, time, seal and hash are given.
    """
    actor: str = ""
    """Opaque name of who gave it, or `season`, `steward` or `clock`; empty where you may not read it."""
    on_behalf_of: str = ""
    """Short id of the franchise that a commissioner or its standing orders acted for, else empty."""
    reason: str = ""
    """Why it was given, where the command needs a reason; else empty."""
    command: dict[str, Any] | None = None
    """The command as it was given, with its `type`; null where you may not read it."""
    facts: tuple[FactOut, ...] = ()
    """Facts of the command, after any amend."""
    by_hand: ByHandOut | None = None
    """Who entered faces for it by hand; null where nobody did."""
    unapproved: bool = False
    """Whether no other member approved what nobody does alone."""
    approved_by: str = ""


class EntriesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Entries after a number, the oldest first; `next` is what to ask `after` for more, null at the end."""

    season: str
    length: int
    """How many entries the journal has."""
    entries: tuple[EntryOut, ...]
    """The entries after the number that was sent, the oldest first."""
    next: int | None


class TypedIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Faces from a real table, by the path of the throw, and who watched them fall."""

    faces: dict[str, list[int]]
    """Faces by the path of their throw, in the order of its dice."""
    witness: str = ""
    """Who watched the dice fall."""


class ReceiptOut(msgspec.Struct, frozen=True, kw_only=True):
    """A statement of the site about an entry and its signature, in base64, over exactly these bytes in UTF-8.

    The statement is JSON: `version`, `season`, `entry`, the `head` of the chain after it, and the moment `at` which
    it was signed. `key` names one of the published keys.
    """

    statement: str
    """JSON text that was signed, with `version`, `season`, `entry`, `head` and `at`."""
    key: str
    algorithm: str
    signature: str

"""Entries of the journal, what they changed, and the commands that make them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.problems import Problem


class MisreadOut(msgspec.Struct, frozen=True, kw_only=True):
    """A die thrown at a table that was misread: its number on its path, what it `was` at first and is `now`.

    `amend` is the entry that says so, `by` an opaque name; `approved_by` is empty where nobody else approved it.
    """

    die: int
    was: int
    now: int
    amend: int
    by: str
    approved_by: str
    reason: str


class MisreadDieOut(msgspec.Struct, frozen=True, kw_only=True):
    """A die that was misread, by the path of its throw and its number on it: what it `was` at first and is `now`."""

    path: str
    die: int
    was: int
    now: int


class RollOut(msgspec.Struct, frozen=True, kw_only=True):
    """One throw: where it stands among the season's dice, the sides of each die, the faces, what they decided.

    `by_hand` says that the dice were thrown at a table and the faces entered by somebody; `misread` are the dice of
    its path whose faces were corrected since, in the order that happened.
    """

    path: str
    sides: int
    faces: tuple[int, ...]
    why: str
    by_hand: bool = False
    misread: tuple[MisreadOut, ...] = ()


class SubjectOut(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that a fact speaks of: `franchise`, `driver`, `car`, `sponsor`, `item`, `offer`, `trade`, `round` or
    `match`, and its short id, which is its own among things of the kind alone.
    """

    kind: str
    id: str


class FactOut(msgspec.Struct, frozen=True, kw_only=True):
    """What came to be: its kind, its sentence with names for ids, its rule, its dice, and its own fields.

    `subjects` are the things it speaks of, in the order of its fields.
    """

    kind: str
    sentence: str
    rule: str
    fields: dict[str, Any]
    rolls: tuple[RollOut, ...] = ()
    subjects: tuple[SubjectOut, ...] = ()


class ByHandOut(msgspec.Struct, frozen=True, kw_only=True):
    """Faces that were entered by hand: by whom, an opaque name; who watched; and the paths of the throws."""

    by: str
    witness: str
    paths: tuple[str, ...]


class EntryOut(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the journal. Of one that is sealed from the reader, only number, time, seal and hash are told.

    `actor` is an opaque name; `command` what was given, as it was given. How an amend left it, the amend tells.
    `unapproved` says that nobody else approved what nobody does alone; `approved_by` is the opaque name of who did.
    """

    number: int
    at: datetime
    hash: str
    seal: str
    readable: bool
    actor: str = ""
    on_behalf_of: str = ""
    reason: str = ""
    command: dict[str, Any] | None = None
    facts: tuple[FactOut, ...] = ()
    by_hand: ByHandOut | None = None
    unapproved: bool = False
    approved_by: str = ""


class EntriesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Entries after a number, the oldest first; `next` is what to ask `after` for more, null at the end."""

    season: str
    length: int
    entries: tuple[EntryOut, ...]
    next: int | None


class TypedIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Faces from a real table, by the path of the throw, and who watched them fall."""

    faces: dict[str, list[int]]
    witness: str = ""


class ReceiptOut(msgspec.Struct, frozen=True, kw_only=True):
    """A statement of the site about an entry and its signature, in base64, over exactly these bytes in UTF-8.

    The statement is JSON: `version`, `season`, `entry`, the `head` of the chain after it, and the moment `at` which
    it was signed. `key` names one of the published keys.
    """

    statement: str
    key: str
    algorithm: str
    signature: str


class CommandsIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands to give, all or none. `seen` is the number of the entry last read: what changed since refuses them.

    A commissioner names the franchise they act for in `on_behalf_of`, with a `reason` everybody may read. `words` are
    32 random bytes of the program's own in 64 hex digits, made anew for each request: a season with leaves mixes
    them into the dice of these commands, so that nobody else could know those before.
    """

    commands: list[dict[str, Any]]
    on_behalf_of: str = ""
    reason: str = ""
    seen: int | None = None
    typed: TypedIn | None = None
    words: str = ""


class GivenOut(msgspec.Struct, frozen=True, kw_only=True):
    """What came of commands: the entries they made, with everything that followed by itself.

    `waits` says that it is the commissioner's own match and somebody else is asked first: nothing changed yet.
    `left_out` says which commands stand where one was refused after dice had fallen for those before it: what fell
    stays, and the refused one and all after it are not done. It is empty but for that rare case.

    `receipt` is the site's own signature that the journal has the last of these entries: kept by the program, and
    given to `verify.py --receipt`, it shows whether that entry was dropped or changed since. A sandbox has none.
    """

    entries: tuple[EntryOut, ...]
    length: int
    waits: str = ""
    left_out: str = ""
    receipt: ReceiptOut | None = None


class ChanceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table: the faces it stands on, what they give, and its odds, `ways` of the dice out of `of`."""

    on: str
    result: str
    ways: int
    of: int


class ReadOnOut(msgspec.Struct, frozen=True, kw_only=True):
    """The table a throw is read on, as `catalogue/tables` has it by its book and rule, with the odds of each row.

    It has no odds where a row hangs on more than the dice, as an income does on the kind of sponsor that pays it.
    """

    book: str
    rule: str
    title: str
    odds: tuple[ChanceOut, ...]


class ThrowOut(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that would be made: its dice, what they would decide, and the table they are read on. No face is told.

    `always` says that it is made however other dice fall, at least `times` times; `more` that some dice bring more of
    it. Where it is not `always` made, it hangs on dice before it.
    """

    dice: str
    why: str
    always: bool
    times: int
    more: bool
    table: ReadOnOut | None


class PriceOut(msgspec.Struct, frozen=True, kw_only=True):
    """Money that would move, in credits, negative when paid: whose account, the kind of fact that books it, its rule.

    `amount` is what moves however the dice fall. Where it hangs on dice it is null, and `least` and `most` are the
    bounds of what was tried with dice of no season, among them all lowest and all highest faces.
    """

    franchise: str
    kind: str
    rule: str
    amount: int | None
    least: int
    most: int


class TrialOut(msgspec.Struct, frozen=True, kw_only=True):
    """What commands would come to: `facts` that hang on no die, the throws with their odds, and the prices.

    The same commands are answered alike until something changes in the season, and whatever its secret is.
    `refusal` is why they would be turned down, in a sentence with names for ids, empty where they would not be;
    `problem` is what giving them would be answered, with pointers to the command that is refused and into it.
    `may_be_refused` is why some dice would have them turned down, where others would not.
    """

    facts: tuple[str, ...]
    throws: tuple[ThrowOut, ...]
    prices: tuple[PriceOut, ...]
    refusal: str
    may_be_refused: str
    opens_seal: bool
    problem: Problem | None = None

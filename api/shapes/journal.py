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
    """Where the throw stands among the season's dice, such as `m1/settle/razors.d4/quirk`."""
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
    """A thing that a fact speaks of: `franchise`, `driver`, `car`, `sponsor`, `item`, `offer`, `trade`, `round` or
    `match`, and its short id, which is its own among things of the kind alone.
    """

    kind: str
    """Kind of thing, such as `franchise`, `driver` or `match`."""
    id: str
    """Short id of the thing, unique among the things of its kind."""


class FactOut(msgspec.Struct, frozen=True, kw_only=True):
    """What came to be: its kind, its sentence with names for ids, its rule, its dice, and its own fields.

    `subjects` are the things it speaks of, in the order of its fields.
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
    """An entry of the journal. Of one that is sealed from the reader, only number, time, seal and hash are told.

    `actor` is an opaque name; `command` what was given, as it was given. How an amend left it, the amend tells.
    `unapproved` says that nobody else approved what nobody does alone; `approved_by` is the opaque name of who did.
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
    """What came of the command, as it stands since any amend."""
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


class CommandsIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands to give, all or none. `seen` is the number of the entry last read: what changed since refuses them.

    A commissioner names the franchise they act for in `on_behalf_of`, with a `reason` everybody may read. `words` are
    32 random bytes of the program's own in 64 hex digits, made anew for each request: a season with leaves mixes
    them into the dice of these commands, so that nobody else could know those before.
    """

    commands: list[dict[str, Any]]
    """Commands in the order they are to be performed, each with its `type` and fields; all or none."""
    on_behalf_of: str = ""
    """Short id of the franchise a commissioner acts for; empty where you act for yourself."""
    reason: str = ""
    """Why a commissioner acts, in at most 1,000 characters that everybody may read."""
    seen: int | None = None
    """Number of the last entry you read: what changed openly since then refuses the commands. Null checks nothing."""
    typed: TypedIn | None = None
    """Faces of dice that were thrown at a table, where the house rule `dice.by_hand` takes them; else null."""
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
    """The entries that the commands made, with those that followed by themselves."""
    length: int
    """How many entries the journal has now."""
    waits: str = ""
    """Why nothing changed yet, in a sentence, where another member is asked first; else empty."""
    left_out: str = ""
    """Which commands stand, in a sentence, where one was refused after dice had fallen; else empty."""
    receipt: ReceiptOut | None = None


class ChanceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table: the faces it stands on, what they give, and its odds, `ways` of the dice out of `of`."""

    on: str
    """Faces or sums of the row, such as 11–13."""
    result: str
    """What the row gives, in words."""
    ways: int
    """How many ways the dice may fall so that this row is read."""
    of: int
    """How many ways the dice may fall in all."""


class ReadOnOut(msgspec.Struct, frozen=True, kw_only=True):
    """The table a throw is read on, as `catalogue/tables` has it by its book and rule, with the odds of each row.

    It has no odds where a row hangs on more than the dice, as an income does on the kind of sponsor that pays it.
    """

    book: str
    """Short name of the book that has the table."""
    rule: str
    title: str
    """Title of the rule that has the table."""
    odds: tuple[ChanceOut, ...]
    """The rows with their odds, in the table's order; none where a row depends on more than the dice."""


class ThrowOut(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that would be made: its dice, what they would decide, and the table they are read on. No face is told.

    `always` says that it is made however other dice fall, at least `times` times; `more` that some dice bring more of
    it. Where it is not `always` made, it hangs on dice before it.
    """

    dice: str
    """Dice of the throw, such as 2d6."""
    why: str
    """What the throw decides, in a few words."""
    always: bool
    """Whether it is made however other dice fall."""
    times: int
    """How often it is made at least; 1 where some dice do without it."""
    more: bool
    """Whether some dice have it made more often."""
    table: ReadOnOut | None
    """The table it is read on; null where it is read on none."""


class PriceOut(msgspec.Struct, frozen=True, kw_only=True):
    """Money that would move, in credits, negative when paid: whose account, the kind of fact that books it, its rule.

    `amount` is what moves however the dice fall. Where it hangs on dice it is null, and `least` and `most` are the
    bounds of what was tried with dice of no season, among them all lowest and all highest faces.
    """

    franchise: str
    """Short id of the franchise whose balance changes."""
    kind: str
    """Kind of the fact that books the money."""
    rule: str
    """Number of the rule that asks or pays it."""
    amount: int | None
    """What moves however the dice fall, in credits, negative when paid; null where dice decide it."""
    least: int
    """Lowest amount that any play came to, in credits."""
    most: int
    """Highest amount that any play came to, in credits."""


class TrialOut(msgspec.Struct, frozen=True, kw_only=True):
    """What commands would come to: `facts` that hang on no die, the throws with their odds, and the prices.

    The same commands are answered alike until something changes in the season, and whatever its secret is.
    `refusal` is why they would be turned down, in a sentence with names for ids, empty where they would not be;
    `problem` is what giving them would be answered, with pointers to the command that is refused and into it.
    `may_be_refused` is why some dice would have them turned down, where others would not.
    """

    facts: tuple[str, ...]
    """Sentences of what every play came to alike, with no die in them."""
    throws: tuple[ThrowOut, ...]
    """Throws the commands would make, with their odds; no face is given."""
    prices: tuple[PriceOut, ...]
    """Money that would move."""
    refusal: str
    """Why the commands would be refused however the dice fall, in a sentence; else empty."""
    may_be_refused: str
    """Why some dice would have the commands refused, in a sentence; else empty."""
    opens_seal: bool
    """Whether the commands open something sealed from you, so that neither facts nor prices are given."""
    problem: Problem | None = None
    """What giving the commands would be answered; null where they would not be refused."""

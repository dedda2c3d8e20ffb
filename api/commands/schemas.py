"""Schemas of commands and trials."""

from __future__ import annotations

from typing import Any

import msgspec

from api.errors import Problem
from api.journal.schemas import EntryOut, ReceiptOut, TypedIn


class CommandsIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands to perform, all or none.

    `seen` is the number of the entry last read: the commands are refused if what they are about has changed since. A
    commissioner names the franchise they act for in `on_behalf_of`, with a `reason` everybody may read. `words` are
    32 random bytes of the program's own in 64 hex digits, made anew for each request: a season with leaves mixes them
    into the dice of these commands, so that nobody else can know the dice beforehand.
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
    """The result of commands: the entries they made, with everything that followed by itself.

    `waits` says that the match is the commissioner's own and another member is asked first: nothing changed yet.
    `left_out` is empty except in the rare case that a command is refused after dice have fallen for those before it.
    It then says which commands stand: the dice stay, and the refused command and all after it are not performed.
    `receipt` is the site's signature that the journal has the last of these entries. Keep it: `verify.py --receipt`
    shows later whether that entry was dropped or changed. A sandbox has none.
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
    """A row of a table: the faces it is for, its result, and its odds, which are `ways` of the dice out of `of`."""

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

    It has no odds where a row depends on more than the dice, as an income does on the kind of sponsor that pays it.
    """

    book: str
    """Short name of the book that has the table."""
    rule: str
    title: str
    """Title of the rule that has the table."""
    odds: tuple[ChanceOut, ...]
    """The rows with their odds, in the table's order; none where a row depends on more than the dice."""


class ThrowOut(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that would be made: its dice, what they would decide, and the table they are read on.

    No face is shown. `always` says that it is made however other dice fall, at least `times` times; `more` that some
    dice have it made more often. Where it is not `always` made, it depends on dice before it.
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

    `amount` is what moves however the dice fall. Where it depends on dice it is null, and `least` and `most` are the
    bounds found in plays with made-up dice, among them all lowest and all highest faces.
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
    """What commands would do: `facts` that depend on no die, the throws with their odds, and the prices.

    The same commands get the same answer until something changes in the season, whatever its secret is. `refusal` is
    why they would be refused, in a sentence with names for ids, empty where they would not be; `problem` is the
    answer to performing them, with pointers to the command that is refused and into it. `may_be_refused` is why some
    dice would have them refused, where others would not.
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

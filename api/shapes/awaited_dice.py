"""Dice that a season awaits, what is given for them, and what came of that."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.shapes.journal import ReceiptOut


class AwaitedDiceOut(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that an entry awaits: those of a `command` by its type, of an `amend`, or of a locked `match`.

    They fall with a `round` of the public beacon, or with `words` that members reveal. `due` is when the round is
    made, until when hashes of words are taken, or once they are `closed` until when words are. `given`, `held` and
    `revealed` are the reader's own: a hash of their words was taken, it is among those that were closed, the words
    were taken. `agreed` are the franchises whose owners agreed to go on without the beacon, "" for a commissioner.

    `asked` is the hash of the entry: make your words anew for each, so that those for an entry that was put in the
    place of another are others. `receipt` is the site's signature on the entry `closed_in` which the hashes were
    closed: keep it, and reveal no words before you have it. It is null while hashes are taken, and for strangers.
    """

    entry: int
    command: str
    match: str
    round: int | None
    due: datetime
    words: bool
    closed: bool
    given: bool
    held: bool
    revealed: bool
    agreed: tuple[str, ...]
    asked: str = ""
    closed_in: int | None = None
    receipt: ReceiptOut | None = None


class AwaitedDiceIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is given for awaited dice: exactly one of these.

    `round` is the JSON that the beacon answers for it, as text, or the signature in it alone. `words` are 32 random
    bytes in 64 hex digits, and `hash` is the SHA-256 of those digits as text. `go_on` agrees to go on without the
    beacon.
    """

    round: str | None = None
    hash: str | None = None
    words: str | None = None
    go_on: bool = False


class AwaitedDiceStandOut(msgspec.Struct, frozen=True, kw_only=True):
    """How the dice stand that an entry awaits: `awaited` still, or fallen in the entry `fell`; the other is null."""

    entry: int
    awaited: AwaitedDiceOut | None
    fell: int | None

"""Schemas of awaited dice and of the inputs they need."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.journal.schemas import ReceiptOut


class AwaitedDiceOut(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that an entry awaits: those of a `command` by its type, of an `amend`, or of a locked `match`.

    They fall with a `round` of the public beacon, or with `words` that members reveal. `due` is when the round is
    made, or until when hashes of words are taken, and once those are `closed`, until when words are taken. `given`,
    `held` and `revealed` are about the reader: a hash of their words was taken, it is among those that were closed,
    and their words were taken. `agreed` are the franchises whose owners agreed to go on without the beacon, "" for a
    commissioner. `asked` is the hash of the entry: make new words for each, so that an entry that replaces another
    has different ones. `receipt` is the site's signature on the entry `closed_in` which the hashes were closed: keep
    it, and reveal no words before you have it. It is null while hashes are taken, and for strangers.
    """

    entry: int
    """Number of the entry that awaits the dice."""
    command: str
    """Type of the command they are for; amend for an amend."""
    match: str
    """Short id of the match that is locked by it; empty for none."""
    round: int | None
    """Number of the round of the beacon they fall with; null where members reveal words."""
    due: datetime
    """When the round is made, or until when hashes or words are taken."""
    words: bool
    """Whether they fall with words that members reveal."""
    closed: bool
    """Whether hashes are closed, so that words are taken now."""
    given: bool
    """Whether a hash of your words was taken."""
    held: bool
    """Whether your hash is among those that were closed."""
    revealed: bool
    """Whether your words were taken."""
    agreed: tuple[str, ...]
    """Short ids of the franchises whose owners agreed to go on without the beacon; empty text for a commissioner."""
    asked: str = ""
    """Hash of the entry: make your words anew for each; empty where there is none."""
    closed_in: int | None = None
    """Number of the entry that closed the hashes; null while they are taken."""
    receipt: ReceiptOut | None = None
    """Receipt of the entry that closed the hashes, without which you reveal nothing; null before, and for strangers.
    """


class AwaitedDiceIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is sent for awaited dice: exactly one of these fields.

    `round` is the JSON that the beacon answers for it, as text, or the signature in it alone. `words` are 32 random
    bytes in 64 hex digits, and `hash` is the SHA-256 of those digits as text. `go_on` agrees to go on without the
    beacon.
    """

    round: str | None = None
    """JSON of the beacon's round as text, or the signature in it; null where you give something else."""
    hash: str | None = None
    """SHA-256 of your words, of their 64 hex digits as text; null where you give something else."""
    words: str | None = None
    """32 random bytes of your own in 64 hex digits, of which you gave the hash; null where you give something else.
    """
    go_on: bool = False
    """Whether you agree to go on without a round of the beacon that is a week late."""


class AwaitedDiceStandOut(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of an entry: `awaited` until they fall, then the entry they `fell` in; the other is null."""

    entry: int
    """Number of the entry that awaits the dice."""
    awaited: AwaitedDiceOut | None
    """How they stand while they have not fallen; null once they have."""
    fell: int | None
    """Number of the entry in which they fell; null before."""

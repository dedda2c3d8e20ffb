"""Schemas of rulings."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from api.journal.schemas import MisreadDieOut, ReceiptOut


class RulingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling of a commissioner on a match or a franchise of their own.

    `standing` is `waiting` until somebody else has answered it, then `confirmed`, `declined` or `withdrawn`, or
    `alone` where nobody else could answer. It gives `commands`, or is an amend of the entries in `corrects` and of
    `misread` dice, whose preview is an entry. `said` is the answer; `entry` is null until it is performed. `own` says
    that the reader proposed it.
    """

    number: int
    """Place of the ruling in its season, from 1 on."""
    at: datetime
    """When it was proposed."""
    standing: str
    """Where it stands: `waiting`, `confirmed`, `declined`, `withdrawn` or `alone`."""
    franchise: str
    """Short id of the commissioner's own franchise that it touches."""
    match: str | None
    """Short id of the match it is on; null where it is on none."""
    commands: tuple[dict[str, Any], ...]
    """Commands it would give; empty where it is an amend."""
    corrects: tuple[int, ...]
    """Numbers of the entries it would amend."""
    misread: tuple[MisreadDieOut, ...]
    """Dice that it says were misread."""
    preview: int | None
    """Number of the entry that previews the amend; null for commands."""
    reason: str
    """Why the commissioner rules so; everybody may read it."""
    said: str
    """The answer, in the words of the member who gave it; may be empty."""
    answered_at: datetime | None
    """When it was answered; null while it waits."""
    entry: int | None
    """Number of the entry that performed it; null before."""
    own: bool
    """Whether you proposed it."""


class RulingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rulings of a season after a number, the oldest first; `next` is what to ask `after` for more."""

    season: str
    waiting: int
    """How many rulings of the season wait for an answer."""
    rulings: tuple[RulingOut, ...]
    """The rulings after the number that was sent, the oldest first."""
    next: int | None


class RulingAnswerIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to a ruling that waits."""

    answer: Literal["confirm", "decline", "withdraw"]
    """`confirm` performs it, `decline` ends it, and `withdraw` takes your own back."""
    said: str = ""
    """Why, in a sentence that everybody may read; needed to decline."""
    words: str = ""
    """Your words for the dice of a ruling that you confirm, as those of commands."""


class AnsweredRulingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that was answered."""

    ruling: RulingOut
    """The ruling with its answer."""
    length: int
    """How many entries the journal has now."""
    receipt: ReceiptOut | None = None

"""Amends that were made or previewed: what each put in the place of what, and its effect."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.shapes.journal import MisreadDieOut, RollOut


class AmendLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """An amend, or where it is not `saved` the preview of one, which changed nothing.

    `corrects` are the entries it is about. `different` is how much is otherwise by it, `refused` and `followed` how
    many later commands do not stand any more by it, or stand with other facts, `warnings` what stands all the same.
    """

    number: int
    saved: bool
    at: datetime
    actor: str
    reason: str
    corrects: tuple[int, ...]
    different: int
    refused: int
    followed: int
    warnings: int


class AmendsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The amends of a season after an entry, the oldest first; `next` is what to ask `after` for more."""

    season: str
    amends: tuple[AmendLineOut, ...]
    next: int | None


class CorrectionOut(msgspec.Struct, frozen=True, kw_only=True):
    """What stands at an entry by an amend, and what stood there before: commands, none at all where it is struck.

    `was` is null where the entry is sealed from the reader; `taken_back` says that its own words stand again.
    """

    number: int
    was: tuple[dict[str, Any], ...] | None
    now: tuple[dict[str, Any], ...]
    taken_back: bool


class RetoldOut(msgspec.Struct, frozen=True, kw_only=True):
    """How an entry stands by an amend: `corrected`, `struck`, `followed`, `lapsed`, `stood_in` or `gave_way`.

    `since` is the amend that made it so, this one or one before; `commands` stand in its place, on `rolls`. Of an
    entry that was sealed when the amend was written, only the standing is told.
    """

    number: int
    standing: str
    since: int
    because: str
    commands: tuple[dict[str, Any], ...]
    rolls: tuple[RollOut, ...]


class ChangeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that is otherwise by an amend: what of which thing, what it was, and what it is now.

    `what` is empty where the whole thing came or went; `words` say the same.
    """

    about: str
    subject: str
    what: str
    was: Any
    now: Any
    words: str


class AmendOut(msgspec.Struct, frozen=True, kw_only=True):
    """What an amend put right, how entries stand by it, and all that is different; its facts are its entries'.

    `obstacles` are why a preview could not have been saved. `to_come` are the throws a preview would make, `odds`
    what hangs on them, in words; `thrown` the paths on which an amend threw, `misread` the dice it says were misread;
    `unapproved` that nobody else approved that, `approved_by` the opaque name of who did.
    """

    season: str
    amend: AmendLineOut
    corrections: tuple[CorrectionOut, ...]
    stands: tuple[RetoldOut, ...]
    differences: tuple[ChangeOut, ...]
    warnings: tuple[str, ...]
    obstacles: tuple[str, ...]
    to_come: tuple[str, ...]
    odds: tuple[str, ...]
    thrown: tuple[str, ...]
    misread: tuple[MisreadDieOut, ...]
    unapproved: bool
    approved_by: str

"""Schemas of amends: the commands that replace entries, and the effects of that."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec

from api.journal.schemas import MisreadDieOut, ReceiptOut, RollOut, TypedIn

STANDINGS = ("corrected", "struck", "followed", "lapsed", "gave_way", "stood_in")
Standing = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(STANDINGS)})]


class MisreadIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die that was misread: the face that was entered for it, and the one that fell."""

    was: int
    """Face that was entered."""
    now: int
    """Face that fell."""


class AmendIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Commands that replace those of entries, by the entries' numbers in digits; an empty list strikes an entry.

    The commands an entry was given with take a correction back. `misread` are dice thrown at a table whose faces were
    entered wrongly, by the path of the throw and the number of the die on it, from 1 on. `reason` is shown to
    everyone, and may be left out only in a sandbox. `words` are as those of commands.
    """

    corrections: dict[str, list[dict[str, Any]]] = {}
    """Commands to stand in place of entries, by the entry's number in digits; an empty list strikes the entry."""
    misread: dict[str, dict[str, MisreadIn]] = {}
    """Dice that were misread, by the path of their throw and then by the number of the die on it, from 1 on."""
    reason: str = ""
    """Why the past is amended, in at most 1,000 characters that everybody may read; only a sandbox needs none."""
    typed: TypedIn | None = None
    """Faces of dice that were thrown at a table for the new commands; null for none."""
    words: str = ""


class StandsOut(msgspec.Struct, frozen=True, kw_only=True):
    """An entry whose standing an amend changed; `because` says why."""

    number: int
    """Number of the entry."""
    standing: Standing
    """What became of the entry."""
    because: str = ""
    """Why it does not stand as it was, in a sentence; may be empty."""


class AmendedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an amend, or of its preview.

    `number` is its own entry, 0 while it `waits` for another member's approval. `differences` are what it changes, in
    words; `warnings` what stands although it would be refused now; `obstacles`, in a preview, why it could not be
    made. `length` is the length of the journal after it. A preview shows no die that has not fallen: `to_come` are
    the throws that would be made, and `odds` what depends on them, in words, from plays with made-up dice. `thrown`
    are the paths on which an amend threw dice. An amend that threw dice, or undid some, without another member's
    approval is `unapproved` for good.
    """

    number: int
    """Number of the amend's own entry; 0 while it waits for another member."""
    length: int
    """How many entries the journal has now."""
    stands: tuple[StandsOut, ...] = ()
    """Entries whose standing it changed."""
    differences: tuple[str, ...] = ()
    """What the amend changed, in words."""
    warnings: tuple[str, ...] = ()
    """What stands although it would be refused now, in sentences."""
    obstacles: tuple[str, ...] = ()
    """Why a previewed amend could not be made, in sentences; empty where it could."""
    to_come: tuple[str, ...] = ()
    """Throws that a previewed amend would make, in words."""
    odds: tuple[str, ...] = ()
    """What depends on those throws and how likely it is, in words."""
    thrown: tuple[str, ...] = ()
    """Paths on which the amend threw dice."""
    unapproved: bool = False
    """Whether the amend threw dice, or undid some, and no other member approved it."""
    receipt: ReceiptOut | None = None
    waits: str = ""
    """Why nothing changed yet, in a sentence, where another member is asked first; else empty."""


class AmendLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """An amend in short; where it is not `saved`, a preview, which changed nothing.

    `corrects` are the entries it is about. `different` counts the figures it changed, `refused` and `followed` the
    later commands that no longer stand, or stand with other facts, and `warnings` those that stand although they
    would be refused now.
    """

    number: int
    """Number of the amend's own entry."""
    saved: bool
    """Whether it was made; false for a preview, which changed nothing."""
    at: datetime
    """When it was made."""
    actor: str
    """Opaque name of the member who made it."""
    reason: str
    """Why it was made; everybody may read it."""
    corrects: tuple[int, ...]
    """Numbers of the entries whose commands it replaced."""
    different: int
    """How many figures it changed."""
    refused: int
    """How many later commands no longer stand after it."""
    followed: int
    """How many later commands stand with other facts after it."""
    warnings: int
    """How many later commands stand although they would be refused now."""


class AmendsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The amends of a season after an entry, the oldest first; `next` is what to ask `after` for more."""

    season: str
    amends: tuple[AmendLineOut, ...]
    """The amends and previews after the number that was sent, the oldest first."""
    next: int | None


class CorrectionOut(msgspec.Struct, frozen=True, kw_only=True):
    """The commands that an amend put at an entry, none where it struck the entry, and those that were there before.

    `was` is null where the entry is sealed from the reader; `taken_back` says that the entry's own commands stand
    again.
    """

    number: int
    """Number of the entry."""
    was: tuple[dict[str, Any], ...] | None
    """Commands that stood there before; null where the entry is sealed from you."""
    now: tuple[dict[str, Any], ...]
    """Commands that the amend put there; none where the entry is struck."""
    taken_back: bool
    """Whether the entry's own command stands again."""


class RetoldOut(msgspec.Struct, frozen=True, kw_only=True):
    """The standing of an entry: `corrected`, `struck`, `followed`, `lapsed`, `stood_in` or `gave_way`.

    `since` is the amend that gave it that standing, this one or an earlier one; `commands` stand in its place, on
    `rolls`. For an entry that was sealed when the amend was written, only the standing is shown.
    """

    number: int
    """Number of the entry."""
    standing: str
    """What became of it: `corrected`, `struck`, `followed`, `lapsed`, `stood_in` or `gave_way`."""
    since: int
    """Number of the amend that made it so."""
    because: str
    """Why it does not stand as it was, in a sentence; may be empty."""
    commands: tuple[dict[str, Any], ...]
    """Commands that stand in its place."""
    rolls: tuple[RollOut, ...]
    """Dice that these rest on."""


class ChangeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that an amend changed: which figure of which thing, what it was, and what it is now.

    `what` is empty where the whole thing was added or removed; `words` say the same.
    """

    about: str
    """Kind of thing that changed, such as franchise."""
    subject: str
    """Short id of the thing; empty for the season itself."""
    what: str
    """Name of the figure; empty where the whole thing was added or removed."""
    was: Any
    """What it was before; null where there was nothing."""
    now: Any
    """What it is now; null where nothing is left."""
    words: str
    """The same in words for people."""


class AmendOut(msgspec.Struct, frozen=True, kw_only=True):
    """An amend: what it corrected, how entries stand after it, and everything it changed.

    Its facts are those of its entries. `obstacles` are why a preview could not have been saved. `to_come` are the
    throws that a preview would make, and `odds` what depends on them, in words; `thrown` are the paths on which the
    amend threw dice, and `misread` the dice it reports as misread. `unapproved` says that no other member approved
    that; `approved_by` is the opaque name of the member who did.
    """

    season: str
    amend: AmendLineOut
    """The amend in short."""
    corrections: tuple[CorrectionOut, ...]
    """Which commands replaced which."""
    stands: tuple[RetoldOut, ...]
    """Entries whose standing it changed."""
    differences: tuple[ChangeOut, ...]
    """All figures that it changed."""
    warnings: tuple[str, ...]
    """What stands although it would be refused now, in sentences."""
    obstacles: tuple[str, ...]
    """Why a preview could not have been saved, in sentences; empty for an amend."""
    to_come: tuple[str, ...]
    """Throws that a preview would make, in words."""
    odds: tuple[str, ...]
    """What depends on those throws and how likely it is, in words."""
    thrown: tuple[str, ...]
    """Paths on which the amend threw dice."""
    misread: tuple[MisreadDieOut, ...]
    """Dice it says were misread."""
    unapproved: bool
    """Whether the amend threw dice, or undid some, and no other member approved it."""
    approved_by: str

"""Amends: what is put in the place of entries, and what follows from it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from api.shapes.journal import ReceiptOut, TypedIn

STANDINGS = ("corrected", "struck", "followed", "lapsed", "gave_way", "stood_in")
Standing = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(STANDINGS)})]


class MisreadIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die that was misread: the face that was entered for it, and the one that fell."""

    was: int
    """Face that was entered."""
    now: int
    """Face that fell."""


class AmendIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to stand instead of entries, by their numbers in digits: commands, or none at all to strike one.

    The commands an entry was given with take a correction back. `misread` are dice thrown at a table whose faces were
    entered wrongly, by the path of the throw and the number of the die on it, from 1 on. `reason` is shown to
    everyone, and left out only in a sandbox. `words` are as those of commands.
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
    """How an entry stands by an amend, where it is otherwise than it was written: `because` says why."""

    number: int
    """Number of the entry."""
    standing: Standing
    """What became of the entry."""
    because: str = ""
    """Why it does not stand as it was, in a sentence; may be empty."""


class AmendedOut(msgspec.Struct, frozen=True, kw_only=True):
    """What an amend comes to. `number` is its own entry, 0 while it `waits` for somebody else's word.

    `differences` are what is otherwise by it, in words; `warnings` what stands although it would be refused now;
    `obstacles`, in a preview, why it could not be made. `length` is the journal's after it.

    A preview shows no die that has not fallen: `to_come` are the throws that would fall, and `odds` what hangs on
    them, in words, by plays with made-up dice. `thrown` are the paths on which an amend threw; one that threw, or
    undid one that threw, without somebody else's approval is `unapproved` for good.
    """

    number: int
    """Number of the amend's own entry; 0 while it waits for another member."""
    length: int
    """How many entries the journal has now."""
    stands: tuple[StandsOut, ...] = ()
    """Entries that stand otherwise than they were written."""
    differences: tuple[str, ...] = ()
    """What is different by the amend, in words."""
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

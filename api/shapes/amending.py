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
    now: int


class AmendIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to stand instead of entries, by their numbers in digits: commands, or none at all to strike one.

    The commands an entry was given with take a correction back. `misread` are dice thrown at a table whose faces were
    entered wrongly, by the path of the throw and the number of the die on it, from 1 on. `reason` is shown to
    everyone, and left out only in a sandbox. `words` are as those of commands.
    """

    corrections: dict[str, list[dict[str, Any]]] = {}
    misread: dict[str, dict[str, MisreadIn]] = {}
    reason: str = ""
    typed: TypedIn | None = None
    words: str = ""


class StandsOut(msgspec.Struct, frozen=True, kw_only=True):
    """How an entry stands by an amend, where it is otherwise than it was written: `because` says why."""

    number: int
    standing: Standing
    because: str = ""


class AmendedOut(msgspec.Struct, frozen=True, kw_only=True):
    """What an amend comes to. `number` is its own entry, 0 while it `waits` for somebody else's word.

    `differences` are what is otherwise by it, in words; `warnings` what stands although it would be refused now;
    `obstacles`, in a preview, why it could not be made. `length` is the journal's after it.

    A preview shows no die that has not fallen: `to_come` are the throws that would fall, and `odds` what hangs on
    them, in words, by plays with made-up dice. `thrown` are the paths on which an amend threw; one that threw, or
    undid one that threw, without somebody else's approval is `unapproved` for good.
    """

    number: int
    length: int
    stands: tuple[StandsOut, ...] = ()
    differences: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    obstacles: tuple[str, ...] = ()
    to_come: tuple[str, ...] = ()
    odds: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    unapproved: bool = False
    receipt: ReceiptOut | None = None
    waits: str = ""

"""Schemas of facts with their entries."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.journal.schemas import FactOut


class FactAtOut(msgspec.Struct, frozen=True, kw_only=True):
    """A fact with the entry that states it, its command, and the cell of the printed table it was read off.

    `line` counts the facts of the entry from 0.
    """

    entry: int
    line: int
    """Place of the fact in its entry, counted from 0."""
    at: datetime
    """When that entry was written."""
    command: str
    """Type of the command that the entry holds."""
    cell: str
    """Cell of the printed table it was read off, in words; empty where it was read off none."""
    fact: FactOut
    """The fact itself, with its rule and dice."""


class FactsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Facts, the oldest first; `next` is what to ask `after` for more, null at the end."""

    season: str
    facts: tuple[FactAtOut, ...]
    """The facts that were asked for, the oldest first."""
    next: str | None

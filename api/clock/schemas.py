"""Schemas of acts on the clock and of advances."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from api.awaited.schemas import WindowOut
from api.journal.schemas import ReceiptOut


class ClockIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a commissioner does to the clock."""

    act: Literal["move", "close", "pause", "resume", "remind"]
    """`move` sets a later or an earlier deadline, `close` ends the time now, `remind` reminds those awaited."""
    what: str = ""
    """Name of a window, such as `M3/m4`; to `pause` and `resume` also a step, such as `E6`, or empty for all."""
    until: str | None = None
    """The new deadline, as ISO 8601 with its offset, such as `2026-11-28T20:00:00+01:00`; for `move` alone."""
    seen: str | None = None
    """The deadline that you read: one that was moved since is refused. For `move` alone; null checks nothing."""
    reason: str = ""
    """Why, in a sentence that everybody concerned reads; not for `remind`."""


class ClockOut(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a season after an act on it."""

    season: str
    paused: tuple[str, ...]
    """Steps that are paused; `*` stands for the whole league."""
    windows: tuple[WindowOut, ...]
    """The windows that are open, the next deadline first."""
    reminded: int | None = None
    """How many people were reminded; 0 where they were within this hour already. Null for other acts."""


class AdvanceIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a season is to go on."""

    most: int = 40
    """How many of the commissioner's steps are given at most."""
    words: str = ""
    """Your words for the dice, as those of commands."""


class AdvancedOut(msgspec.Struct, frozen=True, kw_only=True):
    """The steps that an advance gave; the entries after them are read from the journal."""

    steps: tuple[dict[str, Any], ...]
    """The commissioner's commands that were given, in order; empty where the season waits."""
    length: int
    """How many entries the journal has now."""
    receipt: ReceiptOut | None = None

"""Schemas of the reveals of a season's rounds."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec


class RevealOut(msgspec.Struct, frozen=True, kw_only=True):
    """When the matches of a round that the site plays are played and revealed together.

    Nothing of them is played before, so no answer has anything of their results.
    """

    round: int
    """Number of the round."""
    at: datetime | None
    """When it is revealed; null where that was called off, and each match is played once its line-ups are locked."""
    changed_at: datetime
    """When it was set or moved last."""


class RevealsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The reveals of a season, past ones included, by round."""

    season: str
    reveals: tuple[RevealOut, ...]
    """A line for each round that has a reveal."""


class RevealIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a commissioner does about the reveal of a round."""

    round: int
    """Number of a round that is announced."""
    act: Literal["set", "now", "off"] = "set"
    """`set` sets or moves the time, `now` plays and reveals a locked round, `off` calls the reveal off."""
    at: str | None = None
    """The time that is set, as ISO 8601 with its offset, such as `2026-11-28T20:00:00+01:00`; for `set` alone."""

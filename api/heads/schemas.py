"""Schemas of published journal heads."""

from __future__ import annotations

from datetime import datetime

import msgspec


class HeadOut(msgspec.Struct, frozen=True, kw_only=True):
    """The hash of an entry that ended something: a copy of it shows later whether the chain before it changed."""

    number: int
    """Number of the entry."""
    hash: str
    """Hash of the entry, 64 hex digits; `verify.py --head` takes both."""
    at: datetime
    """When the entry was written."""
    command: str
    """Type of the command that the entry holds."""


class SeasonHeadsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published heads of a season, the latest first; `entries` and `head` are those of now."""

    season: str
    entries: int
    """How many entries the journal has now."""
    head: str
    """Hash of the last of them, 64 hex digits."""
    heads: tuple[HeadOut, ...]
    """Entries at which a match was settled, a round closed or the past amended, the latest first."""


class HeadsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published heads of a league's seasons, the newest season first."""

    league: str
    seasons: tuple[SeasonHeadsOut, ...]
    """The seasons of the league, the newest first."""

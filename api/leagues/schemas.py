"""Schemas of leagues."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

Level = Literal["one-secret", "words", "beacon", "reveal"]
"""What a season's dice rest on."""


class LeagueOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league; `season` is the name of the one that is played now."""

    id: str
    """Short name of the league, the first part of every id in it."""
    name: str
    """What the league is called."""
    public: bool
    """Whether strangers may read the league without a token."""
    season: str | None
    """Short name of its newest season; null before the first one is opened."""
    step: str | None
    """Step of that season; null where there is none."""
    former_names: tuple[str, ...] = ()
    """What the league was called before, the latest first; empty in lists."""
    archived_at: datetime | None
    """When the league was archived, so that it can only be read; null if it is not."""
    delete_at: datetime | None
    """When the league will be deleted, so that it can only be read; null if it will not."""


class LeaguesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The leagues that may be seen."""

    leagues: tuple[LeagueOut, ...]
    """The public leagues by name, and the one that the token is for."""

"""Schemas of renaming, and of former names."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

Kind = Literal["franchise", "driver", "car", "league", "season"]
"""What has a name."""


class RenameIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new name for a thing of the league."""

    kind: Kind
    """What is renamed."""
    id: str
    """Short id of it; of a season its short name, of the league its own."""
    name: str
    """The new name; for a season its title, which may be empty."""
    reason: str = ""
    """Why, from a commissioner who renames what belongs to somebody else; else empty."""


class VetoIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a commissioner takes a name back."""

    reason: str
    """What everybody reads."""


class NameChangeOut(msgspec.Struct, frozen=True, kw_only=True):
    """That something was renamed, and when."""

    number: int
    """Number of the change, by which it is taken back."""
    kind: str
    """What was renamed: `franchise`, `driver`, `car`, `league` or `season`."""
    id: str
    """Short id of it; of a season its short name, of the league its own."""
    former: str
    """The name it had until then; empty for a season that had no title, and to strangers if it was taken back."""
    name: str
    """The name it has had since; empty for a season that lost its title, and to strangers if it was taken back."""
    at: datetime
    """When it was renamed."""
    reason: str
    """Why, where a commissioner renamed what belongs to somebody else, or took a name back; else empty."""
    taken_back: bool
    """Whether a commissioner took this name back later."""
    takes_back: bool
    """Whether a commissioner took the name before it back by this change."""


class NameOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a thing is called now, and the change that came of the request."""

    name: str
    """Its name, or a season's title."""
    change: NameChangeOut | None
    """The change; null where it had that name already."""


class NameChangesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The changes of names in a league, the oldest first; `next` is what to send as `after` for more."""

    league: str
    changes: tuple[NameChangeOut, ...]
    """The changes after the number that was sent."""
    next: int | None

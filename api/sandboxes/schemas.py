"""Schemas of sandboxes."""

from __future__ import annotations

from datetime import datetime

import msgspec


class SandboxIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sandbox to make: for how many days, and of the season after `entry`, or as it is now where that is null."""

    days: int = 7
    """How many days the sandbox is kept, 1 to 30."""
    entry: int | None = None
    """Number of the entry after which the season is copied; null for the season as it is now."""


class SandboxOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sandbox.

    `name` is its name as a season, by which everything in it is read and commanded; `own` says whether it belongs to
    the token's person, since nobody else reads it. `secret_hash` is the hash behind its own dice.
    """

    name: str
    """Name of the sandbox as a season; addresses use it in place of the season's."""
    forked_from: str
    """Short name of the season it was made of."""
    own: bool
    """Whether it is the sandbox of your token's person; nobody else reads it."""
    step: str
    """Step it has reached."""
    entries: int
    """How many entries its own journal has."""
    secret_hash: str
    """SHA-256 of the secret that its dice come from."""
    made_at: datetime
    """When it was made."""
    expires_at: datetime
    """When it is deleted."""


class SandboxesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The sandboxes of a season: your own, or all for a commissioner; `most` is how many a person may have."""

    sandboxes: tuple[SandboxOut, ...]
    """The sandboxes of the season that you may see, the newest first."""
    most: int
    """How many sandboxes a person may have in the league."""

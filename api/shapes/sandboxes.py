"""Sandboxes: forks of a season to try things in."""

from __future__ import annotations

from datetime import datetime

import msgspec


class SandboxIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sandbox to make: for so many days, of the season as it stood after `entry`, or as it stands where null."""

    days: int = 7
    entry: int | None = None


class SandboxOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sandbox. `name` is its name as a season, by which everything in it is read and commanded; `own` says whether
    it is that of the token's person: nobody else reads it. `secret_hash` is of its own dice.
    """

    name: str
    forked_from: str
    own: bool
    step: str
    entries: int
    secret_hash: str
    made_at: datetime
    expires_at: datetime


class SandboxesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The sandboxes of a season that stand: one's own, or all for a commissioner; `most` is how many one may have."""

    sandboxes: tuple[SandboxOut, ...]
    most: int

"""Schemas of what becomes of a league."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec


class DeletionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A request to delete the league. Until it is confirmed, the league goes on."""

    asked_by: str
    """Display name of the commissioner who asked."""
    asked_at: datetime
    """When it was asked for."""
    reason: str
    """Why, as all members may read it."""
    days: int
    """Number of days between the confirmation and the deletion."""
    confirmed_at: datetime | None
    """When it was confirmed; null while it waits for another commissioner."""


class HandoverOut(msgspec.Struct, frozen=True, kw_only=True):
    """An open offer of a commissioner to a member to run the league."""

    number: int
    """Number of the offer, which its answer names."""
    giver: str
    """Display name of the commissioner who made it."""
    taker: str
    """Display name of the member it was made to."""
    own: bool
    """Whether it was made to the token's person."""
    steps_down: bool
    """Whether the giver is no commissioner any more once it is accepted."""
    note: str
    """What the giver says to it; empty for nothing."""
    until: datetime
    """Until when it can be accepted."""


class TakerOut(msgspec.Struct, frozen=True, kw_only=True):
    """A member to whom the league can be offered."""

    member: int
    """Number of the member, which an offer names."""
    name: str
    """Display name of the member."""


class FutureOut(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a league. While `archived_at` or `delete_at` is set, it can only be read."""

    league: str
    public: bool
    """Whether strangers may read the league."""
    archived_at: datetime | None
    """When the league was archived; null if it is not."""
    delete_at: datetime | None
    """When the league will be deleted; null if it will not."""
    deletion: DeletionOut | None
    """The request to delete it; null if nobody asks for that."""
    handovers: tuple[HandoverOut, ...]
    """The open offers to run it, the newest first."""
    takers: tuple[TakerOut, ...]
    """The members to whom it can be offered, for commissioners; empty for others."""


class ArchiveIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a league is archived."""

    reason: str = ""
    """Why, for all members to read; may be empty."""


class VisibilityIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may read a league."""

    public: bool
    """Whether everybody may read it, or its members alone."""


class DeletionIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a league is deleted, and when."""

    reason: str
    """Why, for all members to read."""
    days: int = 30
    """Number of days between the confirmation and the deletion, from 7 to 90."""


class HandoverIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An offer to a member to run the league."""

    member: int
    """Number of the member, as the answer of `future` has it."""
    steps_down: bool = False
    """Whether you stop being commissioner once it is accepted."""
    note: str = ""
    """What you say to it; may be empty."""


class HandoverAnswerIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to an offer."""

    answer: Literal["accepted", "declined"]
    """Whether you run the league from now on."""

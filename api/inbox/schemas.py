"""Schemas of notices."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec


class NoticeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A notice to the reader: its kind, its words, what fills them, and the page it leads to."""

    number: int
    """Place of the notice in your inbox of this league, from 1 on."""
    id: int
    """Id by which it is marked as read; it stays the same where older notices are withdrawn."""
    about: str
    """Kind of the notice, such as announced."""
    subject: str
    """What it is about, in a few words for people."""
    sentence: str
    """What it says, in a sentence for people."""
    arguments: dict[str, Any]
    """Names and ids that fill its sentence."""
    season: str | None
    """Id of the season it is about; null where it is about none."""
    at: datetime
    """When the notice was sent."""
    read: bool
    """Whether you have read it on the site; reading it here marks nothing."""
    page: str
    """Address of the page of the site that it leads to."""


class InboxOut(msgspec.Struct, frozen=True, kw_only=True):
    """The reader's notices in a league after a number, the oldest first; `unread` counts all they have not read.

    `next` is what to ask `after` for more, null at the end.
    """

    league: str
    unread: int
    """How many of all your notices in the league you have not read."""
    notices: tuple[NoticeOut, ...]
    """Notices after the number that was sent, the oldest first."""
    next: int | None


class ReadNoticesIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which notices are to be marked as read: those of `notices`, or all up to one."""

    notices: list[int] = []
    """Ids of notices; others' and those that were read are passed over."""
    until: int | None = None
    """Id of the last notice you have: all up to it are marked. Null marks only those in `notices`."""


class ReadNoticesOut(msgspec.Struct, frozen=True, kw_only=True):
    """How many notices were marked, and how many are left."""

    league: str
    marked: int
    """How many were unread before and are read now."""
    unread: int
    """How many of your notices in the league you have still not read."""

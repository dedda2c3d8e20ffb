"""Announcements."""

from __future__ import annotations

from datetime import datetime

import msgspec


class AnnouncementOut(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement in the words it has now, as Markdown; `wordings` is how many it has had.

    A withdrawn one has words for commissioners alone.
    """

    number: int
    """Number of the announcement in its league, from 1 on."""
    title: str
    """Its title; empty where it is withdrawn and you are no commissioner."""
    text: str
    """Its text as Markdown; empty where it is withdrawn and you are no commissioner."""
    pinned: bool
    """Whether it stands at the head of the league's page."""
    wordings: int
    """How many wordings it has had."""
    posted_at: datetime
    """When it was posted."""
    worded_at: datetime
    """When it got the wording it has."""
    withdrawn_at: datetime | None
    """When it was withdrawn; null while it stands."""


class AnnouncementsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Announcements after a number, the oldest first; `next` is what to ask `after` for more, null at the end."""

    league: str
    announcements: tuple[AnnouncementOut, ...]
    """The announcements after the number that was sent, the oldest first."""
    next: int | None

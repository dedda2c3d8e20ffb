"""Schemas of announcements."""

from __future__ import annotations

from datetime import datetime

import msgspec


class AnnouncementOut(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement in its present words, as Markdown; `wordings` is how many it has had.

    Only commissioners see the words of a withdrawn one.
    """

    number: int
    """Number of the announcement in its league, from 1 on."""
    title: str
    """Its title; empty where it is withdrawn and you are no commissioner."""
    text: str
    """Its text as Markdown; empty where it is withdrawn and you are no commissioner."""
    pinned: bool
    """Whether it is at the head of the league's page."""
    wordings: int
    """How many wordings it has had."""
    posted_at: datetime
    """When it was posted."""
    worded_at: datetime
    """When it got its present wording."""
    withdrawn_at: datetime | None
    """When it was withdrawn; null while it is not."""


class AnnouncementsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Announcements after a number, the oldest first; `next` is what to ask `after` for more, null at the end."""

    league: str
    announcements: tuple[AnnouncementOut, ...]
    """The announcements after the number that was sent, the oldest first."""
    next: int | None


class AnnouncementIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An announcement to post."""

    title: str
    """Its title, in one line."""
    text: str
    """Its text as Markdown."""
    pinned: bool = False
    """Whether it is to be at the head of the league's page."""


class WordingIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New words for an announcement; the words it had are kept."""

    title: str
    """Its title, in one line."""
    text: str
    """Its text as Markdown."""
    seen: int
    """How many wordings the announcement had as you read it: newer words are not replaced."""
    pinned: bool = False
    """Whether it is to be at the head of the league's page."""
    notify: bool = False
    """Whether the members get another notice."""

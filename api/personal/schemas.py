"""Schemas of what belongs to the token's person: their key for feeds, their time zone, and the token itself."""

from __future__ import annotations

from datetime import datetime

import msgspec


class FeedKeyOut(msgspec.Struct, frozen=True, kw_only=True):
    """The key of the token's person for a league's calendar and feed, without its text."""

    league: str
    exists: bool
    """Whether the person has a key in the league."""
    shown: str
    """How the key begins; empty without a key."""
    made_at: datetime | None
    """When it was made; null without a key."""
    used_at: datetime | None
    """When a calendar or feed reader used it last, to within five minutes; null if it was never used."""


class NewFeedKeyOut(msgspec.Struct, frozen=True, kw_only=True):
    """A new key, whose addresses are in this answer and in no other."""

    league: str
    shown: str
    """How the key begins."""
    calendar: str
    """Address of the league's calendar, with the key."""
    feed: str
    """Address of the league's feed, with the key."""


class TimeZoneOut(msgspec.Struct, frozen=True, kw_only=True):
    """The time zone of the token's person, which pages and mail use; times in the API are UTC whatever it is."""

    time_zone: str
    """Name of the zone, such as Europe/Berlin; empty if they chose none."""
    shown: bool
    """Whether members of their leagues see it beside their name."""


class TimeZoneIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A time zone to set for the token's person."""

    time_zone: str
    """Name of the zone, such as Europe/Berlin, in any case; empty for none."""
    shown: bool | None = None
    """Whether members of their leagues see it; null leaves that as it is."""


class RevokedTokenOut(msgspec.Struct, frozen=True, kw_only=True):
    """The token of the request, which no longer works, without its text."""

    league: str
    """Id of its league."""
    name: str
    """What uses it, as its person named it."""
    shown: str
    """How it begins."""
    revoked_at: datetime
    """When it was revoked."""

"""The page of a member's own addresses: a league's calendar and feed, each with their key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.utils.safestring import SafeString

from explain import links
from league.access import Viewer
from league.feed_keys import feed_key_of
from league.models import League
from league.pages.base_context import Breadcrumb
from league.pages.people.invitation_link import qr_code, works_here_only
from league.pages.people.people import league_page_context


@dataclass(frozen=True, slots=True)
class KeyedAddresses:
    """The addresses with a key that was just made, shown only this once."""

    calendar: str
    feed: str
    webcal: str
    """The calendar's address by which a device asks to subscribe."""
    here_only: bool
    """Whether only this machine can open them."""
    qr: SafeString | str


@dataclass(frozen=True, slots=True)
class StandingKey:
    """A person's key as its page shows it: how it begins, when it was made and used last."""

    shown: str
    made_at: datetime
    used_at: datetime | None


def keyed_addresses(league: str, key: str, *, site: str) -> KeyedAddresses:
    """The addresses with that key; `site` is how addresses of this site begin, such as `https://example.org`."""
    calendar = f"{site}{links.league_calendar_url(league)}?key={key}"
    here_only = works_here_only(calendar)
    return KeyedAddresses(
        calendar=calendar,
        feed=f"{site}{links.journal_feed_url(league)}?key={key}",
        webcal=calendar.replace(urlsplit(calendar).scheme, "webcal", 1),
        here_only=here_only,
        qr="" if here_only else qr_code(calendar),
    )


def calendar_address_page(
    *, league: League, viewer: Viewer, made: KeyedAddresses | None = None, refusal: str = ""
) -> dict[str, Any]:
    """The context of the page; `made` are addresses with a new key, `refusal` why a form was refused."""
    key = feed_key_of(league, viewer.memberships[0].user)
    return {
        **league_page_context(
            league, viewer, Breadcrumb("People", links.people_url(league.pk)), Breadcrumb("Your calendar address")
        ),
        "feed_key": None if key is None else StandingKey(key.shown, key.made_at, key.used_at),
        "calendar_path": links.league_calendar_url(league.pk),
        "feed_path": links.journal_feed_url(league.pk),
        "made": made,
        "refusal": refusal,
    }

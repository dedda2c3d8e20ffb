"""Feeds: the journal as Atom, and deadlines and rounds as iCalendar."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any, cast

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import http_date, parse_http_date_safe, quote_etag
from django.views.decorators.http import require_safe

from explain import links
from league.feed_key_access import open_to_keys
from league.models import Season
from league.pages.season.feed_text import feed_text
from league.pages.season.feeds import STRANGER, FeedItem, build_calendar, feed_items
from league.queries.journal_heads import NewestHead, newest_head, with_last_entry_time
from league.queries.names import last_renamed_at
from league.queries.seasons import seasons

NAMESPACE = "urn:dethmetal:journal"
"""XML namespace of the feed's own element `head`."""


class JournalAtom(Atom1Feed):
    """An Atom feed with the newest head of its season in an element `head`, with attributes `season` and `entry`."""

    def root_attributes(self) -> dict[str, str]:
        """The attributes of Atom, and the namespace of `head`."""
        return {**super().root_attributes(), "xmlns:journal": NAMESPACE}

    def add_root_elements(self, xml: Any) -> None:
        """The elements of Atom, and `head`."""
        super().add_root_elements(xml)
        head: NewestHead | None = self.feed["newest"]
        if head is not None:
            attributes = {"season": head.season, "entry": str(head.number)}
            xml.addQuickElement("journal:head", head.hash, attributes)

    def latest_post_date(self) -> datetime:
        """The time of the last entry. It is later than the newest item if that entry is sealed."""
        newest_item_at: datetime = super().latest_post_date()
        last_entry_at: datetime | None = self.feed["last_at"]
        return max(newest_item_at, last_entry_at) if last_entry_at is not None and self.items else newest_item_at


class JournalFeed(Feed):
    """The newest public entries of a league's current season, and the newest head of its journal."""

    feed_type = JournalAtom

    def get_object(self, request: Any, *args: Any, **kwargs: Any) -> Season:
        """The current season. Raises `Http404` if none has been opened."""
        season = with_last_entry_time(seasons(request.league.pk).select_related("league")).first()
        if season is None:
            raise Http404("No season of this league has been opened yet.")
        return cast(Season, season)

    def feed_extra_kwargs(self, season: Any) -> dict[str, Any]:
        """The newest head of the season, and the time of its last entry."""
        return {"newest": newest_head(season), "last_at": season.last_at}

    def title(self, season: Season) -> str:
        """The title, with the league's name."""
        return feed_text(f"{season.league.name}: journal")

    def subtitle(self, season: Season) -> str:
        """The subtitle, with the season's number."""
        return f"What happened in season {season.number}, newest first"

    def link(self, season: Season) -> str:
        """The URL of the journal."""
        return links.journal_url(season.pk)

    def items(self, season: Season) -> list[FeedItem]:
        """The entries, newest first."""
        return feed_items(season)

    def item_title(self, item: FeedItem) -> str:
        """The command and its first fact."""
        return feed_text(item.title)

    def item_description(self, item: FeedItem) -> str:
        """The facts, one paragraph each."""
        return feed_text(item.content)

    def item_link(self, item: FeedItem) -> str:
        """The URL of the entry."""
        return item.href

    def item_pubdate(self, item: FeedItem) -> datetime:
        """When the entry was written."""
        return item.at

    def item_updateddate(self, item: FeedItem) -> datetime:
        """The same: an entry is never rewritten."""
        return item.at

    def item_author_name(self, item: FeedItem) -> str:
        """Who gave the command."""
        return feed_text(item.by)


@open_to_keys
@require_safe
def journal_feed(request: Any, league: str) -> HttpResponse:
    """The newest entries of a league's current season as an Atom feed."""
    return _conditional(request, JournalFeed()(request, league=league), last_modified=last_renamed_at(request.league))


@open_to_keys
@require_safe
def league_calendar(request: Any, league: str) -> HttpResponse:
    """The calendar of a league's current season. Raises `Http404` if none has been opened."""
    season = with_last_entry_time(seasons(league).select_related("league__calendar")).first()
    if season is None:
        raise Http404("No season of this league has been opened yet.")
    return _calendar_file(request, season, name=league)


@open_to_keys
@require_safe
def calendar(request: Any, league: str, season: str) -> HttpResponse:
    """The deadlines and rounds of a season as an iCalendar file."""
    row = with_last_entry_time(Season.objects.select_related("league__calendar").filter(pk=request.season.pk)).get()
    return _calendar_file(request, row, name=f"{league}-{season}")


def _calendar_file(request: Any, season: Season, *, name: str) -> HttpResponse:
    content, changed_at = build_calendar(
        league=request.league,
        season=season,
        viewer=request.viewer if hasattr(request, "feed_key_digest") else STRANGER,
        at=timezone.now(),
        site=request.build_absolute_uri,
    )
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return _conditional(request, response, last_modified=changed_at)


def _conditional(request: Any, response: HttpResponse, *, last_modified: datetime | None) -> HttpResponse:
    """The response with its ETag, and with its own time or the one given, if that is later; 304 if the reader has it
    already."""
    etag = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
    response["ETag"] = etag
    modified = response.get("Last-Modified")
    seconds = parse_http_date_safe(modified) if modified else None
    if last_modified is not None:
        seconds = max(seconds or 0, int(last_modified.timestamp()))
        response["Last-Modified"] = http_date(seconds)
    answer: Any = get_conditional_response(request, etag=etag, last_modified=seconds, response=response)
    return cast(HttpResponse, answer)

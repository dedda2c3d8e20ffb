"""What others' programs follow: the journal as an Atom feed, deadlines and rounds as a calendar."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from explain import links
from league.models import Season
from league.pages.season.feeds import FeedItem, build_calendar, feed_items
from league.queries.journal_heads import NewestHead, newest_head, with_last_entry_time
from league.queries.seasons import seasons

NAMESPACE = "urn:dethmetal:journal"
"""The namespace of the one element that Atom does not have."""


class JournalAtom(Atom1Feed):
    """An Atom feed that names the newest head of its season, in an element `head` with `season` and `entry`."""

    def root_attributes(self) -> dict[str, str]:
        """Those of Atom, and the namespace of the element."""
        return {**super().root_attributes(), "xmlns:journal": NAMESPACE}

    def add_root_elements(self, xml: Any) -> None:
        """Those of Atom, and the head."""
        super().add_root_elements(xml)
        head: NewestHead | None = self.feed["newest"]
        if head is not None:
            about = {"season": head.season, "entry": str(head.number)}
            xml.addQuickElement("journal:head", head.hash, about)

    def latest_post_date(self) -> datetime:
        """When the last entry was written: the head is newer than the newest item where that entry is sealed."""
        newest: datetime = super().latest_post_date()
        last: datetime | None = self.feed["last_at"]
        return max(newest, last) if last is not None and self.items else newest


class JournalFeed(Feed):
    """The newest public entries of a league's current season, and the newest head of its journal."""

    feed_type = JournalAtom

    def get_object(self, request: Any, *args: Any, **kwargs: Any) -> Season:
        """The current season. Raises `Http404` when none has been opened."""
        found = with_last_entry_time(seasons(request.league.pk).select_related("league")).first()
        if found is None:
            raise Http404("No season of this league has been opened yet.")
        return cast(Season, found)

    def feed_extra_kwargs(self, season: Any) -> dict[str, Any]:
        """The newest head of the season, and when its last entry was written."""
        return {"newest": newest_head(season), "last_at": season.last_at}

    def title(self, season: Season) -> str:
        """The league's name, and that it is its journal."""
        return f"{season.league.name}: journal"

    def subtitle(self, season: Season) -> str:
        """Which season it is about."""
        return f"What happened in season {season.number}, newest first"

    def link(self, season: Season) -> str:
        """The journal's page."""
        return links.journal_url(season.pk)

    def items(self, season: Season) -> list[FeedItem]:
        """The entries, newest first."""
        return feed_items(season)

    def item_title(self, item: FeedItem) -> str:
        """What was done, and the first that came of it."""
        return item.title

    def item_description(self, item: FeedItem) -> str:
        """What came of it, a paragraph for each."""
        return item.content

    def item_link(self, item: FeedItem) -> str:
        """The entry's page."""
        return item.href

    def item_pubdate(self, item: FeedItem) -> datetime:
        """When it was written."""
        return item.at

    def item_updateddate(self, item: FeedItem) -> datetime:
        """The same: an entry is never rewritten."""
        return item.at

    def item_author_name(self, item: FeedItem) -> str:
        """Who gave the command."""
        return item.by


journal_feed = require_safe(JournalFeed())


@require_safe
def calendar(request: Any, league: str, season: str) -> HttpResponse:
    """The deadlines and rounds of a season as an iCalendar file."""
    content = build_calendar(
        league=request.league, season=request.season, at=timezone.now(), site=request.build_absolute_uri
    )
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{request.league.pk}-{request.season.name}.ics"'
    return answer

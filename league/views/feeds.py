"""What others' programs follow: the journal as an Atom feed, deadlines and rounds as a calendar."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from league.models import Season
from league.pages import routes
from league.pages.feeds import Item, calendar_of, feed_items
from league.queries.seasons import seasons


class JournalFeed(Feed):
    """The newest public entries of a league's current season."""

    feed_type = Atom1Feed

    def get_object(self, request: Any, *args: Any, **kwargs: Any) -> Season:
        """The current season. Raises `Http404` when none has been opened."""
        found = seasons(request.league.pk).select_related("league").first()
        if found is None:
            raise Http404("No season of this league has been opened yet.")
        return found

    def title(self, season: Season) -> str:
        """The league's name, and that it is its journal."""
        return f"{season.league.name}: journal"

    def subtitle(self, season: Season) -> str:
        """Which season it is about."""
        return f"What happened in season {season.number}, newest first"

    def link(self, season: Season) -> str:
        """The journal's page."""
        return routes.journal_at(season.pk)

    def items(self, season: Season) -> list[Item]:
        """The entries, newest first."""
        return feed_items(season)

    def item_title(self, item: Item) -> str:
        """What was done, and the first that came of it."""
        return item.title

    def item_description(self, item: Item) -> str:
        """What came of it, a paragraph for each."""
        return item.content

    def item_link(self, item: Item) -> str:
        """The entry's page."""
        return item.href

    def item_pubdate(self, item: Item) -> datetime:
        """When it was written."""
        return item.at

    def item_updateddate(self, item: Item) -> datetime:
        """The same: an entry is never rewritten."""
        return item.at

    def item_author_name(self, item: Item) -> str:
        """Who gave the command."""
        return item.by


journal_feed = require_safe(JournalFeed())


@require_safe
def calendar(request: Any, league: str, season: str) -> HttpResponse:
    """The deadlines and rounds of a season as an iCalendar file."""
    content = calendar_of(
        league=request.league, season=request.season, at=timezone.now(), site=request.build_absolute_uri
    )
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{request.league.pk}-{request.season.name}.ics"'
    return answer

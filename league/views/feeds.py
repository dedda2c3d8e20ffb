"""Feeds: the journal as Atom, deadlines and rounds as iCalendar, and a member's own addresses of them."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any, cast

from django.contrib import messages
from django.contrib.syndication.views import Feed
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import http_date, parse_http_date_safe, quote_etag
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from explain import links
from league.feed_key_access import open_to_keys
from league.feed_keys import make_feed_key, replace_feed_key, revoke_feed_key
from league.middleware import changes_read_only
from league.models import Season
from league.pages.form_recovery import LOGIN_EXPIRED_PRESS_AGAIN, UNKNOWN_BUTTON, restore_form
from league.pages.people.calendar_address import calendar_address_page, keyed_addresses
from league.pages.people.invitation_link import link_for_others
from league.pages.season.feeds import STRANGER, FeedItem, build_calendar, feed_items, feed_text
from league.queries.journal_heads import NewestHead, newest_head, with_last_entry_time
from league.queries.names import last_renamed_at
from league.queries.seasons import seasons
from rules.core.refusals import Malformed, Refusal

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


UNPROCESSABLE = 422


@changes_read_only()
@never_cache
@sensitive_variables("text", "made", "context")
def calendar_address(request: Any, league: str) -> HttpResponse:
    """A member's calendar and feed addresses; POST makes, replaces or revokes the key in them.

    The text of a new key is in this response and nowhere else.
    """
    if not request.viewer.is_member:
        raise PermissionDenied("Calendar addresses are for the members of a league.")
    if request.method != "POST":
        if restore_form(request) is not None:
            messages.info(request, LOGIN_EXPIRED_PRESS_AGAIN)
        return _render_page(request)
    act, seen, at = request.POST.get("act", ""), request.POST.get("seen", ""), timezone.now()
    try:
        if act == "revoke":
            revoke_feed_key(league=request.league, user=request.user, seen=seen)
            messages.success(request, "Your address no longer works: what used it gets nothing any more.")
            return HttpResponseRedirect(links.calendar_address_url(league))
        if act == "make":
            _, text = make_feed_key(league=request.league, user=request.user, at=at)
        elif act == "replace":
            _, text = replace_feed_key(league=request.league, user=request.user, at=at, seen=seen)
        else:
            raise Malformed(UNKNOWN_BUTTON)
    except Refusal as refusal:
        return _render_page(request, refusal=refusal.sentence, status=UNPROCESSABLE)
    site = link_for_others(request.build_absolute_uri("/")).rstrip("/")
    return _render_page(request, made=keyed_addresses(league, text, site=site))


@sensitive_variables("page_arguments", "context")
def _render_page(request: Any, *, status: int = 200, **page_arguments: Any) -> HttpResponse:
    context = calendar_address_page(league=request.league, viewer=request.viewer, **page_arguments)
    return render(request, "league/calendar_address.html", context, status=status)

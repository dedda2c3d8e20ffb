"""The league, the season and the memberships of a request, found once for every address below a league."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db import DatabaseError
from django.db.models import CharField, Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.module_loading import import_string

from franchises.crests import LEAGUE_CRESTS, Crest, crests_of_league
from league.access import (
    DEMO_SESSION_KEY,
    LeagueGone,
    LeagueReadOnly,
    Viewer,
    find_deleted_league,
    is_hidden,
    league_gone,
    memberships_of_user,
    refuse_read_only,
    repeat_lookups,
    viewer_of_demo,
)
from league.dice_marks import set_dice_marks
from league.feed_key_access import is_guessing, person_of_feed_key, takes_key, too_many_guesses
from league.models import League, Membership, Notice, Preferences, Season
from league.times import ZONES_OF_REQUEST, Zones, league_zone
from sql.cached_sql import cached_sql
from sql.expressions import texts_of_subquery, texts_subquery

LEAGUE_PATH = re.compile(r"^/l/(?P<league>[a-z0-9.\-]+)/(?:(?P<season>[a-z0-9.\-]+)/)?")
SAFE_METHODS = ("GET", "HEAD")
CHANGES_READ_ONLY = "changes_read_only"
"""The attribute of a view with the acts of its forms that are taken in a league that can only be read."""
FRANCHISES_IN_SEASONS = League.objects.filter(franchises__seasons__season__forked_from="").values("pk")
"""Leagues with the franchises of their seasons, forks left out."""
SEASON_FRANCHISE_AND_CREST = Concat(
    Cast("franchises__seasons__first_season", CharField()),
    Value("/"),
    "franchises__pk",
    Value(" "),
    Coalesce("franchises__crest__blazon", Value("")),
)
"""A franchise of those, after the number of the season it joined in and before its crest, if it chose one."""

UNREAD_COUNTS_BY_USER = Notice.objects.filter(read_at=None).values("member__user_id").annotate(times=Count("pk"))
UNREAD_COUNT_OF_MEMBER = UNREAD_COUNTS_BY_USER.filter(member__user_id=OuterRef("user_id"))
"""How many notices a person has not read, in all their leagues."""
UNREAD_CARDS_NEWEST_FIRST = (
    Notice.objects.filter(member_id=OuterRef("pk"), about="settled", read_at=None)
    .order_by("-pk")
    .values_list(Concat("season_id", Value("/"), KT("arguments__match"), output_field=CharField()))
)
"""The matches, by stored id, of whose cards a member was notified and has not read the notice."""
CARD_COOKIE = "card"
"""The cookie with the stored id of the match whose card was opened last, so that reading a page writes no rows."""
CARD_WAITS = "!"
"""Stands in that cookie after a command of the person's own settled a match, until a card is opened."""
BALANCES_NEWEST_FIRST = (
    Membership.objects.filter(pk=OuterRef("pk"), franchise__seasons__season__forked_from="")
    .order_by(
        "-franchise__seasons__season__number",
        "-franchise__seasons__season__opened_at",
        "-franchise__seasons__season_id",
    )
    .values("franchise__seasons__balance")
)
"""What a member's franchise has in each season it is in, the newest first; rehearsals are left out."""


ZONE_OF_USER = Preferences.objects.values("time_zone")
"""The zone that a person chose; none where they never chose anything."""


def _viewer_from_user(league: str, user: Any) -> Viewer:
    return Viewer(tuple(_memberships(league, user.pk))) if user.is_authenticated else Viewer()


@cached_sql
def _memberships(league: str, user: int) -> QuerySet[Any]:
    """The same with how much they have not read.

    `balance` is what their franchise has in the newest season it is in, rehearsals left out. `card` is the newest
    match whose card they were notified of and have not read.
    """
    return memberships_of_user(league, user).annotate(
        unread=Subquery(UNREAD_COUNT_OF_MEMBER.values("times")),
        balance=Subquery(BALANCES_NEWEST_FIRST[:1]),
        card=Subquery(UNREAD_CARDS_NEWEST_FIRST[:1]),
        joined=franchises_subquery("league_id"),
        zone=Subquery(ZONE_OF_USER.filter(user_id=OuterRef("user_id"))),
    )


@cached_sql
def _account(person: int) -> QuerySet[Any]:
    """A person's account, with how much they have not read in all their leagues, and their zone."""
    unread = UNREAD_COUNTS_BY_USER.filter(member__user_id=OuterRef("pk")).values("times")
    zone = ZONE_OF_USER.filter(user_id=OuterRef("pk"))
    return get_user_model()._default_manager.filter(pk=person).annotate(unread=Subquery(unread), zone=Subquery(zone))


def _viewer_of_request(request: Any, league: str) -> Viewer:
    """Who is looking, their account and their memberships in one query where they are a member.

    The account is taken for the request's as Django itself takes it: while it may log in, by a way that is open, and
    its password is that of the log-in. In all other cases Django decides.
    """
    session = request.session
    if hasattr(request, "_cached_user") or not str(session.get(SESSION_KEY, "")).isdecimal():
        return _viewer_from_user(league, request.user)
    person = int(session[SESSION_KEY])
    viewer = Viewer(tuple(_memberships(league, person)))
    account = viewer.memberships[0].user if viewer.is_member else next(iter(_account(person)), None)
    if (
        account is not None
        and account.is_active
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), account.get_session_auth_hash())
    ):
        request._cached_user = account
        annotated: Any = viewer.memberships[0] if viewer.is_member else account
        request.reader_zone = annotated.zone or ""
        return viewer
    return _viewer_from_user(league, request.user)


def _viewer_of_key(request: Any, league: str) -> Viewer:
    """The viewer of a feed by the key in its address, not by log-in. Raises `Http404` for a key that opens none."""
    person = person_of_feed_key(request, league, at=timezone.now())
    if person is None:
        raise Http404(NO_LEAGUE)
    request.reader_zone = ""
    return Viewer(tuple(_memberships(league, person)))


NO_LEAGUE = "There is no league at this address."
"""What is said where there is none that the reader may know of, and of a key that opens no feed."""


class LeagueMiddleware:
    """Finds league, season and membership once for every address below `/l/<league>/`.

    Sets `request.league`, `request.season` (or None) and `request.viewer`. A league that is not public does not
    exist for people who are no members.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = LEAGUE_CRESTS.set({})
        zones_before = ZONES_OF_REQUEST.set(lambda: _zones_of(request))
        try:
            return self.get_response(request)
        finally:
            LEAGUE_CRESTS.reset(before)
            ZONES_OF_REQUEST.reset(zones_before)

    def process_view(
        self, request: Any, view: object, _args: tuple[object, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Look the address up before the view runs; raises `Http404` for what the person may not know of."""
        if not (found := LEAGUE_PATH.match(request.path_info)):
            return None
        keyed = takes_key(request, view)
        if keyed and is_guessing(request):
            return too_many_guesses()
        name = kwargs.get("season")
        season = next(iter(_seasons(found["league"], name)), None) if name else None
        find_viewer = _viewer_of_key if keyed else _viewer_of_request
        viewer = find_viewer(request, found["league"])
        opened = request.COOKIES.get(CARD_COOKIE, "")
        request.card_waits, request.card_opened = _card_waits(viewer, opened), f"{opened or CARD_WAITS}/"
        if season is not None and season.forked_from and _is_own_demo(request, season):
            viewer = viewer_of_demo(season)
        of_member = next((membership.league for membership in viewer.memberships), None)
        league = season.league if season else of_member or next(iter(_leagues(found["league"])), None)
        if league is None:
            if (gone := find_deleted_league(found["league"])) is not None:
                return _refusal_response(request, gone)
            raise Http404(NO_LEAGUE)
        if league.gone_at is not None and (league.public or viewer.is_member):
            return _refusal_response(request, league_gone(league.gone_at))
        request.league = league
        request.viewer = viewer
        if not (league.public or request.viewer.is_member):
            repeat_lookups(league.pk, came_with_season=season is not None)
            raise Http404(NO_LEAGUE)
        request.season = season
        set_dice_marks(season)
        annotated: Any = season or next(iter(viewer.memberships), league)
        LEAGUE_CRESTS.set(crests_in_join_order(annotated.joined, league.pk))
        if name and (
            season is None or (keyed and season.forked_from) or is_hidden(season, viewer, at=timezone.now())
        ):
            raise Http404("This league has no such season.")
        if request.method not in SAFE_METHODS and not _changes_read_only(view, request):
            try:
                refuse_read_only(league)
            except LeagueReadOnly as refusal:
                return _refusal_response(request, refusal)
        return None

    def process_exception(self, request: Any, exception: Exception) -> HttpResponse | None:
        """Answer 410 where rows were missing because the league was deleted while its page was made."""
        found = LEAGUE_PATH.match(request.path_info)
        if found is None or isinstance(exception, DatabaseError):
            return None
        is_member = hasattr(request, "viewer") and request.viewer.is_member
        gone = find_deleted_league(found["league"], hidden_too=is_member)
        if isinstance(exception, LeagueGone):
            gone = exception
        return None if gone is None else _refusal_response(request, gone)


def changes_read_only(*acts: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a view that takes forms in a league that can only be read too: those with these acts, such as to revoke.

    Without acts it takes all its forms, and refuses by itself what it must.
    """

    def mark(view: Callable[..., Any]) -> Callable[..., Any]:
        setattr(view, CHANGES_READ_ONLY, frozenset(acts))
        return view

    return mark


def _changes_read_only(view: object, request: Any) -> bool:
    """Whether a view takes the form of a request in a league that can only be read."""
    acts: frozenset[str] | None = getattr(view, CHANGES_READ_ONLY, None)
    return acts is not None and (not acts or request.POST.get("act", "") in acts)


def _refusal_response(request: HttpRequest, refusal: LeagueGone | LeagueReadOnly) -> HttpResponse:
    """The page for a league that was deleted, or for a form sent to one that can only be read."""
    page: HttpResponse = import_string(settings.LEAGUE_REFUSAL_VIEW)(request, refusal)
    return page


def reader_zone(request: Any) -> str:
    """The zone that the reader chose, empty if none; in one query at most, and none for a stranger."""
    if not hasattr(request, "reader_zone"):
        user = getattr(request, "user", None)
        chosen = ZONE_OF_USER.filter(user_id=user.pk) if user is not None and user.is_authenticated else ()
        request.reader_zone = next((row["time_zone"] for row in chosen), "")
    return str(request.reader_zone)


def _zones_of(request: Any) -> Zones:
    return Zones(reader=reader_zone(request), league=league_zone(getattr(request, "league", None)))


def use_crests_of_league(league_id: str) -> None:
    """Give franchises their crests and colors of that league, on a page of it that is not below its address."""
    LEAGUE_CRESTS.set(league_crests(league_id))


def league_crests(league_id: str) -> Mapping[str, Crest]:
    """The crests of a league's franchises by short name, in one query; none if there is no such league."""
    for league in _leagues(league_id):
        annotated: Any = league
        return crests_in_join_order(annotated.joined, league.pk)
    return {}


def _card_waits(viewer: Viewer, opened: str) -> bool:
    """Whether the first of a person's franchises has a card that they have not opened, which its balance would spoil.

    `opened` is the cookie about cards.
    """
    owner = next((member for member in viewer.memberships if member.franchise_id), None)
    card = getattr(owner, "card", None)
    return owner is not None and (opened == CARD_WAITS or (bool(card) and card != opened))


def _is_own_demo(request: Any, season: Season) -> bool:
    """Whether a visitor only looks at the sandbox of their own demo; in it they give no command."""
    kept = request.session.get(DEMO_SESSION_KEY) or [""]
    return request.method in SAFE_METHODS and kept[0] == season.pk


@cached_sql
def _leagues(name: str) -> QuerySet[League]:
    return League.objects.select_related("calendar").filter(pk=name).annotate(joined=franchises_subquery("pk"))


@cached_sql
def _seasons(league: str, name: str) -> QuerySet[Season]:
    """A season by its name with its league, in one query."""
    found = Season.objects.select_related("league__calendar").filter(league=league, name=name)
    return found.annotate(joined=franchises_subquery("league_id"))


def franchises_subquery(league: str) -> Combinable:
    """The franchises of whatever has the name of a league in that column, with their first seasons and crests."""
    return texts_subquery(FRANCHISES_IN_SEASONS.filter(pk=OuterRef(league)), SEASON_FRANCHISE_AND_CREST)


def crests_in_join_order(joined: str | None, league: str) -> Mapping[str, Crest]:
    """The crests of a league's franchises by short name, from the column that `franchises_subquery` made."""
    texts = texts_of_subquery(joined, FRANCHISES_IN_SEASONS.filter(pk=league), SEASON_FRANCHISE_AND_CREST)
    rows = []
    for text in texts:
        place, _, blazon = text.partition(" ")
        first_season, _, franchise = place.partition("/")
        if franchise:
            rows.append((int(first_season), franchise, blazon))
    return crests_of_league(tuple((franchise.rpartition("/")[2], blazon) for _, franchise, blazon in sorted(rows)))

"""The league, the season and the memberships of a request, found once for every address below a league."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db.models import Aggregate, CharField, Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from league.access import Viewer, is_hidden, of_person
from league.hand_marks import mark
from league.models import League, Membership, Notice, Season
from league.prepared import prepared

LEAGUE_PATH = re.compile(r"^/l/(?P<league>[a-z0-9.\-]+)/(?:(?P<season>[a-z0-9.\-]+)/)?")
FRANCHISES: ContextVar[tuple[str, ...]] = ContextVar("franchises", default=())
"""The short names of the franchises of the league that is asked for, in the order they joined it."""


class _Joined(Aggregate):
    """What a column holds, each once, as one text with commas between."""

    function = "GROUP_CONCAT"
    template = "%(function)s(DISTINCT %(expressions)s)"

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, template="STRING_AGG(DISTINCT %(expressions)s, ',')")


JOINED = (
    League.objects.filter(franchises__seasons__season__forked_from="")
    .values("pk")
    .annotate(
        all=_Joined(
            Concat(Cast("franchises__seasons__first_season", CharField()), Value("/"), "franchises__pk"),
            output_field=CharField(),
        )
    )
)
"""Each franchise of a league's seasons, forks left out, after the number of the season it joined in."""

UNREAD_BY = Notice.objects.filter(read_at=None).values("member__user_id").annotate(times=Count("pk"))
UNREAD = UNREAD_BY.filter(member__user_id=OuterRef("user_id"))
"""How many notices a person has not read, in all his leagues."""
BALANCE = (
    Membership.objects.filter(pk=OuterRef("pk"), franchise__seasons__season__forked_from="")
    .order_by(
        "-franchise__seasons__season__number",
        "-franchise__seasons__season__opened_at",
        "-franchise__seasons__season_id",
    )
    .values("franchise__seasons__balance")
)
"""What a member's franchise has in each season it is in, the newest first; rehearsals are left out."""


def _standing(league: str, user: Any) -> Viewer:
    return Viewer(tuple(_memberships(league, user.pk))) if user.is_authenticated else Viewer()


@prepared
def _memberships(league: str, user: int) -> QuerySet[Any]:
    """The same with how much he has not read.

    `balance` is what his franchise has in the newest season it is in, rehearsals left out.
    """
    return of_person(league, user).annotate(
        unread=Subquery(UNREAD.values("times")), balance=Subquery(BALANCE[:1]), joined=_joined("league_id")
    )


@prepared
def _account(person: int) -> QuerySet[Any]:
    """A person's account, with how much he has not read in all his leagues."""
    unread = UNREAD_BY.filter(member__user_id=OuterRef("pk")).values("times")
    return get_user_model()._default_manager.filter(pk=person).annotate(unread=Subquery(unread))


def _looking(request: Any, league: str) -> Viewer:
    """Who is looking, his account and his memberships in one query where he is a member.

    The account is taken for the request's as Django itself takes it: while it may log in, by a way that is open, and
    its password is that of the log-in. In all other cases Django decides.
    """
    session = request.session
    if hasattr(request, "_cached_user") or not str(session.get(SESSION_KEY, "")).isdecimal():
        return _standing(league, request.user)
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
        return viewer
    return _standing(league, request.user)


class LeagueMiddleware:
    """Finds league, season and membership once for every address below `/l/<league>/`.

    Sets `request.league`, `request.season` (or None) and `request.viewer`. A league that is not public does not
    exist for whoever is no member of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = FRANCHISES.set(())
        try:
            return self.get_response(request)
        finally:
            FRANCHISES.reset(before)

    def process_view(
        self, request: Any, _view: object, _args: tuple[object, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Look the address up before the view runs; raises `Http404` for what the person may not know of."""
        if not (found := LEAGUE_PATH.match(request.path_info)):
            return None
        name = kwargs.get("season")
        season = next(iter(_seasons(found["league"], name)), None) if name else None
        viewer = _looking(request, found["league"])
        of_member = next((each.league for each in viewer.memberships), None)
        league = season.league if season else of_member or next(iter(_leagues(found["league"])), None)
        if league is None:
            raise Http404("There is no league at this address.")
        request.league = league
        request.viewer = viewer
        if not (league.public or request.viewer.is_member):
            raise Http404("There is no league at this address.")
        request.season = season
        mark(season)
        FRANCHISES.set(_in_order(season or next(iter(viewer.memberships), league)))
        if name and (season is None or is_hidden(season, viewer, at=timezone.now())):
            raise Http404("This league has no such season.")
        return None


@prepared
def _leagues(name: str) -> QuerySet[League]:
    return League.objects.select_related("calendar").filter(pk=name).annotate(joined=_joined("pk"))


@prepared
def _seasons(league: str, name: str) -> QuerySet[Season]:
    """A season by its name with its league, in one query."""
    found = Season.objects.select_related("league__calendar").filter(league=league, name=name)
    return found.annotate(joined=_joined("league_id"))


def _joined(league: str) -> Subquery:
    """For whatever has the name of a league in that column: its franchises, as `JOINED` tells them."""
    return Subquery(JOINED.filter(pk=OuterRef(league)).values("all"))


def _in_order(told: Any) -> tuple[str, ...]:
    each = [one.split("/", 1) for one in (told.joined or "").split(",") if one.strip("/")]
    return tuple(name.rpartition("/")[2] for _, name in sorted((int(first), name) for first, name in each))

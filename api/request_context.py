"""The league, season, member and token of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS

from api.errors import ScopeMissing, TokenOfAnotherLeague
from franchises.crests import Crest
from league.access import Viewer, find_deleted_league, is_hidden, refuse_read_only, repeat_lookups, viewer_of
from league.dice_marks import set_dice_marks
from league.middleware import crests_in_join_order, franchises_subquery
from league.models import AccessToken, League, Membership, Season
from league.tokens import ACCOUNT_SCOPE, COMMISSION_SCOPE, READ_SCOPE
from sql.cached_sql import cached_sql

ANY, WEAK = "*", "W/"


def league_and_viewer(request: Any, league: str, *, read_only_too: bool = False) -> tuple[League, Viewer]:
    """The league of that name, and the sender as its viewer.

    Raises `Http404` if there is none that the sender may see, `LeagueGone` for one that was deleted,
    `TokenOfAnotherLeague`, or `ScopeMissing` if a GET is sent with a token that has no read scope. Other methods are
    refused with `LeagueReadOnly` in a league that is archived or will be deleted, unless `read_only_too`.
    """
    found = _find_league(league)
    return _authorize_reader(request, found, read_only_too=read_only_too)


def season_and_viewer(
    request: Any, league: str, season: str, *, read_only_too: bool = False
) -> tuple[Season, Viewer]:
    """The season of that name with its league, and the sender as viewer of the league.

    Raises as `league_and_viewer` does, and `Http404` if the sender may not see the season.
    """
    row = next(iter(_seasons_named(league, season)), None)
    return _readable_season(request, league, row, season, read_only_too=read_only_too)


def season_viewer_and_crests(request: Any, league: str, season: str) -> tuple[Season, Viewer, Mapping[str, Crest]]:
    """A season and viewer as by `season_and_viewer`, with the league's crests by short name in the same query."""
    found: Any = next(iter(_seasons_with_franchises(league, season)), None)
    row, viewer = _readable_season(request, league, found, season)
    return row, viewer, crests_in_join_order(found.joined, row.league_id)


def _readable_season(
    request: Any, league: str, row: Season | None, season: str, *, read_only_too: bool = False
) -> tuple[Season, Viewer]:
    """The season that was found by that name, if the sender may see it, and the sender as viewer of the league."""
    visible_league, viewer = _authorize_reader(
        request,
        row.league if row else _find_league(league),
        read_only_too=read_only_too,
        came_with_season=row is not None,
    )
    if row is None or is_hidden(row, viewer, at=timezone.now()):
        raise Http404(f"{visible_league.pk} has no season {season[:80]!r}.")
    set_dice_marks(row)
    return row, viewer


def require_token(request: Any) -> AccessToken:
    """The token of a request. Raises `NotAuthenticated` without one."""
    token: AccessToken | None = request.auth
    if token is None:
        raise NotAuthenticated("That is done by token: send one as `Authorization: Bearer dm_…`.")
    return token


def require_acting_token(request: Any) -> AccessToken:
    """The token of a request, which may do more than read. Raises `NotAuthenticated` or `ScopeMissing`."""
    token = require_token(request)
    if set(token.scopes) <= {READ_SCOPE, ACCOUNT_SCOPE}:
        raise ScopeMissing(f"The token {token.shown}… may only read: make one that may report or act.")
    return token


def league_for_member(request: Any, league: str, what: str, *, read_only_too: bool = False) -> tuple[League, Viewer]:
    """The league, and the sender as its viewer. `what` names the thing that is for members only.

    Raises as `league_and_viewer` does, `NotAuthenticated` without a token, or `PermissionDenied` if the sender is not
    a member.
    """
    found, viewer = league_and_viewer(request, league, read_only_too=read_only_too)
    require_token(request)
    if not viewer.is_member:
        raise PermissionDenied(f"{what} of {found.pk} is for its members: ask a commissioner for an invitation.")
    return found, viewer


def league_commissioner(request: Any, viewer: Viewer) -> Membership:
    """The membership by which a token acts as commissioner of the league.

    Raises `NotAuthenticated`, or `ScopeMissing` if the token or its person may not.
    """
    token = require_token(request)
    if COMMISSION_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION_SCOPE!r}: make one that has it.")
    for membership in viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise ScopeMissing("The token's person is no commissioner of the league any more: ask one.")


@cached_sql
def _seasons_named(league: str, season: str) -> QuerySet[Season]:
    return Season.objects.select_related("league").filter(league_id=league, name=season)


@cached_sql
def _seasons_with_franchises(league: str, season: str) -> QuerySet[Season]:
    found = Season.objects.select_related("league").filter(league_id=league, name=season)
    return found.annotate(joined=franchises_subquery("league_id"))


def _find_league(league: str) -> League | None:
    """The league of that name, None if there is none. Raises `LeagueGone` for one that was deleted."""
    found = League.objects.filter(pk=league).first()
    if found is None and (gone := find_deleted_league(league)) is not None:
        raise gone
    return found


def _authorize_reader(
    request: Any, league: League | None, *, read_only_too: bool = False, came_with_season: bool = False
) -> tuple[League, Viewer]:
    token: AccessToken | None = request.auth
    if league is None:
        raise Http404("There is no league of that name.")
    viewer = Viewer()
    if token is not None and token.league_id == league.pk:
        if READ_SCOPE not in token.scopes and request.method in SAFE_METHODS:
            raise ScopeMissing(f"The token {token.shown}… was made without {READ_SCOPE!r}: make one that has it.")
        viewer = viewer_of(token.user, league)
    if not (league.public or viewer.is_member):
        repeat_lookups(league.pk, came_with_season=came_with_season)
        raise Http404("There is no league of that name.")
    if league.gone_at is not None:
        refuse_read_only(league)
    if token is not None and token.league_id != league.pk:
        raise TokenOfAnotherLeague(f"The token {token.shown}… is for {token.league_id}: make one in {league.pk}.")
    if request.method not in SAFE_METHODS and not read_only_too:
        refuse_read_only(league)
    return league, viewer

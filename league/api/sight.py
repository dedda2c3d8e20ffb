"""What a request is about and what its sender may see of it: league, season, and his standing in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from league.access import Viewer, viewer_of
from league.api.problems import ScopeMissing, TokenOfAnotherLeague
from league.models import AccessToken, League, Season
from league.tokens import READ

NOT_MODIFIED = 304


def league_at(request: Any, league: str) -> tuple[League, Viewer]:
    """The league of that name and the sender's standing in it.

    Raises `Http404` for one that he may not know of, `TokenOfAnotherLeague`, or `ScopeMissing` for a token that may
    not read a league that is for members.
    """
    found = League.objects.filter(pk=league).first()
    return _seen(request, found)


def season_at(request: Any, league: str, season: str) -> tuple[Season, Viewer]:
    """The season of that name with its league, and the sender's standing in it. Raises as `league_at` does."""
    found = Season.objects.select_related("league").filter(league=league, name=season).first()
    seen, viewer = _seen(request, found.league if found else League.objects.filter(pk=league).first())
    if found is None:
        raise Http404(f"{seen.pk} has no season {season[:80]!r}.")
    return found, viewer


def refuse_unless_token(request: Any) -> AccessToken:
    """The token of a request. Raises `NotAuthenticated` without one."""
    token: AccessToken | None = request.auth
    if token is None:
        raise NotAuthenticated("That is done by token: send one as `Authorization: Bearer dm_…`.")
    return token


def unless_known(
    request: Any, row: Season, viewer: Viewer, made: Callable[[], msgspec.Struct], *, of: str = ""
) -> Response:
    """What `made` makes, under a tag of the journal's length and the sender's sight; 304 to who has it already.

    `of` is what the answer hangs on besides: parts of the query.
    """
    tag = tag_of(row, viewer, of)
    answer = Response(status=NOT_MODIFIED) if tag in _held(request) else Response(made())
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache" if viewer.is_member or not row.league.public else "no-cache"
    answer["Vary"] = "Authorization"
    return answer


def tag_of(row: Season, viewer: Viewer, of: str = "") -> str:
    """The entity tag of a season as somebody sees it: its entries' number and head, and who looks."""
    looks = "/".join(sorted(viewer.handles))
    seen = hashlib.sha256(f"{row.head}|{row.league.name}|{looks}|{of}".encode()).hexdigest()[:24]
    return f'W/"{row.length}-{seen}"'


def _held(request: Any) -> list[str]:
    return [each.strip() for each in request.headers.get("If-None-Match", "").split(",")]


def _seen(request: Any, league: League | None) -> tuple[League, Viewer]:
    token: AccessToken | None = request.auth
    if league is None:
        raise Http404("There is no league of that name.")
    viewer = Viewer()
    if token is not None and token.league_id == league.pk:
        if READ not in token.scopes and request.method in SAFE_METHODS:
            raise ScopeMissing(f"The token {token.shown}… was made without {READ!r}: make one that has it.")
        viewer = viewer_of(token.user, league)
    if not (league.public or viewer.is_member):
        raise Http404("There is no league of that name.")
    if token is not None and token.league_id != league.pk:
        raise TokenOfAnotherLeague(f"The token {token.shown}… is for {token.league_id}: make one in {league.pk}.")
    return league, viewer

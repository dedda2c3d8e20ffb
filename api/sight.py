"""What a request is about and what its sender may see of it: league, season, and their standing in it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from api.problems import ScopeMissing, TokenOfAnotherLeague
from journal.writer import OutOfDate
from league.access import Viewer, is_hidden, viewer_of
from league.dice_marks import set_dice_marks
from league.models import AccessToken, League, Membership, Season
from league.tokens import COMMISSION_SCOPE, READ_SCOPE
from sql.cached_sql import cached_sql

NOT_MODIFIED = 304
ANY, WEAK = "*", "W/"
IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the season as it was read: 412 where anything happened in it since.",
)


def league_and_viewer(request: Any, league: str) -> tuple[League, Viewer]:
    """The league of that name and the sender's standing in it.

    Raises `Http404` for one that they may not know of, `TokenOfAnotherLeague`, or `ScopeMissing` for a token that may
    not read a league that is for members.
    """
    found = League.objects.filter(pk=league).first()
    return _authorize_reader(request, found)


def season_and_viewer(request: Any, league: str, season: str) -> tuple[Season, Viewer]:
    """The season of that name with its league, and the sender's standing in it.

    Raises as `league_and_viewer` does.
    """
    found = next(iter(_seasons_named(league, season)), None)
    seen, viewer = _authorize_reader(request, found.league if found else League.objects.filter(pk=league).first())
    if found is None or is_hidden(found, viewer, at=timezone.now()):
        raise Http404(f"{seen.pk} has no season {season[:80]!r}.")
    set_dice_marks(found)
    return found, viewer


def require_token(request: Any) -> AccessToken:
    """The token of a request. Raises `NotAuthenticated` without one."""
    token: AccessToken | None = request.auth
    if token is None:
        raise NotAuthenticated("That is done by token: send one as `Authorization: Bearer dm_…`.")
    return token


def league_for_member(request: Any, league: str, what: str) -> tuple[League, Viewer]:
    """The league and the sender's standing in it, where they are a member and send a token; `what` is for members.

    Raises as `league_and_viewer` does, `NotAuthenticated` or `PermissionDenied`.
    """
    found, viewer = league_and_viewer(request, league)
    require_token(request)
    if not viewer.is_member:
        raise PermissionDenied(f"{what} of {found.pk} is for its members: ask a commissioner for an invitation.")
    return found, viewer


def league_commissioner(request: Any, viewer: Viewer) -> Membership:
    """The membership by which a token commissions the league. Raises `NotAuthenticated`, `ScopeMissing`."""
    token = require_token(request)
    if COMMISSION_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION_SCOPE!r}: make one that has it.")
    for each in viewer.memberships:
        if each.role == Membership.Role.COMMISSIONER:
            return each
    raise ScopeMissing("The token's person is no commissioner of the league any more: ask one.")


def not_modified_or(
    request: Any, row: Season, viewer: Viewer, made: Callable[[], msgspec.Struct], *, of: str = ""
) -> Response:
    """What `made` makes, under a tag of the journal's length and the sender's sight; 304 to who has it already.

    `of` is what the answer hangs on besides: parts of the query.
    """
    return etag_not_modified_or(request, made, tag=season_etag(row, viewer, of))


def league_not_modified_or(
    request: Any, league: League, viewer: Viewer, made: Callable[[], msgspec.Struct], *, of: str
) -> Response:
    """The same of a league; `of` is everything that the answer hangs on beside who reads it."""
    looks = _viewer_key(viewer)
    same = hashlib.sha256(f"{league.pk}|{league.name}|{looks}|{of}".encode()).hexdigest()[:32]
    return etag_not_modified_or(request, made, tag=f'W/"{same}"')


def check_if_match(request: Any, row: Season, viewer: Viewer) -> None:
    """Raise `OutOfDate` where `If-Match` names none of the tags that the season has by now; `*` names any.

    The season is locked until the transaction ends, so that nothing comes in between.
    """
    if IF_MATCH_PARAMETER.name in request.headers:
        now = Season.objects.select_related("league").select_for_update(of=("self",)).get(pk=row.pk)
        check_if_match_unlocked(request, now, viewer)


def check_if_match_unlocked(request: Any, row: Season, viewer: Viewer) -> None:
    """Raise `OutOfDate` where `If-Match` names none of the tags of a season as that row has it."""
    if not _matches_etag(request.headers.get(IF_MATCH_PARAMETER.name, ANY), season_etag(row, viewer)):
        raise OutOfDate(
            f"{row.pk} has {row.length} entries by now and is not what `If-Match` names: read it again, and ask the "
            "same under a new key where it still holds."
        )


def season_etag(row: Season, viewer: Viewer, of: str = "") -> str:
    """The entity tag of a season as somebody sees it: its entries' number and head, and who looks."""
    looks = _viewer_key(viewer)
    seen = hashlib.sha256(f"{row.head}|{row.league.name}|{looks}|{of}".encode()).hexdigest()[:24]
    return f'W/"{row.length}-{seen}"'


@cached_sql
def _seasons_named(league: str, season: str) -> QuerySet[Season]:
    return Season.objects.select_related("league").filter(league_id=league, name=season)


def content_not_modified_or(request: Any, made: msgspec.Struct) -> Response:
    """What was made of things beside the journal, under a tag of itself; 304 to who has it already."""
    body = msgspec.json.encode(made)
    return etag_not_modified_or(
        request, lambda: msgspec.Raw(body), tag=f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    )


def etag_not_modified_or(request: Any, made: Callable[[], msgspec.Struct | msgspec.Raw], *, tag: str) -> Response:
    """What `made` makes, under that tag; 304 to who has it already."""
    held = request.headers.get("If-None-Match", "")
    known = _matches_etag(held, tag)
    if known and held.strip() == ANY:
        made()  # raises where there is nothing that anybody could hold
    answer = Response(status=NOT_MODIFIED) if known else Response(made())
    answer["ETag"] = tag
    return answer


def _matches_etag(sent: str, tag: str) -> bool:
    """Whether a header names that tag, or any; the `W/` is no difference.

    What tells two states apart is what the tag was made of, whatever the bytes of an answer.
    """
    named = parse_etags(sent)
    return named == [ANY] or tag.removeprefix(WEAK) in (each.removeprefix(WEAK) for each in named)


def _viewer_key(viewer: Viewer) -> str:
    """Who looks: what a person may see hangs on what they are in the league, and on the franchises they own."""
    return "/".join(sorted(f"{each.handle} {each.role} {each.franchise_id}" for each in viewer.memberships))


def _authorize_reader(request: Any, league: League | None) -> tuple[League, Viewer]:
    token: AccessToken | None = request.auth
    if league is None:
        raise Http404("There is no league of that name.")
    viewer = Viewer()
    if token is not None and token.league_id == league.pk:
        if READ_SCOPE not in token.scopes and request.method in SAFE_METHODS:
            raise ScopeMissing(f"The token {token.shown}… was made without {READ_SCOPE!r}: make one that has it.")
        viewer = viewer_of(token.user, league)
    if not (league.public or viewer.is_member):
        raise Http404("There is no league of that name.")
    if token is not None and token.league_id != league.pk:
        raise TokenOfAnotherLeague(f"The token {token.shown}… is for {token.league_id}: make one in {league.pk}.")
    return league, viewer

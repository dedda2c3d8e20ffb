"""What a request is about and what its sender may see of it: league, season, and his standing in it."""

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

from league.access import Viewer, is_hidden, viewer_of
from league.api.problems import ScopeMissing, TokenOfAnotherLeague
from league.hand_marks import mark
from league.journal.writer import OutOfDate
from league.models import AccessToken, League, Membership, Season
from league.prepared import prepared
from league.tokens import COMMISSION, READ

NOT_MODIFIED = 304
ANY, WEAK = "*", "W/"
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the season as it was read: 412 where anything happened in it since.",
)


def league_at(request: Any, league: str) -> tuple[League, Viewer]:
    """The league of that name and the sender's standing in it.

    Raises `Http404` for one that he may not know of, `TokenOfAnotherLeague`, or `ScopeMissing` for a token that may
    not read a league that is for members.
    """
    found = League.objects.filter(pk=league).first()
    return _seen(request, found)


def season_at(request: Any, league: str, season: str) -> tuple[Season, Viewer]:
    """The season of that name with its league, and the sender's standing in it. Raises as `league_at` does."""
    found = next(iter(_named(league, season)), None)
    seen, viewer = _seen(request, found.league if found else League.objects.filter(pk=league).first())
    if found is None or is_hidden(found, viewer, at=timezone.now()):
        raise Http404(f"{seen.pk} has no season {season[:80]!r}.")
    mark(found)
    return found, viewer


def refuse_unless_token(request: Any) -> AccessToken:
    """The token of a request. Raises `NotAuthenticated` without one."""
    token: AccessToken | None = request.auth
    if token is None:
        raise NotAuthenticated("That is done by token: send one as `Authorization: Bearer dm_…`.")
    return token


def member_at(request: Any, league: str, what: str) -> tuple[League, Viewer]:
    """The league and the sender's standing in it, where he is a member and sends a token; `what` is for members.

    Raises as `league_at` does, `NotAuthenticated` or `PermissionDenied`.
    """
    found, viewer = league_at(request, league)
    refuse_unless_token(request)
    if not viewer.is_member:
        raise PermissionDenied(f"{what} of {found.pk} is for its members: ask a commissioner for an invitation.")
    return found, viewer


def commissioner_at(request: Any, viewer: Viewer) -> Membership:
    """The membership by which a token commissions the league. Raises `NotAuthenticated`, `ScopeMissing`."""
    token = refuse_unless_token(request)
    if COMMISSION not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION!r}: make one that has it.")
    for each in viewer.memberships:
        if each.role == Membership.Role.COMMISSIONER:
            return each
    raise ScopeMissing("The token's person is no commissioner of the league any more: ask one.")


def unless_known(
    request: Any, row: Season, viewer: Viewer, made: Callable[[], msgspec.Struct], *, of: str = ""
) -> Response:
    """What `made` makes, under a tag of the journal's length and the sender's sight; 304 to who has it already.

    `of` is what the answer hangs on besides: parts of the query.
    """
    return unless_held(request, made, tag=tag_of(row, viewer, of))


def unless_same(
    request: Any, league: League, viewer: Viewer, made: Callable[[], msgspec.Struct], *, of: str
) -> Response:
    """The same of a league; `of` is everything that the answer hangs on beside who reads it."""
    looks = _looks(viewer)
    same = hashlib.sha256(f"{league.pk}|{league.name}|{looks}|{of}".encode()).hexdigest()[:32]
    return unless_held(request, made, tag=f'W/"{same}"')


def refuse_unless_as_tagged(request: Any, row: Season, viewer: Viewer) -> None:
    """Raise `OutOfDate` where `If-Match` names none of the tags that the season has by now; `*` names any.

    The season is locked until the transaction ends, so that nothing comes in between.
    """
    if IF_MATCH.name in request.headers:
        now = Season.objects.select_related("league").select_for_update(of=("self",)).get(pk=row.pk)
        refuse_unless_tagged(request, now, viewer)


def refuse_unless_tagged(request: Any, row: Season, viewer: Viewer) -> None:
    """Raise `OutOfDate` where `If-Match` names none of the tags of a season as that row has it."""
    if not _names(request.headers.get(IF_MATCH.name, ANY), tag_of(row, viewer)):
        raise OutOfDate(
            f"{row.pk} has {row.length} entries by now and is not what `If-Match` names: read it again, and ask the "
            "same under a new key where it still holds."
        )


def tag_of(row: Season, viewer: Viewer, of: str = "") -> str:
    """The entity tag of a season as somebody sees it: its entries' number and head, and who looks."""
    looks = _looks(viewer)
    seen = hashlib.sha256(f"{row.head}|{row.league.name}|{looks}|{of}".encode()).hexdigest()[:24]
    return f'W/"{row.length}-{seen}"'


@prepared
def _named(league: str, season: str) -> QuerySet[Season]:
    return Season.objects.select_related("league").filter(league_id=league, name=season)


def unless_told(request: Any, made: msgspec.Struct) -> Response:
    """What was made of things beside the journal, under a tag of itself; 304 to who has it already."""
    body = msgspec.json.encode(made)
    return unless_held(request, lambda: msgspec.Raw(body), tag=f'W/"{hashlib.sha256(body).hexdigest()[:32]}"')


def unless_held(request: Any, made: Callable[[], msgspec.Struct | msgspec.Raw], *, tag: str) -> Response:
    """What `made` makes, under that tag; 304 to who has it already."""
    held = request.headers.get("If-None-Match", "")
    known = _names(held, tag)
    if known and held.strip() == ANY:
        made()  # raises where there is nothing that anybody could hold
    answer = Response(status=NOT_MODIFIED) if known else Response(made())
    answer["ETag"] = tag
    return answer


def _names(sent: str, tag: str) -> bool:
    """Whether a header names that tag, or any; the `W/` is no difference.

    What tells two states apart is what the tag was made of, whatever the bytes of an answer.
    """
    named = parse_etags(sent)
    return named == [ANY] or tag.removeprefix(WEAK) in (each.removeprefix(WEAK) for each in named)


def _looks(viewer: Viewer) -> str:
    """Who looks: what a person may see hangs on what he is in the league, and on the franchises he owns."""
    return "/".join(sorted(f"{each.handle} {each.role} {each.franchise_id}" for each in viewer.memberships))


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

"""Entity tags: a page that has not changed is not sent, and a change that came first is noticed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response

from api.request_context import ANY, WEAK
from journal.writer import OutOfDate
from league.access import Viewer
from league.models import League, Season

NOT_MODIFIED = 304
IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the season as it was read: 412 where anything happened in it since.",
)


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
    return "/".join(sorted(f"{member.handle} {member.role} {member.franchise_id}" for member in viewer.memberships))

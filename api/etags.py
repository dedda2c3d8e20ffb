"""Entity tags: 304 for an unchanged response, and `If-Match` against writes based on an outdated reading."""

from __future__ import annotations

import hashlib
import re
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
BESIDE_JOURNAL = re.compile(r'\.[0-9a-f]{12}(?=")')
"""The part of a season's tag that is for what its response shows besides the journal, such as deadlines."""
IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the season as it was read: 412 where anything happened in it since.",
)
CONTENT_IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of this thing as it was read: 412 where it was changed since.",
)


def not_modified_or(
    request: Any, row: Season, viewer: Viewer, build: Callable[[], msgspec.Struct], *, of: str = ""
) -> Response:
    """The response made by `build`, tagged by the season's journal and its viewer; 304 if the sender has it already.

    `of` names whatever else the response depends on, such as query parameters.
    """
    return etag_not_modified_or(request, build, tag=season_etag(row, viewer, of))


def season_not_modified_or(
    request: Any, row: Season, viewer: Viewer, build: Callable[[], msgspec.Struct], *, beside: str
) -> Response:
    """The response about the season itself, whose tag `If-Match` names; `beside` is what it shows beside the journal.

    A change of that alone makes the response a new one, and refuses no write.
    """
    tag = season_etag(row, viewer)
    if beside:
        tag = f'{tag[:-1]}.{hashlib.sha256(beside.encode()).hexdigest()[:12]}"'
    return etag_not_modified_or(request, build, tag=tag)


def league_not_modified_or(
    request: Any, league: League, viewer: Viewer, build: Callable[[], msgspec.Struct], *, of: str
) -> Response:
    """Like `not_modified_or`, for a response about a league.

    `of` names everything the response depends on besides the league's name and the viewer.
    """
    viewer_key = _viewer_key(viewer)
    names = f"{league.name}|{league.renamings}"
    digest = hashlib.sha256(f"{league.pk}|{names}|{viewer_key}|{of}".encode()).hexdigest()[:32]
    return etag_not_modified_or(request, build, tag=f'W/"{digest}"')


def check_if_match(request: Any, row: Season, viewer: Viewer) -> None:
    """Raise `OutOfDate` unless `If-Match` is absent, `*`, or names the season's current tag.

    If the header is sent, the season stays locked until the transaction ends, so that nothing changes in between.
    """
    if IF_MATCH_PARAMETER.name in request.headers:
        locked_row = Season.objects.select_related("league").select_for_update(of=("self",)).get(pk=row.pk)
        check_if_match_unlocked(request, locked_row, viewer)


def check_if_match_unlocked(request: Any, row: Season, viewer: Viewer) -> None:
    """Raise `OutOfDate` unless `If-Match` is absent, `*`, or names the tag of the season as this row has it."""
    named = BESIDE_JOURNAL.sub("", request.headers.get(IF_MATCH_PARAMETER.name, ANY))
    if not _matches_etag(named, season_etag(row, viewer)):
        raise OutOfDate(
            f"{row.pk} has {row.length} entries by now and is not what `If-Match` names: read it again, and ask the "
            "same under a new key where it still holds."
        )


def check_content_match(request: Any, content: msgspec.Struct, *, called: str) -> None:
    """Raise `OutOfDate` unless `If-Match` is absent, `*`, or names the tag of the content as it is now.

    Call it while whatever may change the content is locked. `called` names the thing in the refusal.
    """
    if not _matches_etag(request.headers.get(IF_MATCH_PARAMETER.name, ANY), content_etag(content)):
        raise OutOfDate(
            f"{called} changed after you read it and is not what `If-Match` names: read it again, and ask the same "
            "under a new key where it still holds."
        )


def content_etag(content: msgspec.Struct) -> str:
    """The entity tag of a response that does not depend on the journal: a hash of its body."""
    return f'W/"{hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:32]}"'


def season_etag(row: Season, viewer: Viewer, of: str = "") -> str:
    """The entity tag of a season for a viewer, made from its journal, its league's names, the viewer, and `of`."""
    viewer_key = _viewer_key(viewer)
    names = f"{row.league.name}|{row.league.renamings}"
    digest = hashlib.sha256(f"{row.head}|{names}|{viewer_key}|{of}".encode()).hexdigest()[:24]
    return f'W/"{row.length}-{digest}"'


def content_not_modified_or(request: Any, content: msgspec.Struct) -> Response:
    """A response that does not depend on the journal, under a hash of its body; 304 if the sender has it already."""
    body = msgspec.json.encode(content)
    return etag_not_modified_or(
        request, lambda: msgspec.Raw(body), tag=f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    )


def etag_not_modified_or(request: Any, build: Callable[[], msgspec.Struct | msgspec.Raw], *, tag: str) -> Response:
    """The response made by `build` under that tag; 304 if `If-None-Match` names the tag."""
    if_none_match = request.headers.get("If-None-Match", "")
    not_modified = _matches_etag(if_none_match, tag)
    if not_modified and if_none_match.strip() == ANY:
        build()  # `*` matches only what exists: raises where there is nothing
    response = Response(status=NOT_MODIFIED) if not_modified else Response(build())
    response["ETag"] = tag
    return response


def _matches_etag(header: str, tag: str) -> bool:
    """Whether a header names that tag, or is `*`. Weak and strong forms of a tag are equal.

    Tags are made from the state a response is built from, not from its bytes, so weak comparison is right even for
    `If-Match`.
    """
    etags = parse_etags(header)
    return etags == [ANY] or tag.removeprefix(WEAK) in (etag.removeprefix(WEAK) for etag in etags)


def _viewer_key(viewer: Viewer) -> str:
    """The viewer as a text: what they may see depends on their roles in the league and the franchises they own."""
    return "/".join(sorted(f"{member.handle} {member.role} {member.franchise_id}" for member in viewer.memberships))

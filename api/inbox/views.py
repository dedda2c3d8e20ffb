"""Operation that reads the notices of the token's person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import content_not_modified_or
from api.inbox.schemas import InboxOut, NoticeOut
from api.openapi import response_schema
from api.people.views import AFTER_NUMBER, READ_PROBLEMS
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    parse_integer,
    parse_limit,
)
from api.request_context import league_for_member
from api.response_examples import response_example
from league.models import Notice
from league.pages.people.inbox import notice_url
from league.preferences import preferences_of
from league.queries.user_notices import notices_of_user
from league.times import Zones, league_zone
from scheduling import notices


@extend_schema(
    operation_id="inbox",
    summary="The reader's inbox",
    description=(
        "The notices that your token's person got in this league. Reading them here marks none as read. "
        f"{ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_NUMBER, LIMIT_PARAMETER],
    responses={
        200: response_schema(InboxOut, "The oldest first.", example=response_example("inbox")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def inbox(request: Any, league: str) -> Response:
    """The notices the token's person got in a league, in any role."""
    league_row, _ = league_for_member(request, league, "An inbox")
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)
    own_notices = notices_of_user(request.user).filter(member__league=league_row)
    fetched = list(own_notices.order_by("pk")[after : after + limit + 1])
    titles = notices.titles_in_notices(fetched)
    zone = preferences_of(request.user).time_zone
    page = tuple(
        _serialize_notice(notice, number, titles, zone) for number, notice in enumerate(fetched[:limit], after + 1)
    )
    body = InboxOut(
        league=league_row.pk,
        unread=own_notices.filter(read_at=None).count(),
        notices=page,
        next=page[-1].number if len(fetched) > limit else None,
    )
    return content_not_modified_or(request, body)


def _serialize_notice(notice: Notice, number: int, titles: Mapping[str, str], zone: str) -> NoticeOut:
    text = notices.notice_text(notice, titles, Zones(zone, league_zone(notice.member.league)))
    return NoticeOut(
        number=number,
        about=notice.about,
        subject=text.subject,
        sentence=text.sentence,
        arguments=notice.arguments,
        season=notice.season_id,
        at=notice.at,
        read=notice.read_at is not None,
        page=notice_url(notice, notice.member.league),
    )

"""Operation that reads the notices of the token's person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.etags import content_not_modified_or
from api.inbox.schemas import InboxOut, NoticeOut, ReadNoticesIn, ReadNoticesOut
from api.openapi import problem_responses, request_schema, response_schema
from api.people.views import AFTER_NUMBER, READ_PROBLEMS
from api.query_params import ETAG_DESCRIPTION, LARGEST_INTEGER, LIMIT_PARAMETER, parse_integer, parse_limit
from api.request_context import league_for_member, require_token
from api.response_examples import response_example
from api.validation import parse_body
from league.accounts import preferences_of
from league.models import Notice
from league.pages.people.inbox import mark_read
from league.queries.notices import notices_of_user
from league.times import Zones, league_zone
from league.tokens import READ_SCOPE
from rules.core.refusals import Malformed
from scheduling.notices import texts
from scheduling.notices.texts import notice_path

MOST_MARKED = 1000
"""The most notices that one request names."""


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
    titles = texts.titles_in_notices(fetched)
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


@extend_schema(
    operation_id="mark_notices_read",
    summary="Mark notices as read",
    description=(
        "Marks notices of your token's person in this league as read, as their inbox on the site does. The same "
        "request again changes nothing, so it needs no key. Needs a token with `read`."
    ),
    request=request_schema(ReadNoticesIn, example={"until": 118}),
    responses={
        200: response_schema(
            ReadNoticesOut, "They are read.", example={"league": "rust-belt", "marked": 3, "unread": 0}
        ),
        **problem_responses(400, 401, 403, 404, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
def mark_notices_read(request: Any, league: str) -> Response:
    """Mark notices of the token's person as read."""
    league_row, _ = league_for_member(request, league, "An inbox", read_only_too=True)
    token = require_token(request)
    if READ_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {READ_SCOPE!r}: make one that has it.")
    body = parse_body(ReadNoticesIn, request.data)
    if len(body.notices) > MOST_MARKED:
        raise Malformed(f"At most {MOST_MARKED} notices are marked at a time: send fewer, or `until`.").at("notices")
    wanted = [id for id in body.notices if 0 < id <= LARGEST_INTEGER]
    own_unread = notices_of_user(request.user).filter(member__league=league_row, read_at=None)
    chosen = own_unread.filter(Q(pk__in=wanted) | Q(pk__lte=min(body.until or 0, LARGEST_INTEGER)))
    marked = mark_read(
        request.user, wanted=list(chosen.order_by("pk").values_list("pk", flat=True)), at=timezone.now()
    )
    return Response(ReadNoticesOut(league=league_row.pk, marked=marked, unread=own_unread.count()))


def _serialize_notice(notice: Notice, number: int, titles: Mapping[str, str], zone: str) -> NoticeOut:
    text = texts.notice_text(notice, titles, Zones(zone, league_zone(notice.member.league)))
    return NoticeOut(
        number=number,
        id=notice.pk,
        about=notice.about,
        subject=text.subject,
        sentence=text.sentence,
        arguments=notice.arguments,
        season=notice.season_id,
        at=notice.at,
        read=notice.read_at is not None,
        page=notice_path(notice),
    )

"""Operations for appeals: listing, making and answering them."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.appeals import examples
from api.appeals.schemas import AnswerIn, AppealIn, AppealOut, AppealsOut
from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match, not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.reports.serializers import serialize_appeal
from api.reports.views import reporting_member
from api.request_context import require_token, season_and_viewer
from api.validation import parse_body
from league.queries.rulings import appeals_of
from league.tokens import COMMISSION_SCOPE, REPORT_SCOPE, act_scope
from scheduling.appeals import answer_appeal, file_appeal

OK, CREATED = 200, 201
LARGEST_APPEAL_NUMBER = 999_999_999
"""More than any season has, and within the range of the database's integers."""


@extend_schema(
    operation_id="appeals",
    summary="The appeals of a season",
    description=f"Every appeal against a result of the season, with its answer. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(
            AppealsOut,
            "The newest first.",
            example={"season": "rust-belt/s1", "appeals": [examples.APPEAL]},
        ),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def appeals(request: Any, league: str, season: str) -> Response:
    """Every appeal against a result of a season."""
    row, viewer = season_and_viewer(request, league, season)
    body = AppealsOut(season=row.pk, appeals=tuple(map(serialize_appeal, appeals_of(row.pk))))
    digest = hashlib.sha256(msgspec.json.encode(body)).hexdigest()
    return not_modified_or(request, row, viewer, lambda: body, of=f"appeals {digest}")


@extend_schema(
    operation_id="make_appeal",
    summary="Appeal against a result",
    description=(
        "Says that a result is wrong, for a team that was in the match, within the league's hours. Needs a token "
        "with `report`, or with the franchise's `act`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AppealIn, example=examples.APPEAL_IN),
    responses={
        200: response_schema(AppealOut, "It was made before, word for word.", example=examples.APPEAL),
        201: response_schema(AppealOut, "It waits for an answer.", example=examples.APPEAL),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def make_appeal(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Appeal against the result of a match."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    refuse_missing_key(request)
    body = parse_body(AppealIn, request.data)
    member, side = reporting_member(row, match, viewer, body.side)
    if {REPORT_SCOPE, act_scope(side)}.isdisjoint(token.scopes):
        raise ScopeMissing(f"The token {token.shown}… was made without {REPORT_SCOPE!r}: make one that has it.")
    at = timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        appeal = file_appeal(row, match=match, side=side, member=member, said=body.reason, at=at)
        return CREATED if appeal.at == at else OK, serialize_appeal(appeals_of(row.pk).get(pk=appeal.pk))

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="answer_appeal",
    summary="Answer an appeal",
    description=(
        "Upholds or dismisses an appeal, with a reason. A commissioner who runs no team in the match answers. The "
        "result of an upheld appeal is corrected by amending its `entry`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AnswerIn, example=examples.ANSWER_IN),
    responses={
        200: response_schema(AppealOut, "It is answered.", example=examples.DISMISSED_APPEAL),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def appeal_answer(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Uphold an appeal, or dismiss it."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    accepted_scopes = {
        COMMISSION_SCOPE,
        *(act_scope(member.franchise_id.rpartition("/")[2]) for member in viewer.memberships if member.franchise_id),
    }
    if accepted_scopes.isdisjoint(token.scopes):
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION_SCOPE!r}: make one that has it.")
    found = appeals_of(row.pk).filter(number=number).first() if number <= LARGEST_APPEAL_NUMBER else None
    if found is None:
        raise Http404(f"{row.pk} has no appeal {number if number <= LARGEST_APPEAL_NUMBER else 'of that number'}.")
    refuse_missing_key(request)
    body = parse_body(AnswerIn, request.data)
    at = timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        appeal = answer_appeal(row, found.pk, body.answer, members=viewer.memberships, said=body.reason, at=at)
        return OK, serialize_appeal(appeals_of(row.pk).get(pk=appeal.pk))

    return perform_once(request, build, at=at)

"""Appeals: made against a result, listed, answered."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.api import examples_reports
from league.api.keyed import refuse_unless_keyed
from league.api.once import once
from league.api.problems import ScopeMissing
from league.api.reports import reporter
from league.api.schema import KEYED, asked, problems, told
from league.api.shapes.reports import AnswerIn, AppealIn, AppealOut, AppealsOut
from league.api.sight import IF_MATCH, refuse_unless_as_tagged, refuse_unless_token, season_at, unless_known
from league.api.strictly import read_strictly
from league.api.telling_reports import appeal_told
from league.clock.appeals import answer_appeal, appeal
from league.queries.appeals import appeals_of
from league.tokens import COMMISSION, REPORT, act_for

OK, CREATED = 200, 201
LARGEST = 999_999_999
"""More appeals than any season has."""


@extend_schema(
    operation_id="appeals",
    summary="The appeals of a season",
    description="Answers 304 to whoever sends the `ETag` of an answer he has in `If-None-Match`.",
    responses={
        200: told(
            AppealsOut,
            "The newest first.",
            example={"season": "rust-belt/s1", "appeals": [examples_reports.APPEAL]},
        ),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def appeals(request: Any, league: str, season: str) -> Response:
    """Every appeal against a result of a season."""
    row, viewer = season_at(request, league, season)
    made = AppealsOut(season=row.pk, appeals=tuple(map(appeal_told, appeals_of(row.pk))))
    of = hashlib.sha256(msgspec.json.encode(made)).hexdigest()
    return unless_known(request, row, viewer, lambda: made, of=f"appeals {of}")


@extend_schema(
    operation_id="make_appeal",
    summary="Appeal against a result",
    description="For a team that was in the match, within the league's hours. Needs `report`, or its `act`.",
    parameters=[KEYED, IF_MATCH],
    request=asked(AppealIn, example=examples_reports.APPEALED),
    responses={
        200: told(AppealOut, "It was made before, word for word.", example=examples_reports.APPEAL),
        201: told(AppealOut, "It waits for an answer.", example=examples_reports.APPEAL),
        **problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def make_appeal(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Appeal against the result of a match."""
    row, viewer = season_at(request, league, season)
    token = refuse_unless_token(request)
    refuse_unless_keyed(request)
    sent = read_strictly(AppealIn, request.data)
    member, side = reporter(row, match, viewer, sent.side)
    if {REPORT, act_for(side)}.isdisjoint(token.scopes):
        raise ScopeMissing(f"The token {token.shown}… was made without {REPORT!r}: make one that has it.")
    at = timezone.now()

    def made() -> tuple[int, msgspec.Struct]:
        refuse_unless_as_tagged(request, row, viewer)
        done = appeal(row, match=match, side=side, member=member, said=sent.reason, at=at)
        return CREATED if done.at == at else OK, appeal_told(appeals_of(row.pk).get(pk=done.pk))

    return once(request, made, at=at)


@extend_schema(
    operation_id="answer_appeal",
    summary="Answer an appeal",
    description=(
        "`upheld` or `dismissed`, with a reason. A commissioner who runs no team in the match answers; an upheld one "
        "is put right by amending its `entry`."
    ),
    parameters=[KEYED, IF_MATCH],
    request=asked(AnswerIn, example=examples_reports.ANSWER),
    responses={
        200: told(AppealOut, "It is answered.", example=examples_reports.DISMISSED),
        **problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def answer(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Uphold an appeal, or dismiss it."""
    row, viewer = season_at(request, league, season)
    token = refuse_unless_token(request)
    may = {
        COMMISSION,
        *(act_for(each.franchise_id.rpartition("/")[2]) for each in viewer.memberships if each.franchise_id),
    }
    if may.isdisjoint(token.scopes):
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION!r}: make one that has it.")
    found = appeals_of(row.pk).filter(number=number).first() if number <= LARGEST else None
    if found is None:
        raise Http404(f"{row.pk} has no appeal {number if number <= LARGEST else 'of that number'}.")
    refuse_unless_keyed(request)
    sent = read_strictly(AnswerIn, request.data)
    at = timezone.now()

    def made() -> tuple[int, msgspec.Struct]:
        refuse_unless_as_tagged(request, row, viewer)
        done = answer_appeal(row, found.pk, sent.answer, members=viewer.memberships, said=sent.reason, at=at)
        return OK, appeal_told(appeals_of(row.pk).get(pk=done.pk))

    return once(request, made, at=at)

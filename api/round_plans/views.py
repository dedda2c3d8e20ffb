"""Operations for plans of rounds: reading, drawing up, changing and discarding them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.etags import IF_MATCH_PARAMETER, check_if_match, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import season_commissioner
from api.query_params import ETAG_DESCRIPTION
from api.request_context import league_for_member, season_and_viewer
from api.round_plans.schemas import DrawPlansIn, RoundPlanIn, RoundPlanOut, RoundPlansOut
from api.validation import parse_body, refuse_body
from journal.state import store
from league.models import Season
from league.queries.round_plans import plans_of
from rules.campaign.core.codec import command_from_document
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.round_plans import plan_all_rounds, rounds_left
from scheduling.round_plans import discard_round_plans, refuse_unplannable, save_round_plans

OK = 200
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 412, 415, 422, 429)
MATCHES: list[dict[str, Any]] = [{"match": "m4", "event": "race", "franchises": ["razors", "saints"]}]
PLANS: dict[str, Any] = {
    "season": "rust-belt/s1",
    "left": [4, 5],
    "plans": [{"number": 4, "matches": MATCHES, "updated_at": "2026-03-05T18:00:00Z"}],
}


@extend_schema(
    methods=["GET"],
    operation_id="round_plans",
    summary="The plans of rounds",
    description=(
        "Rounds that are drawn up and not announced yet, for members. The clock of an unattended league announces "
        f"them as they are planned. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(RoundPlansOut, "In order.", example=PLANS),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="draw_up_rounds",
    summary="Draw up the rest of a season",
    description="Plans every round that is not announced yet, as a commissioner, in place of what was planned.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(DrawPlansIn, example={"size": 2}),
    responses={
        200: response_schema(RoundPlansOut, "The plans as they are now.", example=PLANS),
        **problem_responses(*WRITE_STATUSES),
    },
)
@extend_schema(
    methods=["DELETE"],
    operation_id="discard_round_plans",
    summary="Discard the plans of rounds",
    description="Throws away every plan of the season, as a commissioner.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    responses={
        200: response_schema(RoundPlansOut, "None is left.", example={**PLANS, "plans": []}),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST", "DELETE"])
def plans(request: Any, league: str, season: str) -> HttpResponse:
    """Read, draw up or discard the plans of a season's rounds."""
    row, viewer = season_and_viewer(request, league, season)
    if request.method == "GET":
        league_for_member(request, league, "What is planned")
        return content_not_modified_or(request, _serialize_plans(row))
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    body = None
    if request.method == "POST":
        body = parse_body(DrawPlansIn, request.data)
    else:
        refuse_body(request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        if body is None:
            discard_round_plans(row)
        else:
            drawn = plan_all_rounds(store.load(row).season, size=body.size, rulesets=body.rulesets)
            save_round_plans(row, drawn, member=member, at=at)
        return OK, _serialize_plans(row)

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="set_round_plan",
    summary="Plan a round",
    description="Replaces the plan of a round that is not announced yet, as a commissioner.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(RoundPlanIn, example={"matches": MATCHES}),
    responses={
        200: response_schema(RoundPlansOut, "The plans as they are now.", example=PLANS),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["PUT"])
def plan(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Replace the plan of a round."""
    row, viewer = season_and_viewer(request, league, season)
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    matches = _parse_matches(parse_body(RoundPlanIn, request.data).matches)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        refuse_unplannable(store.load(row).season, number, matches)
        save_round_plans(row, {number: matches}, member=member, at=at)
        return OK, _serialize_plans(row)

    return perform_once(request, perform, at=at)


def _parse_matches(documents: list[dict[str, Any]]) -> list[MatchPlan]:
    """The matches as the command that announces them reads them. Raises `Malformed`."""
    announced = command_from_document({"type": "announce_round", "round": "planned", "matches": documents})
    assert isinstance(announced, AnnounceRound)  # noqa: S101 - by its type
    return list(announced.matches)


def _serialize_plans(row: Season) -> RoundPlansOut:
    left = rounds_left(store.load(row).season)
    return RoundPlansOut(
        season=row.pk,
        left=tuple(left),
        plans=tuple(
            RoundPlanOut(number=found.number, matches=tuple(found.matches), updated_at=found.updated_at)
            for found in plans_of(row.pk, after=0)
            if found.number in left
        ),
    )

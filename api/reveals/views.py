"""Operations for the reveals of a season's rounds: reading them, and setting, giving or calling off one."""

from __future__ import annotations

from datetime import datetime
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
from api.query_params import ETAG_DESCRIPTION, parse_moment
from api.request_context import season_and_viewer
from api.reveals import examples
from api.reveals.schemas import RevealIn, RevealOut, RevealsOut
from api.validation import parse_body
from league.models import Membership, Reveal, Season
from league.queries.match_times import reveals_of
from rules.core.refusals import Malformed
from scheduling.watch_parties import call_off_reveal, reveal_now, set_reveal

OK = 200


@extend_schema(
    methods=["GET"],
    operation_id="reveals",
    summary="When rounds are revealed",
    description=(
        "The times at which the matches of rounds are played and revealed together. Until then they wait at M4 "
        f"without a result. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(
            RevealsOut, "By round.", example={"season": "rust-belt/s1", "reveals": [examples.REVEAL]}
        ),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="set_reveal",
    summary="Set when a round is revealed",
    description=(
        "Sets or moves the time of a round, reveals it now, or calls the reveal off, as a commissioner. A round that "
        "was revealed is refused, and so is a time before the deadline of its line-ups."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(RevealIn, example=examples.REVEAL_IN),
    responses={
        200: response_schema(RevealOut, "It is so now.", example=examples.REVEAL),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def reveals(request: Any, league: str, season: str) -> HttpResponse:
    """Read the reveals of a season, or change the one of a round."""
    row, viewer = season_and_viewer(request, league, season)
    if request.method == "GET":
        return content_not_modified_or(
            request, RevealsOut(season=row.pk, reveals=tuple(map(_serialize_reveal, reveals_of(row.pk))))
        )
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    body = parse_body(RevealIn, request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        _perform_act(row, body, member=member, at=at)
        return OK, _serialize_reveal(reveals_of(row.pk).get(number=body.round))

    return perform_once(request, perform, at=at)


def _perform_act(row: Season, body: RevealIn, *, member: Membership, at: datetime) -> None:
    """Raises `Malformed`, or what the act is refused for."""
    if (body.act == "set") != (body.at is not None):
        raise Malformed("A time belongs to `set`, and only to it.").at("at")
    if body.at is not None:
        set_reveal(row.pk, body.round, until=parse_moment(body.at, "at"), member=member, at=at)
    elif body.act == "now":
        reveal_now(row.pk, body.round, member=member, at=at)
    else:
        call_off_reveal(row.pk, body.round, member=member, at=at)


def _serialize_reveal(reveal: Reveal) -> RevealOut:
    return RevealOut(round=reveal.number, at=reveal.at, changed_at=reveal.changed_at)

"""Operations that act on a season's clock as a commissioner, and let it go on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.awaited.schemas import WindowOut
from api.clock import examples
from api.clock.schemas import AdvancedOut, AdvanceIn, ClockIn, ClockOut
from api.etags import IF_MATCH_PARAMETER, check_if_match
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.journal.serializers import serialize_receipt
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import refuse_in_fork, season_commissioner
from api.query_params import parse_moment
from api.request_context import league_commissioner, season_and_viewer
from api.validation import parse_body
from journal.input_validation import refuse_improper_words
from league.models import Membership, Season
from league.queries.windows import open_windows
from rules.campaign.core.codec import command_document
from rules.core.refusals import Malformed
from scheduling import clock_controls
from scheduling.automatic_steps import MOST_STEPS, advance_season
from scheduling.calendar import calendar_of
from scheduling.clock_controls import send_reminder

OK = 200
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 412, 415, 422, 429)


@extend_schema(
    operation_id="act_on_clock",
    summary="Move a deadline, pause the clock, or remind",
    description=(
        "Moves a deadline to a later or an earlier time, calls time, pauses or resumes the clock of a window, a step "
        "or the whole league, or reminds those who are awaited, as a commissioner. Those concerned get a notice."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(ClockIn, example=examples.CLOCK_IN),
    responses={
        200: response_schema(ClockOut, "The clock as it is now.", example=examples.CLOCK),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def clock(request: Any, league: str, season: str) -> HttpResponse:
    """Act on the clock of a season."""
    row, viewer = season_and_viewer(request, league, season)
    member = league_commissioner(request, viewer)
    refuse_in_fork(row, "the clock and its deadlines")
    refuse_missing_key(request)
    body = parse_body(ClockIn, request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        return OK, _serialize_clock(row, reminded=_perform_act(row, body, member=member, at=at))

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="advance",
    summary="Let a season go on",
    description=(
        "Gives the commissioner's next steps, as the board's button does, until owners are asked or a match is to be "
        "played. Franchises without an owner answer by their standing orders in between."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AdvanceIn, example=examples.ADVANCE_IN),
    responses={
        200: response_schema(AdvancedOut, "How far it went.", example=examples.ADVANCED),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def advance(request: Any, league: str, season: str) -> HttpResponse:
    """Give the commissioner's next steps."""
    row, viewer = season_and_viewer(request, league, season)
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    body = parse_body(AdvanceIn, request.data)
    refuse_improper_words(body.words)
    if not 1 <= body.most <= MOST_STEPS:
        raise Malformed(f"An advance gives 1 to {MOST_STEPS} steps: choose a number in this range.").at("most")
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        advanced = advance_season(
            row.pk, member=member, at=at, key=batch_key(request), most=body.most, words=body.words
        )
        entries = [record.entry for answer in advanced.answers for record in answer.entries]
        row.refresh_from_db()
        return OK, AdvancedOut(
            steps=tuple(command_document(step) for step in advanced.steps),
            length=row.length,
            receipt=serialize_receipt(entries[-1], at=at) if entries else None,
        )

    return perform_once(request, perform, at=at)


def _perform_act(row: Season, body: ClockIn, *, member: Membership, at: datetime) -> int | None:
    """How many people were reminded, for that act alone. Raises `Malformed`, or what the act is refused for."""
    if (body.act == "move") != (body.until is not None):
        raise Malformed("A new deadline belongs to `move`, and only to it.").at("until")
    if body.seen is not None and body.act != "move":
        raise Malformed("A deadline that was read belongs to `move` alone.").at("seen")
    if body.act == "remind":
        return send_reminder(row.pk, body.what, member=member, at=at)
    arguments: dict[str, Any] = {"member": member, "at": at, "reason": body.reason}
    if body.until is not None:
        seen = None if body.seen is None else parse_moment(body.seen, "seen")
        until = parse_moment(body.until, "until")
        clock_controls.move_deadline(row.pk, body.what, until=until, seen=seen, **arguments)
    elif body.act == "close":
        clock_controls.close_window(row.pk, body.what, **arguments)
    elif body.act == "pause":
        clock_controls.pause_clock(row.pk, body.what, **arguments)
    else:
        clock_controls.resume_clock(row.pk, body.what, **arguments)
    return None


def _serialize_clock(row: Season, *, reminded: int | None) -> ClockOut:
    return ClockOut(
        season=row.pk,
        paused=tuple(sorted(map(str, calendar_of(row.league_id).paused))),
        windows=tuple(
            WindowOut(what=window.what, opened_at=window.opened_at, closes_at=window.closes_at, left=window.left)
            for window in open_windows(row.pk)
        ),
        reminded=reminded,
    )

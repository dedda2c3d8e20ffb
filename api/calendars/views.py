"""Operations for a league's calendar: reading it, and changing it as a commissioner."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.calendars.schemas import LeagueCalendarIn, LeagueCalendarOut
from api.etags import CONTENT_IF_MATCH_PARAMETER, check_content_match, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import league_and_viewer, league_commissioner, league_for_member
from api.validation import parse_body
from league.membership import lock_league
from league.models import League
from scheduling.calendar import DEFAULT_HOURS, calendar_of, set_calendar, step_hours

OK = 200
CALENDAR_IN: dict[str, Any] = {"time_zone": "Europe/Berlin", "hours": {"M3": 72, "E6": None}, "agreed_hours": 24}
CALENDAR: dict[str, Any] = {
    "league": "rust-belt",
    "kept": True,
    "time_zone": "Europe/Berlin",
    "hours": {"M3": 72, "M4": 72, "E6": 12},
    "unattended": False,
    "results": "reported",
    "reminder_hours": 24,
    "agreed_hours": 24,
    "least_evidence": "",
    "appeal_hours": 48,
    "missed_hours": 24,
    "standing_reveal": "SAT 20:00",
    "paused": [],
}


@extend_schema(
    methods=["GET"],
    operation_id="calendar",
    summary="The calendar of a league",
    description=f"How a league keeps time and accepts results, for its members. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(LeagueCalendarOut, "The calendar.", example=CALENDAR),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="set_calendar",
    summary="Change the calendar of a league",
    description=(
        "Changes what is sent and leaves the rest, as a commissioner. Windows that are open keep their time. The "
        "change is in the log of the league."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, CONTENT_IF_MATCH_PARAMETER],
    request=request_schema(LeagueCalendarIn, example=CALENDAR_IN),
    responses={
        200: response_schema(LeagueCalendarOut, "The calendar as it is now.", example=CALENDAR),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def calendar(request: Any, league: str) -> HttpResponse:
    """Read the calendar of a league, or change it."""
    if request.method == "GET":
        league_row, _ = league_for_member(request, league, "The calendar")
        return content_not_modified_or(request, _serialize_calendar(league_row))
    league_row, viewer = league_and_viewer(request, league)
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body = parse_body(LeagueCalendarIn, request.data)
    changes = {name: value for name, value in msgspec.structs.asdict(body).items() if value is not None}
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        lock_league(league_row)
        check_content_match(request, _serialize_calendar(league_row), called="The calendar")
        if changes:
            set_calendar(league=league_row.pk, member=member, at=at, **changes)
        return OK, _serialize_calendar(league_row)

    return perform_once(request, perform, at=at)


def _serialize_calendar(league: League) -> LeagueCalendarOut:
    row = calendar_of(league.pk)
    return LeagueCalendarOut(
        league=league.pk,
        kept=row.updated_at is not None,
        time_zone=row.time_zone,
        hours={step: step_hours(row, step) for step in DEFAULT_HOURS},
        unattended=row.unattended,
        results=row.results,
        reminder_hours=row.reminder_hours,
        agreed_hours=row.agreed_hours,
        least_evidence=row.least_evidence,
        appeal_hours=row.appeal_hours,
        missed_hours=row.missed_hours,
        standing_reveal=row.standing_reveal,
        paused=tuple(sorted(map(str, row.paused))),
    )

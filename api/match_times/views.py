"""Operations for the times of matches: reading one, agreeing on it, and home nights."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.match_times import examples
from api.match_times.schemas import HomeNightIn, HomeNightOut, HomeNightsOut, MatchTimeIn, MatchTimeOut
from api.match_times.serializers import serialize_match_time
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.reports.views import SideUnclear
from api.request_context import league_and_viewer, league_commissioner, require_token, season_and_viewer
from api.validation import parse_body
from explain.links import short_id
from league.access import NotYours, Viewer
from league.models import AccessToken, HomeNight, Membership, Season
from league.queries.match_times import home_nights_of
from league.tokens import COMMISSION_SCOPE, act_scope
from rules.core.refusals import Malformed, Unknown
from scheduling import appointments
from scheduling.meetings import Meeting, load_meeting, set_home_night

OK = 200
COMMISSIONERS_OWN = ("set",)
OFFERS = {"propose": appointments.propose, "counter": appointments.counter, "move": appointments.move}


@extend_schema(
    methods=["GET"],
    operation_id="match_time",
    summary="When a match is played",
    description=(
        "The time that the teams of a match agreed on, what they propose, and until when it can be changed. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(MatchTimeOut, "As it stands.", example=examples.MATCH_TIME),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="arrange_match_time",
    summary="Agree on when a match is played",
    description=(
        "Proposes times for a team, accepts, counters or turns down those of another, moves or calls off an agreed "
        "time, or says what became of one that was missed. Needs the team's `act`, or `commission` to set a time "
        "alone and for teams without an owner."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(MatchTimeIn, example=examples.MATCH_TIME_IN),
    responses={
        200: response_schema(MatchTimeOut, "It is so now.", example=examples.MATCH_TIME),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def match_time(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Read when a match is played, or do something about it."""
    row, viewer = season_and_viewer(request, league, season)
    meeting = _find(row, match)
    at = timezone.now()
    if request.method == "GET":
        return content_not_modified_or(request, _serialize(meeting, viewer, at=at))
    token = require_token(request)
    refuse_missing_key(request)
    body = parse_body(MatchTimeIn, request.data)
    member, side = _acting_member(meeting, viewer, token, body)

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        _perform_act(row, match, body, member=member, side=side, at=at)
        return OK, _serialize(_find(row, match), viewer, at=at)

    return perform_once(request, perform, at=at)


@extend_schema(
    methods=["GET"],
    operation_id="home_nights",
    summary="The home nights of a league",
    description=f"The evenings that are suggested for matches. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(
            HomeNightsOut, "By franchise.", example={"league": "rust-belt", "home_nights": [examples.HOME_NIGHT]}
        ),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="set_home_night",
    summary="Set a home night",
    description=(
        "Sets or takes away the home night of a franchise with its `act`, or the league's match night with "
        "`commission`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(HomeNightIn, example=examples.HOME_NIGHT_IN),
    responses={
        200: response_schema(
            HomeNightsOut, "They are so now.", example={"league": "rust-belt", "home_nights": [examples.HOME_NIGHT]}
        ),
        **problem_responses(400, 401, 403, 404, 406, 409, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def home_nights(request: Any, league: str) -> HttpResponse:
    """Read the home nights of a league, or set one."""
    found, viewer = league_and_viewer(request, league)
    if request.method == "GET":
        return content_not_modified_or(request, _serialize_nights(found.pk))
    token = require_token(request)
    refuse_missing_key(request)
    body = parse_body(HomeNightIn, request.data)
    owner = next((own for own in viewer.memberships if short_id(own.franchise_id or "") == body.franchise), None)
    if body.franchise and owner is not None and act_scope(body.franchise) in token.scopes:
        member = owner
    else:
        member = league_commissioner(request, viewer)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        set_home_night(league=found, franchise=body.franchise, night=body.night, member=member, at=at)
        return OK, _serialize_nights(found.pk)

    return perform_once(request, perform, at=at)


def _find(row: Season, match: str) -> Meeting:
    """The match of that short id. Raises `Http404`."""
    try:
        return load_meeting(row.pk, match)
    except Unknown:
        raise Http404(f"{row.pk} has no match {match[:80]!r}.") from None


def _acting_member(meeting: Meeting, viewer: Viewer, token: AccessToken, body: MatchTimeIn) -> tuple[Membership, str]:
    """The membership by which a token's person acts, and the side, "" for a commissioner of the league.

    Raises `SideUnclear`, `NotYours` or `ScopeMissing`.
    """
    own = _own_sides(meeting, viewer)
    commissioner = next(
        (member for member in viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    side = body.side
    if side is None and body.act not in COMMISSIONERS_OWN and len(own) > 1:
        raise SideUnclear(f"You run {' and '.join(own)}: say by `side` for which of them.").at("side")
    if side is None:
        side = own[0] if own and body.act not in COMMISSIONERS_OWN else ""
    member = meeting.owners[side] if side in own else commissioner
    if member is None:
        raise NotYours(f"The token's person has no say about the time of {meeting.short_id}.")
    scope = act_scope(side) if side in own else COMMISSION_SCOPE
    if scope not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {scope!r}: make one that has it.")
    return member, side


def _own_sides(meeting: Meeting, viewer: Viewer) -> list[str]:
    """The sides of a match that the viewer owns."""
    own = {member.pk for member in viewer.memberships}
    return [side for side, owner in meeting.owners.items() if owner.pk in own]


def _perform_act(row: Season, match: str, body: MatchTimeIn, *, member: Membership, side: str, at: datetime) -> None:
    """Raises `Malformed`, or what the act is refused for."""
    place: tuple[str, str] = (row.pk, match)
    common: dict[str, Any] = {"member": member, "seen": body.seen, "at": at}
    match body.act:
        case "propose" | "counter" | "move":
            times = [_parse_moment(text, "times", number) for number, text in enumerate(body.times)]
            OFFERS[body.act](*place, side=side, times=times, note=body.note, **common)
        case "accept":
            if body.number is None:
                raise Malformed("Name the time that you accept by its number.").at("number")
            appointments.accept(*place, side=side, number=body.number, **common)
        case "decline":
            appointments.decline(*place, side=side, **common)
        case "set":
            moment = _parse_moment(body.time or "", "time")
            appointments.set_time(*place, time=moment, reason=body.reason, **common)
        case "call_off":
            appointments.call_off(*place, side=side, reason=body.reason, **common)
        case "missed":
            appointments.report_missed(
                *place, side=side, said=body.said or "", about=body.about, member=member, at=at
            )


def _parse_moment(text: str, *pointer: str | int) -> datetime:
    """A moment that names its offset. Raises `Malformed`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Malformed("Name the time with its offset, such as 2026-11-28T20:00:00+01:00.").at(*pointer)
    return moment


def _serialize(meeting: Meeting, viewer: Viewer, *, at: datetime) -> MatchTimeOut:
    sees_offer = viewer.is_commissioner or bool(_own_sides(meeting, viewer))
    return serialize_match_time(meeting, sees_offer=sees_offer, at=at)


def _serialize_nights(league: str) -> HomeNightsOut:
    return HomeNightsOut(league=league, home_nights=tuple(map(_serialize_night, home_nights_of(league))))


def _serialize_night(home_night: HomeNight) -> HomeNightOut:
    return HomeNightOut(franchise=home_night.franchise, night=home_night.night, zone=home_night.zone)

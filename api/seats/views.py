"""Operations on seats: leagues offer them, people look for one, ask for one, and are answered."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION, LARGEST_INTEGER
from api.request_context import league_and_viewer, league_commissioner, require_acting_token
from api.response_examples import response_example
from api.seats import examples
from api.seats.schemas import (
    SeatAdIn,
    SeatAdOut,
    SeatAnswerIn,
    SeatNoteIn,
    SeatRequestOut,
    SeatRequestsOut,
    SeatSeekerOut,
    SeatsOut,
    SeatWantedIn,
)
from api.validation import parse_body, refuse_body
from explain.links import short_id
from league.accounts import display_name
from league.invitations import free_franchises
from league.models import League, SeatRequest
from league.queries.seats import offered_seats, open_requests, standing_ads, standing_seekers
from scheduling import seats as finding

OK, CREATED = 200, 201
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 410, 415, 422, 429)
COMMISSION_DESCRIPTION = "Needs a token with `commission`."
PERSON_DESCRIPTION = "Needs a token that may do more than read."


@extend_schema(
    operation_id="seats",
    summary="The seats that are offered",
    description=(
        f"Free seats that leagues advertise, and with a token the people who look for one. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(SeatsOut, "The newest first.", example=response_example("seats")),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def seats(request: Any) -> Response:
    """Free seats, and people who look for one."""
    return content_not_modified_or(request, _serialize_seats(request))


@extend_schema(
    operation_id="look_for_seat",
    summary="Look for a seat",
    description=f"Says for 30 days that you look for a seat, to people who are logged in. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(SeatWantedIn, example=examples.WANTED_IN),
    responses={
        200: response_schema(SeatsOut, "It is shown.", example=examples.SEATS),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def look(request: Any) -> HttpResponse:
    """Say that one looks for a seat."""
    require_acting_token(request)
    refuse_missing_key(request)
    body, at = parse_body(SeatWantedIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        finding.look_for_seat(user=request.user, note=body.note, time_zone=body.time_zone, at=at)
        return OK, _serialize_seats(request)

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="stop_looking",
    summary="Stop looking for a seat",
    description=f"Nobody is told any more that you look for a seat. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(SeatsOut, "It is no longer shown.", example=examples.SEATS),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def stop_looking(request: Any) -> HttpResponse:
    """Say no more that one looks for a seat."""
    require_acting_token(request)
    refuse_missing_key(request)
    refuse_body(request.data)

    def build() -> tuple[int, msgspec.Struct]:
        finding.stop_looking(user=request.user)
        return OK, _serialize_seats(request)

    return perform_once(request, build, at=timezone.now())


@extend_schema(
    operation_id="advertise_seats",
    summary="Advertise free seats",
    description=f"Advertises free franchises for 30 days, or changes and renews that. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(SeatAdIn, example=examples.AD_IN),
    responses={
        200: response_schema(SeatAdOut, "They are advertised.", example=examples.AD),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def advertise(request: Any, league: str) -> HttpResponse:
    """Advertise the free seats of a league."""
    found, viewer = league_and_viewer(request, league)
    by = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body, at = parse_body(SeatAdIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        ad = finding.advertise_seats(league=found, by=by, at=at, **msgspec.structs.asdict(body))
        return OK, _serialize_ad(ad, offered_seats([ad])[found.pk])

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="withdraw_seat_ad",
    summary="Stop advertising seats",
    description=f"Takes the advertisement back; requests that were made stay. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(SeatRequestsOut, "It is taken back.", example=examples.REQUESTS),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def withdraw_ad(request: Any, league: str) -> HttpResponse:
    """Take the advertisement of a league back."""
    found, viewer = league_and_viewer(request, league, read_only_too=True)
    by = league_commissioner(request, viewer)
    refuse_missing_key(request)
    refuse_body(request.data)
    at = timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        finding.withdraw_ad(league=found, by=by, at=at)
        return OK, _serialize_requests(found)

    return perform_once(request, build, at=at)


@extend_schema(
    methods=["GET"],
    operation_id="seat_requests",
    summary="Who asks for a seat",
    description=f"The requests for seats that wait for an answer. {COMMISSION_DESCRIPTION} {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeatRequestsOut, "The oldest first.", example=examples.REQUESTS),
        **problem_responses(401, 403, 404, 406, 410, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="ask_for_seat",
    summary="Ask for a seat",
    description=f"Asks a league that advertises for a seat, as somebody who watches it. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(SeatNoteIn, example=examples.NOTE_IN),
    responses={
        201: response_schema(SeatRequestOut, "It is asked for.", example=examples.REQUEST),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def requests(request: Any, league: str) -> Response | HttpResponse:
    """The open requests for seats of a league; POST makes one."""
    found, viewer = league_and_viewer(request, league)
    if request.method == "GET":
        league_commissioner(request, viewer)
        return content_not_modified_or(request, _serialize_requests(found))
    require_acting_token(request)
    refuse_missing_key(request)
    body, at = parse_body(SeatNoteIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        asked = finding.ask_for_seat(league=found.pk, user=request.user, note=body.note, at=at)
        return CREATED, _serialize_request(asked)

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="answer_seat_request",
    summary="Give or decline a seat",
    description=(
        "Gives the person who asked a franchise that nobody owns, or declines, which is possible in an archived "
        f"league too. {COMMISSION_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(SeatAnswerIn, example=examples.ANSWER_IN),
    responses={
        200: response_schema(SeatRequestOut, "It is answered.", example=examples.GIVEN),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def answer(request: Any, league: str, number: int) -> HttpResponse:
    """Answer a request for a seat; `give_seat` refuses in a league that can only be read."""
    found, viewer = league_and_viewer(request, league, read_only_too=True)
    by = league_commissioner(request, viewer)
    refuse_missing_key(request)
    _refuse_unknown_request(found, number)
    body, at = parse_body(SeatAnswerIn, request.data), timezone.now()
    arguments: dict[str, Any] = {"league": found, "request": number, "by": by, "at": at, "answer": body.note}

    def build() -> tuple[int, msgspec.Struct]:
        if body.answer == "given":
            finding.give_seat(franchise=body.franchise, **arguments)
        else:
            finding.decline_seat(**arguments)
        return OK, _serialize_request(SeatRequest.objects.select_related("user").get(pk=number))

    return perform_once(request, build, at=at)


@extend_schema(
    operation_id="withdraw_seat_request",
    summary="Withdraw a request for a seat",
    description=f"Withdraws a request of your own that was not answered yet. {PERSON_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(SeatRequestOut, "It is withdrawn.", example=examples.WITHDRAWN),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def withdraw_request(request: Any, league: str, number: int) -> HttpResponse:
    """Withdraw a request for a seat."""
    found, _ = league_and_viewer(request, league, read_only_too=True)
    require_acting_token(request)
    refuse_missing_key(request)
    _refuse_unknown_request(found, number)
    refuse_body(request.data)
    at = timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        return OK, _serialize_request(finding.withdraw_request(user=request.user, request=number, at=at))

    return perform_once(request, build, at=at)


def _refuse_unknown_request(league: League, number: int) -> None:
    """Raise `Http404` for a request that a league never had."""
    if number > LARGEST_INTEGER or not SeatRequest.objects.filter(league=league, pk=number).exists():
        raise Http404(f"{league.pk} has no request of that number.")


def _serialize_seats(request: Any) -> SeatsOut:
    at = timezone.now()
    ads = list(standing_ads(at=at))
    offered = offered_seats(ads)
    seekers = standing_seekers(at=at) if request.auth is not None else ()
    return SeatsOut(
        seats=tuple(_serialize_ad(ad, offered[ad.league_id]) for ad in ads if offered[ad.league_id].seats),
        seekers=tuple(
            SeatSeekerOut(
                name=display_name(row.user), note=row.note, time_zone=row.time_zone, expires_at=row.expires_at
            )
            for row in seekers
        ),
    )


def _serialize_ad(ad: Any, offered: Any) -> SeatAdOut:
    return SeatAdOut(
        league=ad.league_id,
        name=ad.league.name,
        franchises=tuple(name for _, name in offered.seats) if ad.league.public else (),
        free=len(offered.seats),
        system=offered.system,
        note=ad.note,
        time_zone=ad.time_zone,
        pace=ad.pace,
        experience=ad.experience,
        expires_at=ad.expires_at,
    )


def _serialize_requests(league: League) -> SeatRequestsOut:
    return SeatRequestsOut(
        league=league.pk,
        requests=tuple(map(_serialize_request, open_requests(league.pk))),
        free=tuple(short_id(row.pk) for row in free_franchises(league)),
    )


def _serialize_request(row: Any) -> SeatRequestOut:
    return SeatRequestOut(
        number=row.pk,
        name=display_name(row.user),
        note=row.note,
        state=row.state,
        franchise=row.franchise or None,
        asked_at=row.asked_at,
    )

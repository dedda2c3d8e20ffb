"""Operations about what becomes of a league: who reads it, its archive, its deletion, and who runs it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.etags import content_not_modified_or
from api.future import examples
from api.future.schemas import (
    ArchiveIn,
    DeletionIn,
    DeletionOut,
    FutureOut,
    HandoverAnswerIn,
    HandoverIn,
    HandoverOut,
    TakerOut,
    VisibilityIn,
)
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION, LARGEST_INTEGER
from api.request_context import league_and_viewer, league_commissioner, require_acting_token, require_token
from api.response_examples import response_example
from api.validation import parse_body, refuse_body
from league.access import Viewer
from league.models import HandoverOffer, League, Membership
from league.pages.future import future_page
from league.role_changes import set_public
from scheduling import handovers, league_life

OK = 200
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 410, 415, 422, 429)
COMMISSION_DESCRIPTION = "Needs a token with `commission`."
Act = Callable[[Membership, datetime], object]


def _write_responses(description: str, example: dict[str, Any]) -> dict[Any, Any]:
    return {200: response_schema(FutureOut, description, example=example), **problem_responses(*WRITE_STATUSES)}


@extend_schema(
    operation_id="future",
    summary="The future of a league",
    description=(
        "Whether the league is archived or will be deleted, and whom it is offered to, for members. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(FutureOut, "What becomes of the league.", example=response_example("future")),
        **problem_responses(401, 403, 404, 406, 410, 429),
    },
)
@api_view(["GET"])
def future(request: Any, league: str) -> Response:
    """What becomes of a league."""
    found, viewer = _league_of_member(request, league)
    return content_not_modified_or(request, _serialize(found, viewer, at=timezone.now()))


@extend_schema(
    operation_id="archive_league",
    summary="Archive a league",
    description=f"Makes the league read-only: nothing in it changes until it is unarchived. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(ArchiveIn, example=examples.ARCHIVE_IN),
    responses=_write_responses("It is archived.", examples.ARCHIVED),
)
@api_view(["POST"])
def archive(request: Any, league: str) -> HttpResponse:
    """Archive a league."""

    def read(found: League) -> Act:
        body = parse_body(ArchiveIn, request.data)
        return lambda by, at: league_life.archive_league(league=found, by=by, at=at, reason=body.reason)

    return _perform(request, league, read)


@extend_schema(
    operation_id="unarchive_league",
    summary="Take a league out of the archive",
    description=f"Lets the league go on; its windows have the time they had left. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses=_write_responses("It goes on.", examples.FUTURE),
)
@api_view(["POST"])
def unarchive(request: Any, league: str) -> HttpResponse:
    """Take a league out of the archive."""

    def read(found: League) -> Act:
        refuse_body(request.data)
        return lambda by, at: league_life.unarchive_league(league=found, by=by, at=at)

    return _perform(request, league, read)


@extend_schema(
    operation_id="show_league",
    summary="Show or hide a league",
    description=f"Lets everybody read the league, or its members alone. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(VisibilityIn, example=examples.VISIBILITY_IN),
    responses=_write_responses("It is shown or hidden.", examples.HIDDEN),
)
@api_view(["POST"])
def visibility(request: Any, league: str) -> HttpResponse:
    """Show a league to everybody, or to its members alone."""

    def read(found: League) -> Act:
        body = parse_body(VisibilityIn, request.data)
        return lambda by, at: set_public(league=found, public=body.public, by=by, at=at)

    return _perform(request, league, read)


@extend_schema(
    operation_id="ask_deletion",
    summary="Ask to delete a league",
    description=(
        "Asks to delete the league, and notifies all members. If you are its only commissioner, it is confirmed by "
        f"that. {COMMISSION_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(DeletionIn, example=examples.DELETION_IN),
    responses=_write_responses("It is asked for.", examples.ASKED),
)
@api_view(["POST"])
def deletion(request: Any, league: str) -> HttpResponse:
    """Ask to delete a league."""

    def read(found: League) -> Act:
        body = parse_body(DeletionIn, request.data)
        return lambda by, at: league_life.ask_deletion(league=found, by=by, at=at, reason=body.reason, days=body.days)

    return _perform(request, league, read)


@extend_schema(
    operation_id="confirm_deletion",
    summary="Confirm the deletion of a league",
    description=(
        "Confirms it as another commissioner than the one who asked. The league can only be read from then on, and "
        f"is deleted after the days that were asked for. {COMMISSION_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses=_write_responses("It is confirmed.", examples.CONFIRMED),
)
@api_view(["POST"])
def deletion_confirmation(request: Any, league: str) -> HttpResponse:
    """Confirm the deletion of a league."""

    def read(found: League) -> Act:
        refuse_body(request.data)
        return lambda by, at: league_life.confirm_deletion(league=found, by=by, at=at)

    return _perform(request, league, read)


@extend_schema(
    operation_id="keep_league",
    summary="Keep a league",
    description=f"Takes the deletion of the league back; any commissioner may. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses=_write_responses("It is kept.", examples.FUTURE),
)
@api_view(["POST"])
def deletion_cancellation(request: Any, league: str) -> HttpResponse:
    """Take the deletion of a league back."""

    def read(found: League) -> Act:
        refuse_body(request.data)
        return lambda by, at: league_life.keep_league(league=found, by=by, at=at)

    return _perform(request, league, read)


@extend_schema(
    operation_id="offer_handover",
    summary="Offer a league to a member",
    description=f"Asks a member to run the league with you, or in your place. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(HandoverIn, example=examples.HANDOVER_IN),
    responses=_write_responses("It is offered.", examples.OFFERED),
)
@api_view(["POST"])
def offer_handover(request: Any, league: str) -> HttpResponse:
    """Offer a league to a member."""

    def read(found: League) -> Act:
        body = parse_body(HandoverIn, request.data)
        number = body.member if 0 < body.member <= LARGEST_INTEGER else 0
        to = Membership.objects.filter(league=found, pk=number).first()
        return lambda by, at: handovers.offer_handover(
            league=found, by=by, to=to, steps_down=body.steps_down, at=at, note=body.note
        )

    return _perform(request, league, read)


@extend_schema(
    operation_id="withdraw_handover",
    summary="Withdraw an offer of a league",
    description=f"Withdraws an offer that was not answered yet. {COMMISSION_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses=_write_responses("It is withdrawn.", examples.FUTURE),
)
@api_view(["POST"])
def handover_withdrawal(request: Any, league: str, number: int) -> HttpResponse:
    """Withdraw an offer of a league."""

    def read(found: League) -> Act:
        _refuse_unknown_offer(found, number)
        refuse_body(request.data)
        return lambda by, at: handovers.withdraw_handover(league=found, offer=number, by=by, at=at)

    return _perform(request, league, read)


@extend_schema(
    operation_id="answer_handover",
    summary="Answer an offer of a league",
    description=(
        "Accepts or declines an offer that was made to you. Needs a token that may do more than read, in the league."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(HandoverAnswerIn, example=examples.HANDOVER_ANSWER_IN),
    responses=_write_responses("It is answered.", examples.FUTURE),
)
@api_view(["POST"])
def handover_answer(request: Any, league: str, number: int) -> HttpResponse:
    """Accept or decline an offer of a league."""
    found, viewer = league_and_viewer(request, league, read_only_too=True)
    token = require_acting_token(request)
    if not viewer.is_member:
        raise ScopeMissing(f"The person of the token {token.shown}… left the league: offers are made to members.")
    refuse_missing_key(request)
    _refuse_unknown_offer(found, number)
    body, at = parse_body(HandoverAnswerIn, request.data), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        accepts = body.answer == "accepted"
        handovers.answer_handover(league=found, offer=number, user=request.user.pk, accepts=accepts, at=at)
        return OK, _serialize(found, viewer, at=at)

    return perform_once(request, build, at=at)


def _perform(request: Any, league: str, read: Callable[[League], Act]) -> HttpResponse:
    """Perform a commissioner's act once, and answer what becomes of the league now. `read` reads what is sent."""
    found, viewer = league_and_viewer(request, league, read_only_too=True)
    by = league_commissioner(request, viewer)
    refuse_missing_key(request)
    act, at = read(found), timezone.now()

    def build() -> tuple[int, msgspec.Struct]:
        act(by, at)
        return OK, _serialize(League.objects.get(pk=found.pk), viewer, at=at)

    return perform_once(request, build, at=at)


def _league_of_member(request: Any, league: str) -> tuple[League, Viewer]:
    """A league and its viewer. Raises as `league_and_viewer` does, or `Http404` for people who are no members."""
    found, viewer = league_and_viewer(request, league)
    require_token(request)
    if not viewer.is_member:
        raise Http404(f"What becomes of {found.pk} is for its members: ask a commissioner for an invitation.")
    return found, viewer


def _refuse_unknown_offer(league: League, number: int) -> None:
    """Raise `Http404` for an offer that a league never had."""
    if number > LARGEST_INTEGER or not HandoverOffer.objects.filter(league=league, pk=number).exists():
        raise Http404(f"{league.pk} has no offer of that number.")


def _serialize(league: League, viewer: Viewer, *, at: datetime) -> FutureOut:
    page = future_page(league=league, viewer=viewer, at=at) or {}
    request = page["request_for_deletion"]
    return FutureOut(
        league=league.pk,
        public=league.public,
        archived_at=league.archived_at,
        delete_at=league.delete_at,
        deletion=None
        if request is None
        else DeletionOut(
            asked_by=page["asked_by"],
            asked_at=request.asked_at,
            reason=request.reason,
            days=request.days,
            confirmed_at=request.confirmed_at,
        ),
        handovers=tuple(
            HandoverOut(
                number=offer.id,
                giver=offer.giver,
                taker=offer.taker,
                own=offer.to_viewer,
                steps_down=offer.steps_down,
                note=offer.note,
                until=offer.until,
            )
            for offer in page["offers"]
        ),
        takers=tuple(TakerOut(member=member, name=name) for member, name in page["takers"]),
    )

"""Operations for an owner's draft queue: reading it, replacing it, and changing one driver's place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.draft_queue import examples
from api.draft_queue.schemas import DraftQueueChangeIn, DraftQueueIn, DraftQueueOut
from api.etags import CONTENT_IF_MATCH_PARAMETER, check_content_match, content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import franchise_actor, refuse_in_fork
from api.query_params import ETAG_DESCRIPTION
from api.request_context import require_token, season_and_viewer
from api.validation import parse_body
from drivers.pages.draft import PICKING_STEP, free_driver_ids, load_draft
from drivers.pages.draft_queue import NobodyPicks, queue_of, refuse_unpickable, save_queue, with_driver_at
from explain.links import short_id
from franchises.queries.season_franchises import franchise_of
from franchises.standing_orders import lock_standing_orders
from league.access import NotYours, Viewer, owns
from league.models import Season
from rules.core.refusals import Malformed

OK = 200
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 412, 415, 422, 429)
QueueChange = Callable[[list[str], set[str]], list[str]]
"""What becomes of a queue, given the drivers who may be picked."""


@extend_schema(
    methods=["GET"],
    operation_id="draft_queue",
    summary="A draft queue",
    description=(
        "Whom the franchise's standing orders pick when the time of its turn is up. For its owner: nobody else, "
        f"commissioners included, reads it. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(DraftQueueOut, "The first choice first.", example=examples.QUEUE),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["PUT"],
    operation_id="replace_draft_queue",
    summary="Replace a draft queue",
    description=(
        "Puts another queue in place of the one that stands, while drivers are picked. Send `If-Match`, so that a "
        "change made meanwhile is not lost."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, CONTENT_IF_MATCH_PARAMETER],
    request=request_schema(DraftQueueIn, example=examples.QUEUE_IN),
    responses={
        200: response_schema(DraftQueueOut, "The queue as it is now.", example=examples.QUEUE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="change_draft_queue",
    summary="Change a draft queue",
    description=(
        "Adds, moves or removes one driver, while drivers are picked. Of two changes at once both are kept; with "
        "`If-Match` the second is refused."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, CONTENT_IF_MATCH_PARAMETER],
    request=request_schema(DraftQueueChangeIn, example=examples.CHANGE_IN),
    responses={
        200: response_schema(DraftQueueOut, "The queue as it is now.", example=examples.QUEUE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "PUT", "POST"])
def draft_queue(request: Any, league: str, season: str, franchise: str) -> HttpResponse:
    """Read, replace or change the draft queue of one's own franchise."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    if franchise_of(row.pk, franchise) is None:
        raise Http404(f"{row.pk} has no franchise {franchise[:80]!r}.")
    if request.method == "GET":
        _refuse_stranger(viewer, franchise)
        return content_not_modified_or(request, _serialize_queue(row, franchise))
    member = franchise_actor(viewer, token, franchise)
    if not owns(member, franchise):
        raise NotYours("A draft queue is for its owner alone to read and change.")
    refuse_in_fork(row, "draft queues")
    refuse_missing_key(request)
    change = _replacement(request.data) if request.method == "PUT" else _single_change(request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        if row.step != PICKING_STEP:
            raise NobodyPicks(
                "Nobody picks drivers now: before the draft, set `draft_queue` among the standing orders."
            )
        free = free_driver_ids(load_draft(row), franchise)
        lock_standing_orders(f"{row.league_id}/{franchise}")
        check_content_match(request, _serialize_queue(row, franchise), called="The draft queue")
        save_queue(lambda queue: change(queue, free), franchise=franchise, member=member, at=at)
        return OK, _serialize_queue(row, franchise)

    return perform_once(request, perform, at=at)


def _refuse_stranger(viewer: Viewer, franchise: str) -> None:
    """Raise `PermissionDenied` for everybody but the franchise's owner."""
    if franchise not in {short_id(owned.pk) for owned in viewer.franchises}:
        raise PermissionDenied("A draft queue is read by its owner alone.")


def _replacement(document: Any) -> QueueChange:
    """The change to the queue that a request sends whole. Raises what is wrong with it, or on performing it."""
    wanted = parse_body(DraftQueueIn, document).drivers

    def change(_queue: list[str], free: set[str]) -> list[str]:
        refuse_unpickable(wanted, free=free)
        return wanted

    return change


def _single_change(document: Any) -> QueueChange:
    """The change of one driver's place that a request asks for. Raises what is wrong with it, or on performing it."""
    body = parse_body(DraftQueueChangeIn, document)
    if body.place is not None and (body.act == "remove" or body.place < 1):
        raise Malformed("A place is 1 for the first choice, and is for `add` and `move` alone.").at("place")

    def change(queue: list[str], free: set[str]) -> list[str]:
        if body.act == "remove":
            return [driver for driver in queue if driver != body.driver and driver in free]
        if body.act == "move" and body.driver not in queue:
            raise Malformed("That driver is not in the queue: add them.").at("driver")
        return with_driver_at(queue, body.driver, len(queue) if body.place is None else body.place - 1, free=free)

    return change


def _serialize_queue(row: Season, franchise: str) -> DraftQueueOut:
    queue, is_open = queue_of(row.league_id, franchise), row.step == PICKING_STEP
    free = free_driver_ids(load_draft(row), franchise) if is_open and queue else set()
    return DraftQueueOut(
        franchise=franchise,
        open=is_open,
        drivers=tuple(queue),
        gone=tuple(driver for driver in queue if driver not in free) if is_open else (),
    )

"""Operations for standing orders: reading, setting and clearing them, and trying what they would do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.commands.serializers import serialize_trial
from api.errors import problem_from_exception
from api.etags import CONTENT_IF_MATCH_PARAMETER, check_content_match, content_etag, etag_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import franchise_actor, refuse_in_fork
from api.query_params import ETAG_DESCRIPTION
from api.request_context import require_token, season_and_viewer
from api.response_examples import response_example
from api.standing_orders import examples
from api.standing_orders.schemas import OrdersIn, OrdersOut, OrdersPreviewOut, OrdersTriedIn
from api.validation import parse_body, refuse_body
from explain.command_preview import preview_commands
from explain.names import Names
from franchises.pages.standing_orders import OWNER_ONLY_POLICIES, hidden_orders
from franchises.queries.franchise import standing_orders
from franchises.queries.season_franchises import franchise_of
from franchises.standing_orders import lock_standing_orders, set_standing_orders
from journal.state.visible import load_visible_state
from league.access import NotYours, Viewer, owns
from league.models import Membership, Season
from rules.campaign.core.codec import command_document
from rules.campaign.steward import DEFAULT_ORDERS, answers, orders_from

OK = 200
WHAT = "standing orders"
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 412, 415, 422, 429)
DEFAULTS: dict[str, Any] = msgspec.to_builtins(DEFAULT_ORDERS)


@extend_schema(
    methods=["GET"],
    operation_id="standing_orders",
    summary="The standing orders of a franchise",
    description=(
        "What the franchise wants done where it does not answer, for its owner. A commissioner reads what gives "
        f"no sealed answer away, and nobody else reads any. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(OrdersOut, "What is wanted.", example=response_example("standing_orders")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["PUT"],
    operation_id="set_standing_orders",
    summary="Set standing orders",
    description=(
        "Replaces the standing orders of a franchise, as its owner, or as a commissioner while it has none. They "
        "belong to the franchise, whatever season is named. Only an owner sets the draft queue, which is a part of "
        "them."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, CONTENT_IF_MATCH_PARAMETER],
    request=request_schema(OrdersIn, example=examples.ORDERS_IN),
    responses={
        200: response_schema(OrdersOut, "They are so now.", example=examples.ORDERS),
        **problem_responses(*WRITE_STATUSES),
    },
)
@extend_schema(
    methods=["DELETE"],
    operation_id="clear_standing_orders",
    summary="Clear standing orders",
    description="Gives every policy the house's default again; who may set standing orders may clear them.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER, CONTENT_IF_MATCH_PARAMETER],
    responses={
        200: response_schema(OrdersOut, "They are the house's own.", example=examples.CLEARED),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "PUT", "DELETE"])
def orders(request: Any, league: str, season: str, franchise: str) -> HttpResponse:
    """Read, set or clear the standing orders of a franchise, as far as the sender may."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    if request.method == "GET":
        body = _serialize_orders(row, franchise, viewer)
        response = etag_not_modified_or(request, lambda: body, tag=content_etag(body))
        response["Cache-Control"] = "private, no-store"
        return response
    _get_franchise_or_404(row, franchise)
    member = franchise_actor(viewer, token, franchise)
    refuse_in_fork(row, WHAT)
    refuse_missing_key(request)
    wanted: dict[str, Any] = {}
    if request.method == "PUT":
        wanted = parse_body(OrdersIn, request.data).orders
    else:
        refuse_body(request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        lock_standing_orders(f"{row.league_id}/{franchise}")
        check_content_match(request, _serialize_orders(row, franchise, viewer), called="The standing orders")
        document = _with_hidden_policies(row, franchise, member, wanted)
        set_standing_orders(franchise=franchise, document=document, member=member, at=at)
        return OK, _serialize_orders(row, franchise, viewer)

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="preview_standing_orders",
    summary="What standing orders would do now",
    description=(
        "The commands that the standing orders, or others that you send, would give now, and what they would come "
        "to. Nothing is changed. For who may set them."
    ),
    request=request_schema(OrdersTriedIn, example=examples.ORDERS_IN),
    responses={
        200: response_schema(OrdersPreviewOut, "What they would do.", example=examples.PREVIEW),
        **problem_responses(400, 401, 403, 404, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
def orders_preview(request: Any, league: str, season: str, franchise: str) -> Response:
    """The answers of standing orders in the season as the sender may see it."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    found = _get_franchise_or_404(row, franchise)
    member = franchise_actor(viewer, token, franchise)
    body, own = parse_body(OrdersTriedIn, request.data), owns(member, franchise)
    if not own and hidden_orders(found.identity, viewer) != OWNER_ONLY_POLICIES:
        raise NotYours(f"{franchise} is not yours: its owner tries its orders, or a commissioner while it has none.")
    stored = standing_orders(found.identity_id)
    document = body.orders if body.orders is not None else {} if stored is None else stored.document
    wanted = orders_from({name: value for name, value in document.items() if own or name not in OWNER_ONLY_POLICIES})
    visible, reader = load_visible_state(row, viewer)
    commands = answers(visible, franchise, wanted)
    trial = None
    if commands:
        preview = preview_commands(visible, commands, Names(row.pk), reader)
        trial = serialize_trial(preview, None if preview.refused is None else problem_from_exception(preview.refused))
    response = Response(
        OrdersPreviewOut(
            franchise=franchise, commands=tuple(command_document(command) for command in commands), trial=trial
        )
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _serialize_orders(row: Season, franchise: str, viewer: Viewer) -> OrdersOut:
    """The orders as the viewer may read them. Raises `Http404`, or `PermissionDenied` for who may read none."""
    found = _get_franchise_or_404(row, franchise)
    hidden = hidden_orders(found.identity, viewer)
    if hidden is None:
        raise PermissionDenied("Standing orders are read by the franchise's owner, and by the commissioners.")
    stored = standing_orders(found.identity_id)
    document: Mapping[str, Any] = {} if stored is None else stored.document
    return OrdersOut(
        franchise=franchise,
        orders={name: document[name] for name in document if name not in hidden},
        left_out=tuple(sorted(hidden)),
        updated_at=None if stored is None else stored.updated_at,
        defaults={name: value for name, value in DEFAULTS.items() if name not in hidden},
    )


def _with_hidden_policies(row: Season, franchise: str, member: Membership, wanted: dict[str, Any]) -> dict[str, Any]:
    """The wanted policies, with those that only an owner sets as they stand. Raises `NotYours` where one is named."""
    if owns(member, franchise):
        return wanted
    if named := sorted(OWNER_ONLY_POLICIES & wanted.keys()):
        raise NotYours(f"{named[0]} is for an owner alone to set: leave it out.")
    stored = standing_orders(f"{row.league_id}/{franchise}")
    kept = {} if stored is None else stored.document
    return {**wanted, **{name: kept[name] for name in OWNER_ONLY_POLICIES if name in kept}}


def _get_franchise_or_404(row: Season, franchise: str) -> Any:
    found = franchise_of(row.pk, franchise)
    if found is None:
        raise Http404(f"{row.pk} has no franchise {franchise[:80]!r}.")
    return found

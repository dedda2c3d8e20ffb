"""Operations for webhooks: a person's own with a read token, everybody's with one that may commission."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import LARGEST_INTEGER, LIMIT_PARAMETER, integer_parameter, parse_integer, parse_limit
from api.request_context import league_and_viewer, league_commissioner, require_token
from api.validation import parse_body, refuse_body
from api.webhooks import examples
from api.webhooks.schemas import (
    DeliveriesOut,
    DeliveryOut,
    EventOut,
    EventsOut,
    SecretOut,
    SentAgainOut,
    StopIn,
    WebhookIn,
    WebhookOut,
    WebhooksOut,
)
from league.access import Viewer
from league.models import Delivery, League, Webhook
from league.queries.webhooks import deliveries_of, state_of, visible_webhook, visible_webhooks
from league.tokens import COMMISSION_SCOPE, READ_SCOPE
from webhooks import subscriptions
from webhooks.addresses import cached_resolver, masked_address
from webhooks.events import EVENTS

CREATED, OK = 201, 200
SCOPE_DESCRIPTION = "One's own by a token that may `read`; everybody's in the league by one that may `commission`."
BEFORE_PARAMETER = integer_parameter("before", "Only messages older than the delivery of that number.", least=1)
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 415, 422, 429)
READ_STATUSES = (401, 403, 404, 406, 429)


@extend_schema(
    operation_id="webhook_events",
    summary="The events a webhook can receive",
    description="Every event a webhook can receive, with an example of its message.",
    responses={
        200: response_schema(
            EventsOut,
            "In the order in which they come in a season, each with an example of its message.",
            example={
                "events": [examples.SETTLED_EVENT],
                "headers": list(examples.HEADER_NAMES),
                "waits": list(examples.RETRY_SECONDS),
            },
        ),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def webhook_events(_request: Any) -> Response:
    """Every webhook event."""
    events = tuple(EventOut(**examples.event_document(event)) for event in EVENTS.values())
    return Response(EventsOut(events=events, headers=examples.HEADER_NAMES, waits=examples.RETRY_SECONDS))


@extend_schema(
    methods=["GET"],
    operation_id="webhooks",
    summary="The webhooks of a league",
    description=f"The webhooks that receive messages about the league. {SCOPE_DESCRIPTION}",
    responses={
        200: response_schema(
            WebhooksOut, "Those that receive messages first.", example={"webhooks": [examples.WEBHOOK]}
        ),
        **problem_responses(*READ_STATUSES),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="make_webhook",
    summary="Make a webhook",
    description=(
        "Makes a webhook that receives what its person may see. Needs a token with `read`. Its secret is in this "
        "answer and in no other."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(WebhookIn, example=examples.WEBHOOK_IN),
    responses={
        201: response_schema(SecretOut, "It is made.", example=examples.WEBHOOK_SECRET),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def webhooks(request: Any, league: str) -> HttpResponse:
    """List the webhooks of a league, or make one for the token's person."""
    league_row, viewer = _league_and_reader(request, league)
    if request.method == "POST":
        return _make_webhook(request, league_row, viewer)
    rows = visible_webhooks(league_row.pk, viewer, whole=_may_see_all(request))
    return Response(WebhooksOut(webhooks=tuple(_serialize_webhook(row) for row in rows)))


@extend_schema(
    operation_id="webhook",
    summary="A webhook",
    description=f"A webhook with its state. {SCOPE_DESCRIPTION}",
    responses={
        200: response_schema(WebhookOut, "The webhook.", example=examples.WEBHOOK),
        **problem_responses(*READ_STATUSES),
    },
)
@api_view(["GET"])
def webhook(request: Any, league: str, number: int) -> Response:
    """A webhook with its state."""
    return Response(_serialize_webhook(_get_webhook_or_404(request, *_league_and_reader(request, league), number)))


@extend_schema(
    operation_id="deliveries",
    summary="What a webhook was sent",
    description=f"The messages of a webhook, and the result of each. {SCOPE_DESCRIPTION}",
    parameters=[BEFORE_PARAMETER, LIMIT_PARAMETER],
    responses={
        200: response_schema(
            DeliveriesOut,
            "The newest first.",
            example={"deliveries": [examples.DELIVERY], "next": None},
        ),
        **problem_responses(400, *READ_STATUSES),
    },
)
@api_view(["GET"])
def deliveries(request: Any, league: str, number: int) -> Response:
    """The deliveries of a webhook, the newest first."""
    hook = _get_webhook_or_404(request, *_league_and_reader(request, league), number)
    limit = parse_limit(request)
    before = parse_integer(request, "before", least=1, most=LARGEST_INTEGER)
    rows = list(deliveries_of(hook, before=before or None)[: limit + 1])
    return Response(
        DeliveriesOut(
            deliveries=tuple(_serialize_delivery(row) for row in rows[:limit]),
            next=rows[limit - 1].pk if len(rows) > limit else None,
        )
    )


@extend_schema(
    operation_id="stop_webhook",
    summary="Stop a webhook",
    description=(
        f"Stops a webhook for good. {SCOPE_DESCRIPTION} Another member's needs a reason, which all members read."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(StopIn, example={"reason": ""}),
    responses={
        200: response_schema(WebhookOut, "It is stopped.", example=examples.WEBHOOK),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def stop_webhook(request: Any, league: str, number: int) -> HttpResponse:
    """Stop one's own webhook, or as a commissioner anybody's."""
    league_row, viewer = _league_and_reader(request, league, read_only_too=True)
    hook, at = _get_webhook_or_404(request, league_row, viewer, number), timezone.now()
    refuse_missing_key(request)
    body = parse_body(StopIn, request.data)

    def perform() -> tuple[int, msgspec.Struct]:
        if _is_own(viewer, hook):
            subscriptions.stop_webhook(webhook=hook, at=at)
        else:
            subscriptions.stop_member_webhook(
                webhook=hook, by=league_commissioner(request, viewer), at=at, reason=body.reason
            )
        return OK, _serialize_webhook(_reload_webhook(league_row, viewer, hook))

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="new_webhook_secret",
    summary="Give a webhook a new secret",
    description="Gives one of your own webhooks another secret, which signs everything from then on.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(SecretOut, "The secret is shown only this once.", example=examples.WEBHOOK_SECRET),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def new_webhook_secret(request: Any, league: str, number: int) -> HttpResponse:
    """Give one's own webhook a new secret."""
    league_row, viewer = _league_and_reader(request, league)
    hook = _get_webhook_or_404(request, league_row, viewer, number, own=True)
    _refuse_body_or_missing_key(request)

    def perform() -> tuple[int, msgspec.Struct]:
        secret = subscriptions.rotate_secret(webhook=hook)
        return OK, SecretOut(webhook=_serialize_webhook(_reload_webhook(league_row, viewer, hook)), secret=secret)

    return perform_once(request, perform, at=timezone.now())


@extend_schema(
    operation_id="try_webhook",
    summary="Try a webhook",
    description="Sends one of your own webhooks the event `webhook.test`, which is retried like any other.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        201: response_schema(DeliveryOut, "It is on its way.", example=examples.DELIVERY),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def try_webhook(request: Any, league: str, number: int) -> HttpResponse:
    """Send one's own webhook a test message."""
    found, viewer = _league_and_reader(request, league)
    hook, at = _get_webhook_or_404(request, found, viewer, number, own=True), timezone.now()
    _refuse_body_or_missing_key(request)
    return perform_once(
        request, lambda: (CREATED, _serialize_delivery(subscriptions.send_test(webhook=hook, at=at))), at=at
    )


@extend_schema(
    operation_id="send_again",
    summary="Send a message again",
    description=(
        "Sends a message again that was taken or is dead, under its old id and with all its tries. "
        f"{SCOPE_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(DeliveryOut, "It is on its way.", example=examples.DELIVERY),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def send_again(request: Any, league: str, number: int, delivery: int) -> HttpResponse:
    """Send one message of a webhook again."""
    hook, at = _get_webhook_or_404(request, *_league_and_reader(request, league), number), timezone.now()
    if not hook.deliveries.filter(pk=delivery).exists():
        raise Http404(f"The webhook {number} has no message {delivery}.")
    _refuse_body_or_missing_key(request)
    return perform_once(
        request,
        lambda: (OK, _serialize_delivery(subscriptions.resend_message(webhook=hook, delivery=delivery, at=at))),
        at=at,
    )


@extend_schema(
    operation_id="send_dead_again",
    summary="Send all dead messages again",
    description=f"Sends everything again that the webhook never took. {SCOPE_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(SentAgainOut, "They are on their way.", example={"again": 3}),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def send_dead_again(request: Any, league: str, number: int) -> HttpResponse:
    """Send all dead messages of a webhook again."""
    hook, at = _get_webhook_or_404(request, *_league_and_reader(request, league), number), timezone.now()
    _refuse_body_or_missing_key(request)
    return perform_once(
        request, lambda: (OK, SentAgainOut(again=subscriptions.resend_dead_messages(webhook=hook, at=at))), at=at
    )


def _make_webhook(request: Any, league: League, viewer: Viewer) -> HttpResponse:
    refuse_missing_key(request)
    body, at = parse_body(WebhookIn, request.data), timezone.now()
    resolver = cached_resolver(body.address)

    def build() -> tuple[int, msgspec.Struct]:
        hook = subscriptions.create_webhook(
            league=league,
            user=request.user,
            name=body.name,
            address=body.address,
            kinds=body.kinds,
            shape=body.shape,
            at=at,
            look_up=resolver,
        )
        return CREATED, SecretOut(
            webhook=_serialize_webhook(_reload_webhook(league, viewer, hook)), secret=hook.secret
        )

    return perform_once(request, build, at=at)


def _league_and_reader(request: Any, league: str, *, read_only_too: bool = False) -> tuple[League, Viewer]:
    """The league and its viewer, who must be a member with a read token.

    Raises as `league_and_viewer` does, `NotAuthenticated`, or `ScopeMissing`.
    """
    league_row, viewer = league_and_viewer(request, league, read_only_too=read_only_too)
    token = require_token(request)
    if READ_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {READ_SCOPE!r}: make one that has it.")
    if not viewer.is_member:
        raise ScopeMissing(f"The token's person does not belong to {league_row.pk} any more: ask for an invitation.")
    return league_row, viewer


def _refuse_body_or_missing_key(request: Any) -> None:
    """Raise an error for a missing or malformed key, or for a body, in a request that takes none."""
    refuse_missing_key(request)
    refuse_body(request.data)


def _may_see_all(request: Any) -> bool:
    return COMMISSION_SCOPE in request.auth.scopes


def _is_own(viewer: Viewer, hook: Webhook) -> bool:
    return hook.user_id in {membership.user_id for membership in viewer.memberships}


def _get_webhook_or_404(request: Any, league: League, viewer: Viewer, number: int, *, own: bool = False) -> Webhook:
    """A webhook by its number. Raises `Http404` if there is none that the token may see; `own` limits it further."""
    found = visible_webhook(league.pk, viewer, number, whole=_may_see_all(request) and not own)
    if found is None:
        raise Http404(f"There is no webhook {number} of yours in {league.pk}.")
    return found


def _reload_webhook(league: League, viewer: Viewer, hook: Webhook) -> Webhook:
    found = visible_webhook(league.pk, viewer, hook.pk, whole=True)
    assert found is not None  # noqa: S101 - it was found, or made, just before
    return found


def _serialize_webhook(row: Any) -> WebhookOut:
    return WebhookOut(
        number=row.pk,
        name=row.name,
        host=masked_address(row.address),
        kinds=tuple(row.kinds),
        shape=row.shape,
        state="stopped" if row.stopped_at else "told",
        member=row.member or "",
        made_at=row.made_at,
        stopped_at=row.stopped_at,
        taken_at=row.taken,
        waiting=row.waiting,
        dead=row.dead,
    )


def _serialize_delivery(row: Delivery) -> DeliveryOut:
    return DeliveryOut(
        number=row.pk,
        message=row.message,
        kind=row.kind,
        state=state_of(row),
        tries=row.tries,
        status=row.status,
        said=row.said,
        made_at=row.made_at,
        taken_at=row.taken_at,
        next_at=row.next_at,
        body=msgspec.json.decode(bytes(row.body)),
    )

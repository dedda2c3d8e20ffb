"""Operations on the webhook of the token's person, which gets their notices of all leagues.

A token belongs to one league, and the webhook gets what is said in all of them: so they need a scope of their own,
and messages are listed without their content.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.personal_webhook import examples
from api.personal_webhook.schemas import (
    PersonalMessageOut,
    PersonalMessagesOut,
    PersonalSecretOut,
    PersonalWebhookIn,
    PersonalWebhookOut,
)
from api.query_params import LARGEST_INTEGER, LIMIT_PARAMETER, integer_parameter, parse_integer, parse_limit
from api.request_context import require_token
from api.validation import parse_body, refuse_body
from league.models import PersonalDelivery, PersonalWebhook
from league.queries.webhooks import state_of
from league.tokens import ACCOUNT_SCOPE, scopes_of
from webhooks import personal
from webhooks.addresses import cached_resolver, masked_address

CREATED, OK = 201, 200
SCOPE_DESCRIPTION = "Needs a token with `account`."
BEFORE_PARAMETER = integer_parameter("before", "Only messages older than the one of that number.", least=1)
READ_STATUSES = (401, 403, 406, 429)
WRITE_STATUSES = (400, 401, 403, 406, 409, 415, 422, 429)


@extend_schema(
    methods=["GET"],
    operation_id="personal_webhook",
    summary="Your own webhook",
    description=f"The webhook that gets your token's person's notices of all their leagues. {SCOPE_DESCRIPTION}",
    responses={
        200: response_schema(PersonalWebhookOut, "The webhook, or that there is none.", example=examples.WEBHOOK),
        **problem_responses(*READ_STATUSES),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="set_personal_webhook",
    summary="Set your own webhook",
    description=(
        "Sets the address that gets your token's person's notices of all their leagues, in place of the one they "
        f"had and its messages. Its secret is in this answer and in no other. {SCOPE_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(PersonalWebhookIn, example=examples.WEBHOOK_IN),
    responses={
        201: response_schema(PersonalSecretOut, "It is set.", example=examples.SECRET),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def personal_webhook(request: Any) -> HttpResponse:
    """Read or set the webhook of the token's person."""
    _require_account_token(request)
    return _set_webhook(request) if request.method == "POST" else Response(_serialize(request.user))


@extend_schema(
    operation_id="remove_personal_webhook",
    summary="Remove your own webhook",
    description=(
        "Removes the webhook of your token's person with its messages; without one nothing happens. "
        f"{SCOPE_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(PersonalWebhookOut, "There is none any more.", example=examples.NO_WEBHOOK),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def remove_personal_webhook(request: Any) -> HttpResponse:
    """Remove the webhook of the token's person."""
    _refuse_body_or_missing_key(request)

    def perform() -> tuple[int, msgspec.Struct]:
        personal.remove_personal_webhook(user=request.user)
        return OK, _serialize(request.user)

    return perform_once(request, perform, at=timezone.now())


@extend_schema(
    operation_id="try_personal_webhook",
    summary="Try your own webhook",
    description=f"Sends it the event `notice.test`, which is retried like any other. {SCOPE_DESCRIPTION}",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        201: response_schema(PersonalMessageOut, "It is on its way.", example=examples.MESSAGE),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def try_personal_webhook(request: Any) -> HttpResponse:
    """Send the webhook of the token's person a test message."""
    _refuse_body_or_missing_key(request)
    at = timezone.now()
    return perform_once(
        request,
        lambda: (CREATED, _serialize_message(personal.send_personal_test(user=request.user, at=at))),
        at=at,
    )


@extend_schema(
    operation_id="personal_messages",
    summary="What your own webhook was sent",
    description=f"The messages of the last weeks and the result of each, without their content. {SCOPE_DESCRIPTION}",
    parameters=[BEFORE_PARAMETER, LIMIT_PARAMETER],
    responses={
        200: response_schema(
            PersonalMessagesOut, "The newest first.", example={"messages": [examples.MESSAGE], "next": None}
        ),
        **problem_responses(400, *READ_STATUSES),
    },
)
@api_view(["GET"])
def personal_messages(request: Any) -> Response:
    """The messages of the webhook of the token's person, the newest first."""
    _require_account_token(request)
    limit = parse_limit(request)
    before = parse_integer(request, "before", least=1, most=LARGEST_INTEGER)
    found = PersonalDelivery.objects.filter(webhook=request.user.pk).order_by("-pk")
    rows = list((found.filter(pk__lt=before) if before else found)[: limit + 1])
    return Response(
        PersonalMessagesOut(
            messages=tuple(_serialize_message(row) for row in rows[:limit]),
            next=rows[limit - 1].pk if len(rows) > limit else None,
        )
    )


@extend_schema(
    operation_id="send_personal_again",
    summary="Send a message to your own webhook again",
    description=(
        "Sends a message again that was taken or is dead, under its old id and with all its tries. "
        f"{SCOPE_DESCRIPTION}"
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(PersonalMessageOut, "It is on its way.", example=examples.MESSAGE),
        **problem_responses(404, *WRITE_STATUSES),
    },
)
@api_view(["POST"])
def send_personal_again(request: Any, number: int) -> HttpResponse:
    """Send a message of the webhook of the token's person again."""
    _refuse_body_or_missing_key(request)
    if number > LARGEST_INTEGER or not PersonalDelivery.objects.filter(webhook=request.user.pk, pk=number).exists():
        raise Http404(f"Your webhook has no message {number}.")
    at = timezone.now()
    return perform_once(
        request,
        lambda: (
            OK,
            _serialize_message(personal.resend_personal_message(user=request.user, delivery=number, at=at)),
        ),
        at=at,
    )


@sensitive_variables("hook", "body")
def _set_webhook(request: Any) -> HttpResponse:
    refuse_missing_key(request)
    body, at = parse_body(PersonalWebhookIn, request.data), timezone.now()
    resolver = cached_resolver(body.address)

    def perform() -> tuple[int, msgspec.Struct]:
        hook = personal.set_personal_webhook(
            user=request.user, address=body.address, shape=body.shape, at=at, look_up=resolver
        )
        return CREATED, PersonalSecretOut(webhook=_serialize(request.user), secret=hook.secret)

    return perform_once(request, perform, at=at)


def _require_account_token(request: Any) -> None:
    """Raise `NotAuthenticated`, or `ScopeMissing` unless a member's token may act on the person's account."""
    token = require_token(request)
    if ACCOUNT_SCOPE not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {ACCOUNT_SCOPE!r}: make one that has it.")
    if ACCOUNT_SCOPE not in scopes_of(token.league, token.user):
        raise ScopeMissing(
            f"The token's person does not belong to {token.league_id} any more: make one in another league."
        )


def _refuse_body_or_missing_key(request: Any) -> None:
    """Refuse a token that may not, a missing or malformed key, and a body, in a request that takes none."""
    _require_account_token(request)
    refuse_missing_key(request)
    refuse_body(request.data)


def _serialize(user: Any) -> PersonalWebhookOut:
    hook = PersonalWebhook.objects.filter(user=user).first()
    if hook is None:
        return PersonalWebhookOut(state="none", host="", shape="", made_at=None, stopped_at=None, waiting=0, dead=0)
    return PersonalWebhookOut(
        state="stopped" if hook.stopped_at else "active",
        host=masked_address(hook.address),
        shape=hook.shape,
        made_at=hook.made_at,
        stopped_at=hook.stopped_at,
        waiting=hook.deliveries.filter(next_at__isnull=False).count(),
        dead=hook.deliveries.filter(next_at=None, taken_at=None).count(),
    )


def _serialize_message(row: PersonalDelivery) -> PersonalMessageOut:
    return PersonalMessageOut(
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
    )

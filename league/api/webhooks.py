"""Webhooks by program: a person's own by a token that may read, everybody's by one that commissions the league."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer
from league.api import examples_webhooks as examples
from league.api.keyed import refuse_unless_keyed
from league.api.once import once
from league.api.problems import ScopeMissing
from league.api.querying import LARGEST, LINE_LIMIT, line_limit, number_asked, whole_number
from league.api.schema import KEYED, asked, problems, told
from league.api.shapes.webhooks import (
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
from league.api.sight import commissioner_at, league_at, refuse_unless_token
from league.api.strictly import read_strictly, refuse_any_body
from league.models import Delivery, League, Webhook
from league.queries.webhooks import deliveries_of, state_of, webhook_shown, webhooks_shown
from league.tokens import COMMISSION, READ
from league.webhooks import making
from league.webhooks.addresses import known, shown
from league.webhooks.events import EVENTS

CREATED, OK = 201, 200
WHOSE = "One's own by a token that may `read`; everybody's in the league by one that may `commission`."
BEFORE = number_asked("before", "Messages older than that number.", least=1)
CHANGING = (400, 401, 403, 404, 406, 409, 415, 422, 429)
READING = (401, 403, 404, 406, 429)


@extend_schema(
    operation_id="webhook_events",
    summary="The events a webhook may be told of",
    responses={
        200: told(
            EventsOut,
            "In the order in which they come in a season, each with an example of its message.",
            example={
                "events": [examples.SETTLED],
                "headers": list(examples.HEADERS),
                "waits": list(examples.SECONDS),
            },
        ),
        **problems(401, 406, 429),
    },
)
@api_view(["GET"])
def webhook_events(_request: Any) -> Response:
    """Every event there is."""
    events = tuple(EventOut(**examples.event_document(each)) for each in EVENTS.values())
    return Response(EventsOut(events=events, headers=examples.HEADERS, waits=examples.SECONDS))


@extend_schema(
    methods=["GET"],
    operation_id="webhooks",
    summary="The webhooks of a league",
    description=WHOSE,
    responses={
        200: told(WebhooksOut, "Those that are told anything first.", example={"webhooks": [examples.WEBHOOK]}),
        **problems(*READING),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="make_webhook",
    summary="Make a webhook",
    description="It is told what its person may see, by a token that may `read`. Its secret is told in this answer.",
    parameters=[KEYED],
    request=asked(WebhookIn, example=examples.MADE),
    responses={201: told(SecretOut, "It is made.", example=examples.SECRET), **problems(*CHANGING)},
)
@api_view(["GET", "POST"])
def webhooks(request: Any, league: str) -> HttpResponse:
    """The webhooks of a league, or one more of the token's person."""
    found, viewer = _reader(request, league)
    if request.method == "POST":
        return _made(request, found, viewer)
    rows = webhooks_shown(found.pk, viewer, whole=_whole(request))
    return Response(WebhooksOut(webhooks=tuple(_webhook(each) for each in rows)))


@extend_schema(
    operation_id="webhook",
    summary="A webhook",
    description=WHOSE,
    responses={200: told(WebhookOut, "The webhook.", example=examples.WEBHOOK), **problems(*READING)},
)
@api_view(["GET"])
def webhook(request: Any, league: str, number: int) -> Response:
    """One webhook."""
    return Response(_webhook(_hook(request, *_reader(request, league), number)))


@extend_schema(
    operation_id="deliveries",
    summary="What a webhook was sent",
    description=WHOSE,
    parameters=[BEFORE, LINE_LIMIT],
    responses={
        200: told(
            DeliveriesOut,
            "The newest first.",
            example={"deliveries": [examples.DELIVERY], "next": None},
        ),
        **problems(400, *READING),
    },
)
@api_view(["GET"])
def deliveries(request: Any, league: str, number: int) -> Response:
    """The messages of a webhook, and what came of each."""
    hook = _hook(request, *_reader(request, league), number)
    limit = line_limit(request)
    before = whole_number(request, "before", least=1, most=LARGEST)
    rows = list(deliveries_of(hook, before=before or None)[: limit + 1])
    return Response(
        DeliveriesOut(
            deliveries=tuple(_delivery(each) for each in rows[:limit]),
            next=rows[limit - 1].pk if len(rows) > limit else None,
        )
    )


@extend_schema(
    operation_id="stop_webhook",
    summary="Stop a webhook",
    description=f"It is told nothing more, for good. {WHOSE} Another's with a reason, which all members read.",
    parameters=[KEYED],
    request=asked(StopIn, example={"reason": ""}),
    responses={200: told(WebhookOut, "It is stopped.", example=examples.WEBHOOK), **problems(*CHANGING)},
)
@api_view(["POST"])
def stop_webhook(request: Any, league: str, number: int) -> HttpResponse:
    """Stop a webhook of one's own, or as a commissioner anybody's."""
    found, viewer = _reader(request, league)
    hook, at = _hook(request, found, viewer, number), timezone.now()
    refuse_unless_keyed(request)
    sent = read_strictly(StopIn, request.data)

    def stopped() -> tuple[int, msgspec.Struct]:
        if _own(viewer, hook):
            making.stop_webhook(webhook=hook, at=at)
        else:
            making.stop_of_member(webhook=hook, by=commissioner_at(request, viewer), at=at, reason=sent.reason)
        return OK, _webhook(_again(found, viewer, hook))

    return once(request, stopped, at=at)


@extend_schema(
    operation_id="new_webhook_secret",
    summary="Give a webhook a new secret",
    description="Only one's own. What is sent from then on is signed by it, and by the old one no more.",
    parameters=[KEYED],
    request=None,
    responses={200: told(SecretOut, "It is told this once.", example=examples.SECRET), **problems(*CHANGING)},
)
@api_view(["POST"])
def new_webhook_secret(request: Any, league: str, number: int) -> HttpResponse:
    """A new secret for a webhook of one's own."""
    found, viewer = _reader(request, league)
    hook = _hook(request, found, viewer, number, own=True)
    _refuse_unless_bare(request)

    def renewed() -> tuple[int, msgspec.Struct]:
        secret = making.new_secret(webhook=hook)
        return OK, SecretOut(webhook=_webhook(_again(found, viewer, hook)), secret=secret)

    return once(request, renewed, at=timezone.now())


@extend_schema(
    operation_id="try_webhook",
    summary="Try a webhook",
    description="Only one's own: it is sent the event `webhook.test`, and tried again as any other.",
    parameters=[KEYED],
    request=None,
    responses={
        201: told(DeliveryOut, "It is on its way.", example=examples.DELIVERY),
        **problems(*CHANGING),
    },
)
@api_view(["POST"])
def try_webhook(request: Any, league: str, number: int) -> HttpResponse:
    """A test of a webhook of one's own."""
    found, viewer = _reader(request, league)
    hook, at = _hook(request, found, viewer, number, own=True), timezone.now()
    _refuse_unless_bare(request)
    return once(request, lambda: (CREATED, _delivery(making.send_test(webhook=hook, at=at))), at=at)


@extend_schema(
    operation_id="send_again",
    summary="Send a message again",
    description=f"One that was taken or is dead, under its old id, with all its tries anew. {WHOSE}",
    parameters=[KEYED],
    request=None,
    responses={
        200: told(DeliveryOut, "It is on its way.", example=examples.DELIVERY),
        **problems(*CHANGING),
    },
)
@api_view(["POST"])
def send_again(request: Any, league: str, number: int, delivery: int) -> HttpResponse:
    """Send one message of a webhook again."""
    hook, at = _hook(request, *_reader(request, league), number), timezone.now()
    if not hook.deliveries.filter(pk=delivery).exists():
        raise Http404(f"The webhook {number} has no message {delivery}.")
    _refuse_unless_bare(request)
    return once(request, lambda: (OK, _delivery(making.send_again(webhook=hook, delivery=delivery, at=at))), at=at)


@extend_schema(
    operation_id="send_dead_again",
    summary="Send all dead messages again",
    description=WHOSE,
    parameters=[KEYED],
    request=None,
    responses={200: told(SentAgainOut, "They are on their way.", example={"again": 3}), **problems(*CHANGING)},
)
@api_view(["POST"])
def send_dead_again(request: Any, league: str, number: int) -> HttpResponse:
    """Send everything again that a webhook never took."""
    hook, at = _hook(request, *_reader(request, league), number), timezone.now()
    _refuse_unless_bare(request)
    return once(request, lambda: (OK, SentAgainOut(again=making.send_dead_again(webhook=hook, at=at))), at=at)


def _made(request: Any, league: League, viewer: Viewer) -> HttpResponse:
    refuse_unless_keyed(request)
    sent, at = read_strictly(WebhookIn, request.data), timezone.now()
    found_before = known(sent.address)

    def made() -> tuple[int, msgspec.Struct]:
        hook = making.make_webhook(
            league=league,
            user=request.user,
            name=sent.name,
            address=sent.address,
            kinds=sent.kinds,
            shape=sent.shape,
            at=at,
            look_up=found_before,
        )
        return CREATED, SecretOut(webhook=_webhook(_again(league, viewer, hook)), secret=hook.secret)

    return once(request, made, at=at)


def _reader(request: Any, league: str) -> tuple[League, Viewer]:
    """The league, and its reader by a token that may read. Raises as `league_at` does, or `ScopeMissing`."""
    found, viewer = league_at(request, league)
    token = refuse_unless_token(request)
    if READ not in token.scopes:
        raise ScopeMissing(f"The token {token.shown}… was made without {READ!r}: make one that has it.")
    if not viewer.is_member:
        raise ScopeMissing(f"The token's person does not belong to {found.pk} any more: ask for an invitation.")
    return found, viewer


def _refuse_unless_bare(request: Any) -> None:
    """Raise what is wrong with the key of a request that takes no body, or that it has one."""
    refuse_unless_keyed(request)
    refuse_any_body(request.data)


def _whole(request: Any) -> bool:
    return COMMISSION in request.auth.scopes


def _own(viewer: Viewer, hook: Webhook) -> bool:
    return hook.user_id in {each.user_id for each in viewer.memberships}


def _hook(request: Any, league: League, viewer: Viewer, number: int, *, own: bool = False) -> Webhook:
    """A webhook by its number. Raises `Http404` for one that is not there, or not for the token to see."""
    found = webhook_shown(league.pk, viewer, number, whole=_whole(request) and not own)
    if found is None:
        raise Http404(f"There is no webhook {number} of yours in {league.pk}.")
    return found


def _again(league: League, viewer: Viewer, hook: Webhook) -> Webhook:
    found = webhook_shown(league.pk, viewer, hook.pk, whole=True)
    assert found is not None  # noqa: S101 - it was found, or made, just before
    return found


def _webhook(row: Any) -> WebhookOut:
    return WebhookOut(
        number=row.pk,
        name=row.name,
        host=shown(row.address),
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


def _delivery(row: Delivery) -> DeliveryOut:
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

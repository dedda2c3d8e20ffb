"""Creating, testing and stopping webhooks, giving them a new secret, and sending dead messages again."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from league.access import NotAMember, ReasonMissing
from league.membership import add_league_log, lock_league, members_of, refuse_non_commissioner
from league.models import Delivery, League, Membership, Webhook
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown
from sql.short_transactions import short_transaction, update_in_pieces
from webhooks.addresses import AddressRefused, Resolver, resolve_destination, resolve_host
from webhooks.events import TEST_EVENT, clean_kinds
from webhooks.messages import Message, encode_body
from webhooks.publisher import STOPPED_SENTENCE, deactivate_webhook, enqueue_sending

SECRET_PREFIX, SECRET_BYTES = "whsec_", 32
"""The prefix of a secret, and how many random bytes follow."""
LONGEST_NAME, MOST_WEBHOOKS, LONGEST_STOP_REASON = 60, 10, 1000


class TooManyWebhooks(Refusal):
    """The person already has as many webhooks in the league as allowed."""


class WebhookStopped(Refusal):
    """The webhook was stopped and no longer receives messages."""


class TriedAlready(Refusal):
    """A test message to the webhook is still waiting."""


class NotDead(Refusal):
    """The message is still waiting and is sent by itself, so it cannot be sent again."""


def create_webhook(
    *,
    league: League,
    user: Any,
    name: str,
    address: str,
    at: datetime,
    kinds: Iterable[str] = (),
    shape: str = Webhook.Shape.STANDARD,
    look_up: Resolver = resolve_host,
) -> Webhook:
    """Create a webhook, with its signing secret.

    Raises `NotAMember`, `Malformed`, `UnknownEvent`, `AddressRefused`, or `TooManyWebhooks`.
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not is_readable(name):
        raise Malformed(
            f"The name of a webhook is 1 to {LONGEST_NAME} characters on one line: say what it is for."
        ).at("name")
    if shape not in Webhook.Shape.values:
        shapes = " or ".join(Webhook.Shape.values)
        raise Malformed(f"A webhook has one of the formats {shapes}: choose one.").at("shape")
    event_kinds = clean_kinds(list(kinds))
    try:
        resolve_destination(address, look_up=look_up)
    except AddressRefused as refusal:
        raise refusal.at("address") from None
    with transaction.atomic():
        lock_league(league)
        if not members_of(league).filter(user=user).exists():
            raise NotAMember(f"Only members of {league.pk} can have webhooks there: ask for an invitation.")
        if Webhook.objects.filter(league=league, user=user, stopped_at=None).count() >= MOST_WEBHOOKS:
            raise TooManyWebhooks(f"You have {MOST_WEBHOOKS} webhooks in this league: stop one that nobody needs.")
        return Webhook.objects.create(
            league=league,
            user=user,
            name=name,
            address=address,
            secret=generate_secret(),
            kinds=event_kinds,
            shape=shape,
            made_at=at,
        )


@transaction.atomic
def stop_webhook(*, webhook: Webhook, at: datetime) -> None:
    """Stop one's own webhook for good; repeating it changes nothing."""
    deactivate_webhook(webhook, at=at, said=STOPPED_SENTENCE)


@transaction.atomic
def stop_member_webhook(*, webhook: Webhook, by: Membership, at: datetime, reason: str) -> None:
    """Stop any webhook of a league, as its commissioner, with a reason its members read; a repeat changes nothing.

    Raises `NotYours`, `ReasonMissing` or `Malformed`.
    """
    lock_league(webhook.league, read_only_too=True)
    refuse_non_commissioner(webhook.league, by)
    reason = " ".join(reason.split())
    if not reason:
        raise ReasonMissing("Stopping a member's webhook is shown to all of them: give a reason.").at("reason")
    if len(reason) > LONGEST_STOP_REASON or not is_readable(reason):
        raise Malformed(
            f"A reason has at most {LONGEST_STOP_REASON} characters, none of them invisible: write it again."
        ).at("reason")
    if Webhook.objects.filter(pk=webhook.pk, stopped_at=None).exists():
        deactivate_webhook(webhook, at=at, said="A commissioner stopped the webhook.")
        whose = Membership.objects.filter(league=webhook.league, user=webhook.user_id).order_by("pk").first()
        subject = f"of {whose.handle}" if whose else "of nobody"
        add_league_log(
            webhook.league_id, actor=by.handle, what="webhook stopped", subject=subject, at=at, reason=reason
        )


@transaction.atomic
def rotate_secret(*, webhook: Webhook) -> str:
    """Give a webhook a new secret, which signs everything from now on. Raises `WebhookStopped`."""
    active = _lock_active_webhook(webhook)
    active.secret = generate_secret()
    active.save(update_fields=["secret"])
    return active.secret


@transaction.atomic
def send_test(*, webhook: Webhook, at: datetime) -> Delivery:
    """Send a webhook a test message. Raises `WebhookStopped`, or `TriedAlready` while one waits."""
    active = _lock_active_webhook(webhook)
    if active.deliveries.filter(kind=TEST_EVENT, next_at__isnull=False).exists():
        raise TriedAlready("A test is still under way: wait for its result first.")
    message = Message(
        event=TEST_EVENT,
        league=active.league_id,
        key=secrets.token_hex(16),
        says=f"This is a test of the webhook {active.name}.",
        at=at,
    )
    body = encode_body(message, active.shape)
    delivery = active.deliveries.create(message=message.id, kind=TEST_EVENT, body=body, made_at=at, next_at=at)
    enqueue_sending(active.pk, message.id, at=at)
    return delivery


@transaction.atomic
def resend_message(*, webhook: Webhook, delivery: int, at: datetime) -> Delivery:
    """Send a message again, under its old id and with a new set of tries.

    Raises `WebhookStopped`, `Unknown`, or `NotDead` for one that waits and will be sent anyway.
    """
    active = _lock_active_webhook(webhook)
    found = active.deliveries.select_for_update().filter(pk=delivery).first()
    if found is None:
        raise Unknown("The webhook has no such message: look at the list of those it was sent.")
    if found.next_at is not None:
        raise NotDead("That message is still waiting and is sent automatically: look again later.")
    active.deliveries.filter(pk=found.pk).update(tries=0, next_at=at, taken_at=None, status=None, said="")
    enqueue_sending(active.pk, f"again/{found.pk}/{at.timestamp()}", at=at)
    return active.deliveries.get(pk=found.pk)


def resend_dead_messages(*, webhook: Webhook, at: datetime) -> int:
    """Send all dead messages again; how many there are. Raises `WebhookStopped`."""
    with short_transaction():
        active = _lock_active_webhook(webhook)
    dead = active.deliveries.filter(next_at=None, taken_at=None)
    count = update_in_pieces(dead, tries=0, next_at=at, status=None, said="")
    if count:
        with short_transaction():
            enqueue_sending(active.pk, f"again/{at.timestamp()}", at=at)
    return count


def _lock_active_webhook(webhook: Webhook) -> Webhook:
    active = Webhook.objects.select_for_update().get(pk=webhook.pk)
    if active.stopped_at is not None:
        raise WebhookStopped(f"{active.name} was stopped and gets no more messages: make another.")
    return active


def generate_secret() -> str:
    """A new signing secret."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()

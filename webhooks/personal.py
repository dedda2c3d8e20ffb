"""A person's own webhook: one address, in chat or of a program, that gets their notices and nothing else."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from jobs.queue import enqueue
from league.accounts import lock_preferences
from league.models import PersonalDelivery, PersonalWebhook
from rules.core.refusals import Malformed, Refusal, Unknown
from webhooks.addresses import AddressRefused, Resolver, resolve_destination, resolve_host
from webhooks.messages import (
    EMBED_COLOR,
    DiscordEmbed,
    DiscordFooter,
    DiscordMentions,
    DiscordMessage,
    MessageOut,
    escape_markup,
)
from webhooks.subscriptions import NotDead, TriedAlready, generate_secret

PERSONAL_JOB = "send_personal_webhook"
NOTICE_EVENT, DIGEST_EVENT, TEST_EVENT = "notice", "notice.digest", "notice.test"
"""The events of a person's own webhook."""
MOST_WAITING = 500
"""The most messages that may wait for a person's webhook; further ones are not written."""
LONGEST_CHAT_TEXT = 900
"""The most characters of a message in a chat; Discord takes 2000, and each of them may need escaping."""


class NoPersonalWebhook(Refusal):
    """The person has no webhook of their own, or it was stopped."""


@dataclass(frozen=True, slots=True)
class HookNotice:
    """A notice as a webhook gets it; `page` is the address of the page it leads to."""

    about: str
    group: str
    league: str
    league_name: str
    season: str
    sentence: str
    page: str
    at: datetime


@transaction.atomic
def set_personal_webhook(
    *, user: Any, address: str, shape: str, at: datetime, look_up: Resolver = resolve_host
) -> PersonalWebhook:
    """Give a person a webhook of their own with a new secret, in place of the one they had.

    Raises `Malformed` or `AddressRefused`.
    """
    if shape not in PersonalWebhook.Shape.values:
        shapes = " or ".join(PersonalWebhook.Shape.values)
        raise Malformed(f"A webhook has one of the formats {shapes}: choose one.").at("shape")
    try:
        resolve_destination(address, look_up=look_up)
    except AddressRefused as refusal:
        raise refusal.at("address") from None
    lock_preferences(user)  # of two that are set at the same time, the last one stands
    PersonalWebhook.objects.filter(user=user).delete()
    return PersonalWebhook.objects.create(
        user=user, address=address, secret=generate_secret(), shape=shape, made_at=at
    )


def remove_personal_webhook(*, user: Any) -> None:
    """Remove a person's webhook with all its messages; those that wait are never sent."""
    PersonalWebhook.objects.filter(user=user).delete()


@transaction.atomic
def send_personal_test(*, user: Any, at: datetime) -> PersonalDelivery:
    """Send a person's webhook a test message. Raises `NoPersonalWebhook`, or `TriedAlready` while one waits."""
    hook = _lock_active_hook(user)
    if hook.deliveries.filter(kind=TEST_EVENT, next_at__isnull=False).exists():
        raise TriedAlready("A test is still under way: wait for its result first.")
    body = _encode(hook, TEST_EVENT, "This is a test of your webhook.", settings.SITE_URL, {}, at=at)
    message = message_id(hook.user_id, f"test/{secrets.token_hex(16)}")
    delivery = hook.deliveries.create(message=message, kind=TEST_EVENT, body=body, made_at=at, next_at=at)
    enqueue_personal_sending(hook.user_id, message, at=at)
    return delivery


@transaction.atomic
def resend_personal_message(*, user: Any, delivery: int, at: datetime) -> PersonalDelivery:
    """Send a message to a person's webhook again, under its old id and with a new set of tries.

    Raises `NoPersonalWebhook`, `Unknown`, or `NotDead` for one that waits and will be sent anyway.
    """
    hook = _lock_active_hook(user)
    found = hook.deliveries.select_for_update().filter(pk=delivery).first()
    if found is None:
        raise Unknown("Your webhook has no such message: look at the list of those it was sent.")
    if found.next_at is not None:
        raise NotDead("That message is still waiting and is sent automatically: look again later.")
    found.tries, found.next_at, found.taken_at, found.status, found.said = 0, at, None, None, ""
    found.save(update_fields=["tries", "next_at", "taken_at", "status", "said"])
    enqueue_personal_sending(hook.user_id, f"again/{found.pk}/{at.timestamp()}", at=at)
    return found


def _lock_active_hook(user: Any) -> PersonalWebhook:
    """A person's webhook, held until the transaction ends. Raises `NoPersonalWebhook`."""
    hook = PersonalWebhook.objects.select_for_update().filter(user=user, stopped_at=None).first()
    if hook is None:
        raise NoPersonalWebhook("You have no webhook that takes messages: save an address first.")
    return hook


def notices_delivery(
    hook: PersonalWebhook, notices: Sequence[HookNotice], *, key: str, at: datetime
) -> PersonalDelivery:
    """The message for notices, not yet stored: of one, or a digest of several. The same key has the same id."""
    site = settings.SITE_URL.rstrip("/")
    event = NOTICE_EVENT if len(notices) == 1 else DIGEST_EVENT
    first = notices[0]
    sentences = [f"{notice.league_name}: {notice.sentence}" for notice in notices]
    fields = {
        "notices": [
            {
                "about": notice.about,
                "group": notice.group,
                "league": notice.league,
                "season": notice.season or None,
                "says": notice.sentence,
                "page": site + notice.page,
                "at": notice.at.astimezone(UTC),
            }
            for notice in notices
        ]
    }
    page = site + (first.page if len(notices) == 1 else reverse("inbox"))
    body = _encode(hook, event, "\n".join(sentences), page, fields, at=first.at)
    return PersonalDelivery(
        webhook=hook, message=message_id(hook.user_id, key), kind=event, body=body, made_at=at, next_at=at
    )


def message_id(user: int, key: str) -> str:
    """The id by which a receiver recognizes a repeat: the same for every try."""
    return "msg_" + hashlib.sha256(f"person {user}|{key}".encode()).hexdigest()[:40]


def enqueue_personal_sending(user: int, key: str, *, at: datetime) -> None:
    """Enqueue the sending of the due messages of a person's webhook, once for that key."""
    enqueue(PERSONAL_JOB, key=f"{PERSONAL_JOB}/{user}/{key}", at=at, arguments={"user": user})


def stop_personal_webhook(hook: PersonalWebhook, *, at: datetime, said: str) -> None:
    """Stop a person's webhook; waiting messages are never sent, and each records why."""
    PersonalWebhook.objects.filter(pk=hook.pk, stopped_at=None).update(stopped_at=at)
    hook.deliveries.filter(next_at__isnull=False).update(next_at=None, said=said)


def _encode(
    hook: PersonalWebhook, event: str, text: str, page: str, fields: dict[str, Any], *, at: datetime
) -> bytes:
    if hook.shape != PersonalWebhook.Shape.DISCORD:
        about = {"says": text, "page": page, **fields}
        return msgspec.json.encode(MessageOut(type=event, timestamp=at.astimezone(UTC), about=about))
    short = text if len(text) <= LONGEST_CHAT_TEXT else text[: LONGEST_CHAT_TEXT - 1] + "…"
    embed = DiscordEmbed(
        title="Read more",
        url=page,
        timestamp=at.astimezone(UTC),
        color=EMBED_COLOR,
        footer=DiscordFooter(text="Your notices"),
    )
    return msgspec.json.encode(
        DiscordMessage(content=escape_markup(short), embeds=(embed,), allowed_mentions=DiscordMentions(parse=()))
    )

"""Webhooks: what can be told, who is told, and what came of each message."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec


class EventOut(msgspec.Struct, frozen=True, kw_only=True):
    """An event a webhook may be told of: when it comes, and the message that tells it, in each shape.

    `by_name_only` is one that is told only to a webhook that names it.
    """

    name: str
    says: str
    by_name_only: bool
    message: dict[str, Any]
    discord: dict[str, Any]


class EventsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every event, in the order in which they come in a season; `headers` are what each message is sent with."""

    events: tuple[EventOut, ...]
    headers: tuple[str, ...]
    waits: tuple[int, ...]
    """How many seconds after each failed try the next one is made."""


class WebhookIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A webhook to make: what it is for, its address, and the events it wants, none meaning all but those by name."""

    name: str
    address: str
    kinds: list[str] = []
    shape: Literal["standard", "discord"] = "standard"


class StopIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a commissioner stops another member's webhook; who stops their own needs no reason."""

    reason: str = ""


class WebhookOut(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook. Of its address only the host is told; `member` is the opaque name of whose it is.

    `state` is `told` while it is told what happens, or `stopped`; `waiting` and `dead` count its messages.
    """

    number: int
    name: str
    host: str
    kinds: tuple[str, ...]
    shape: str
    state: str
    member: str
    made_at: datetime
    stopped_at: datetime | None
    taken_at: datetime | None
    waiting: int
    dead: int


class WebhooksOut(msgspec.Struct, frozen=True, kw_only=True):
    """Webhooks, those that are told anything first, the newest first."""

    webhooks: tuple[WebhookOut, ...]


class SecretOut(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook with its secret, by which its messages are signed; it is told this once."""

    webhook: WebhookOut
    secret: str


class DeliveryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A message for a webhook: `taken`, `waiting` for its next try, or `dead` after the last.

    `message` is its id, `status` what the last try was answered, null where nothing came back.
    """

    number: int
    message: str
    kind: str
    state: str
    tries: int
    status: int | None
    said: str
    made_at: datetime
    taken_at: datetime | None
    next_at: datetime | None
    body: dict[str, Any]


class DeliveriesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Messages for a webhook, the newest first; `next` is what to ask `before` for older ones, null at the end."""

    deliveries: tuple[DeliveryOut, ...]
    next: int | None


class SentAgainOut(msgspec.Struct, frozen=True, kw_only=True):
    """How many dead messages are sent again."""

    again: int

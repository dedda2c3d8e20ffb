"""Schemas of webhooks, their events and deliveries."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec


class EventOut(msgspec.Struct, frozen=True, kw_only=True):
    """An event that a webhook can receive: when it occurs, and its message in each shape.

    `by_name_only` is true for one that is sent only to a webhook that names it.
    """

    name: str
    """Name of the event, as `kinds` of a webhook has it."""
    says: str
    """When the event occurs, in a sentence."""
    by_name_only: bool
    """Whether only a webhook that names the event receives it."""
    message: dict[str, Any]
    """Example of its message in the shape `standard`."""
    discord: dict[str, Any]
    """Example of its message in the shape `discord`."""


class EventsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every event, in the order in which they come in a season; `headers` are what each message is sent with."""

    events: tuple[EventOut, ...]
    """The events, in the order in which they come in a season."""
    headers: tuple[str, ...]
    """Names of the headers that every message is sent with."""
    waits: tuple[int, ...]
    """How many seconds after each failed try the next one is made."""


class WebhookIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A webhook to make: what it is for, its address, and its events; none means all but those sent only by name."""

    name: str
    """What the webhook is for, in 1 to 60 characters."""
    address: str
    """Address that messages are sent to, by https."""
    kinds: list[str] = []
    """Names of the events it receives; empty for all but those that are sent only by name."""
    shape: Literal["standard", "discord"] = "standard"
    """Shape of its messages."""


class StopIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a commissioner stops another member's webhook; who stops their own needs no reason."""

    reason: str = ""
    """Why a commissioner stops another member's webhook, for all members to read; empty for one's own."""


class WebhookOut(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook.

    Only the host of its address is shown; `member` is the opaque name of the member who made it. `state` is `told`
    while it receives messages, or `stopped`; `waiting` and `dead` count its messages.
    """

    number: int
    """Number of the webhook, as addresses have it."""
    name: str
    """What the webhook is for, as its member wrote it."""
    host: str
    """Scheme and host of its address; the rest is not shown."""
    kinds: tuple[str, ...]
    """Names of the events it receives; empty for all but those that are sent only by name."""
    shape: str
    """Shape of its messages: `standard` or `discord`."""
    state: str
    """State of the webhook: `told` while it receives messages, or `stopped` for good."""
    member: str
    """Opaque name of the member who made it; empty where they left."""
    made_at: datetime
    """When it was made."""
    stopped_at: datetime | None
    """When it was stopped; null while it is not."""
    taken_at: datetime | None
    """When it took a message last; null where it never did."""
    waiting: int
    """How many messages wait for their next try."""
    dead: int
    """How many messages it never took and are tried no more."""


class WebhooksOut(msgspec.Struct, frozen=True, kw_only=True):
    """Webhooks, those that receive messages first, the newest first."""

    webhooks: tuple[WebhookOut, ...]
    """The webhooks you may see, those that are not stopped first."""


class SecretOut(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook with the secret that signs its messages; the secret is shown only this once."""

    webhook: WebhookOut
    """The webhook itself."""
    secret: str
    """Secret that its messages are signed with, `whsec_` and base64; it is shown only this once."""


class DeliveryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A message for a webhook: `taken`, `waiting` for its next try, or `dead` after the last.

    `message` is its id, `status` what the last try was answered, null where nothing came back.
    """

    number: int
    """Number of the delivery, as addresses and `before` have it."""
    message: str
    """Id of the message, which its header `webhook-id` has."""
    kind: str
    """Name of the event that it reports."""
    state: str
    """Where it stands: `taken`, `waiting` or `dead`."""
    tries: int
    """How often it was sent."""
    status: int | None
    """Status of the answer to its last try; null where none came."""
    said: str
    """Result of its last try, in a sentence; empty before the first."""
    made_at: datetime
    """When it was written."""
    taken_at: datetime | None
    """When it was taken; null where it was not."""
    next_at: datetime | None
    """When it is tried next; null where it is tried no more."""
    body: dict[str, Any]
    """Its body as it is sent."""


class DeliveriesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Messages for a webhook, the newest first; `next` is what to ask `before` for older ones, null at the end."""

    deliveries: tuple[DeliveryOut, ...]
    """The messages of the webhook, the newest first."""
    next: int | None
    """Send it as `before` for older ones; null at the end."""


class SentAgainOut(msgspec.Struct, frozen=True, kw_only=True):
    """How many dead messages are sent again."""

    again: int
    """How many dead messages are sent again."""

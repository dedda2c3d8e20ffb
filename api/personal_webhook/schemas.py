"""Schemas of a person's own webhook and its messages."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

Shape = Literal["standard", "discord"]


class PersonalWebhookIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A webhook to set for the token's person."""

    address: str
    """Address that messages are sent to, by https."""
    shape: Shape = "standard"
    """Shape of its messages: for programs, or for a channel in Discord."""


class PersonalWebhookOut(msgspec.Struct, frozen=True, kw_only=True):
    """The webhook of the token's person, without its secret; only the host of its address is shown."""

    state: Literal["none", "active", "stopped"]
    """`none` without one, `active` while it gets notices, `stopped` once its receiver said that it is gone."""
    host: str
    """Scheme and host of its address; the rest is not shown. Empty without one."""
    shape: str
    """Shape of its messages, `standard` or `discord`; empty without one."""
    made_at: datetime | None
    """When it was set; null without one."""
    stopped_at: datetime | None
    """When it was stopped; null while it is not."""
    waiting: int
    """How many messages wait for their next try."""
    dead: int
    """How many messages it never took and are tried no more."""


class PersonalSecretOut(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook that was set, with the secret that signs its messages."""

    webhook: PersonalWebhookOut
    """The webhook itself."""
    secret: str
    """Secret that its messages are signed with, `whsec_` and base64; it is shown only this once."""


class PersonalMessageOut(msgspec.Struct, frozen=True, kw_only=True):
    """A message for a person's webhook: what became of it, without its content."""

    number: int
    """Number of the message, as addresses and `before` have it."""
    message: str
    """Id of the message, which its header `webhook-id` has."""
    kind: str
    """`notice`, `notice.digest` or `notice.test`."""
    state: str
    """Where it stands: `taken`, `waiting` for its next try, or `dead` after the last."""
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


class PersonalMessagesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Messages for a person's webhook."""

    messages: tuple[PersonalMessageOut, ...]
    """The messages, the newest first."""
    next: int | None
    """Send it as `before` for older ones; null at the end."""

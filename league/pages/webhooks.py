"""The page of a league's webhooks: the member's own, for commissioners everyone's, and one webhook's messages."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms

from league.access import Viewer
from league.accounts import display_name
from league.models import Delivery, League, Webhook
from league.pages.base_context import Breadcrumb
from league.pages.people.people import league_page_context
from league.queries.webhooks import deliveries_of, state_of, visible_webhooks
from webhooks.addresses import LONGEST_ADDRESS, masked_address
from webhooks.events import EVERY_ENTRY, SELECTABLE_EVENTS
from webhooks.subscriptions import LONGEST_NAME, LONGEST_STOP_REASON

MESSAGES_A_PAGE = 20
STATES = {"taken": "good", "waiting": "warn", "dead": "bad"}
"""The color class for each state of a message."""


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """A webhook in a list; `state` is `told` (it gets messages), `stopped`, or `left` (its person has left)."""

    id: int
    name: str
    host: str
    whose: str
    own: bool
    kinds: tuple[str, ...]
    discord: bool
    made_at: datetime
    stopped_at: datetime | None
    taken_at: datetime | None
    waiting: int
    dead: int
    state: str


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message in a list, with its result and the number of attempts."""

    id: int
    kind: str
    state: str
    mark: str
    said: str
    tries: int
    made_at: datetime
    taken_at: datetime | None
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A new secret, which is shown only this once."""

    name: str
    secret: str


class WebhookForm(forms.Form):
    """What a webhook is for, its address, the format of its messages, and its events."""

    name = forms.CharField(label="What it is for", max_length=LONGEST_NAME, help_text="Such as: our chat.")
    address = forms.URLField(
        label="Address",
        max_length=LONGEST_ADDRESS,
        assume_scheme="https",
        help_text="It begins with https://. Lists show only its host.",
    )
    shape = forms.ChoiceField(
        label="Format",
        choices=[
            (Webhook.Shape.STANDARD, "Standard Webhooks, for programs"),
            (Webhook.Shape.DISCORD, "A message in a Discord channel"),
        ],
    )
    kinds = forms.MultipleChoiceField(
        label="Events",
        required=False,
        choices=[(name, name) for name in SELECTABLE_EVENTS],
        widget=forms.CheckboxSelectMultiple,
        help_text=f"If none is ticked it gets all of them except {EVERY_ENTRY}.",
    )

    def __init__(self, given: Any = None) -> None:
        super().__init__(given, label_suffix="")


def webhooks_page(
    *,
    league: League,
    viewer: Viewer,
    form: WebhookForm,
    chosen: int | None = None,
    before: int | None = None,
    told: NewSecret | None = None,
    refusal: str = "",
    asked: str = "",
    reason: str = "",
) -> dict[str, Any]:
    """The context of a member's webhooks page, with the messages of the `chosen` webhook or else of the first.

    `told` is the secret that was just made, `refusal` why a request was refused, and `asked` which request that was,
    with the `reason` that was typed.
    """
    rows: list[Any] = list(visible_webhooks(league.pk, viewer, whole=True))
    own = {membership.user_id for membership in viewer.memberships}
    row = next((webhook for webhook in rows if chosen in {None, webhook.pk}), None)
    deliveries = [] if row is None else list(deliveries_of(row, before=before)[: MESSAGES_A_PAGE + 1])
    return {
        **league_page_context(league, viewer, Breadcrumb("Webhooks")),
        "form": form,
        "key": secrets.token_urlsafe(12),
        "hooks": [_line(webhook, own) for webhook in rows],
        "hook": None if row is None else _line(row, own),
        "sent": [_message(delivery) for delivery in deliveries[:MESSAGES_A_PAGE]],
        "older": deliveries[MESSAGES_A_PAGE - 1].pk if len(deliveries) > MESSAGES_A_PAGE else None,
        "paged": before is not None,
        "runs_it": viewer.is_commissioner,
        "told": told,
        "refusal": refusal,
        "asked": asked,
        "reason": reason,
        "longest_reason": LONGEST_STOP_REASON,
        "open_kinds": bool(form.is_bound and form["kinds"].value()),
    }


def _line(row: Any, own: set[int]) -> WebhookLine:
    return WebhookLine(
        id=row.pk,
        name=row.name,
        host=masked_address(row.address),
        whose=display_name(row.user),
        own=row.user_id in own,
        kinds=tuple(row.kinds),
        discord=row.shape == Webhook.Shape.DISCORD,
        made_at=row.made_at,
        stopped_at=row.stopped_at,
        taken_at=row.taken,
        waiting=row.waiting,
        dead=row.dead,
        state="stopped" if row.stopped_at else "told" if row.belongs else "left",
    )


def _message(row: Delivery) -> MessageLine:
    state = state_of(row)
    return MessageLine(
        id=row.pk,
        kind=row.kind,
        state=state,
        mark=STATES[state],
        said=row.said,
        tries=row.tries,
        made_at=row.made_at,
        taken_at=row.taken_at,
        next_at=row.next_at,
    )

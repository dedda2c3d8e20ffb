"""Examples of webhooks for the OpenAPI document."""

from __future__ import annotations

from typing import Any

import msgspec

from league.models import Webhook
from webhooks.delivery import RETRY_DELAYS
from webhooks.events import WebhookEvent
from webhooks.messages import EXAMPLE_HEAD, encode_body, example_message

HEADER_NAMES = ("content-type", "webhook-id", "webhook-timestamp", "webhook-signature")
RETRY_SECONDS = tuple(int(delay.total_seconds()) for delay in RETRY_DELAYS)


def event_document(event: WebhookEvent) -> dict[str, Any]:
    """A webhook event as `webhook_events` lists it."""
    message = example_message(event)
    return {
        "name": event.name,
        "says": event.says,
        "by_name_only": event.is_opt_in,
        "message": msgspec.json.decode(encode_body(message, Webhook.Shape.STANDARD)),
        "discord": msgspec.json.decode(encode_body(message, Webhook.Shape.DISCORD)),
    }


EXAMPLE_SITE = "https://league.example.org"
SETTLED_MESSAGE_ID = "msg_f341261eafb858b54762abe7c54a2dfa6fdd725f"
SETTLED_EVENT: dict[str, Any] = {
    "name": "match.settled",
    "says": "The settlement of a match was closed.",
    "by_name_only": False,
    "message": {
        "type": "match.settled",
        "timestamp": "2026-03-14T18:00:00Z",
        "data": {
            "league": "rust-belt",
            "season": "s1",
            "entry": 118,
            "head": EXAMPLE_HEAD,
            "says": "The settlement of round 3, match A is closed.",
            "read": f"{EXAMPLE_SITE}/api/v1/leagues/rust-belt/seasons/s1/entries/118",
            "page": f"{EXAMPLE_SITE}/l/rust-belt/s1/journal/118/",
            "match": "m3",
        },
    },
    "discord": {
        "content": "The settlement of round 3, match A is closed\\.",
        "embeds": [
            {
                "title": "match.settled",
                "url": f"{EXAMPLE_SITE}/l/rust-belt/s1/journal/118/",
                "timestamp": "2026-03-14T18:00:00Z",
                "color": 12730636,
                "footer": {"text": f"rust-belt/s1, head 118:{EXAMPLE_HEAD}"},
            }
        ],
        "allowed_mentions": {"parse": []},
    },
}
"""The event of a settled match, written out: while addresses are still being read none can be made."""
WEBHOOK_IN: dict[str, Any] = {
    "name": "our bot",
    "address": "https://bot.example.org/league",
    "kinds": ["match.locked", "match.settled"],
    "shape": "standard",
}
WEBHOOK: dict[str, Any] = {
    "number": 4,
    "name": "our bot",
    "host": "https://bot.example.org/…",
    "kinds": ["match.locked", "match.settled"],
    "shape": "standard",
    "state": "told",
    "member": "0f3c9d1e5b7a2846",
    "made_at": "2026-03-02T20:15:00Z",
    "stopped_at": None,
    "taken_at": "2026-03-14T18:00:02Z",
    "waiting": 0,
    "dead": 1,
}
WEBHOOK_SECRET: dict[str, Any] = {"webhook": WEBHOOK, "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxlIG9mIG9uZQ=="}
DELIVERY: dict[str, Any] = {
    "number": 31,
    "message": SETTLED_MESSAGE_ID,
    "kind": "match.settled",
    "state": "taken",
    "tries": 1,
    "status": 204,
    "said": "It answered 204.",
    "made_at": "2026-03-14T18:00:00Z",
    "taken_at": "2026-03-14T18:00:02Z",
    "next_at": None,
    "body": SETTLED_EVENT["message"],
}

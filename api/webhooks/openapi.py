"""The webhook events of the OpenAPI document: schema, headers and examples of each message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from api.openapi import schema_ref
from api.webhooks.examples import EXAMPLE_SITE, WEBHOOK_SECRET
from league.models import Webhook
from webhooks.delivery import MOST_TRIES, signature_headers
from webhooks.events import EVENTS, WebhookEvent
from webhooks.messages import DiscordMessage, encode_body, example_message
from webhooks.transport import LONGEST_RETRY_AFTER, POST_SECONDS

COMMON_FIELDS: Mapping[str, str] = {
    "league": "Short name of the league it happened in.",
    "season": "Short name of the season it happened in.",
    "entry": "Number of the journal's entry that did it.",
    "head": "Hash of that entry, the newest head when it was written: `verify.py --head` takes it.",
    "says": "One sentence for people; its words may be put better at any time.",
    "read": "Address at which a program reads more.",
    "page": "Address of the page on which people read more.",
}
"""Descriptions of the fields that every message has."""
EVENT_FIELDS: Mapping[str, str] = {
    "answer": "The commissioner's answer to the question.",
    "command": "Type of the first command of the entry.",
    "digest": "Digest of the report's figures, 64 hex digits.",
    "driver": "Short id of the driver it is about.",
    "entries": "Numbers of the entries that were amended.",
    "event": "Short name of the event that is played, such as race.",
    "franchise": "Short id of the franchise that did it, or to which it was done.",
    "in_force_from": "Step from which it is in force, such as r4; empty for at once.",
    "match": "Short id of the match it is about.",
    "number": "Number of the season, of the round in it, or of the pick in the draft.",
    "partner": "Short id of the other franchise of the trade.",
    "plays_at": "When the match is played, as ISO 8601 in UTC.",
    "put": "The question, as it was put.",
    "questionnaire": "Id of the questionnaire, as `questionnaires` has it.",
    "questions": "Keys of the questions that it answers otherwise than before.",
    "reveal_at": "When the round is played and revealed, as ISO 8601 in UTC.",
    "round": "Short id of the season's round, or number of the draft's.",
    "rounds": "How many rounds the season has.",
    "side": "Short id of the franchise that claimed it; empty for the commissioner.",
    "step": "Step that the season or match has reached.",
    "trade": "Short id of the trade it is about.",
    "version": "Number of the version among those of its questionnaire.",
}
"""Descriptions of the fields that only some events have."""
NULL_DESCRIPTION = "Always null, since there is none."
HEADER_DOCS: Mapping[str, tuple[str, str]] = {
    "webhook-id": (
        "^msg_[0-9a-f]+$",
        "The message's id. A repeat has the same: a message comes at least once, so keep those you have seen.",
    ),
    "webhook-timestamp": (
        "^[0-9]+$",
        "When this try was sent, in seconds since 1970. Refuse what is older than five minutes.",
    ),
    "webhook-signature": (
        "^v1,[A-Za-z0-9+/]+={0,2}$",
        (
            "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the webhook's secret. Those of the "
            f"examples are of the standard shape, written without spaces, by `{WEBHOOK_SECRET['secret']}`."
        ),
    ),
}
"""The pattern and description of each header of a message, other than its content type."""
RECEIVER_RESPONSES: Mapping[str, str] = {
    "2XX": f"It is taken. Answer within {POST_SECONDS:.0f} seconds; nothing but the status is read.",
    "410": "The webhook is stopped, for good.",
    "429": "With `Retry-After` in seconds it is left alone for so long, "
    f"{LONGEST_RETRY_AFTER // 3600} hours at most.",
    "503": "As 429.",
    "default": f"It is not taken, and tried again later: {MOST_TRIES} times in all. No redirect is followed.",
}
"""The statuses a receiver may answer with, and what follows from each."""
ENTRY_SCHEMA = {"type": "integer", "minimum": 1}
HEAD_SCHEMA = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def add_webhooks(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """drf-spectacular hook: add every event to the document's `webhooks`, and its message to the components."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas |= {message_schema_name(event): message_schema(event) for event in EVENTS.values()}
    result["webhooks"] = {event.name: {"post": _event_operation(event)} for event in EVENTS.values()}
    return result


def message_schema_name(event: WebhookEvent) -> str:
    """The component name of an event's message, such as `MatchSettledMessage`."""
    return "".join(part.capitalize() for part in event.name.replace("_", ".").split(".")) + "Message"


def message_schema(event: WebhookEvent) -> dict[str, Any]:
    """The JSON Schema of an event's message."""
    fields = {
        "league": {"type": "string"},
        "season": {"type": "string" if _has_season(event) else "null"},
        "entry": ENTRY_SCHEMA if event.entry else {"type": "null"},
        "head": HEAD_SCHEMA if event.entry else {"type": "null"},
        "says": {"type": "string"},
        "read": {"type": "string", "format": "uri"},
        "page": {"type": "string", "format": "uri"},
        **{name: _example_schema(example) for name, example in event.fields.items()},
    }
    descriptions = {**COMMON_FIELDS, **EVENT_FIELDS}
    return {
        "type": "object",
        "description": event.says,
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {
                "const": event.name,
                "description": "Name of the event, by which a program tells it from others.",
            },
            "timestamp": {"type": "string", "format": "date-time", "description": "When it happened."},
            "data": {
                "type": "object",
                "description": "What it is about: ids, one sentence, and addresses at which more is read.",
                "required": list(fields),
                "properties": {
                    name: {
                        **field_schema,
                        "description": NULL_DESCRIPTION if field_schema["type"] == "null" else descriptions[name],
                    }
                    for name, field_schema in fields.items()
                },
            },
        },
    }


def _has_season(event: WebhookEvent) -> bool:
    return bool(example_message(event).season)


def _example_schema(example: Any) -> dict[str, Any]:
    """The schema of a field, derived from its example."""
    if isinstance(example, list):
        return {"type": "array", "items": _example_schema(example[0])}
    return {"type": "integer" if isinstance(example, int) else "string"}


def _event_operation(event: WebhookEvent) -> dict[str, Any]:
    message = example_message(event)
    bodies = {shape: encode_body(message, shape, site=EXAMPLE_SITE) for shape in Webhook.Shape.values}
    headers = signature_headers(WEBHOOK_SECRET["secret"], message.id, bodies[Webhook.Shape.STANDARD], at=message.at)
    schemas = [{"$ref": f"#/components/schemas/{message_schema_name(event)}"}, schema_ref(DiscordMessage)]
    return {
        "operationId": f"told_{event.name.replace('.', '_')}",
        "summary": event.says.rstrip("."),
        "description": "Sent to webhooks of the league whose person may see it, in the shape each was made with.",
        "security": [],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "schema": {"type": "string", "pattern": pattern},
                "description": says,
                "example": headers[name],
            }
            for name, (pattern, says) in HEADER_DOCS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"oneOf": schemas},
                    "examples": {shape: {"value": msgspec.json.decode(body)} for shape, body in bodies.items()},
                }
            },
        },
        "responses": {status: {"description": says} for status, says in RECEIVER_RESPONSES.items()},
    }

"""Examples of a person's own webhook for the OpenAPI document."""

from __future__ import annotations

from typing import Any

WEBHOOK_IN: dict[str, Any] = {"address": "https://bot.example.org/notices", "shape": "standard"}
WEBHOOK: dict[str, Any] = {
    "state": "active",
    "host": "https://bot.example.org/…",
    "shape": "standard",
    "made_at": "2026-03-02T20:15:00Z",
    "stopped_at": None,
    "waiting": 0,
    "dead": 0,
}
NO_WEBHOOK: dict[str, Any] = {
    "state": "none",
    "host": "",
    "shape": "",
    "made_at": None,
    "stopped_at": None,
    "waiting": 0,
    "dead": 0,
}
SECRET: dict[str, Any] = {"webhook": WEBHOOK, "secret": "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}
MESSAGE: dict[str, Any] = {
    "number": 12,
    "message": "msg_0d5b1d3c8e6f4a279b7c5e1f3a2d4c6b8e9f0a1b",
    "kind": "notice.test",
    "state": "waiting",
    "tries": 0,
    "status": None,
    "said": "",
    "made_at": "2026-03-14T18:00:00Z",
    "taken_at": None,
    "next_at": "2026-03-14T18:00:00Z",
}

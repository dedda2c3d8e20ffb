"""Examples of reveals for the OpenAPI document."""

from __future__ import annotations

from typing import Any

REVEAL: dict[str, Any] = {"round": 1, "at": "2026-11-28T19:00:00Z", "changed_at": "2026-11-24T08:12:00Z"}
REVEAL_IN: dict[str, Any] = {"round": 1, "act": "set", "at": "2026-11-28T20:00:00+01:00"}

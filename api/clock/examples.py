"""Examples of acts on the clock for the OpenAPI document."""

from __future__ import annotations

from typing import Any

CLOCK_IN: dict[str, Any] = {
    "act": "move",
    "what": "M3/m4",
    "until": "2026-11-28T20:00:00+01:00",
    "seen": "2026-11-27T19:00:00Z",
    "reason": "Two owners are at a wedding.",
}
CLOCK: dict[str, Any] = {
    "season": "rust-belt/s1",
    "paused": [],
    "windows": [
        {"what": "M3/m4", "opened_at": "2026-11-25T18:00:00Z", "closes_at": "2026-11-28T19:00:00Z", "left": None}
    ],
    "reminded": None,
}
ADVANCE_IN: dict[str, Any] = {"most": 1}
ADVANCED: dict[str, Any] = {
    "steps": [{"type": "lock_line_ups", "match": "m4"}],
    "length": 131,
    "receipt": None,
}

"""Examples of published and acknowledged versions for the OpenAPI document."""

from __future__ import annotations

from typing import Any

SWITCH = "round.idle_may_shop"
ANSWERS_IN: dict[str, Any] = {"answers": {SWITCH: {"setting": True}}, "note": "We agreed on it.", "step": "r3"}
VERSION: dict[str, Any] = {
    "number": 2,
    "in_force": False,
    "answers": {SWITCH: {"setting": True}},
    "was": {SWITCH: {"setting": False}},
    "standing": {SWITCH: {"setting": True}},
    "note": "We agreed on it.",
    "step": "r3",
    "published_at": "2026-03-14T18:00:00Z",
    "entry": 118,
    "acknowledged_by": [],
}
PUBLISHED: dict[str, Any] = {"version": VERSION, "length": 118, "receipt": None}
ACKNOWLEDGED: dict[str, Any] = {"number": 2, "acknowledged_by": ["razors"]}

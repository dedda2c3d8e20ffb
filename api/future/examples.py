"""Examples of what becomes of a league, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

FUTURE: dict[str, Any] = {
    "league": "rust-belt",
    "public": True,
    "archived_at": None,
    "delete_at": None,
    "deletion": None,
    "handovers": [],
    "takers": [{"member": 12, "name": "Duke"}],
}
ARCHIVED: dict[str, Any] = {**FUTURE, "archived_at": "2026-11-05T08:00:00Z"}
HIDDEN: dict[str, Any] = {**FUTURE, "public": False}
ASKED: dict[str, Any] = {
    **FUTURE,
    "deletion": {
        "asked_by": "Marjorie",
        "asked_at": "2026-11-05T08:00:00Z",
        "reason": "We have stopped playing.",
        "days": 30,
        "confirmed_at": None,
    },
}
CONFIRMED: dict[str, Any] = {
    **ASKED,
    "delete_at": "2026-12-06T08:00:00Z",
    "deletion": {**ASKED["deletion"], "confirmed_at": "2026-11-06T08:00:00Z"},
}
OFFERED: dict[str, Any] = {
    **FUTURE,
    "handovers": [
        {
            "number": 3,
            "giver": "Marjorie",
            "taker": "Duke",
            "own": False,
            "steps_down": True,
            "note": "You know it best.",
            "until": "2026-11-19T08:00:00Z",
        }
    ],
}
ARCHIVE_IN: dict[str, Any] = {"reason": "We play on in spring."}
VISIBILITY_IN: dict[str, Any] = {"public": False}
DELETION_IN: dict[str, Any] = {"reason": "We have stopped playing.", "days": 30}
HANDOVER_IN: dict[str, Any] = {"member": 12, "steps_down": True, "note": "You know it best."}
HANDOVER_ANSWER_IN: dict[str, Any] = {"answer": "accepted"}

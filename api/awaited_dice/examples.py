"""Examples of awaited dice for the OpenAPI document."""

from __future__ import annotations

from typing import Any

AWAITED_DICE: dict[str, Any] = {
    "entry": 12,
    "command": "throw_party",
    "match": "",
    "round": None,
    "due": "2026-03-02T20:15:30Z",
    "words": True,
    "closed": False,
    "given": True,
    "held": False,
    "revealed": False,
    "agreed": [],
    "asked": "5e" * 32,
    "closed_in": None,
    "receipt": None,
}
AWAITED_DICE_IN: dict[str, Any] = {"hash": "c3" * 32}
AWAITED_DICE_STAND: dict[str, Any] = {"entry": 12, "awaited": AWAITED_DICE, "fell": None}

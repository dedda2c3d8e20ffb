"""Examples of standing orders for the OpenAPI document."""

from __future__ import annotations

from typing import Any

ORDERS_IN: dict[str, Any] = {"orders": {"reserve_k": 60, "rest_at": 2, "keep_staff": True}}
DEFAULTS: dict[str, Any] = {"reserve_k": 100, "rest_at": 3, "keep_staff": False}
ORDERS: dict[str, Any] = {
    "franchise": "razors",
    "orders": ORDERS_IN["orders"],
    "left_out": [],
    "updated_at": "2026-03-05T18:00:00Z",
    "defaults": DEFAULTS,
}
CLEARED: dict[str, Any] = {**ORDERS, "orders": {}, "updated_at": "2026-03-05T18:04:00Z"}
PREVIEW: dict[str, Any] = {
    "franchise": "razors",
    "commands": [{"type": "keep_staff", "franchise": "razors"}],
    "trial": {
        "facts": ["The Razors keep their staff of rating 3."],
        "throws": [],
        "prices": [],
        "refusal": "",
        "may_be_refused": "",
        "opens_seal": False,
        "problem": None,
    },
}

"""Examples of amends for the OpenAPI document."""

from __future__ import annotations

from typing import Any

AMEND_IN: dict[str, Any] = {
    "corrections": {
        "12": [{"type": "hire_rookie", "franchise": "scrappers", "driver": "scrappers.d4", "name": "Lyra Vega"}]
    },
    "reason": "Her name was misspelt.",
}
AMEND_RESULT: dict[str, Any] = {
    "number": 13,
    "length": 13,
    "stands": [{"number": 12, "standing": "corrected", "because": ""}],
    "differences": ["scrappers.d4: name Vega is Lyra Vega"],
    "warnings": [],
    "obstacles": [],
    "waits": "",
}
AMEND_PENDING: dict[str, Any] = {
    **AMEND_RESULT,
    "number": 0,
    "length": 12,
    "stands": [],
    "differences": [],
    "waits": "It is your own match: your ruling waits until somebody else confirms it, and nothing has changed yet.",
}

"""Examples of appeals and their answers for the OpenAPI document."""

from __future__ import annotations

from typing import Any

APPEAL: dict[str, Any] = {
    "id": 3,
    "match": "m1",
    "entry": 131,
    "side": "wolves",
    "said": "Vega was out before the second lap.",
    "at": "2026-03-05T08:00:00Z",
    "answer": "open",
    "answer_said": "",
    "answered_at": None,
}
APPEAL_IN: dict[str, Any] = {"reason": "Vega was out before the second lap.", "side": "wolves"}
ANSWER_IN: dict[str, Any] = {"answer": "dismissed", "reason": "The log shows the driver out of action in the third."}
DISMISSED_APPEAL: dict[str, Any] = {
    **APPEAL,
    "answer": "dismissed",
    "answer_said": ANSWER_IN["reason"],
    "answered_at": "2026-03-05T19:00:00Z",
}

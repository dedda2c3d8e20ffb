"""Examples of a duel and its score sheet for the OpenAPI document."""

from __future__ import annotations

from typing import Any

import msgspec

from api.duels.scorer import DuelDocument, score_document

DUEL: dict[str, Any] = {
    "duelists": [
        {"id": "razors", "name": "Razor Jane", "occupants": 2},
        {"id": "saints", "name": "Saint Otto"},
    ],
    "events": [
        {"turn": 1, "phase": 1, "type": "hit", "by": "razors", "on": "saints"},
        {
            "turn": 1,
            "phase": 2,
            "type": "kill",
            "on": "saints",
            "part": "mobility",
            "because": {"type": "attack", "by": "razors"},
        },
    ],
}
SHEET = score_document(msgspec.convert(DUEL, DuelDocument), answers=None)

"""Examples of a duel that is opened and run for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from api.response_examples import response_example

OPEN_IN: dict[str, Any] = {
    "title": "Saturday at the quarry",
    "entrants": [
        {"name": "Razor Jane", "team": "razors", "occupants": 2, "speed": 30},
        {"name": "Saint Otto", "speed": 30},
    ],
    "arena": {"checkpoints": ["north gate"]},
}
DUEL = response_example("season_duel")
HIT: dict[str, Any] = {"turn": 1, "phase": 1, "type": "hit", "by": "razor-jane", "on": "saint-otto"}
ACTIONS_IN: dict[str, Any] = {
    "actions": [
        {"key": "0b7e4c1a-hit", "act": "enter", "event": HIT},
        {"key": "0b7e4c1a-close", "act": "close", "phase": 1},
    ]
}
DONE: dict[str, Any] = {
    "results": [
        {"key": "0b7e4c1a-hit", "ok": True, "sentence": ""},
        {
            "key": "0b7e4c1a-close",
            "ok": False,
            "sentence": "The duel ended at the close of turn 1, phase 1: no phase comes after it.",
        },
    ],
    "duel": DUEL,
}

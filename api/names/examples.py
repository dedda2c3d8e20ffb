"""Examples of renaming for the OpenAPI document."""

from __future__ import annotations

from typing import Any

RENAME_IN: dict[str, Any] = {"kind": "driver", "id": "razors.d1", "name": "Ann Chovy"}
NAME_CHANGE: dict[str, Any] = {
    "number": 12,
    "kind": "driver",
    "id": "razors.d1",
    "former": "Rosie Rivet",
    "name": "Ann Chovy",
    "at": "2026-11-28T19:00:00Z",
    "reason": "",
    "taken_back": False,
    "takes_back": False,
}
NAME: dict[str, Any] = {"name": "Ann Chovy", "change": NAME_CHANGE}
VETO_IN: dict[str, Any] = {"reason": "It is somebody's real name."}
TAKEN_BACK: dict[str, Any] = {
    "name": "Rosie Rivet",
    "change": {
        **NAME_CHANGE,
        "number": 13,
        "former": "Ann Chovy",
        "name": "Rosie Rivet",
        "at": "2026-11-29T08:30:00Z",
        "reason": "It is somebody's real name.",
        "takes_back": True,
    },
}

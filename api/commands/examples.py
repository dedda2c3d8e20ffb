"""Examples of commands and their responses for the OpenAPI document, from a league of two franchises."""

from __future__ import annotations

from typing import Any

FACT: dict[str, Any] = {
    "kind": "driver_hired",
    "sentence": "Scrappers hired Vega as a rookie for 20k.",
    "rule": "DM-C-046",
    "fields": {"driver": "scrappers.d4", "franchise": "scrappers"},
    "rolls": [],
}
ENTRY: dict[str, Any] = {
    "number": 12,
    "at": "2026-03-02T20:15:00Z",
    "hash": "a7" * 32,
    "seal": "",
    "readable": True,
    "actor": "0f3c9d1e5b7a2846",
    "on_behalf_of": "",
    "reason": "",
    "command": {"type": "hire_rookie", "franchise": "scrappers", "driver": "scrappers.d4", "name": "Vega"},
    "facts": [FACT],
}
COMMANDS_RESULT: dict[str, Any] = {"entries": [ENTRY], "length": 12, "waits": ""}
COMMANDS: dict[str, Any] = {
    "commands": [{"type": "hire_rookie", "franchise": "scrappers", "driver": "scrappers.d4", "name": "Vega"}],
    "seen": 11,
}
COMMANDS_PENDING: dict[str, Any] = {
    "entries": [],
    "length": 11,
    "waits": "Your ruling waits until somebody else confirms it.",
}
TRIAL: dict[str, Any] = {
    "facts": ["Scrappers hired Vega as a rookie for 20k."],
    "throws": [],
    "prices": [
        {
            "franchise": "scrappers",
            "kind": "driver_hired",
            "rule": "DM-C-061",
            "amount": -50000,
            "least": -50000,
            "most": -50000,
        }
    ],
    "refusal": "",
    "may_be_refused": "",
    "opens_seal": False,
    "problem": None,
}

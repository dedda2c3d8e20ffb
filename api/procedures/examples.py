"""Examples of procedures for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from rules.match.registry import find_procedure

WORK: dict[str, Any] = {"inputs": {"aboard": ["Ann", "Bob"], "attacks": 1}, "faces": [2]}
OUTCOME: dict[str, Any] = {
    "procedure": "choose_who_is_hit",
    "rule": "CW-P-042",
    "values": {"hurt": ["Bob"]},
    "says": ["Attack 1 hurts Bob."],
    "throws": [{"sides": 2, "faces": [2], "why": "who is hurt by attack 1"}],
}
USE_IN: dict[str, Any] = {
    "inputs": {"aboard": ["Ann", "Bob"], "attacks": 1},
    "duel": "duel1",
    "turn": 3,
    "phase": 2,
}
USE: dict[str, Any] = {
    "use": "p1",
    "procedure": "choose_who_is_hit",
    "rule": "CW-P-042",
    "book": find_procedure(OUTCOME["procedure"])[0].id,
    "entry": 12,
    "at": "2026-03-02T20:15:00Z",
    "actor": "0f3c9d1e5b7a2846",
    "duel": "duel1",
    "turn": 3,
    "phase": 2,
    "version": 0,
    "inputs": {"aboard": ["Ann", "Bob"], "attacks": 1},
    "answers": {},
    "rolls": [
        {
            "path": "procedures/p1",
            "sides": 2,
            "faces": [2],
            "why": "who is hurt by attack 1",
            "by_hand": False,
            "misread": [],
        }
    ],
    "values": {"hurt": ["Bob"]},
    "says": ["Attack 1 hurts Bob."],
    "impossible": "",
}
PERFORMED: dict[str, Any] = {"use": USE, "length": 12, "waits": "", "receipt": None}
WAITS: dict[str, Any] = {
    "use": None,
    "length": 12,
    "waits": "Its dice are awaited: it is performed once they fall.",
    "receipt": None,
}

"""Examples of questions and rulings for the OpenAPI document."""

from __future__ import annotations

from typing import Any

QUESTION_IN: dict[str, Any] = {"put": "May a turret fire backward?", "cited": "Turrets turn.", "match": "m1"}
QUESTION: dict[str, Any] = {
    "number": 1,
    "standing": "waiting",
    "match": "m1",
    "questionnaire": None,
    "question": None,
    "put": QUESTION_IN["put"],
    "cited": QUESTION_IN["cited"],
    "franchise": "wolves",
    "at": "2026-03-05T18:00:00Z",
    "own": True,
    "answer": None,
    "answer_cited": None,
    "answered_at": None,
    "entry": None,
}
RULING_IN: dict[str, Any] = {"answer": "Yes, at −1."}
RULED: dict[str, Any] = {
    "question": {
        **QUESTION,
        "standing": "answered",
        "own": False,
        "answer": RULING_IN["answer"],
        "answer_cited": QUESTION["cited"],
        "answered_at": "2026-03-05T18:04:00Z",
        "entry": 131,
    },
    "length": 131,
    "receipt": None,
}
WITHDRAWN: dict[str, Any] = {**QUESTION, "standing": "withdrawn", "answered_at": "2026-03-05T18:04:00Z"}

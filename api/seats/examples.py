"""Examples of seats for the OpenAPI document."""

from __future__ import annotations

from typing import Any

AD: dict[str, Any] = {
    "league": "rust-belt",
    "name": "Rust Belt",
    "franchises": ["Slag Queens"],
    "free": 1,
    "system": "reported",
    "note": "We play on Sundays.",
    "time_zone": "Europe/Berlin",
    "pace": "weekly",
    "experience": "new",
    "expires_at": "2026-12-05T08:00:00Z",
}
SEEKER: dict[str, Any] = {
    "name": "Vera",
    "note": "I have played two seasons.",
    "time_zone": "",
    "expires_at": "2026-12-05T08:00:00Z",
}
SEATS: dict[str, Any] = {"seats": [AD], "seekers": [SEEKER]}
REQUEST: dict[str, Any] = {
    "number": 7,
    "name": "Vera",
    "note": "I have played two seasons.",
    "state": "open",
    "franchise": None,
    "asked_at": "2026-11-05T08:00:00Z",
}
GIVEN: dict[str, Any] = {**REQUEST, "state": "given", "franchise": "slag-queens"}
WITHDRAWN: dict[str, Any] = {**REQUEST, "state": "withdrawn"}
REQUESTS: dict[str, Any] = {"league": "rust-belt", "requests": [REQUEST], "free": ["slag-queens"]}
AD_IN: dict[str, Any] = {
    "franchises": ["slag-queens"],
    "note": "We play on Sundays.",
    "time_zone": "Europe/Berlin",
    "pace": "weekly",
    "experience": "new",
}
NOTE_IN: dict[str, Any] = {"note": "I have played two seasons."}
WANTED_IN: dict[str, Any] = {"note": "I have played two seasons.", "time_zone": "Europe/Berlin"}
ANSWER_IN: dict[str, Any] = {"answer": "given", "franchise": "slag-queens", "note": "Welcome."}

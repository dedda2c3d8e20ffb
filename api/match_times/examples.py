"""Examples of the times of matches and of home nights for the OpenAPI document."""

from __future__ import annotations

from typing import Any

OFFERED: dict[str, Any] = {
    "number": 1,
    "time": "2026-03-20T19:00:00Z",
    "zone": "Europe/Berlin",
    "accepted": ["razors"],
}
MATCH_TIME: dict[str, Any] = {
    "match": "m1",
    "version": 1,
    "standing": "open",
    "plays_at": None,
    "called_off": None,
    "reason": "",
    "sides": ["razors", "saints"],
    "offer": {"side": "razors", "note": "At ours?", "times": [OFFERED], "awaited": ["saints"], "lapsed": False},
    "due": "2026-03-22T19:00:00Z",
    "closed": "",
    "suggested": [{"time": "2026-03-18T18:30:00Z", "side": "razors"}],
}
MATCH_TIME_IN: dict[str, Any] = {
    "act": "propose",
    "seen": 0,
    "side": "razors",
    "times": ["2026-03-20T20:00:00+01:00"],
    "note": "At ours?",
}
HOME_NIGHT: dict[str, Any] = {"franchise": "razors", "night": "WED 19:30", "zone": "Europe/Berlin"}
HOME_NIGHT_IN: dict[str, Any] = {"franchise": "razors", "night": "WED 19:30"}

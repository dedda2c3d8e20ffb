"""Examples of seasons and seated members for the OpenAPI document."""

from __future__ import annotations

from typing import Any

SEASON_IN: dict[str, Any] = {"name": "s2", "rounds": 10, "switches": {"roster.max": 10}}
MEMBER_IN: dict[str, Any] = {"user": "torque", "role": "owner", "franchise": "scrappers"}
SEATED_MEMBER: dict[str, Any] = {**MEMBER_IN, "token": "dm_Zm9yIHRyeWluZyBwcm9ncmFtcyBvbmx5"}
SEASON: dict[str, Any] = {
    "league": "rust-belt",
    "name": "s1",
    "number": 1,
    "step": "M",
    "step_name": "the rounds",
    "edition": "2026.1",
    "entries": 118,
    "head": "9f" * 32,
    "secret_hash": "4c" * 32,
    "level": "words",
    "opened_at": "2026-03-01T18:00:00Z",
    "digest": "5a" * 32,
}

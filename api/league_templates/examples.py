"""Examples of league templates for the OpenAPI document."""

from __future__ import annotations

from typing import Any

KEY = "0d1ce5eed5a1"
CONTENTS: dict[str, Any] = {
    "kind": "printed",
    "franchises": 4,
    "rounds": 3,
    "edition": "4",
    "dice": "leaves",
    "house_rules": {"roster.max": 12},
    "calendar": {"hours": {"M3": 36}, "match_night": "WED 19:30"},
    "plan": [{"number": 2, "matches": [{"event": "race", "teams": 4, "vehicles_per_team": 3}]}],
}
DOCUMENT: dict[str, Any] = {
    "format": "dethmetal-league-template",
    "format_version": 1,
    "title": "Sunday racers",
    "about": "Short rounds for busy people.",
    "contents": CONTENTS,
}
SUMMARY: dict[str, Any] = {
    "key": KEY,
    "title": "Sunday racers",
    "about": "Short rounds for busy people.",
    "maker": "Vera",
    "credit": None,
    "system": "reported",
    "franchises": 4,
    "rounds": 3,
    "version": 1,
    "uses": 2,
    "state": "published",
    "changed_at": "2026-11-05T08:00:00Z",
}
PRIVATE: dict[str, Any] = {**SUMMARY, "uses": 0, "state": "private"}
COPY: dict[str, Any] = {**PRIVATE, "key": "c0ffee5eed5a", "maker": "Otto", "credit": "Vera"}
TEMPLATES: dict[str, Any] = {"templates": [SUMMARY], "own": []}
TEMPLATE: dict[str, Any] = {"template": SUMMARY, "document": DOCUMENT, "left_out": []}
SEASON_TEMPLATE: dict[str, Any] = {
    "season": "rust-belt/s1",
    "contents": CONTENTS,
    "left_out": ["The question arena.razors is left out, since it names Razors."],
    "reveals": ["the plan of rounds that are not announced yet, without who meets whom"],
}
MAKE_IN: dict[str, Any] = {"title": "Sunday racers", "about": "Short rounds for busy people.", "confirmed": True}
IMPORT_IN: dict[str, Any] = {"document": DOCUMENT, "leave_out": True}
PUBLISH_IN: dict[str, Any] = {"confirmed": True}
TEXT_IN: dict[str, Any] = {"title": "Monday racers", "about": "Short rounds for busy people."}
LEAGUE_IN: dict[str, Any] = {"name": "The Copycats", "version": 1, "franchises": 4, "time_zone": "Europe/Berlin"}
LEAGUE: dict[str, Any] = {
    "league": "copycats",
    "name": "The Copycats",
    "season": "copycats/s1",
    "template": KEY,
    "version": 1,
}

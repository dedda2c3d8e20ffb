"""Examples of packets and keys for the OpenAPI document."""

from __future__ import annotations

from typing import Any

KEY: dict[str, Any] = {
    "id": "5f0c2a917be43d18",
    "algorithm": "Ed25519",
    "public": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "made_at": "2026-03-01T18:00:00Z",
    "retired_at": None,
}
KEYS: dict[str, Any] = {"keys": [KEY]}
DRIVER: dict[str, Any] = {
    "id": "scrappers.d4",
    "traits": {"driving": 2, "gunnery": 1, "initiative": 1, "toughness": 3},
    "talents": ["sharpshooter"],
    "quirks": {},
    "worn": ["helmet"],
}
PACKET: dict[str, Any] = {
    "season": "rust-belt/s1",
    "digest": "d3" * 32,
    "claimed_as": "e9" * 32,
    "packet": {
        "match": "m1",
        "event": "race",
        "surface": "road",
        "heats": 1,
        "scoring": "race",
        "repair_attempts": 6,
        "teams": [
            {
                "franchise": "scrappers",
                "staff_rating": 2,
                "pit_bonus": 0,
                "kit_uses": 0,
                "mechanics": [],
                "seats": [
                    {
                        "car": {
                            "id": "scrappers.car1",
                            "dp": 10,
                            "overhead": False,
                            "gunner_station": False,
                            "gearing": 0,
                            "criticals": 0,
                            "items": [{"id": "scrappers.gun1", "kind": "machinegun"}],
                        },
                        "driver": DRIVER,
                        "gunner": None,
                    }
                ],
                "fresh": [],
            }
        ],
    },
    "sheets": [],
    "dice": {"key_hash": "7b" * 32, "secret_hash": "4c" * 32, "words": "scrappers first", "level": "words"}
    | {"entry": 96, "head": "2b" * 32},
    "signed": {
        "statement": '{"commitment":"7b7b","digest":"d3d3","edition":0,"locked":"","match":"m1","ruleset":"",'
        '"season":"rust-belt/s1","season_edition":"2","sheets":"4f53","switches":{},"version":2}',
        "key": "5f0c2a917be43d18",
        "algorithm": "Ed25519",
        "signature": "rkWqP0sR8JGcXnYXbqP5i1zv7m2nqvQ2Gm0xHqkZb1l3u5qkT5nYl4Yt1b0e6oGfZb6m0b7q1uX0r3n5Z8pJBA==",
    },
}

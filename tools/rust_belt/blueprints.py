"""Cars that owners of the Rust Belt designed themselves for the second season; other owners drive stock cars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RULESET = "dethmatch"
"""The ruleset the cars are designed for."""
LIGHT = {"id": "bonnet", "type": "light"}
HEAVY = {"id": "spine", "type": "heavy"}
RACK = {"id": "rack", "type": "rocket"}
TAIL = {"id": "tail", "type": "special", "facing": "rear"}
RING = {"id": "ring", "type": "light", "facing": "rear"}

TORPEDO_CAR = {
    "name": "Torpedo Car",
    "engine": 36,
    "suspension": 66,
    "fuel": 272,
    "toughness": 3,
    "armor_points": 11,
    "armor": {"front": 4, "rear": 1, "left": 3, "right": 3},
    "tweaks": ["lowered"],
    "components": ["armored_seat_driver"],
    "mounts": [LIGHT, HEAVY, RACK, TAIL],
}
HOT_LADLE = {
    "name": "Hot Ladle",
    "engine": 32,
    "suspension": 48,
    "fuel": 240,
    "toughness": 2,
    "armor_points": 11,
    "armor": {"front": 4, "rear": 1, "left": 3, "right": 3},
    "tweaks": ["lowered"],
    "mounts": [LIGHT, HEAVY, TAIL],
}
JUNKYARD_DOG = {
    "name": "Junkyard Dog",
    "engine": 32,
    "suspension": 48,
    "fuel": 240,
    "toughness": 2,
    "armor_points": 11,
    "armor": {"front": 3, "rear": 4, "left": 2, "right": 2},
    "tweaks": ["lowered"],
    "mounts": [LIGHT, HEAVY, TAIL],
}
TIARA = {
    "name": "Tiara",
    "engine": 40,
    "suspension": 48,
    "fuel": 288,
    "toughness": 2,
    "armor_points": 9,
    "armor": {"front": 4, "rear": 1, "left": 2, "right": 2},
    "tweaks": ["lowered"],
    "mounts": [LIGHT, RACK, TAIL],
}
PICKET_LINE = {
    "name": "Picket Line",
    "engine": 28,
    "suspension": 42,
    "fuel": 208,
    "toughness": 2,
    "armor_points": 9,
    "armor": {"front": 2, "rear": 3, "left": 2, "right": 2},
    "tweaks": ["lowered"],
    "components": ["gunner_station"],
    "mounts": [LIGHT, RING, TAIL],
}
EXPRESS_LANE = {
    "name": "Express Lane",
    "engine": 40,
    "suspension": 48,
    "fuel": 288,
    "toughness": 2,
    "armor_points": 9,
    "armor": {"front": 2, "rear": 3, "left": 2, "right": 2},
    "tweaks": ["lowered", "decreased_travel"],
    "components": ["wheel_guards"],
    "mounts": [LIGHT, TAIL],
}

BLUEPRINTS: Mapping[str, Mapping[int, Mapping[str, Any]]] = {
    "smelters": {63: HOT_LADLE, 81: TORPEDO_CAR},
    "hounds": {63: JUNKYARD_DOG},
    "slag-queens": {60: TIARA},
    "overtime": {60: PICKET_LINE},
    "turnpike": {60: EXPRESS_LANE},
}
"""Designs by franchise and by the design points they spend."""


def blueprint_for(franchise: str, *, dp: int) -> dict[str, Any]:
    """A copy of the largest design a franchise has for a car of so many points; empty if it has none."""
    spent = max((points for points in BLUEPRINTS.get(franchise, {}) if points <= dp), default=0)
    return dict(BLUEPRINTS[franchise][spent]) if spent else {}

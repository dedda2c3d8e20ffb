"""A locked match as an engine is given it: whatever happens in it depends on this, its dice and nothing else.

Rules DM-C-011, DM-C-040, DM-C-050, DM-C-067, DM-C-090, DM-C-092, DM-M-010, DM-M-038, DM-M-039.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.canonical_json import json_bytes, json_digest, without_defaults
from rules.core.refusals import Malformed
from rules.core.switches import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedItem:
    """An item on a car or in the stores: its kind in the catalogue and whatever was chosen, rolled or left of it.

    `weapon` is the item it is fixed to. `ammunition` is what is in its magazine now, None when it has none.
    """

    id: str
    kind: str
    weapon: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    gearing: int = 0
    rolled: dict[str, int] = field(default_factory=dict)
    ammunition: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedCar:
    """A car as it enters: `gearing` with the gear-set fitted, `criticals` standing from before, items by id.

    `design` is the one of the match's own ruleset, empty where people report the match.
    """

    id: str
    dp: int
    overhead: bool
    gunner_station: bool
    gearing: int
    criticals: int
    items: tuple[PackedItem, ...]
    design: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedDriver:
    """A driver as they enter: traits in effect, talents and quirks as at the lock, and the kinds they wear.

    Traits may be 0 or less; flesh wounds and what they wear are the engine's to reckon (DM-C-011).
    """

    id: str
    traits: dict[str, int]
    talents: tuple[str, ...]
    quirks: dict[str, int]
    worn: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedSeat:
    """A car of a line-up with its crew; without a gunner where nobody works the station."""

    car: PackedCar
    driver: PackedDriver
    gunner: PackedDriver | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairCheck:
    """The extra repair checks a Mechanic makes in each interval between heats, and their skill (DM-C-040)."""

    driver: str
    checks: int
    skill: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedTeam:
    """A franchise in a match: its staff's rating, what pit checks add to it, its seats and who may be sent in.

    `kit_uses` is what its medical kits have together; `fresh` are available drivers without a seat (DM-M-038);
    `stores` are the items on no car and no driver, which a pit crew may fit (DM-M-039).
    """

    franchise: str
    staff_rating: int
    pit_bonus: int
    kit_uses: int
    mechanics: tuple[RepairCheck, ...]
    seats: tuple[PackedSeat, ...]
    fresh: tuple[PackedDriver, ...]
    stores: tuple[PackedItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """A locked match: its settings, and every team that appears, by franchise.

    `ruleset` plays it in its `edition`, by what it asked of the match (`setting`) and the season's `switches` that
    differ from their defaults; it is empty where people report the match.
    """

    match: str
    event: str
    surface: str
    heats: int
    scoring: str
    repair_attempts: int
    teams: tuple[PackedTeam, ...]
    ruleset: str = ""
    edition: int = 0
    setting: dict[str, Any] = field(default_factory=dict)
    switches: dict[str, Setting] = field(default_factory=dict)


def packet_bytes(packed: Packet) -> bytes:
    """A packet as deterministic JSON, defaults left out."""
    return json_bytes(without_defaults(packed))


def packet_digest(packed: Packet) -> str:
    """SHA-256 of a packet's deterministic JSON, 64 hex digits."""
    return json_digest(packed)


def packet_from(text: bytes) -> Packet:
    """A packet from its JSON. Raises `Malformed`, saying where it cannot be read."""
    try:
        return msgspec.json.decode(text, type=Packet)
    except (msgspec.DecodeError, msgspec.ValidationError) as no:
        raise Malformed(f"This is no packet of a match ({no}): give one as it was kept.") from None

"""A locked match as an engine receives it: the result depends only on this packet and its dice. Rules DM-C-011,
DM-C-040, DM-C-050, DM-C-067, DM-C-090, DM-C-092, DM-M-010, DM-M-038, DM-M-039.
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
    """Short id of the item."""
    kind: str
    """Kind of the item, as the campaign's catalogue has it."""
    weapon: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    gearing: int = 0
    """Gearing of a gear-set: -1, 0 or 1; 0 for other items."""
    rolled: dict[str, int] = field(default_factory=dict)
    ammunition: int | None = None
    """Shots in its magazine now; null where it has none."""
    backwards: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedCar:
    """A car as it enters: `gearing` with the gear-set fitted, `criticals` standing from before, items by id.

    `design` is the one of the match's own ruleset, empty where people report the match.
    """

    id: str
    """Short id of the car."""
    dp: int
    """Its design budget, in design points (DM-C-066)."""
    overhead: bool
    """Whether it is an overhead car (DM-C-066)."""
    gunner_station: bool
    """Whether it has a gunner's station."""
    gearing: int
    """Gearing with the gear-set that is fitted: -1, 0 or 1."""
    criticals: int
    """Criticals from before that are not repaired."""
    items: tuple[PackedItem, ...]
    """Items on the car and those fixed to its weapons, by id."""
    design: dict[str, Any] = field(default_factory=dict)
    """Its design for the ruleset of the match; empty where people report the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedDriver:
    """A driver as they enter: traits in effect, talents and quirks as at the lock, and the kinds they wear.

    Traits may be 0 or less; flesh wounds and what they wear are the engine's to reckon (DM-C-011).
    """

    id: str
    """Short id of the driver."""
    traits: dict[str, int]
    """Traits in effect by their names (DM-C-011); they may be 0 or less."""
    talents: tuple[str, ...]
    """Talents as at the lock; one may be held twice."""
    quirks: dict[str, int]
    """Quirks as at the lock, each with how often it was drawn."""
    worn: tuple[str, ...]
    """Kinds of the items the driver wears."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedSeat:
    """A car of a line-up with its crew; without a gunner where nobody works the station."""

    car: PackedCar
    """The car as it enters."""
    driver: PackedDriver
    """The driver in the driver's seat."""
    gunner: PackedDriver | None
    """The driver at the gunner's station; null where nobody is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairCheck:
    """The extra repair checks a Mechanic makes in each interval between heats, and their skill (DM-C-040)."""

    driver: str
    """Short id of the driver who is a Mechanic."""
    checks: int
    """Repair checks they make in each interval between heats (DM-C-040)."""
    skill: int
    """What the checks are thrown against (DM-C-040)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedTeam:
    """A franchise in a match: its staff's rating, what pit checks add to it, its seats and who may be sent in.

    `kit_uses` is what its medical kits have together; `fresh` are available drivers without a seat (DM-M-038);
    `stores` are the items on no car and no driver, which a pit crew may fit (DM-M-039).
    """

    franchise: str
    staff_rating: int
    """Rating of the staff that works at the match (DM-C-064)."""
    pit_bonus: int
    """What tire companies add to pit checks (DM-C-077)."""
    kit_uses: int
    """Uses that all its medical kits have together (DM-C-130)."""
    mechanics: tuple[RepairCheck, ...]
    """Extra repair checks of its Mechanics."""
    seats: tuple[PackedSeat, ...]
    """Its cars with their crews, by car."""
    fresh: tuple[PackedDriver, ...]
    """Available drivers without a seat, who may be sent in (DM-M-038)."""
    stores: tuple[PackedItem, ...] = ()
    """Items on no car and no driver, which its pit crew may fit (DM-M-039)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """A locked match: its settings, and every team that appears, by franchise.

    `ruleset` plays it in its `edition`, by what it asked of the match (`setting`) and the season's `switches` that
    differ from their defaults; it is empty where people report the match.
    """

    match: str
    event: str
    """Short name of the event that is played, such as race."""
    surface: str
    """Surface it is played on; empty for none."""
    heats: int
    """How many heats are played."""
    scoring: str
    """How points are made: `race`, `flags`, `last_car_standing`, `as_reported` (DM-C-091), or `duel` (CW-S-055)."""
    repair_attempts: int
    """Repair attempts a team has in each interval between heats (DM-C-092)."""
    teams: tuple[PackedTeam, ...]
    """The teams that appear, by franchise; who forfeited is none of them."""
    ruleset: str = ""
    """Short name of the ruleset that plays it; empty where people report the match."""
    edition: int = 0
    """Edition of that ruleset; 0 where people report the match."""
    setting: dict[str, Any] = field(default_factory=dict)
    """What the ruleset was asked besides, such as a track; every ruleset has fields of its own."""
    switches: dict[str, Setting] = field(default_factory=dict)
    """House rules that the ruleset reads and that are not as the book prints them, by name."""
    answer_versions: dict[str, int] = field(default_factory=dict)
    """Versions of the questionnaires that the match is played by, by questionnaire (HOUSE-012)."""
    answers: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """Answers to questionnaires of books that are not the printed ones, by questionnaire and question."""


def packet_bytes(packed: Packet) -> bytes:
    """A packet as deterministic JSON, with defaults left out."""
    return json_bytes(without_defaults(packed))


def packet_digest(packed: Packet) -> str:
    """SHA-256 of the deterministic JSON of a packet, as 64 hex digits."""
    return json_digest(packed)


def packet_from(text: bytes) -> Packet:
    """A packet from its JSON. Raises `Malformed`, which says where it cannot be read."""
    try:
        return msgspec.json.decode(text, type=Packet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"This is no packet of a match ({error}): give one as it was kept.") from None

"""The log of a match: what happened, by which rule, with which dice, and which values changed. Rules DM-M-001,
DM-M-100.

Entries record what happened, never what was intended. An entry takes every roll thrown since the previous entry, so
that every roll belongs to one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.dice import Roll


class LogEntry(msgspec.Struct, frozen=True):
    """One thing that happened. `crew` is the competitor it concerns, and `more` holds further details for readers.

    `before` and `after` hold the changed values of the car, by their names in the state.
    """

    n: int
    heat: int
    turn: int
    phase: int
    car: str
    crew: str
    kind: str
    rule: str
    rolls: tuple[Roll, ...]
    before: dict[str, Any]
    after: dict[str, Any]
    more: dict[str, Any]


@dataclass(slots=True)
class MatchLog:
    """Everything recorded of a match: entries, the orders that were carried out, and a digest for each turn.

    `orders` hold (step, car or team, order) in the order they were asked for; `digests` hold (heat, turn, hex
    digits).
    """

    entries: list[LogEntry] = field(default_factory=list)
    orders: list[tuple[str, str, Any]] = field(default_factory=list)
    digests: list[tuple[int, int, str]] = field(default_factory=list)

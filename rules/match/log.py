"""The log of a match: what happened, by which rule, on which dice, from what to what. Rules DM-M-001, DM-M-100.

Entries are records, never intents. Every roll thrown since the entry before belongs to the entry that is written, so
that no roll is without one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.dice import Roll


class LogEntry(msgspec.Struct, frozen=True):
    """One thing that happened. `crew` is the competitor it turns on; `more` what else a reader wants to know.

    `before` and `after` hold the values of the car that changed, by their names in the state.
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
    """Everything a match leaves behind: entries, the orders that were carried out, and a digest for each turn.

    `orders` hold (step, car or team, order) in the order they were asked for; `digests` (heat, turn, hex digits).
    """

    entries: list[LogEntry] = field(default_factory=list)
    orders: list[tuple[str, str, Any]] = field(default_factory=list)
    digests: list[tuple[int, int, str]] = field(default_factory=list)

"""A duel with everything entered of it: its log, the document that the scorer reads, and its score sheet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from league.models import Duel, DuelEntry
from league.queries.referee_table import duel_entries
from rules.core.canonical_json import json_bytes
from rules.core.refusals import Refusal
from rules.match.duels.book import Document, DuelBook, ScoredDuel, Turns
from rules.match.duels.log import DuelLog, TableAction
from rules.match.registry import duel_book

MOST_CACHED_SHEETS = 16
"""How many score sheets a process keeps: every screen at a table asks for the same one."""


@dataclass(frozen=True)
class DuelTable:
    """A duel with its entries, oldest first, and the log they make.

    `fault` is why a stored entry can no longer be read, empty as a rule.
    """

    row: Duel
    entries: tuple[DuelEntry, ...]
    log: DuelLog
    fault: str = ""

    @property
    def book(self) -> DuelBook:
        """The book that scores it."""
        return duel_book(self.row.questionnaire)

    @property
    def turns(self) -> Turns:
        """How it counts its time."""
        return self.log.turns

    @property
    def document(self) -> Document:
        """The duel with the events that stand, as `manage.py score` reads it."""
        return duel_document(self.row, self.log)

    @cached_property
    def scored(self) -> ScoredDuel:
        """Its score: the closed phases, and the open one as if it were over."""
        return score_document(self.row.questionnaire, json_bytes(self.document))

    @property
    def ended(self) -> bool:
        """Whether the duel is over: it ends at the close of a phase, not before."""
        return self.scored.end is not None and self.scored.end <= self.log.closed

    @property
    def open_phase(self) -> int:
        """The phase that is played now, or the last one of a duel that is over, counted from the start."""
        if self.ended and self.scored.end is not None:
            return self.scored.end
        return min(self.log.closed + 1, self.turns.last_phase)


def load_table(row: Duel) -> DuelTable:
    """A duel with its entries, in one query."""
    entries = tuple(duel_entries(row))
    log, fault = replay(row, entries)
    return DuelTable(row, entries, log, fault)


def replay(row: Duel, entries: Iterable[DuelEntry]) -> tuple[DuelLog, str]:
    """The log that those entries make, and why the first that cannot be read cannot; empty if all can."""
    log, fault = DuelLog(duel_book(row.questionnaire).turns(row.settings)), ""
    for entry in entries:
        try:
            log.apply(TableAction(key=entry.key, act=entry.act, value=entry.value))
        except Refusal as refusal:
            fault = fault or refusal.sentence
    return log, fault


def duel_frame(row: Duel) -> Document:
    """A duel without its events."""
    return {"duelists": row.duelists, "settings": row.settings, "arena": row.arena}


def duel_document(row: Duel, log: DuelLog) -> Document:
    """A duel with the events that stand, as `manage.py score` reads it."""
    events = [event.document for event in log.standing()]
    return {**duel_frame(row), "events": events, "closed": log.over}


def duel_file(table: DuelTable) -> bytes:
    """The document of a duel as it is downloaded."""
    return json_bytes(table.document)


def duel_digest(table: DuelTable) -> str:
    """SHA-256 of the downloaded document, 64 hex digits."""
    return hashlib.sha256(duel_file(table)).hexdigest()


@lru_cache(maxsize=MOST_CACHED_SHEETS)
def score_document(questionnaire: str, document: bytes) -> ScoredDuel:
    """The score of a duel's document, which nobody changes. Raises a `Refusal`."""
    return duel_book(questionnaire).score(json.loads(document))

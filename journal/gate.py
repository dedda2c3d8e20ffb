"""The gate to the journaled tables: open only while the writer writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from drivers.models import Appearance, Contract, Sheet
from franchises.models import Car, FranchiseSeason, Item, LedgerLine, Offer, Sponsor, Trade
from league.models import (
    Batch,
    Checkpoint,
    CupAward,
    DraftPick,
    Entry,
    FinalLine,
    LineUp,
    Match,
    MatchLog,
    Outbox,
    ProcedureUse,
    Report,
    Retold,
    Round,
    Season,
    Seat,
    Settlement,
    StandingsLine,
)

JOURNALED_TABLES = frozenset(
    model._meta.db_table
    for model in (
        *(Season, Round, Match, LineUp, Seat, FranchiseSeason, Car, Sponsor, Sheet, Contract, Item, Offer, Trade),
        *(Report, MatchLog, Settlement, StandingsLine, Appearance, LedgerLine, FinalLine, CupAward, DraftPick),
        ProcedureUse,
        *(Batch, Entry, Checkpoint, Outbox, Retold),
    )
)
"""The tables that only the journal writes; a guard in the tests checks every statement against this list."""

_open: ContextVar[bool] = ContextVar("journal_gate_open", default=False)


def is_open() -> bool:
    """Whether the journal is writing now."""
    return _open.get()


@contextmanager
def open_gate() -> Iterator[None]:
    """Open the gate, and close it on exit, also after an error."""
    token = _open.set(True)
    try:
        yield
    finally:
        _open.reset(token)

"""The scorer of duels for this room, the one module of it that names the book whose rules it scores by.

The limits and types that the operation documents come from here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from rules.carwars.scoring.answers import scoring_settings
from rules.carwars.scoring.documents import DuelDocument, sheet_document
from rules.carwars.scoring.duel import MOST_DUELISTS
from rules.carwars.scoring.event_checks import MOST_EVENTS
from rules.carwars.scoring.score import score_duel
from rules.carwars.scoring.settings import refuse_bad_settings
from rules.core.refusals import Refusal

__all__ = ["MOST_DUELISTS", "MOST_EVENTS", "DuelDocument", "score_document"]


def score_document(document: DuelDocument, *, answers: Mapping[str, Any] | None) -> dict[str, Any]:
    """The score sheet of a duel in plain values, as `manage.py score --json` prints it.

    `answers` are those of the referee's questionnaire that differ from the printed ones, instead of settings. Raises
    `Malformed`, `Unknown` or `DuelEventsRefused` for everything wrong with a part of it, each with a pointer.
    """
    settings = document.settings
    if answers is not None:
        with _pointers_below("/answers"):
            settings = scoring_settings(answers)
    with _pointers_below("/answers" if answers is not None else "/settings"):
        refuse_bad_settings(settings)
    duel = msgspec.structs.replace(document, settings=settings).duel()
    return sheet_document(duel, score_duel(duel, document.events, closed=document.closed))


@contextmanager
def _pointers_below(pointer: str) -> Iterator[None]:
    """Place the pointers of refusals raised in this context below another."""
    try:
        yield
    except Refusal as refusal:
        for fault in refusal.together or (refusal,):
            fault.below(pointer)
        raise

"""Procedures with loaded dice: every face that a test gives must be thrown, and none may be missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.carwars.procedures.procedure import Outcome, perform_procedure
from rules.carwars.procedures.table import all_procedures
from rules.carwars.questionnaire import find_question
from rules.core.dice import Stream


def performed(
    tag: str,
    inputs: Any,
    *,
    faces: Sequence[int] = (),
    answers: Mapping[str, Mapping[str, Any]] | None = None,
) -> Outcome:
    """A procedure's outcome. `answers` names the parts that differ from the printed answer."""
    assert tag in all_procedures()
    given = {key: find_question(key).printed_answer | dict(parts) for key, parts in (answers or {}).items()}
    stream = Stream("duel/p1", loaded=faces)
    outcome = perform_procedure(tag, inputs, given, stream)
    assert stream.unused_count() == 0
    assert outcome.says
    return outcome

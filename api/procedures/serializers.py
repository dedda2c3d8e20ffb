"""Serializers of a referee's procedures and their uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from api.documentation.field_descriptions import describe_fields, object_types
from api.journal.serializers import serialize_roll
from api.procedures.schemas import (
    OutcomeOut,
    ProcedureLineOut,
    ProcedureOut,
    ProceduresOut,
    ProcedureThrowOut,
    ReadAnswerOut,
    SeasonProcedureOut,
    UseOut,
    UsesOut,
)
from explain.procedures import read_answers, use_sentences
from league.models import ProcedureUse, Season
from rules.core.dice import Roll
from rules.match.referee.procedures import Inputs, Outcome, Procedure, ProcedureBook
from rules.match.registry import find_procedure, procedure_books

REF_TEMPLATE = "#/$defs/{name}"


def serialize_procedures() -> ProceduresOut:
    """Every procedure of every book."""
    return ProceduresOut(
        procedures=tuple(
            ProcedureLineOut(**_line(book, procedure))
            for book in procedure_books()
            for procedure in book.procedures().values()
        )
    )


def serialize_procedure(book: ProcedureBook, procedure: Procedure) -> ProcedureOut:
    """A procedure with the schema of its inputs."""
    return ProcedureOut(**_line(book, procedure), schema=input_schema(procedure.inputs))


def serialize_season_procedure(
    row: Season, book: ProcedureBook, procedure: Procedure, *, uses: int
) -> SeasonProcedureOut:
    """A procedure with the answers in force in a season, and how often it was performed there."""
    return SeasonProcedureOut(
        **_line(book, procedure),
        season=row.pk,
        version=row.versions_in_force.get(book.id, 0),
        answers=tuple(
            ReadAnswerOut(
                key=read.question.key,
                question=read.question.id,
                asks=read.question.question,
                answer=read.answer,
                printed=read.printed,
                differs=read.differs,
            )
            for read in read_answers(book, procedure, row.answers.get(book.id, {}))
        ),
        uses=uses,
    )


def input_schema(inputs: type[Inputs]) -> dict[str, Any]:
    """The JSON Schema of a procedure's inputs, with a description of every field."""
    (schema,), components = msgspec.json.schema_components([inputs], ref_template=REF_TEMPLATE)
    describe_fields(components, object_types([inputs]))
    return {**schema, "$defs": components}


def serialize_outcome(procedure: Procedure, outcome: Outcome, rolls: Sequence[Roll]) -> OutcomeOut:
    """What a procedure came to, with its throws."""
    return OutcomeOut(
        procedure=procedure.tag,
        rule=procedure.rule,
        values=msgspec.to_builtins(outcome.values, str_keys=True),
        says=outcome.says,
        throws=tuple(ProcedureThrowOut(sides=roll.sides, faces=roll.faces, why=roll.why) for roll in rolls),
    )


def serialize_uses(row: Season, uses: Sequence[ProcedureUse], *, following: int | None) -> UsesOut:
    """Uses with who performed them, where each has `read_actor` and `read_at`."""
    return UsesOut(season=row.pk, uses=tuple(map(serialize_use, uses)), next=following)


def serialize_use(use: Any) -> UseOut:
    """A use of `uses_with_entries`."""
    sentences = use_sentences(use)
    return UseOut(
        use=use.use,
        procedure=use.procedure,
        rule=find_procedure(use.procedure)[1].rule,
        book=use.book,
        entry=use.entry,
        at=use.read_at,
        actor=use.read_actor,
        duel=use.duel,
        turn=use.turn,
        phase=use.phase,
        version=use.version,
        inputs=use.inputs,
        answers=use.answers,
        rolls=tuple(map(serialize_roll, sentences.rolls)),
        values=use.values,
        says=sentences.says,
        impossible=sentences.impossible,
    )


def _line(book: ProcedureBook, procedure: Procedure) -> dict[str, Any]:
    chapter = next(chapter.title for chapter in book.chapters() if procedure in chapter.procedures)
    return {
        "procedure": procedure.tag,
        "name": procedure.name,
        "rule": procedure.rule,
        "book": book.id,
        "chapter": chapter,
        "summary": procedure.summary,
        "dice": procedure.dice,
        "reads": procedure.reads,
    }

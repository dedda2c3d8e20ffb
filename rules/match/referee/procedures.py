"""What a referee's procedure is: inputs, answers of a questionnaire, dice, and what it comes to.

A book brings its procedures as a value `PROCEDURE_BOOK`. Pages, operations of the API and the log of uses are made
from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.core.dice import Stream
from rules.core.refusals import Refusal, Unknown
from rules.core.suggestions import suggestion_clause
from rules.match.referee.questionnaire import Answer


class Inputs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a procedure asks for. The text below each field says what it is, with units."""


class InputsImpossible(Refusal):
    """The inputs of a procedure have the right form and cannot be: the sentence says which and why."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a procedure: figures and words by name, and sentences that explain them."""

    values: dict[str, Any]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A procedure as it is registered.

    `tag` names it for programs and dice, `name` for people. `reads` are the keys of the questions whose answers it
    reads, `dice` says what is rolled for what, empty for a procedure without dice. The second argument of `perform`
    reads answers in the book's own way.
    """

    tag: str
    name: str
    rule: str
    summary: str
    inputs: type[Inputs]
    reads: tuple[str, ...]
    dice: str
    perform: Callable[[Any, Any, Stream], Outcome]


@dataclass(frozen=True, slots=True)
class ProcedureChapter:
    """Procedures that stand together, under a title."""

    title: str
    procedures: tuple[Procedure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureBook:
    """The procedures of a book. `id` is that of its questionnaire, whose answers they read.

    `perform_procedure` takes a tag, the inputs as plain values, the answers that are not the printed ones, and the
    dice. It raises `Malformed`, `InputsImpossible`, or `NeedsDice` if faces are to be typed and one is missing.
    """

    id: str
    read_chapters: Callable[[], tuple[ProcedureChapter, ...]]
    perform_procedure: Callable[[str, object, Mapping[str, Answer], Stream], Outcome]

    def chapters(self) -> tuple[ProcedureChapter, ...]:
        """Its chapters in order."""
        return self.read_chapters()

    def procedures(self) -> dict[str, Procedure]:
        """Every procedure by its tag, chapter after chapter."""
        return {procedure.tag: procedure for chapter in self.chapters() for procedure in chapter.procedures}

    def procedure(self, tag: str) -> Procedure:
        """The procedure with a tag. Raises `Unknown`, which proposes what may be meant."""
        procedures = self.procedures()
        if tag not in procedures:
            raise Unknown(f"There is no procedure {tag[:80]!r}: {suggestion_clause(tag, procedures)}.")
        return procedures[tag]

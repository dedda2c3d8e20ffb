"""What a use of a referee's procedure came to, in words, and the answers it read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from explain import links
from rules.campaign.core.dice_paths import PROCEDURE_USE
from rules.campaign.core.questionnaires import answer_words
from rules.core.dice import FaceImpossible, NeedsDice, Roll, Stream
from rules.core.refusals import Refusal
from rules.match.referee.procedures import InputsImpossible, Procedure, ProcedureBook
from rules.match.referee.questionnaire import Question
from rules.match.registry import find_procedure, get_questionnaire

LONGEST_SHOWN = 200
"""The most characters of an answer that stand open on a page."""
DEEPEST = 6
"""How many levels of values are shown; no procedure has as many."""


class UseOfProcedure(Protocol):
    """The record of a use."""

    use: str
    procedure: str
    inputs: Any
    answers: Any
    faces: Any
    values: Any


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer that a procedure reads: its question, what it says and what is printed, and whether they differ.

    `href` is the question on the questionnaire of the season, empty without a season.
    """

    question: Question
    answer: str
    printed: str
    href: str = ""

    @property
    def differs(self) -> bool:
        """Whether it is other than the printed answer."""
        return self.answer != self.printed

    @property
    def is_long(self) -> bool:
        """Whether the answer is a text of its own rather than a few words."""
        return len(self.answer) > LONGEST_SHOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class UseSentences:
    """What a use says: its sentences and rolls, or why its inputs are impossible.

    Both are worked out again from what is recorded. `says` is empty if the procedure is not there any more.
    """

    says: tuple[str, ...] = ()
    impossible: str = ""
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A value of a result as a page shows it: its name, its words, and the values within it."""

    name: str
    words: str
    within: tuple[ValueLine, ...] = ()


def use_sentences(use: UseOfProcedure) -> UseSentences:
    """The sentences of a use, from its inputs, answers and faces as they are recorded."""
    log: list[Roll] = []
    stream = Stream(PROCEDURE_USE.path_of(use=use.use), loaded=use.faces, log=log)
    try:
        book, _ = find_procedure(use.procedure)
        outcome = book.perform_procedure(use.procedure, use.inputs, use.answers, stream)
    except InputsImpossible as refusal:
        return UseSentences(impossible=refusal.sentence, rolls=tuple(log))
    except (Refusal, NeedsDice, FaceImpossible):
        return UseSentences()
    return UseSentences(says=outcome.says, rolls=tuple(log))


def read_answers(
    book: ProcedureBook, procedure: Procedure, given: Mapping[str, Mapping[str, Any]], *, season: str = ""
) -> list[ReadAnswer]:
    """The answers that a procedure reads, where `given` are those that are not the printed ones.

    They link to the questions in the `season` of that id.
    """
    questionnaire = get_questionnaire(book.id)
    found = []
    for key in procedure.reads:
        question = questionnaire.question(key)
        answer = questionnaire.answer(key, given)
        href = links.question_url(season, book.id, key) if season else ""
        printed = answer_words(question, question.printed_answer)
        found.append(ReadAnswer(question, answer_words(question, answer), printed, href))
    return found


def value_lines(values: Mapping[str, Any]) -> tuple[ValueLine, ...]:
    """The values of a result by name."""
    return tuple(_line(_spoken(name), value, 0) for name, value in values.items())


def _spoken(name: str) -> str:
    """The name of a value as a page shows it; what somebody typed, such as RF, keeps its capitals."""
    words = name.replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}"


def _line(name: str, value: Any, depth: int) -> ValueLine:
    if isinstance(value, Mapping) and value and depth and _is_flat(value.values()):
        parts = (f"{key.replace('_', ' ')} {_words(part)}" for key, part in value.items())
        return ValueLine(name, ", ".join(parts))
    if isinstance(value, Mapping) and depth < DEEPEST:
        within = (_line(_spoken(key), part, depth + 1) for key, part in value.items())
        return ValueLine(name, "" if value else "none", tuple(within))
    if isinstance(value, list | tuple):
        if _is_flat(value) or depth >= DEEPEST:
            return ValueLine(name, ", ".join(_words(part) for part in value) or "none")
        within = (_line(str(number), part, depth + 1) for number, part in enumerate(value, 1))
        return ValueLine(name, "", tuple(within))
    return ValueLine(name, _words(value))


def _is_flat(values: Iterable[Any]) -> bool:
    """Whether none of the values has others within it."""
    return not any(isinstance(value, Mapping | list | tuple) for value in values)


def _words(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("_", " ")
    return str(value).replace("-", "\N{MINUS SIGN}")

"""Typed values for questionnaires and the answers of a season."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dethmetal_client.shapes import Receipt

Answers = dict[str, dict[str, Any]]
"""Answers by the key of their question, each with a value for every part; a house rule has the part `setting`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionnaireSummary:
    """A questionnaire that leagues may answer, with how many sections and questions it has."""

    id: str
    title: str
    sections: int
    questions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPart:
    """A part of an answer: its kind, its printed value, and what it may be."""

    name: str
    label: str
    kind: str
    printed: Any
    choices: tuple[dict[str, Any], ...] = ()
    lowest: float | None = None
    highest: float | None = None
    step: float | None = None
    unit: str = ""
    longest: int | None = None
    only_if: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with its printed answer, the source that settles it, and what acts on its answer (`scope`)."""

    key: str
    id: str
    kind: str
    authority: str
    question: str
    printed: str
    scope: str
    acts: str
    parts: tuple[AnswerPart, ...]
    procedures: tuple[str, ...] = ()
    needs: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a questionnaire; `freezes` is what closes it, empty for nothing."""

    code: str
    title: str
    group: str
    freezes: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """The questions of a questionnaire, section by section."""

    id: str
    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAnswers:
    """Answers that come into force when the season reaches a step; `version` is None if they are of no version."""

    version: int | None
    step: str
    answers: Answers


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingAnswers:
    """The answers in force that are not the printed ones, and those that are planned.

    `sections` are what the league asks itself, and `withdrawn` the keys of what it asks no more.
    """

    season: str
    questionnaire: str
    version: int | None
    answers: Answers
    planned: tuple[PlannedAnswers, ...] = ()
    sections: tuple[Section, ...] = ()
    withdrawn: tuple[str, ...] = ()
    contradictions: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerVersion:
    """A published version: what it changed, what that was, everything that stood with it, and who took note of it."""

    number: int
    in_force: bool
    answers: Answers
    was: Answers
    standing: Answers
    note: str
    step: str
    published_at: str
    entry: int
    acknowledged_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedAnswers:
    """A version that was published, the length of the journal, and the receipt."""

    version: AnswerVersion
    length: int
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PutQuestion:
    """A question put during play; `standing` is `waiting`, `answered` or `withdrawn`, and `answer` the ruling."""

    number: int
    standing: str
    put: str
    cited: str
    at: str
    own: bool
    match: str | None = None
    questionnaire: str | None = None
    question: str | None = None
    franchise: str | None = None
    answer: str | None = None
    answer_cited: str | None = None
    answered_at: str | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledQuestion:
    """A question that was ruled on, and how many entries the journal has now."""

    question: PutQuestion
    length: int
    receipt: Receipt | None = None

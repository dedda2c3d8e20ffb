"""Schemas of questionnaires and their questions."""

from __future__ import annotations

from typing import Literal

import msgspec

PartValue = bool | int | float | str | tuple[str, ...]
"""A value of a part of an answer; a set of choices is a list."""
Answers = dict[str, dict[str, PartValue]]
"""Answers by the key of their question, each with a value for every part."""


class QuestionnaireSummaryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A questionnaire that leagues may answer, and where its questions are."""

    id: str
    """Id of the questionnaire, by which addresses and commands name it."""
    title: str
    """What sentences call it."""
    sections: int
    """How many sections it has."""
    questions: int
    """How many questions it has."""
    read: str
    """Address of its questions."""


class QuestionnairesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every questionnaire that leagues may answer; a season also has the questions that its league asks itself."""

    questionnaires: tuple[QuestionnaireSummaryOut, ...]
    """The questionnaires, the house rules first."""


class PartChoiceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A value that a choice may have, in words."""

    value: bool | int | str
    """Value, as answers have it."""
    label: str
    """The value in words."""


class OnlyIfOut(msgspec.Struct, frozen=True, kw_only=True):
    """A condition under which a part means anything: another part of the same answer has that value."""

    part: str
    """Name of the other part."""
    value: bool | str
    """Value that it must have."""


class AnswerPartOut(msgspec.Struct, frozen=True, kw_only=True):
    """A part of an answer, and which values are possible."""

    name: str
    """Name of the part, by which answers have its value."""
    label: str
    """The part in words."""
    kind: Literal["choice", "set", "number", "yes_no", "text"]
    """Kind of its value: one of its choices, a list of them, a number, true or false, or a text."""
    printed: PartValue
    """Value of the printed answer."""
    choices: tuple[PartChoiceOut, ...]
    """Values to choose from; none for other kinds."""
    lowest: int | float | None
    """Lowest number; null for other kinds."""
    highest: int | float | None
    """Highest number; null for other kinds."""
    step: int | float | None
    """Steps from the lowest number on; null for other kinds."""
    unit: str
    """Unit of a number; else empty."""
    longest: int | None
    """Most characters of a text; null for other kinds."""
    only_if: OnlyIfOut | None
    """Condition under which the part means anything; null where it always does."""


class NeedOut(msgspec.Struct, frozen=True, kw_only=True):
    """What another answer must be, so that the answer to this question means anything."""

    question: str
    """Key of the other question."""
    part: str
    """Name of the part of its answer."""
    among: tuple[bool | str, ...]
    """Values of which it must have one."""


class QuestionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its printed answer, the source that settles it, and what acts on its answer."""

    key: str
    """Key of the question, unique in its questionnaire."""
    id: str
    """Number of the question or of its rule, such as CW-Q-147; it may be that of others too."""
    kind: Literal["preference", "ambiguity"]
    """Whether it is a matter of taste, or the printed rules can be read in several ways."""
    authority: str
    """Source that settles it; empty for a house rule."""
    question: str
    """The question in words."""
    printed: str
    """The printed answer in words."""
    scope: Literal["helper", "scorer", "league", "design", "engine", "text"]
    """What acts on the answer: `engine` acts once duels are resolved here, and on `text` nothing does."""
    acts: str
    """What the answer changes here, in words; may be empty."""
    procedures: tuple[str, ...]
    """Numbers of the rules that read the answer."""
    needs: tuple[NeedOut, ...]
    """Other answers without which this one means nothing."""
    parts: tuple[AnswerPartOut, ...]
    """The parts of its answer."""


class SectionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A section of a questionnaire, and the step after which its answers stand."""

    code: str
    """Code of the section, unique in its questionnaire."""
    title: str
    """Title of the section."""
    group: str
    """Title of the group of sections it belongs to; may be empty."""
    freezes: Literal["", "designs", "schedule", "staging"]
    """What closes it: designs, an announced match, or locked line-ups; empty for nothing (HOUSE-012)."""
    questions: tuple[QuestionOut, ...]
    """Its questions in order."""


class QuestionsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The questions of a questionnaire, section by section."""

    id: str
    """Id of the questionnaire."""
    title: str
    """What sentences call it."""
    sections: tuple[SectionOut, ...]
    """Its sections in order."""

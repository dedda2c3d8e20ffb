"""A questionnaire of a league as its pages ask it: the house rules, a book's questions, or the league's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from explain.printed_names import step_words
from explain.question_pages import (
    TALLEST_LIST,
    MeasuredQuestion,
    QuestionPage,
    pages_of_questionnaire,
    question_height,
    section_pages,
)
from league.models import AnswerVersion, Season
from rules.campaign.core import state
from rules.campaign.core.command import Command
from rules.core.refusals import Refusal
from rules.match.referee.questionnaire import Contradiction, Part

Answer: TypeAlias = Any
"""An answer as its version stores it: the setting of a house rule, else a value for each part of the question."""
Answers: TypeAlias = Mapping[str, Answer]
"""Answers by the key of their question."""
Typed: TypeAlias = Mapping[str, Sequence[str]]
"""What was typed into the fields of a form, by their names: several texts where boxes were checked."""
QUESTION_FIELD_PREFIX = "q:"
"""The prefix of the names of question fields."""
ACTS_NOW = frozenset({"helper", "scorer", "league", "design"})
"""The scopes of questions whose answers act on this site."""
ENGINE = "engine"
"""The scope of questions whose answers act once duels are resolved here."""


class DraftChanged(Refusal):
    """Another commissioner saved the draft in the meantime."""


class NothingDrafted(Refusal):
    """There is no draft, or the draft changes nothing."""


class AnswerRefused(Refusal):
    """The season cannot take one of the answers; `question` is the key of its question."""

    def __init__(self, sentence: str, *, question: str) -> None:
        super().__init__(sentence)
        self.question = question


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question as pages show it, whatever its questionnaire.

    `printed` is the printed answer in words. `told` is what the rule says, and `numbers` what an answer changes in
    figures. `scope` says what acts on the answer: empty for a house rule, which always acts. `procedures` are the
    rules that read it. An own question that is asked no more is `withdrawn`.
    """

    key: str
    rule: str
    section: str
    text: str
    printed: str
    parts: tuple[Part, ...]
    told: str = ""
    numbers: str = ""
    kind: str = ""
    authority: str = ""
    scope: str = ""
    acts: str = ""
    procedures: tuple[str, ...] = ()
    freezes: str = ""
    counted: bool = True
    withdrawn: bool = False

    @property
    def height(self) -> int:
        """About how many pixels it takes on a phone."""
        texts = (self.text, self.told, self.numbers, self.acts, self.authority, self.printed)
        return question_height(texts, self.parts)

    @property
    def rule_runs(self) -> list[tuple[str, str]]:
        """The rules that read it, as first and last of each run of neighbors; the last is empty for a single one."""
        runs: list[tuple[str, str]] = []
        for rule in self.procedures:
            first, last = runs[-1] if runs else ("", "")
            if runs and _is_next(last or first, rule):
                runs[-1] = (first, rule)
            else:
                runs.append((rule, ""))
        return runs


class LeagueQuestionnaire(ABC):
    """A questionnaire of a season: its questions, the answers in force, and how other answers are published.

    `title` is the heading of its page, and `name` what sentences call it.
    """

    id: str
    title: str
    name: str
    lead: str
    usual = "printed"
    """What an answer is that the league has not changed."""
    questions: Mapping[str, AskedQuestion]
    needs_changes = False
    """Whether even the first version has to change something."""

    @abstractmethod
    def printed_answer(self, key: str) -> Answer:
        """The printed answer to a question, for a question of the league's own the one at first."""

    @abstractmethod
    def standing(self, row: Season) -> Answers:
        """The answers in force that are not the printed ones."""

    @abstractmethod
    def planned(self, row: Season) -> Iterable[tuple[str, Answer, str]]:
        """The answers that are planned, each with its key and the step at which it comes into force."""

    @abstractmethod
    def answers_by(self, season: state.Season, step: str) -> Answers:
        """The answers that are not the printed ones once a step is reached; those in force now for an empty step."""

    @abstractmethod
    def answer_words(self, key: str, answer: Answer) -> str:
        """An answer in words."""

    def changed_words(self, key: str, answer: Answer, other: Answer) -> str:  # noqa: ARG002 - by some questionnaires
        """An answer in words, if possible only those of its parts that are other than in another answer."""
        return self.answer_words(key, answer)

    @abstractmethod
    def field_name(self, key: str, part: Part) -> str:
        """The name of the form field of a part of an answer."""

    @abstractmethod
    def typed_values(self, key: str, part: Part, answer: Answer) -> tuple[str, ...]:
        """The value of a part of an answer as its form field holds it: several for a set of choices."""

    @abstractmethod
    def read_answer(self, key: str, typed: Typed, current: Answer) -> tuple[Answer | None, dict[str, str]]:
        """The answer that was typed, and the errors by field name; the answer is None if there are errors.

        A part without a field in `typed` is as in `current`.
        """

    @abstractmethod
    def commands(self, season: state.Season, draft: AnswerVersion) -> list[Command]:
        """The commands that publish a draft, in an order in which all can be given.

        Raises `NothingDrafted`, `AnswerRefused` or another refusal of a command.
        """

    @abstractmethod
    def published_answers(self, commands: Sequence[Command]) -> Answers:
        """The answers that these commands change."""

    @property
    def how_many(self) -> int:
        """How many questions it has, without remarks that do not count."""
        return sum(question.counted for question in self.questions.values())

    @cached_property
    def pages(self) -> tuple[QuestionPage, ...]:
        """The pages of its questions, section by section."""
        return pages_of_questionnaire(self.id) or section_pages(
            [MeasuredQuestion(key, question.section, question.height) for key, question in self.questions.items()]
        )

    @property
    def fits_one_page(self) -> bool:
        """Whether its questions are few enough to be shown together."""
        return sum(question.height for question in self.questions.values()) <= TALLEST_LIST

    def page_of(self, key: str) -> QuestionPage | None:
        """The page that asks a question; None if it is asked no more."""
        return next((page for page in self.pages if key in page.keys), None)

    @property
    def known_questions(self) -> Mapping[str, AskedQuestion]:
        """The questions that versions may have answered: also those that are asked no more."""
        return self.questions

    def draft_refusals(self, season: state.Season, draft: AnswerVersion) -> list[Refusal]:
        """Everything for which a draft cannot be published as it is."""
        try:
            self.commands(season, draft)
        except Refusal as refusal:
            return list(refusal.together) or [refusal]
        return []

    def contradictions(self, _answers: Answers) -> list[Contradiction]:
        """The answers other than printed that mean nothing beside another."""
        return []

    def answer(self, key: str, answers: Answers) -> Answer:
        """The answer to a question among answers that are not the printed ones."""
        return answers[key] if key in answers else self.printed_answer(key)

    def changed_answers(self, answers: Answers, standing: Answers) -> dict[str, Answer]:
        """The answers that differ from those that stand; answers to unknown questions are left out."""
        return {
            key: answer
            for key, answer in answers.items()
            if key in self.questions and answer != self.answer(key, standing)
        }

    def read_answers(self, typed: Typed, current: Answers) -> tuple[dict[str, Answer], dict[str, str]]:
        """The typed answers by key, and the errors by field name. Questions without a field are left out."""
        answers, errors = dict[str, Answer](), dict[str, str]()
        for key, question in self.questions.items():
            if any(self.field_name(key, part) in typed for part in question.parts):
                answer, found = self.read_answer(key, typed, self.answer(key, current))
                errors |= found
                if not found:
                    answers[key] = answer
        return answers, errors


def _is_next(rule: str, following: str) -> bool:
    """Whether a rule is the next one of its book, such as CW-S-006 after CW-S-005."""
    book, _, number = rule.rpartition("-")
    return number.isdecimal() and following == f"{book}-{int(number) + 1:03}"


def since_words(step: str) -> str:
    """Since when a version is in force."""
    return f"from {step_words(step)}, on" if step else "at once"

"""Questionnaires whose answers have parts, those of books and the league's own, and the parts as form fields.

Rules HOUSE-012, HOUSE-013.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import msgspec

from league.models import AnswerVersion, Season
from league.pages.questionnaire.league_questionnaire import (
    QUESTION_FIELD_PREFIX,
    Answer,
    AnswerRefused,
    Answers,
    AskedQuestion,
    LeagueQuestionnaire,
    Typed,
)
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command
from rules.campaign.core.questionnaires import OwnQuestion, answer_words, own_questionnaire, parts_words
from rules.campaign.season.answers import AnswerQuestions, answers_by
from rules.campaign.season.steps import is_step
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal
from rules.core.typed_numbers import NotANumber, read_number
from rules.match.referee.questionnaire import (
    Contradiction,
    Part,
    Question,
    Questionnaire,
    Section,
    Value,
    order_fault,
    part_fault,
)

YES, NO = "yes", "no"
YES_WORDS = frozenset({"yes", "on", "true"})
NO_WORDS = frozenset({"no", "off", "false"})


def typed_part(value: Any) -> tuple[str, ...]:
    """A value as its form field holds it: several texts for a set of choices, otherwise one."""
    if isinstance(value, bool):
        return (YES if value else NO,)
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return (str(value),)


def read_part(part: Part, typed: Sequence[str]) -> Value:
    """The value that was typed into the field of a part.

    A set of choices has an empty text beside the boxes that are checked. Raises `Malformed`, whose sentence says what
    is possible.
    """
    if part.kind == "set":
        return _read_set(part, [text for text in typed if text])
    text = typed[-1].replace("\r\n", "\n") if typed else ""
    if part.kind == "text":
        value: Value = text.strip() if text.strip() != str(part.default).strip() else part.default
    elif part.kind == "yes_no":
        value = _read_yes_no(text.strip().lower())
    elif part.kind == "number":
        value = _read_number(part, text.strip())
    else:
        value = text.strip()
        if value not in part.values:
            raise Malformed(f"{value[:40]!r} is not a possible answer: choose {_listed(part)}.")
    if sentence := part_fault(part, value):
        raise Malformed(sentence[:1].upper() + sentence[1:])
    return value


def bounds_words(part: Part) -> str:
    """Which numbers are possible, for the hint below its field; empty for other kinds."""
    if part.kind != "number":
        return ""
    unit = f" {part.unit}" if part.unit else ""
    steps = f", in steps of {part.step}" if part.step != 1 else ""
    return f"{part.lowest} to {part.highest}{unit}{steps}."


def condition_words(part: Part, parts: Sequence[Part]) -> str:
    """When a part means something, in words; empty if it always does."""
    if part.only_if is None:
        return ""
    other, value = next(other for other in parts if other.name == part.only_if[0]), part.only_if[1]
    wanted = (YES if value else NO) if isinstance(value, bool) else dict(other.choices).get(value, value)
    return f"Counts only if “{other.label}” is answered with “{wanted}”."


def _read_yes_no(text: str) -> bool:
    if text in YES_WORDS | NO_WORDS:
        return text in YES_WORDS
    raise Malformed(f"{text[:40]!r} is neither yes nor no: choose one of them.")


def _read_number(part: Part, text: str) -> int | float:
    unit = f" {part.unit}" if part.unit else ""
    try:
        number = read_number(text)
    except NotANumber:
        raise Malformed(
            f"{text[:40]!r} is not a number: give one from {part.lowest} to {part.highest}{unit}."
        ) from None
    return int(number) if number == int(number) else float(number)


def _read_set(part: Part, chosen: Sequence[str]) -> tuple[str, ...]:
    if unknown := next((text for text in chosen if text not in part.values), ""):
        raise Malformed(f"{unknown[:40]!r} cannot be chosen here: check only {_listed(part)}.")
    return tuple(value for value in part.values if value in chosen)


def _listed(part: Part) -> str:
    labels = [f"“{label}”" for _, label in part.choices]
    return f"{', '.join(labels[:-1])} or {labels[-1]}" if len(labels) > 1 else "".join(labels)


OWN_TITLE = "Questions of our own"
OWN_LEAD = "What only this league asks, answered like every other question."


class QuestionsByParts(LeagueQuestionnaire):
    """A questionnaire of a book; each version of its answers is published by one command."""

    def __init__(self, asked: Questionnaire, *, title: str, lead: str) -> None:
        self.asked, self.id, self.title, self.name, self.lead = asked, asked.id, title, asked.title, lead

    @cached_property
    def by_key(self) -> Mapping[str, Question]:
        """The questions by key."""
        return self.asked.questions()

    @cached_property
    def questions(self) -> Mapping[str, AskedQuestion]:  # type: ignore[override]
        """Every question, section by section."""
        return {
            question.key: self.asked_question(question, section)
            for section in self.asked.sections()
            for question in section.questions
        }

    def asked_question(self, question: Question, section: Section) -> AskedQuestion:
        """A question as pages show it."""
        return AskedQuestion(
            key=question.key,
            rule=question.id,
            section=section.title,
            text=question.question,
            printed=question.printed,
            parts=question.parts,
            kind=question.kind,
            authority=question.authority,
            scope=question.scope,
            acts=question.acts,
            procedures=question.procedures,
            freezes=section.freezes,
            counted=section.counted,
        )

    def printed_answer(self, key: str) -> Answer:
        """The printed answer: the default of every part."""
        return {name: _to_json(value) for name, value in self.by_key[key].printed_answer.items()}

    def standing(self, row: Season) -> Answers:
        """The answers in force that are not the printed ones."""
        standing: Answers = row.answers.get(self.id, {})
        return standing

    def planned(self, row: Season) -> Iterable[tuple[str, Answer, str]]:
        """The answers of every planned version."""
        return [
            (key, answer, version["step"])
            for version in row.pending_answers
            if version["questionnaire"] == self.id
            for key, answer in version["answers"].items()
        ]

    def answers_by(self, season: state.Season, step: str) -> Answers:
        """The answers that are not the printed ones by then; those in force for a step that there is not."""
        return answers_by(season, self.id, step if is_step(step) else "")

    def answer_words(self, key: str, answer: Answer) -> str:
        """An answer in words, each part with its label."""
        return answer_words(self.by_key[key], {**self.printed_answer(key), **answer})

    def changed_words(self, key: str, answer: Answer, other: Answer) -> str:
        """The parts of an answer that are other than in another answer, in words."""
        question = self.by_key[key]
        parts = tuple(part for part in question.parts if answer.get(part.name) != other.get(part.name))
        return parts_words(question, answer, parts) or self.answer_words(key, answer)

    def field_name(self, key: str, part: Part) -> str:
        """The field of a part."""
        return f"{QUESTION_FIELD_PREFIX}{key}:{part.name}"

    def typed_values(self, key: str, part: Part, answer: Answer) -> tuple[str, ...]:  # noqa: ARG002 - by its part
        """The value of a part as its field holds it."""
        return typed_part(answer.get(part.name, part.default))

    def read_answer(self, key: str, typed: Typed, current: Answer) -> tuple[Answer | None, dict[str, str]]:
        """The typed answer, and the errors by field. A part that means nothing beside the others is as before."""
        values: dict[str, Any] = {**self.printed_answer(key), **current}
        errors: dict[str, str] = {}
        for part in self.questions[key].parts:
            name = self.field_name(key, part)
            if name not in typed or (part.only_if and values[part.only_if[0]] != part.only_if[1]):
                continue
            try:
                values[part.name] = _to_json(read_part(part, typed[name]))
            except Refusal as refusal:
                errors[name] = refusal.sentence
        for part in self.questions[key].parts:
            name = self.field_name(key, part)
            if not errors and (sentence := order_fault(self.by_key[key], part, values)):
                errors[name] = sentence
        return (None if errors else values), errors

    def commands(self, season: state.Season, draft: AnswerVersion) -> list[Command]:
        """The one command that publishes the draft. Raises `AnswerRefused`, with every other refusal beside it."""
        answers = {key: answer for key, answer in draft.answers.items() if key in self.by_key}
        command = AnswerQuestions(questionnaire=self.id, version=draft.number, answers=answers, step=draft.step)
        try:
            command.perform(copy_season(season), Dice(KeyRing(b"")))  # an answer throws nothing
        except Refusal as refusal:
            refusals = tuple(self._with_question(found) for found in refusal.together or (refusal,))
            refusals[0].together = refusals
            raise refusals[0] from refusal
        return [command]

    def published_answers(self, commands: Sequence[Command]) -> Answers:
        """The answers of the command."""
        return {
            key: answer
            for command in commands
            if isinstance(command, AnswerQuestions)
            for key, answer in command.answers.items()
        }

    def contradictions(self, answers: Answers) -> list[Contradiction]:
        """The answers other than printed that mean nothing beside another."""
        return self.asked.contradictions({key: answer for key, answer in answers.items() if key in self.by_key})

    def _with_question(self, refusal: Refusal) -> Refusal:
        key = next((step for step in refusal.pointer.split("/") if step in self.by_key), "")
        return AnswerRefused(refusal.sentence, question=key) if key else refusal


class OwnQuestions(QuestionsByParts):
    """The questions that a league asks itself; those it asks no more are known to the versions that answered them."""

    usual = "at first"

    def __init__(self, asked: Mapping[str, OwnQuestion]) -> None:
        super().__init__(_questionnaire_of(asked, withdrawn=False), title=OWN_TITLE, lead=OWN_LEAD)
        self.withdrawn = QuestionsByParts(_questionnaire_of(asked, withdrawn=True), title=OWN_TITLE, lead=OWN_LEAD)

    def asked_question(self, question: Question, section: Section) -> AskedQuestion:
        """A question of the league's own, which is in no book."""
        return replace(super().asked_question(question, section), rule="", kind="", authority="")

    @property
    def known_questions(self) -> Mapping[str, AskedQuestion]:
        """Also the questions that are asked no more."""
        gone = {key: replace(it, withdrawn=True, rule="") for key, it in self.withdrawn.questions.items()}
        return {**self.questions, **gone}

    def printed_answer(self, key: str) -> Answer:
        """The answer at first, also to a question that is asked no more."""
        return self.withdrawn.printed_answer(key) if key in self.withdrawn.by_key else super().printed_answer(key)

    def changed_words(self, key: str, answer: Answer, other: Answer) -> str:  # noqa: ARG002 - it has one part
        """An answer in words: it has one part."""
        return self.answer_words(key, answer)

    def answer_words(self, key: str, answer: Answer) -> str:
        """An answer in words, also to a question that is asked no more."""
        if key in self.withdrawn.by_key:
            return self.withdrawn.answer_words(key, answer)
        return super().answer_words(key, answer)


def _questionnaire_of(asked: Mapping[str, OwnQuestion], *, withdrawn: bool) -> Questionnaire:
    return own_questionnaire(asked[key] for key in sorted(asked) if asked[key].withdrawn is withdrawn)


def own_questions_of(row: Season) -> dict[str, OwnQuestion]:
    """The questions that the league asks itself, by key."""
    return msgspec.convert(row.own_questions, dict[str, OwnQuestion])


def _to_json(value: Any) -> Any:
    """A value as JSON holds it: a set is a list."""
    return list(value) if isinstance(value, tuple) else value

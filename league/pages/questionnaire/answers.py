"""Answers to questions: parsed from forms, validated, compared, and put in words."""

from __future__ import annotations

from collections.abc import Mapping

from explain.house_rule_questions import CHOICE, NUMBER, OFF, ON, YES_NO, Question
from explain.printed_names import setting_words
from rules.campaign.core.switches import clean_setting
from rules.core.refusals import Malformed
from rules.core.switches import Setting
from rules.core.typed_numbers import NotANumber, read_whole_number

Answers = Mapping[str, Setting]
"""Answers by the id of their question."""


def read_answer(question: Question, typed: str) -> Setting:
    """The answer that a typed text means. Raises `Malformed` or `Unknown`, saying which answers are possible."""
    text = typed.strip()
    if question.kind == YES_NO:
        answer: Setting = {ON: True, "true": True, "yes": True, OFF: False, "false": False, "no": False}.get(
            text.lower(), text
        )
    elif question.kind == NUMBER or (question.kind == CHOICE and isinstance(question.default, int)):
        answer = _number(question, text)
    else:
        answer = text
    return clean_setting(question.id, answer)


def to_form_value(setting: Setting) -> str:
    """An answer as the value of its form field."""
    if isinstance(setting, bool):
        return ON if setting else OFF
    return str(setting)


def answer_words(question: Question, setting: Setting) -> str:
    """An answer in words: those of its choice, if it is one."""
    return dict(question.choices).get(to_form_value(setting)) or setting_words(setting)


def changed_answers(answers: Answers, standing: Answers, questions: Mapping[str, Question]) -> dict[str, Setting]:
    """The answers that differ from `standing`, or from the printed answer where `standing` has none."""
    return {
        id: answer
        for id, answer in answers.items()
        if id in questions and answer != standing.get(id, questions[id].default)
    }


def _number(question: Question, text: str) -> int:
    try:
        return read_whole_number(text)
    except NotANumber:
        raise Malformed(
            f"{text[:40]!r} is not a whole number: give one from {question.lowest} to {question.highest}."
        ) from None

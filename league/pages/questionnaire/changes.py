"""The answers that a version or a draft changes, before and after, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explain import links
from league.pages.questionnaire.league_questionnaire import Answers, AskedQuestion, LeagueQuestionnaire


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """An answer that a version changes, before and after; `fault` says why it cannot be given.

    `href` leads to its question.
    """

    question: AskedQuestion
    was: str
    now: str
    href: str
    fault: str = ""


def answer_changes(
    asked: LeagueQuestionnaire, answers: Answers, before: Answers, faults: Mapping[str, str], *, season: str
) -> list[AnswerChange]:
    """The answers that are other than before, in the order of the questions."""
    return [
        AnswerChange(
            question,
            asked.changed_words(key, asked.answer(key, before), answers[key]),
            asked.changed_words(key, answers[key], asked.answer(key, before)),
            links.question_url(season, asked.id, key),
            faults.get(key, ""),
        )
        for key, question in asked.known_questions.items()
        if key in answers
    ]

"""Answers that mean nothing beside other answers, with links to both questions."""

from __future__ import annotations

from dataclasses import dataclass

from explain import links
from league.pages.questionnaire.league_questionnaire import Answers, LeagueQuestionnaire


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionLine:
    """An answer that means nothing, and the one beside which it does not, each with its words and question."""

    question: str
    rule: str
    answer: str
    href: str
    other_question: str
    other_rule: str
    other_answer: str
    other_href: str


def contradiction_lines(season: str, asked: LeagueQuestionnaire, answers: Answers) -> list[ContradictionLine]:
    """The contradictions among answers that are not the printed ones."""
    lines = []
    for found in asked.contradictions(answers):
        question, other = asked.questions[found.key], asked.questions[found.other]
        lines.append(
            ContradictionLine(
                question=question.text,
                rule=question.rule,
                answer=asked.answer_words(found.key, asked.answer(found.key, answers)),
                href=links.question_url(season, asked.id, found.key),
                other_question=other.text,
                other_rule=other.rule,
                other_answer=asked.answer_words(found.other, asked.answer(found.other, answers)),
                other_href=links.question_url(season, asked.id, found.other),
            )
        )
    return lines

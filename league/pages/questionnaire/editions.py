"""A questionnaire to print, and what is different here for players in a hurry."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from explain import links
from explain.printed_names import step_words
from league.access import Viewer
from league.models import League, PutQuestion, Season
from league.pages.questionnaire.contradiction_lines import contradiction_lines
from league.pages.questionnaire.frame import questionnaire_frame
from league.pages.questionnaire.league_questionnaire import ACTS_NOW, AskedQuestion, LeagueQuestionnaire
from league.pages.questionnaire.versions import versions
from league.queries.rulings import put_questions_of


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A question as it is printed: its answer here, the printed one, and whether the two differ.

    `acts` is whether the answer acts on this site.
    """

    question: AskedQuestion
    href: str
    answer: str
    printed: str
    differs: bool
    acts: bool


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """A section of the printed edition."""

    title: str
    lines: tuple[PrintedLine, ...]

    @property
    def differing(self) -> int:
        """How many of its answers are not the printed ones."""
        return sum(line.differs for line in self.lines)


def booklet_page(*, league: League, season: Season, viewer: Viewer, asked: LeagueQuestionnaire) -> dict[str, Any]:
    """The context of the printable edition: every question with its answer in force, section by section."""
    lines = _lines(asked, season)
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer, asked=asked, page="To print"),
        **_in_force(asked, season),
        "sections": [
            PrintedSection(title, tuple(group))
            for title, group in groupby(lines, key=lambda line: line.question.section)
        ],
        "how_many": asked.how_many,
        "differing": sum(line.differs for line in lines if line.question.counted),
    }


def differences_page(*, league: League, season: Season, viewer: Viewer, asked: LeagueQuestionnaire) -> dict[str, Any]:
    """The context of what is different here: answers other than printed, what is planned, and rulings."""
    lines = [line for line in _lines(asked, season) if line.differs]
    rulings = put_questions_of(season.pk).filter(questionnaire=asked.id, standing=PutQuestion.Standing.ANSWERED)
    return {
        **questionnaire_frame(
            league=league, season=season, viewer=viewer, asked=asked, page="What is different here"
        ),
        **_in_force(asked, season),
        "acting": [line for line in lines if line.acts],
        "published": [line for line in lines if not line.acts],
        "how_many": asked.how_many,
        "planned": [
            (asked.questions[key], asked.answer_words(key, answer), step_words(step))
            for key, answer, step in asked.planned(season)
            if key in asked.questions
        ],
        "contradictions": contradiction_lines(season.pk, asked, asked.standing(season)),
        "rulings": [
            (
                question.put,
                links.put_questions_url(season.pk, question.number),
                asked.questions[question.question].rule,
            )
            for question in rulings
            if question.question in asked.questions
        ],
    }


def _in_force(asked: LeagueQuestionnaire, season: Season) -> dict[str, Any]:
    number = season.versions_in_force.get(asked.id, 0)
    published = versions(season.pk, asked.id).exclude(published_at=None)
    return {"version": published.filter(number=number).first() if number else None}


def _lines(asked: LeagueQuestionnaire, season: Season) -> list[PrintedLine]:
    standing = asked.standing(season)
    return [
        PrintedLine(
            question=question,
            href=links.question_url(season.pk, asked.id, key),
            answer=asked.answer_words(key, asked.answer(key, standing)),
            printed=question.printed or asked.answer_words(key, asked.printed_answer(key)),
            differs=asked.answer(key, standing) != asked.printed_answer(key),
            acts=not question.scope or question.scope in ACTS_NOW,
        )
        for key, question in asked.questions.items()
    ]

"""The answers of a season side by side with others, and those to take into the draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.questionnaire.frame import questionnaire_frame
from league.pages.questionnaire.league_questionnaire import Answer, AskedQuestion, LeagueQuestionnaire
from league.pages.questionnaire.starting_points import StartingPoint, starting_points
from league.pages.questionnaire.versions import versions


@dataclass(frozen=True, slots=True)
class ComparedAnswer:
    """A question that is answered otherwise there; `drafted` if the draft has that answer already."""

    question: AskedQuestion
    href: str
    here: str
    there: str
    printed: str
    drafted: bool


def comparison_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    user: Any,
    asked: LeagueQuestionnaire,
    beside: str,
    refusal: str = "",
) -> dict[str, Any]:
    """The context of the comparison with a starting point; with the first, and why, if `beside` is the id of none."""
    points = starting_points(asked, season, user)
    point = next((other for other in points if other.id == beside), points[0])
    if beside and point.id != beside and not refusal:
        refusal = f"There is nothing named {beside[:80]!r} to compare with: choose from the list."
    draft = versions(season.pk, asked.id).filter(published_at=None).first() if viewer.is_commissioner else None
    drafted = {} if draft is None else draft.answers
    standing = asked.standing(season)
    differing = answers_to_take(asked, season, point)
    unknown = sorted(key for key in point.answers if key not in asked.questions)
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer, asked=asked, page="Compare"),
        "points": points,
        "point": point,
        "refusal": refusal,
        "commissions": viewer.is_commissioner and season.step != "closed",
        "revision": 0 if draft is None else draft.revision,
        "lines": [
            ComparedAnswer(
                question=asked.questions[key],
                href=links.question_url(season.pk, asked.id, key),
                here=asked.answer_words(key, asked.answer(key, standing)),
                there=asked.answer_words(key, answer),
                printed=asked.answer_words(key, asked.printed_answer(key)),
                drafted=drafted.get(key) == answer,
            )
            for key, answer in differing.items()
        ],
        "unknown": unknown,
    }


def answers_to_take(asked: LeagueQuestionnaire, season: Season, point: StartingPoint) -> dict[str, Answer]:
    """The answers of a starting point that are not those in force, in the order of the questions."""
    standing = asked.standing(season)
    return {
        key: asked.answer(key, point.answers)
        for key in asked.questions
        if asked.answer(key, point.answers) != asked.answer(key, standing)
    }

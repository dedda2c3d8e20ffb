"""The answers of a season side by side with others or with starting points, and those to take into the draft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from explain import links
from league.access import Viewer
from league.founding.league_shape import SEASON_KINDS
from league.models import AnswerVersion, League, Season
from league.pages.questionnaire.frame import questionnaire_frame
from league.pages.questionnaire.league_questionnaire import Answer, Answers, AskedQuestion, LeagueQuestionnaire
from league.pages.questionnaire.versions import versions
from league.queries.seasons import visible_leagues
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN
from rules.match.registry import QUESTIONNAIRES, get_questionnaire

PRINTED = "printed"
PRESET_PREFIX = "preset:"
MOST_VERSIONS = 200
"""How many versions of other leagues are offered, the last published first."""


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """Answers that are not the printed ones, under an id for addresses; `about` is a sentence, or empty."""

    id: str
    title: str
    about: str
    answers: Answers


def starting_points(asked: LeagueQuestionnaire, row: Season, user: Any) -> list[StartingPoint]:
    """Everything that a season's answers can be compared with: printed, presets, versions of other seasons.

    Of each season that the person may see it is the last version published; a league's own questions have no like
    elsewhere, so they are compared with the answers at first alone.
    """
    points = [StartingPoint(PRINTED, "As printed", "", {}), *_presets(asked)]
    if asked.id != OWN:
        points += _published_elsewhere(asked, row, user)
    return points


def _presets(asked: LeagueQuestionnaire) -> Iterator[StartingPoint]:
    if asked.id == HOUSE_RULES:
        for kind in SEASON_KINDS:
            yield StartingPoint(f"{PRESET_PREFIX}{kind.id}", kind.name, kind.says, kind.switches)
    if asked.id in QUESTIONNAIRES:
        book = get_questionnaire(asked.id)
        for preset in book.read_presets():
            answers = {
                key: {name: list(value) if isinstance(value, tuple) else value for name, value in answer.items()}
                for key, answer in book.preset_answers(preset).items()
            }
            yield StartingPoint(f"{PRESET_PREFIX}{preset.id}", preset.title, preset.about, answers)


def _published_elsewhere(asked: LeagueQuestionnaire, row: Season, user: Any) -> Iterable[StartingPoint]:
    published = AnswerVersion.objects.filter(questionnaire=asked.id).exclude(published_at=None)
    later = published.filter(season_id=OuterRef("season_id"), number__gt=OuterRef("number"))
    rows = (
        published.filter(
            ~Exists(later), season__league__in=visible_leagues(user).values("pk"), season__forked_from=""
        )
        .exclude(season=row)
        .select_related("season__league")
        .order_by("-published_at", "-pk")[:MOST_VERSIONS]
    )
    for version in rows:
        season = version.season
        title = f"{season.league.name}, season {season.number}, version {version.number}"
        yield StartingPoint(f"{season.pk}/{version.number}", title, version.note, version.standing)


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

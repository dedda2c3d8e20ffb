"""Answers to start from and to compare with: the printed ones, presets, and what other leagues have published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from league.founding.league_shape import SEASON_KINDS
from league.models import AnswerVersion, Season
from league.pages.questionnaire.league_questionnaire import Answers, LeagueQuestionnaire
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

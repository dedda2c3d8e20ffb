"""The versions of the questionnaires that a match is played by, and the questions put during it. Rules HOUSE-012,
HOUSE-014.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explain import links
from league.models import AnswerVersion, Season
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from rules.core.refusals import Unknown


@dataclass(frozen=True, slots=True)
class VersionPlayed:
    """A version of a questionnaire that a match is played by.

    `href` is its page, or the questionnaire's where the version was given by a command alone and has none.
    """

    title: str
    number: int
    href: str


def versions_played(season: Season, answer_versions: Mapping[str, int]) -> list[VersionPlayed]:
    """The versions of a match, in the order of its questionnaires' ids; empty before the lock."""
    if not answer_versions:
        return []
    published = AnswerVersion.objects.filter(season=season).exclude(published_at=None)
    with_page = set(published.values_list("questionnaire", "number"))
    played = []
    for id, number in sorted(answer_versions.items()):
        try:
            title = find_questionnaire(id, season).title
        except Unknown:
            continue
        page = number if (id, number) in with_page else None
        played.append(VersionPlayed(title, number, links.questionnaire_url(season.pk, id, page)))
    return played

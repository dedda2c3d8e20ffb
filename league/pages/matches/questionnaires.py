"""What questionnaires mean for the pages of a match: the versions it is played by, and what rivals in a duel see.

Rules HOUSE-012, HOUSE-014, CW-Q-013.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from explain import links
from league.access import Viewer
from league.models import AnswerVersion, Season
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from rules.campaign.core.duels import BEFORE_THE_RESULT, DUEL, fields_hidden_from_rivals
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


def hidden_rival_fields(
    season: Season, viewer: Viewer, *, scoring: str, step: str, own: Collection[str], teams: Collection[str]
) -> frozenset[str]:
    """The fields of rivals' cars that are hidden from the viewer in a match of these teams, until its result stands.

    `own` are the short ids of the viewer's franchises. Commissioners see everything, and so does everybody who is
    not in the duel.
    """
    if scoring != DUEL or step not in BEFORE_THE_RESULT or viewer.is_commissioner or not set(own) & set(teams):
        return frozenset()
    return fields_hidden_from_rivals(season.answers)

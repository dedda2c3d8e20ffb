"""The page of a published version: what it changed, what stood with it, and who has acknowledged it."""

from __future__ import annotations

from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.questionnaire.changes import answer_changes
from league.pages.questionnaire.contradiction_lines import contradiction_lines
from league.pages.questionnaire.frame import acknowledging_owners, awaits_acknowledgement, questionnaire_frame
from league.pages.questionnaire.league_questionnaire import LeagueQuestionnaire, since_words
from league.pages.questionnaire.versions import versions


def version_page(
    *, league: League, season: Season, viewer: Viewer, asked: LeagueQuestionnaire, number: int
) -> dict[str, Any] | None:
    """The context of a published version: its changes, note and start, and who has acknowledged it.

    None if there is no such version.
    """
    published = list(versions(season.pk, asked.id).exclude(published_at=None))
    version = next((other for other in published if other.number == number), None)
    if version is None:
        return None
    owners = acknowledging_owners(season, version)
    known = asked.known_questions
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer, asked=asked, page=f"Version {number}"),
        "version": version,
        "since": since_words(version.step),
        "changes": answer_changes(asked, version.answers, version.was, {}, season=season.pk),
        "standing": [
            (question, asked.changed_words(key, version.standing[key], asked.printed_answer(key)), question.printed)
            for key, question in known.items()
            if key in version.standing
        ],
        "gone": sorted({*version.answers, *version.standing} - set(known)),
        "contradictions": contradiction_lines(season.pk, asked, version.standing),
        "entry_href": links.entry_url(season.pk, version.entry or 0),
        "readers": owners,
        "missing": sum(owner.at is None for owner in owners),
        "is_newest": version is published[0],
        "to_acknowledge": version is published[0] and awaits_acknowledgement(viewer, owners, season),
        "older": next((other for other in published if other.number < number), None),
        "newer": next((other for other in reversed(published) if other.number > number), None),
    }

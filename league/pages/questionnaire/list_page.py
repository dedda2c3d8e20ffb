"""The list of a season's questionnaires: versions in force, answers other than printed, and who has not read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.printed_names import step_words
from league.access import Viewer
from league.models import Acknowledgement, AnswerVersion, League, Season
from league.pages.questionnaire.frame import owner_memberships, questionnaire_frame
from league.pages.questionnaire.season_questionnaires import find_questionnaire, questionnaire_ids
from scheduling.notices.inbox import season_owners


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionnaireLine:
    """A questionnaire in the list.

    `in_force` is the number of its version in force, 0 if none was published. `newest` is the version that was
    published last, `coming` the step from which it is in force if that is still to come. `unread_by` are the
    franchises whose owners have not acknowledged it; `unread` says that the viewer is one of them.
    """

    title: str
    lead: str
    href: str
    questions: int
    usual: str
    differ: int
    in_force: int
    in_force_href: str
    newest: AnswerVersion | None
    newest_href: str
    coming: str
    unread_by: tuple[str, ...]
    owners: int
    unread: bool
    draft: AnswerVersion | None
    draft_href: str


def questionnaires_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the list of questionnaires."""
    by_id: dict[str, list[AnswerVersion]] = {id: [] for id in questionnaire_ids()}
    for version in AnswerVersion.objects.filter(season=season).order_by("-number"):
        by_id.setdefault(version.questionnaire, []).append(version)
    newest = {id: next((it for it in found if it.published_at), None) for id, found in by_id.items()}
    read = _readers(version for version in newest.values() if version is not None)
    owners = [
        (member.pk, member.franchise.name)
        for member in season_owners(season).select_related("franchise").order_by("franchise__name", "pk")
        if member.franchise is not None
    ]
    lines = [
        _line(id, found=by_id[id], newest=newest[id], season=season, viewer=viewer, owners=owners, read=read)
        for id in questionnaire_ids()
    ]
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer),
        "lines": lines,
        "commissions": viewer.is_commissioner and season.step != "closed",
    }


def _readers(newest: Iterable[AnswerVersion]) -> dict[int, set[int]]:
    """The members who have acknowledged each of these versions, by the version's key."""
    readers: dict[int, set[int]] = {version.pk: set() for version in newest}
    noted = Acknowledgement.objects.filter(version__in=readers).values_list("version_id", "member_id")
    for version, member in noted:
        readers[version].add(member)
    return readers


def _line(
    id: str,
    *,
    found: list[AnswerVersion],
    newest: AnswerVersion | None,
    season: Season,
    viewer: Viewer,
    owners: list[tuple[int, str]],
    read: dict[int, set[int]],
) -> QuestionnaireLine:
    asked = find_questionnaire(id, season)
    unread = [] if newest is None else [owner for owner in owners if owner[0] not in read[newest.pk]]
    own = {member.pk for member in owner_memberships(viewer)}
    published = [version for version in found if version.published_at]
    numbers = {version.number for version in published}
    at_once = [version.number for version in published if not version.step]
    in_force = season.versions_in_force.get(id) or max(at_once, default=0)
    is_coming = newest is not None and newest.step and newest.number > in_force
    draft = next((version for version in found if not version.published_at), None) if viewer.is_commissioner else None
    return QuestionnaireLine(
        title=asked.title,
        lead=asked.lead,
        href=links.questionnaire_url(season.pk, id),
        questions=asked.how_many,
        usual=asked.usual,
        differ=sum(key in asked.questions for key in asked.standing(season)),
        in_force=in_force,
        in_force_href=links.questionnaire_url(season.pk, id, in_force) if in_force in numbers else "",
        newest=newest,
        newest_href=links.questionnaire_url(season.pk, id, newest.number) if newest else "",
        coming=step_words(newest.step) if newest and is_coming else "",
        unread_by=tuple(name for _, name in unread),
        owners=len(owners),
        unread=season.step != "closed" and any(member in own for member, _ in unread),
        draft=draft,
        draft_href=links.answers_draft_url(season.pk, id),
    )

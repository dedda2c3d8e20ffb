"""What all pages of questionnaires share: breadcrumbs, owners who acknowledge versions, and lists of versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from explain import links
from league.access import Viewer
from league.models import Acknowledgement, AnswerVersion, League, Membership, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.questionnaire.league_questionnaire import LeagueQuestionnaire, since_words
from league.queries.seasons import own_balance
from scheduling.notices.inbox import season_owners

LIST_TITLE = "Questionnaires"


@dataclass(frozen=True, slots=True)
class AcknowledgingOwner:
    """An owner who has to acknowledge a version, with their franchise; `at` is None until they have."""

    member: int
    name: str
    href: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list: its number, page, number of changed answers, and since when it is in force."""

    number: int
    href: str
    count: int
    note: str
    at: datetime
    since: str


def questionnaire_frame(
    *, league: League, season: Season, viewer: Viewer, asked: LeagueQuestionnaire | None = None, page: str = ""
) -> dict[str, Any]:
    """The context that every page of a questionnaire has, or the list of them all; `page` is what is below it."""
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb(LIST_TITLE, links.questionnaires_url(season.pk) if asked else ""),
    ]
    if asked is not None:
        crumbs.append(Breadcrumb(asked.title, links.questionnaire_url(season.pk, asked.id) if page else ""))
    if page:
        crumbs.append(Breadcrumb(page))
    context = base_context(
        league=league, season=season, viewer=viewer, here=LIST_TITLE, crumbs=crumbs, balance=own_balance(viewer)
    )
    return {**context, "asked": asked}


def acknowledging_owners(season: Season, version: AnswerVersion) -> list[AcknowledgingOwner]:
    """The owners of the season with the time at which they acknowledged a version, those who have not first."""
    acknowledgements = Acknowledgement.objects.filter(version=version, member_id=OuterRef("pk"))
    memberships = season_owners(season).select_related("franchise").order_by("franchise__name", "pk")
    owners = [
        AcknowledgingOwner(member.pk, member.franchise.name, links.object_url(member.franchise), member.noted_at)
        for member in memberships.annotate(noted_at=Subquery(acknowledgements.values("at")[:1]))
        if member.franchise is not None
    ]
    return sorted(owners, key=lambda owner: owner.at is not None)


def awaits_acknowledgement(viewer: Viewer, owners: Sequence[AcknowledgingOwner], season: Season) -> bool:
    """Whether the viewer owns a franchise of the season and has not acknowledged the version for it."""
    own_memberships = {member.pk for member in owner_memberships(viewer)}
    return season.step != "closed" and any(owner.member in own_memberships and owner.at is None for owner in owners)


def owner_memberships(viewer: Viewer) -> Sequence[Membership]:
    """The memberships with which a person owns franchises here."""
    return [member for member in viewer.memberships if member.role == Membership.Role.OWNER and member.franchise_id]


def version_line(version: AnswerVersion) -> VersionLine:
    """A published version in the list."""
    assert version.published_at is not None  # noqa: S101 - only published versions are listed
    href = links.questionnaire_url(version.season_id, version.questionnaire, version.number)
    since = since_words(version.step)
    return VersionLine(version.number, href, len(version.answers), version.note, version.published_at, since)

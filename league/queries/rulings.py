"""What commissioners are asked: rulings to approve, appeals against results, questions put to them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery

from league.models import Appeal, Membership, PutQuestion, Ruling
from sql.cached_sql import cached_sql


def franchises_run_by(member: Membership) -> frozenset[str]:
    """The franchises of the league that the person behind a membership runs, by their short names."""
    return frozenset(id.rsplit("/", 1)[-1] for id in _owned_franchise_ids(member.league_id, member.user_id))


@cached_sql
def _owned_franchise_ids(league: str, user: int) -> QuerySet[Membership, str]:
    owned = Membership.objects.filter(
        league_id=league, user_id=user, role=Membership.Role.OWNER, franchise_id__isnull=False
    )
    return owned.values_list("franchise_id", flat=True)


def possible_approvers(league: str, *, user: int, teams: Collection[str]) -> list[Membership]:
    """Who may confirm that person's ruling: the other commissioners or, without any, the other owners of those teams.

    The person themselves is never included, even as owner of one of the teams; an empty list means that nobody can.
    """
    others = Membership.objects.filter(league_id=league).exclude(user_id=user).order_by("pk")
    found = list(others.filter(role=Membership.Role.COMMISSIONER))
    if found:
        return found
    ids = [f"{league}/{team}" for team in sorted(teams)]
    return list(others.filter(role=Membership.Role.OWNER, franchise_id__in=ids))


def rulings_of(season: str) -> QuerySet[Ruling]:
    """The rulings of a season, the newest first."""
    return Ruling.objects.filter(season_id=season).order_by("-pk")


def waiting_rulings(season: str) -> QuerySet[Ruling]:
    """Those that wait for approval."""
    return rulings_of(season).filter(standing=Ruling.Standing.WAITING)


SO_FAR = Appeal.objects.filter(season_id=OuterRef("season_id"), pk__lte=OuterRef("pk")).order_by()
"""An appeal, and those of its season that were made before it."""


def appeals_of(season: str) -> QuerySet[Any]:
    """Every appeal against a result of a season, the newest first; `number` is 1 for the first that was made."""
    so_far = SO_FAR.values("season_id").annotate(times=Count("pk")).values("times")
    return Appeal.objects.filter(season_id=season).annotate(number=Subquery(so_far)).order_by("-pk")


def appeals_against(season: str, match: str) -> QuerySet[Any]:
    """Every appeal against a result of a match, by its short id, the newest first."""
    return appeals_of(season).filter(match=match)


@cached_sql
def appeal_rows_against(season: str, match: str) -> QuerySet[Any]:
    """The rows of `appeals_against`, for callers that want all of them."""
    return appeals_against(season, match)


def arbiters(league: str, *, teams: frozenset[str], side: str) -> list[Membership]:
    """Who may answer an appeal of that side against a result of those teams, by short names.

    They are the commissioners who run none of the teams; if there are none, the owners of the other teams who are not
    commissioners and do not run the appealing side; if there are none of these either, the commissioners.
    """
    found = Membership.objects.filter(league_id=league).order_by("pk")
    commissioners = list(found.filter(role=Membership.Role.COMMISSIONER))
    impartial = [commissioner for commissioner in commissioners if teams.isdisjoint(franchises_run_by(commissioner))]
    if impartial:
        return impartial
    franchise_ids = {f"{league}/{team}": team for team in sorted(teams)}
    owners = list(found.filter(role=Membership.Role.OWNER, franchise_id__in=franchise_ids))
    partial = {commissioner.user_id for commissioner in commissioners}
    partial |= {owner.user_id for owner in owners if franchise_ids.get(owner.franchise_id or "") == side}
    return [owner for owner in owners if owner.user_id not in partial] or commissioners


def put_questions_of(season: str) -> QuerySet[PutQuestion]:
    """The questions of a season that were not taken back, the newest first."""
    return (
        PutQuestion.objects.filter(season_id=season)
        .exclude(standing=PutQuestion.Standing.WITHDRAWN)
        .order_by("-number")
    )


def put_questions_in(season: str, match: str) -> QuerySet[PutQuestion]:
    """The same for a match, by its short id."""
    return put_questions_of(season).filter(match=match)

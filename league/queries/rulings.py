"""Who could approve a commissioner's ruling on their own match, and the rulings of a season."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from league.models import Membership, Ruling
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

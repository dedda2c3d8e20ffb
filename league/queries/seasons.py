"""Leagues and their seasons, and the sandboxes made of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from franchises.models import FranchiseSeason
from league.access import Viewer
from league.models import CupAward, FinalLine, League, Membership, Sandbox, Season
from sql.cached_sql import cached_sql


def visible_leagues(user: Any) -> QuerySet[League]:
    """The public leagues and those the person is a member of, by name, each with its current season and step.

    Leagues that are being deleted are left out.
    """
    current = Season.objects.filter(league_id=OuterRef("pk"), forked_from="").order_by("-number", "-opened_at", "-pk")
    seen = Q(public=True)
    if user.is_authenticated:
        members = Membership.objects.filter(user=user).exclude(role=Membership.Role.FORMER)
        seen |= Q(Exists(members.filter(league_id=OuterRef("pk"))))
    return (
        League.objects.filter(seen, gone_at=None)
        .annotate(
            current_name=Subquery(current.values("name")[:1]),
            current_number=Subquery(current.values("number")[:1]),
            current_step=Subquery(current.values("step")[:1]),
        )
        .order_by("name", "id")
    )


def seasons(league: str) -> QuerySet[Season]:
    """The seasons of a league, the current one first, then back in time; rehearsals are left out."""
    return Season.objects.filter(league_id=league, forked_from="").order_by("-number", "-opened_at", "-pk")


@dataclass(frozen=True, slots=True)
class Champion:
    """Who finished a season first, by stored id and name, and won the Metal Cup with it (DM-C-157).

    `bonus` is the Cup's in credits, None until it is awarded.
    """

    franchise: str
    name: str
    bonus: int | None


def seasons_with_champions(league: str) -> list[tuple[Season, Champion | None]]:
    """The same seasons, each with its champion once it has a final table: in one query."""
    return [
        (season, None if season.first is None else Champion(season.first, season.first_name, season.first_bonus))
        for season in _seasons_with_champions(league)
    ]


@cached_sql
def _seasons_with_champions(league: str) -> QuerySet[Any]:
    first = FinalLine.objects.filter(season_id=OuterRef("pk"), rank=1)
    return seasons(league).annotate(
        first=Subquery(first.values("franchise_id")[:1]),
        first_name=Subquery(first.values("franchise__identity__name")[:1]),
        first_bonus=Subquery(CupAward.objects.filter(season_id=OuterRef("pk")).values("bonus")[:1]),
    )


def own_balance(viewer: Viewer) -> int | None:
    """The balance of the viewer's franchise in the newest season it is in, in credits, whatever season a page shows.

    None for viewers who own none. It was loaded with their membership.
    """
    return viewer.balance


def balance_subquery(viewer: Viewer) -> Subquery:
    """The same as a column, for a query that is made anyway."""
    return Subquery(_balances(viewer)[:1])


def _balances(viewer: Viewer) -> QuerySet[Any, int]:
    """The balances of the viewer's franchise, the newest season first; rehearsals are left out."""
    own = FranchiseSeason.objects.filter(identity=viewer.franchise, season__forked_from="")
    return own.order_by("-season__number", "-season__opened_at", "-season_id").values_list("balance", flat=True)


def sandboxes(league: str, *, at: datetime) -> QuerySet[Sandbox]:
    """Those of a league that are not over, each with its season and maker, the newest first."""
    found = Sandbox.objects.filter(season__league_id=league, expires_at__gt=at)
    return found.select_related("season__league", "user").order_by("-made_at", "season_id")


def visible_sandboxes(league: str, viewer: Viewer, *, at: datetime) -> QuerySet[Sandbox]:
    """A member's own; commissioners see that others' exist, but never what is in them."""
    found = sandboxes(league, at=at)
    if viewer.is_commissioner:
        return found
    return found.filter(user__in=sorted({membership.user_id for membership in viewer.memberships}))


def expired_sandboxes(*, at: datetime) -> QuerySet[Sandbox]:
    """Those whose time is over, or whose maker's account is closed, the oldest first."""
    return Sandbox.objects.filter(Q(expires_at__lte=at) | Q(user__is_active=False)).order_by(
        "expires_at", "season_id"
    )

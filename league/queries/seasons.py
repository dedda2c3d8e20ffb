"""Leagues and their seasons."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from franchises.models import FranchiseSeason
from league.access import Viewer
from league.models import League, Membership, Season


def leagues_shown_to(user: Any) -> QuerySet[League]:
    """The public leagues and those the person is a member of, by name, each with its current season's id and step."""
    current = Season.objects.filter(league_id=OuterRef("pk"), forked_from="").order_by("-number", "-opened_at")
    seen = Q(public=True)
    if user.is_authenticated:
        seen |= Q(Exists(Membership.objects.filter(league_id=OuterRef("pk"), user=user)))
    return (
        League.objects.filter(seen)
        .annotate(
            current_name=Subquery(current.values("name")[:1]),
            current_number=Subquery(current.values("number")[:1]),
            current_step=Subquery(current.values("step")[:1]),
        )
        .order_by("name", "id")
    )


def seasons(league: str) -> QuerySet[Season]:
    """The seasons of a league, the current one first, then back in time; rehearsals are left out."""
    return Season.objects.filter(league_id=league, forked_from="").order_by("-number", "-opened_at")


def balance_of(season: str, viewer: Viewer) -> int | None:
    """What the viewer's own franchise has in that season, in credits; None for whoever owns none in it."""
    if viewer.franchise is None:
        return None
    own = FranchiseSeason.objects.filter(season_id=season, identity=viewer.franchise)
    return own.values_list("balance", flat=True).first()


def own_balance(viewer: Viewer) -> Subquery:
    """The same for every row of a query, by the `season_id` of the row."""
    own = FranchiseSeason.objects.filter(season_id=OuterRef("season_id"), identity=viewer.franchise)
    return Subquery(own.values("balance")[:1])

"""Franchises of a season and what they have, of a rehearsal or a copy of one too."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from drivers.models import Contract
from franchises.models import Car, FranchiseSeason, Offer, Sponsor, Trade
from franchises.queries.franchise import ledger, visible_trades
from league.access import Viewer
from league.models import LineUp
from rules.campaign.core.locks_and_shops import LOCKED_STEPS


def franchises_of(season: str) -> QuerySet[Any]:
    """The franchises of a season, rehearsals and copies too, by name, each with how much it has.

    `signed` are its drivers under contract, `garaged` its cars and `backed` its sponsors.
    """
    signed = Contract.objects.filter(franchise_id=OuterRef("pk"), phase="signed")
    garaged = Car.objects.filter(franchise_id=OuterRef("pk"), phase="garage")
    backed = Sponsor.objects.filter(franchise_id=OuterRef("pk"))
    return (
        FranchiseSeason.objects.filter(season_id=season)
        .select_related("identity")
        .annotate(signed=_how_many(signed), garaged=_how_many(garaged), backed=_how_many(backed))
        .order_by("identity__name", "pk")
    )


def _how_many(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().values("franchise_id").annotate(times=Count("pk")).values("times")
    return Coalesce(Subquery(counted), Value(0))


def franchise_of(season: str, franchise: str) -> Any:
    """A franchise of a season, a rehearsal or copy too, by its short name; None where there is none.

    On it stand `shops_after`, the match after which its shops are open, and `locked_for`, as in `in_season`.
    """
    shopping = LineUp.objects.filter(franchise_id=OuterRef("pk"), shopping="open")
    locked = LineUp.objects.filter(franchise_id=OuterRef("pk"), match__step__in=LOCKED_STEPS)
    return (
        FranchiseSeason.objects.filter(pk=f"{season}/{franchise}")
        .select_related("identity")
        .annotate(
            shops_after=Subquery(shopping.values("match_id")[:1]), locked_for=Subquery(locked.values("match_id")[:1])
        )
        .first()
    )


def ledger_by_kind(franchise: FranchiseSeason, viewer: Viewer) -> QuerySet[Any, Any]:
    """What every kind of line of the ledger comes to, by kind: `lines` and their sum `booked`, in credits."""
    return ledger(franchise, viewer).order_by("kind").values("kind").annotate(lines=Count("pk"), booked=Sum("amount"))


def offers_of(season: str) -> QuerySet[Offer]:
    """Everything that is offered in a season now, by franchise, what was tinkered first."""
    return Offer.objects.filter(season_id=season).order_by("franchise_id", "source", "id")


def trades_of(season: str, viewer: Viewer) -> QuerySet[Trade]:
    """The trades of a season that wait for a consent and that the viewer may see, by id."""
    return Trade.objects.filter(visible_trades(viewer), season_id=season).order_by("id")


def pooled_sponsors_of(season: str) -> QuerySet[Sponsor]:
    """The sponsors that are in a season's pool now, by id."""
    return Sponsor.objects.filter(season_id=season, franchise=None).order_by("id")

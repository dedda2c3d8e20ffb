"""Queries of the franchises of a season: what they have, in forks too, and which of them can trade now.

Rules DM-C-104, DM-C-107.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from drivers.models import Contract
from franchises.models import Car, FranchiseSeason, Offer, Sponsor, Trade
from franchises.queries.franchise import ledger, visible_trades
from league.access import Viewer
from league.models import LineUp
from rules.campaign.core.locks_and_shops import LOCKED_STEPS
from rules.campaign.market.offers import TINKERING
from sql.cached_sql import cached_sql


def franchises_of(season: str) -> QuerySet[Any]:
    """The franchises of a season, which may be a fork, by name.

    Annotated with counts: `signed` of its drivers under contract, `garaged` of its cars, `backed` of its sponsors.
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
    """A franchise of a season, which may be a fork, by its short id; None if there is none.

    Annotated with `shops_after`, the match after which its shops are open, and `locked_for`, the match it is locked
    for.
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
    """Totals of the ledger by kind: the number of `lines`, and their sum `booked` in credits."""
    return ledger(franchise, viewer).order_by("kind").values("kind").annotate(lines=Count("pk"), booked=Sum("amount"))


def offers_of(season: str) -> QuerySet[Offer]:
    """The current offers of a season by franchise, tinkered ones first."""
    return Offer.objects.filter(season_id=season).order_by("franchise_id", "source", "id")


def trades_of(season: str, viewer: Viewer) -> QuerySet[Trade]:
    """The pending trades of a season that the viewer may see, by id."""
    return Trade.objects.filter(visible_trades(viewer), season_id=season).order_by("id")


def trades_to_answer(season: str, franchises: Collection[str]) -> QuerySet[Trade]:
    """The pending trades that wait for the word of one of these franchises, given by the ids of their seasons."""
    asked = Trade.objects.filter(season_id=season, partner_id__in=list(franchises), accepted=False)
    return asked.order_by("id")


def pooled_sponsors_of(season: str) -> QuerySet[Sponsor]:
    """The sponsors in a season's pool now, by id."""
    return Sponsor.objects.filter(season_id=season, franchise=None).order_by("id")


@cached_sql
def trading_states(season: str, identities: tuple[str, ...]) -> QuerySet[Any]:
    """Those franchises in the season, by id, with `shopping` and `tinkered`.

    `shopping` says that its shops are open; `tinkered`, that it must buy or decline what was tinkered first.
    """
    shopping = LineUp.objects.filter(franchise_id=OuterRef("pk"), shopping="open")
    tinkered = Offer.objects.filter(franchise_id=OuterRef("pk"), source=TINKERING)
    return (
        FranchiseSeason.objects.filter(season_id=season, identity_id__in=identities)
        .select_related("identity")
        .annotate(shopping=Exists(shopping), tinkered=Exists(tinkered))
        .order_by("pk")
    )

"""Which franchises of a season can trade now. Rules DM-C-104, DM-C-107."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from franchises.models import FranchiseSeason, Offer
from league.models import LineUp
from rules.campaign.market.offers import TINKERING
from sql.cached_sql import cached_sql


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

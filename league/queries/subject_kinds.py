"""The kinds of things that a short id names in a season: ids are unique only within one kind."""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, QuerySet, Value

from drivers.models import Sheet
from franchises.models import Car, FranchiseSeason, Item, Offer, Sponsor, Trade
from league.models import Match, Round
from sql.cached_sql import cached_sql

MODELS_BY_KIND: tuple[tuple[str, Any], ...] = (
    ("franchise", FranchiseSeason),
    ("driver", Sheet),
    ("car", Car),
    ("sponsor", Sponsor),
    ("item", Item),
    ("offer", Offer),
    ("trade", Trade),
    ("round", Round),
    ("match", Match),
)
"""Every kind of thing that facts are about, and the table of those that exist now."""


def kinds_with_id(season: str, id: str) -> list[str]:
    """The kinds of everything with that short id in a season now, in the order of `MODELS_BY_KIND`. One query."""
    found = {kind for (kind,) in _kinds_query(season, id)}
    return [kind for kind, _ in MODELS_BY_KIND if kind in found]


@cached_sql
def _kinds_query(season: str, id: str) -> QuerySet[Any, Any]:
    first, *others = (
        model._default_manager.filter(pk=f"{season}/{id}", season_id=season)
        .order_by()
        .annotate(thing=Value(kind, output_field=CharField()))
        .values_list("thing")
        for kind, model in MODELS_BY_KIND
    )
    return first.union(*others, all=True)

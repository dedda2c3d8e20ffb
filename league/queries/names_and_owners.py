"""The names and owners of things in a season, for pages that show many kinds at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, F, QuerySet, Value

from drivers.models import Sheet
from franchises.models import Car, Franchise, FranchiseSeason, Item, Sponsor
from league.models import Match
from league.queries.match_titles import ROUND_AND_PLACE
from sql.cached_sql import cached_sql, pad_ids

MOST_IDS_IN_QUERY = 32
"""Above this number all things of the season are fetched: a longer list of ids takes longer to send than they do."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing of a season: its kind's plural (`drivers`), its name or the tag of its kind, and whose it is.

    A match is called by its round and place, "2:1". `franchise` is a short name, empty for what belongs to nobody.
    """

    shelf: str
    called: str
    franchise: str


def named_things(season: str, ids: Collection[str]) -> dict[str, NamedThing]:
    """Every franchise of a season, and the requested drivers, cars, items, sponsors and matches, by id.

    One query. What is gone, or never existed, is left out.
    """
    wanted = set(ids)
    stored = pad_ids([f"{season}/{id}" for id in sorted(wanted)]) if len(wanted) <= MOST_IDS_IN_QUERY else None
    return {
        short: NamedThing(shelf, called, _short_id(of or ""))
        for id, shelf, called, of in _rows(season, stored)
        if (short := _short_id(id)) in wanted or shelf == "franchises"
    }


@cached_sql
def _rows(season: str, stored: tuple[str, ...] | None) -> QuerySet[Any, Any]:
    """Every franchise of a season with the requested things, or with all things."""
    columns = (
        (Sheet, "drivers", "person__name", "contract__franchise_id"),
        (Car, "cars", "name", "franchise_id"),
        (Item, "items", "kind", "franchise_id"),
        (Sponsor, "sponsors", "kind", "franchise_id"),
    )
    every = FranchiseSeason.objects.filter(season_id=season)
    queries: list[QuerySet[Any, Any]] = [
        every.annotate(shelf=Value("franchises", output_field=CharField()), called=F("identity__name"), of=F("pk")),
        *(
            model._default_manager.filter(
                **({"season_id": season} if stored is None else {"pk__in": stored})
            ).annotate(shelf=Value(shelf, output_field=CharField()), called=F(called), of=F(of))
            for model, shelf, called, of in columns
            if stored is None or stored
        ),
    ]
    if stored is None or stored:
        matches = Match.objects.filter(**({"season_id": season} if stored is None else {"pk__in": stored}))
        nobody = Value(None, output_field=CharField())
        queries.append(
            matches.annotate(shelf=Value("matches", output_field=CharField()), called=ROUND_AND_PLACE, of=nobody)
        )
    first, *others = (query.values_list("pk", "shelf", "called", "of") for query in queries)
    return first.union(*others, all=True) if others else first


def franchise_names(league: str) -> dict[str, str]:
    """The name of every franchise that a league has or had, by id. One query."""
    rows = Franchise.objects.filter(league_id=league).order_by("pk").values_list("pk", "name")
    return {_short_id(id): name for id, name in rows}


def _short_id(id: str) -> str:
    return id.rsplit("/", 1)[-1]

"""A site with very many public leagues, each a copy of one settled league's rows that its tile shows."""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from franchises.models import Franchise, FranchiseSeason
from journal.gate import open_gate
from league.models import League, Round, Season, Window
from tests.league.small_league import BEGAN, settled

LONG_NAME = "The Most Honorable and Ancient League of Armed Motoring on Salt, Number {}"


def many_leagues(count: int) -> None:
    """The league `rust-belt`, settled, and `count` copies of it, all but the last with names of 70 characters."""
    if not League.objects.exists():
        settled()
    copied: dict[type[Model], list[Any]] = {
        model: list(model._default_manager.all()) for model in (Season, Franchise, FranchiseSeason, Round, Window)
    }
    leagues = [League(pk=f"l{n}", name=LONG_NAME.format(n), public=True, founded_at=BEGAN) for n in range(count - 1)]
    leagues.append(League(pk=f"l{count - 1}", name="Épreuve d’Été", public=True, founded_at=BEGAN))
    with open_gate():
        League.objects.bulk_create(leagues)
        for model, rows in copied.items():
            model._default_manager.bulk_create(
                [_copy(row, league.pk) for league in leagues for row in rows], batch_size=500
            )


def _copy(row: Any, league: str) -> Any:
    """A row of another league that is otherwise the same."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    if not isinstance(row.pk, str):
        del values[row._meta.pk.attname]
    if "league_id" in values:
        values["league_id"] = league
    return type(row)(
        **{
            name: f"{league}/{value.partition('/')[2]}"
            if isinstance(value, str) and value.startswith("rust-belt/")
            else value
            for name, value in values.items()
        }
    )

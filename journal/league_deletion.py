"""Deletes every row of a league, in short transactions; after an interruption the next call goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models import ForeignObjectRel, Q, QuerySet

from journal.gate import open_gate
from journal.state.tables import relations, sort_by_dependency, target
from league.models import DeletedLeague, League, LeagueTemplate
from sql.deletion import delete_rows
from sql.short_transactions import MOST_ROWS_PER_SWEEP, short_transaction, write_in_pieces

Progress = Callable[[int, str], None]
"""Called between two transactions with the number of rows deleted so far, and the name of the table."""


def begin_league_deletion(league: str, *, at: datetime) -> None:
    """Hide a league for good and keep its id as that of a deleted one; twice is once.

    Templates that were made of it stay, and no longer say so.
    """
    with transaction.atomic():
        kept: dict[str, Any] = {"deleted_at": at, "finished_at": None}
        if (row := League.objects.filter(pk=league).first()) is not None:
            kept["public"] = row.public
        DeletedLeague.objects.update_or_create(pk=league, defaults=kept)
        League.objects.filter(pk=league, gone_at=None).update(gone_at=at)
        LeagueTemplate.objects.filter(made_of=league).update(made_of="")


def delete_league_rows(league: str, *, at: datetime, told: Progress = lambda _count, _table: None) -> int:
    """Delete all rows of a league whose deletion has begun, the league last; return how many.

    People's accounts stay, and so does what is kept about the league's id.
    """
    count = 0
    with open_gate():
        for rows in league_rows(league):
            while deleted := write_in_pieces(rows, delete_rows, most=MOST_ROWS_PER_SWEEP):
                count += deleted
                told(count, str(rows.model._meta.verbose_name_plural))
        with short_transaction():
            count += delete_rows(League.objects.filter(pk=league))
            DeletedLeague.objects.filter(pk=league).update(finished_at=at)
    return count


def league_rows(league: str) -> list[QuerySet[models.Model]]:
    """The rows of a league in every table but its own, each table before those that its rows point at."""
    paths = paths_to_league()
    found: list[QuerySet[models.Model]] = []
    for model in sort_by_dependency(list(paths))[::-1]:
        own = Q()
        for path in paths[model]:
            own |= Q(**{path: league})
        rows: QuerySet[models.Model] = model._base_manager.filter(own)
        # Rows that point at others of their own table go before those.
        own_keys = [column.name for column in relations(model) if target(column) is model]
        found += [rows.filter(**{f"{name}__isnull": False}) for name in own_keys]
        found.append(rows)
    return found


def paths_to_league() -> dict[type[models.Model], list[str]]:
    """For every table whose rows can belong to a league, the lookups that lead there, by foreign keys."""
    shortest: dict[type[models.Model], str] = {League: ""}
    waiting: list[type[models.Model]] = [League]
    while waiting:
        model = waiting.pop(0)
        for relation in model._meta.get_fields(include_hidden=True):  # those that have no name backwards, too
            if not isinstance(relation, ForeignObjectRel):
                continue
            child = relation.related_model
            if child not in shortest:
                shortest[child] = _joined(relation.field.name, shortest[model])
                waiting.append(child)
    return {
        model: [
            _joined(column.name, shortest[target(column)])
            for column in relations(model)
            if target(column) in shortest and target(column) is not model
        ]
        for model in shortest
        if model is not League
    }


def _joined(*parts: str) -> str:
    return "__".join(part for part in parts if part)

"""A bare transaction: reads a season's rows and writes given rows, with as little of Django as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction

from benchmarks.floor.models import BARE_COPIES
from journal.state.tables import STATE_TABLES
from league.models import Season

Row = tuple[Any, ...]
Rows = Mapping[Any, Row]
Snapshot = dict[type[models.Model], Rows]


def columns(model: type[models.Model]) -> list[str]:
    """The columns of a table, the key first."""
    return sorted((column.attname for column in model._meta.concrete_fields), key=lambda name: name != "id")


def snapshot(tables: Sequence[type[models.Model]]) -> Snapshot:
    """Every row of those tables, by key."""
    return {model: {row[0]: row for row in model._default_manager.values_list(*columns(model))} for model in tables}


@dataclass(frozen=True, slots=True)
class RowChanges:
    """The changes of one batch: new rows, changed rows and keys of deleted rows, by table of the league."""

    added: dict[type[models.Model], list[Row]] = field(default_factory=dict)
    changed: dict[type[models.Model], list[Row]] = field(default_factory=dict)
    gone: dict[type[models.Model], list[Any]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """The number of changed rows."""
        return sum(len(rows) for part in (self.added, self.changed, self.gone) for rows in part.values())


def snapshot_difference(before: Snapshot, after: Snapshot) -> RowChanges:
    """The difference of two snapshots."""
    difference = RowChanges()
    for model, old_rows in before.items():
        new_rows = after[model]
        if added := [row for key, row in new_rows.items() if key not in old_rows]:
            difference.added[model] = added
        if changed := [row for key, row in new_rows.items() if key in old_rows and old_rows[key] != row]:
            difference.changed[model] = changed
        if gone := [key for key in old_rows if key not in new_rows]:
            difference.gone[model] = gone
    return difference


def fill_bare_tables(tables: Snapshot) -> Snapshot:
    """Replace the rows of the bare copies by the rows of the league's tables.

    The result is a snapshot of the copies.
    """
    for model, rows in tables.items():
        copy = BARE_COPIES[model]
        copy._default_manager.all().delete()
        copy._default_manager.bulk_create([_make_row(copy, model, row) for row in rows.values()])
    copies = [BARE_COPIES[model] for model in tables]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), copies):
            cursor.execute(statement)
    return snapshot(copies)


def restore(tables: Snapshot) -> None:
    """Restore tables to a snapshot."""
    current = snapshot(list(tables))
    with transaction.atomic():
        for model, old_rows in tables.items():
            if extra := [key for key in current[model] if key not in old_rows]:
                extra_rows = model._default_manager.filter(pk__in=extra)
                extra_rows._raw_delete(extra_rows.db)
            rows = [row for key, row in old_rows.items() if current[model].get(key) != row]
            _upsert(model, [_make_row(model, model, row) for row in rows])


def perform_bare(season: str, changes: RowChanges) -> None:
    """Read the season's rows and write the given changes, all in one transaction."""
    with transaction.atomic():
        BARE_COPIES[Season]._default_manager.select_for_update().values_list(*columns(Season)).get(pk=season)
        for shelf in STATE_TABLES:
            list(BARE_COPIES[shelf.model]._default_manager.filter(season_id=season).values_list(*shelf.columns))
        for model, keys in changes.gone.items():
            deleted_rows = BARE_COPIES[model]._default_manager.filter(pk__in=keys)
            deleted_rows._raw_delete(deleted_rows.db)
        for model, rows in changes.changed.items():
            _upsert(BARE_COPIES[model], [_make_row(BARE_COPIES[model], model, row) for row in rows])
        for model, rows in changes.added.items():
            copy = BARE_COPIES[model]
            copy._default_manager.bulk_create([_make_row(copy, model, row, fresh=True) for row in rows])


def _make_row(model: type[models.Model], like: type[models.Model], row: Row, *, fresh: bool = False) -> models.Model:
    values = dict(zip(columns(like), row, strict=True))
    if fresh and isinstance(like._meta.pk, models.AutoField | models.BigAutoField):
        del values["id"]
    return model(**values)


def _upsert(model: type[models.Model], rows: list[models.Model]) -> None:
    if rows:
        model._default_manager.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=[name for name in columns(model) if name != "id"],
        )

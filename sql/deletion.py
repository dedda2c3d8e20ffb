"""Deletes rows by one statement, whatever points at them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import ProtectedError, QuerySet

from sql.plain_orm import is_plain_orm


def delete_rows(rows: QuerySet[Any]) -> int:
    """Delete rows without looking for what points at them; how many there were.

    At the end of the transaction the database refuses any row left pointing at nothing.

    Reason: `QuerySet.delete` first reads every row that points at one of these, to refuse or to cascade. Callers of
    this function delete those rows too.
    Figure: that of `delete_together`, which is made of it.
    """
    if is_plain_orm():
        return rows.delete()[1].get(rows.model._meta.label, 0)
    return int(rows._raw_delete(rows.db))


def delete_together(parts: Iterable[QuerySet[Any]]) -> None:
    """Delete rows of several tables that point at one another, in any order; otherwise as above.

    Reason: as above. The ORM refuses to delete rows that others still point at, so it has to try them again once the
    others are gone.
    Figure: a fork of 576 rows of its state takes 1.9 times as long by the ORM on SQLite, 2.1 on PostgreSQL.
    """
    remaining = list(parts)
    while remaining:
        refused: list[QuerySet[Any]] = []
        for rows in remaining:
            try:
                delete_rows(rows)
            except ProtectedError:
                if len(refused) == len(remaining) - 1:
                    raise
                refused.append(rows)
        remaining = refused

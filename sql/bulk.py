"""Writes rows with statements that are built once per table; the columns convert the values."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import CharField, Field, IntegerField, Model, TextField

from sql.plain_orm import is_plain_orm

WRITTEN_AS_THEY_ARE: dict[type[Field[Any, Any]], type] = {CharField: str, TextField: str, IntegerField: int}
"""Kinds of columns that take values of this type unconverted."""
MOST_PARAMETERS = 900
"""The most parameters of one statement: more rows need several statements."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """How to insert rows into a table: the SQL before their values, the values of one row, and the SQL after them."""

    start: str
    row: str
    end: str
    columns: int

    def of(self, rows: int) -> str:
        """The statement that writes that many rows."""
        return f"{self.start}{', '.join([self.row] * rows)}{self.end}"


def upsert(rows: Sequence[Model], *, over: Sequence[str] = (), by: Sequence[str] = ("pk",)) -> None:
    """Insert rows of one table; with `over`, update these columns of rows that exist already, identified `by` theirs.

    Unlike `bulk_create` it does not set the ids that the database assigned.

    Reason: `bulk_create` builds the statement anew every time, as an expression for each value, in a transaction.
    Figure: 20 new rows take 3.3 times as long by the ORM on SQLite, 1.5 on PostgreSQL; updating one row 3.2 and 1.7.
    A report went from ten times a bare endpoint's write to under six (ADR 18), by this and the functions below.
    """
    if not rows:
        return
    if is_plain_orm():
        _bulk_create(rows, over, by)
        return
    statement = _insert(type(rows[0]), connection.vendor, tuple(over), tuple(by))
    _write_all(statement, [_values(row) for row in rows])


def upsert_values(
    model: type[Model], columns: tuple[str, ...], rows: Sequence[Sequence[Any]], *, over: Sequence[str] = ()
) -> None:
    """Upsert rows of one table from the values of these columns, named by `attname`; `over` as above.

    Reason: as above, and `bulk_create` takes only models, which would be made just for their values.
    Figure: updating 20 rows of drivers takes 3.5 times as long by the ORM on SQLite, 1.3 on PostgreSQL.
    """
    if not rows:
        return
    if is_plain_orm():
        _bulk_create([model(**dict(zip(columns, row, strict=True))) for row in rows], over, ("pk",))
        return
    database, kinds = connections[DEFAULT_DB_ALIAS], _kinds(model, columns)
    written = [
        tuple([_db_value(*kind, value, database) for kind, value in zip(kinds, row, strict=True)]) for row in rows
    ]
    _write_all(_insert(model, connection.vendor, tuple(over), columns=columns), written)


def _write_all(statement: _Statement, rows: Sequence[Sequence[Any]]) -> None:
    most = max(1, MOST_PARAMETERS // statement.columns)
    with connection.cursor() as cursor:
        for first in range(0, len(rows), most):
            batch = rows[first : first + most]
            cursor.execute(statement.of(len(batch)), [value for row in batch for value in row])


def insert_returning_id(row: Model) -> None:
    """Insert a new row, and set the id that the database assigned.

    Reason: `Model.save` builds the statement anew every time.
    Figure: a row takes 1.9 times as long by the ORM on SQLite, 1.2 to 1.5 on PostgreSQL.
    """
    if is_plain_orm():
        row.save(force_insert=True)
        return
    meta = type(row)._meta
    with connection.cursor() as cursor:
        cursor.execute(f"{_insert(type(row), connection.vendor).of(1)} RETURNING {_quoted(meta.pk)}", _values(row))
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias


def insert_or_ignore(row: Model, *, by: Sequence[str]) -> bool:
    """Insert a row unless one with the same values in the `by` columns exists; whether it was inserted.

    There is a unique constraint on those columns. This waits for another transaction that is writing such a row.

    Reason: `bulk_create(ignore_conflicts=True)` does not say whether it wrote anything, and `get_or_create` queries
    first, and then writes in a separate transaction.
    Figure: a row takes 6 times as long by the ORM on SQLite or more, 4 to 6 on PostgreSQL.
    """
    if is_plain_orm():
        return _get_or_create(row, by)
    with connection.cursor() as cursor:
        statement = _insert(type(row), connection.vendor).of(1)
        cursor.execute(f"{statement} ON CONFLICT ({_names(type(row), by)}) DO NOTHING", _values(row))
        return cursor.rowcount == 1


def _bulk_create(rows: Sequence[Model], over: Sequence[str], by: Sequence[str]) -> None:
    """`upsert` by the ORM: the database assigns ids to copies of the rows, and the rows themselves do not change."""
    model = type(rows[0])
    for row in rows:
        _values(row)  # refuses values that the database would have to compute
    copies = [copy(row) for row in rows]
    if model._meta.auto_field is not None:
        for row in copies:
            row.pk = None
    conflicts: dict[str, Any] = {"update_conflicts": True, "update_fields": over, "unique_fields": by} if over else {}
    model._default_manager.bulk_create(copies, **conflicts)


def _get_or_create(row: Model, by: Sequence[str]) -> bool:
    """`insert_or_ignore` by the ORM."""
    values = {column.name: getattr(row, column.name) for column in _columns(type(row))}
    lookup = {name: values.pop(name) for name in by}
    return type(row)._default_manager.get_or_create(**lookup, defaults=values)[1]


def _values(row: Model) -> tuple[Any, ...]:
    """The values of a row's columns, ready to be written."""
    row._prepare_related_fields_for_save("put")  # type: ignore[attr-defined] # for the numbers of new rows
    database = connections[DEFAULT_DB_ALIAS]
    return tuple(
        [_db_value(column, plain, column.pre_save(row, add=True), database) for column, plain in _kinds(type(row))]
    )


def _db_value(column: Any, plain: type | None, value: Any, database: Any) -> Any:
    """A value as it is written, for a column that takes values of type `plain` unconverted."""
    if type(value) is plain:
        return value
    prepared = column.get_db_prep_save(value, database)
    if hasattr(prepared, "resolve_expression"):
        name = column.model.__name__
        raise TypeError(f"{name} has a column that the database is to reckon: write it by bulk_create.")
    return prepared


@cache
def _columns(model: type[Model], names: tuple[str, ...] = ()) -> tuple[Any, ...]:
    """The columns of a table with these names, or all except an id that the database assigns."""
    by_name = {column.attname: column for column in model._meta.concrete_fields}
    own = tuple(column for column in by_name.values() if column is not model._meta.auto_field)
    return tuple(by_name[name] for name in names) or own


@cache
def _kinds(model: type[Model], names: tuple[str, ...] = ()) -> tuple[tuple[Any, type | None], ...]:
    """Those columns, each with the type of values it takes unconverted, or None."""
    return tuple((column, WRITTEN_AS_THEY_ARE.get(type(_target(column)))) for column in _columns(model, names))


def _target(column: Any) -> Any:
    """The column that defines the stored value: for a foreign key, the one it points at."""
    return column.target_field if column.is_relation else column


@cache
def _insert(
    model: type[Model],
    _vendor: str,
    over: tuple[str, ...] = (),
    by: tuple[str, ...] = ("pk",),
    *,
    columns: tuple[str, ...] = (),
) -> _Statement:
    """The statement that inserts rows; `over` are columns to update of existing rows, identified `by` theirs."""
    meta = model._meta
    quoted_columns = [_quoted(column) for column in _columns(model, columns)]
    start = f"INSERT INTO {connection.ops.quote_name(meta.db_table)} ({', '.join(quoted_columns)}) VALUES "  # noqa: S608 - our names
    end = ""
    if over:
        assignments = ", ".join(
            f"{quoted_column} = EXCLUDED.{quoted_column}"
            for quoted_column in (_quoted(meta.get_field(name)) for name in over)
        )
        end = f" ON CONFLICT ({_names(model, by)}) DO UPDATE SET {assignments}"
    return _Statement(start, f"({', '.join(['%s'] * len(quoted_columns))})", end, len(quoted_columns))


def _names(model: type[Model], columns: Sequence[str]) -> str:
    """A list of column names for a statement."""
    meta = model._meta
    return ", ".join(_quoted(meta.pk if name == "pk" else meta.get_field(name)) for name in columns)


def _quoted(field: Any) -> str:
    return connection.ops.quote_name(field.column)

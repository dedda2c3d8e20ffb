"""Query expressions that Django has for one database only, or lacks in the form needed here."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, CharField, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONArray

from sql.plain_orm import is_plain_orm


class _JsonTextList(JSONArray):
    """A JSON list of texts, of the PostgreSQL type that is not parsed again."""

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_BUILD_ARRAY", **context)


class _DistinctConcat(Aggregate):
    """The distinct values of an expression, joined by commas."""

    function = "GROUP_CONCAT"
    template = "%(function)s(DISTINCT %(expressions)s)"

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, template="STRING_AGG(DISTINCT %(expressions)s, ',')")


def json_text_list(*texts: Combinable | str) -> JSONArray:
    """A JSON list of those texts.

    Reason: Django's `JSONArray` makes `jsonb` on PostgreSQL, which parses every text and writes it out anew.
    Figure: 192 rows of drivers take 1.1 to 1.2 times as long by `JSONArray` on PostgreSQL, as long on SQLite.
    """
    return JSONArray(*texts) if is_plain_orm() else _JsonTextList(*texts)


def texts_subquery(rows: QuerySet[Any], text: Combinable) -> Combinable:
    """The distinct values of `text` in `rows`, as a column for `texts_of_subquery`. `rows` are values of one group.

    Reason: Django 5.2 has no aggregate of texts for both databases; without one the texts need a separate query.
    `StringAgg` comes to every database with Django 6.0, and can then replace this.
    Figure: a row with 24 texts takes 1.2 times as long in two queries on SQLite, 1.4 on PostgreSQL, the SQL of all
    cached; and every page of a league has one query less of the eight it may make.
    """
    if is_plain_orm():
        return Value(None, CharField())
    return Subquery(rows.annotate(all=_DistinctConcat(text, output_field=CharField())).values("all"))


def texts_of_subquery(column: str | None, rows: QuerySet[Any], text: Combinable) -> list[str]:
    """The texts of such a column, unordered; under `PLAIN_ORM` this queries `rows` instead."""
    if is_plain_orm():
        return list(rows.order_by().annotate(each=text).values_list("each", flat=True).distinct())
    return column.split(",") if column else []

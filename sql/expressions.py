"""Expressions of queries that Django has for one database only, or for neither as they are needed."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, CharField, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONArray

from sql.plain_orm import is_plain_orm


class _JsonTextList(JSONArray):
    """A JSON list of texts: of the two kinds that PostgreSQL has, the one that it does not take apart again."""

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_BUILD_ARRAY", **context)


class _DistinctConcat(Aggregate):
    """What an expression gives, each once, as one text with commas between."""

    function = "GROUP_CONCAT"
    template = "%(function)s(DISTINCT %(expressions)s)"

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, template="STRING_AGG(DISTINCT %(expressions)s, ',')")


def json_text_list(*texts: Combinable | str) -> JSONArray:
    """A JSON list of those texts.

    Reason: Django's `JSONArray` makes `jsonb` on PostgreSQL, which takes every text apart and writes it out anew.
    Figure: 192 rows of drivers take 1.1 to 1.2 times as long by `JSONArray` on PostgreSQL, as long on SQLite.
    """
    return JSONArray(*texts) if is_plain_orm() else _JsonTextList(*texts)


def texts_subquery(rows: QuerySet[Any], text: Combinable) -> Combinable:
    """What `rows` give for `text`, each once, as a column for `texts_of_subquery`. `rows` are values of one group.

    Reason: Django 5.2 has no aggregate of texts that both databases know; without one the texts are a query of their
    own. `StringAgg` comes to every database with Django 6.0, and this can go then.
    Figure: a row with 24 texts takes 1.2 times as long in two queries on SQLite, 1.4 on PostgreSQL, the SQL of all
    written once; and every page of a league has one query less of the eight it may ask.
    """
    if is_plain_orm():
        return Value(None, CharField())
    return Subquery(rows.annotate(all=_DistinctConcat(text, output_field=CharField())).values("all"))


def texts_of_subquery(column: str | None, rows: QuerySet[Any], text: Combinable) -> list[str]:
    """The texts of such a column, in no order; where everything runs on the plain ORM, `rows` are asked for them."""
    if is_plain_orm():
        return list(rows.order_by().annotate(each=text).values_list("each", flat=True).distinct())
    return column.split(",") if column else []

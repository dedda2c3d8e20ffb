"""SQL that is written once: Django takes many times as long to write some as a database to answer it."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast, runtime_checkable

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet

from sql.plain_orm import is_plain_orm

P = ParamSpec("P")
R = TypeVar("R")

PLACEHOLDER_PATTERN = re.compile("\x02([0-9]+)\x03")
NUMBER_PLACEHOLDERS = range(1_900_000_000, 1_900_001_000)
"""The marks of numbers: what no query has of itself."""
MOST_CACHED = 512
"""How many a function's SQL is kept in: more means that it is asked in too many ways to be worth it."""
NO_WILDCARDS = re.compile(r"[^%_\\]*")
"""Texts that mean themselves in what is searched for too, where `_` and `%` stand for others."""


@runtime_checkable
class SqlArgument(Protocol):
    """What a query is asked with, beside texts and numbers."""

    def to_placeholders(self, mark: Callable[[str], str]) -> tuple[Hashable, Any]:
        """What of it decides how the SQL is written, and its like with marks in the place of its texts."""
        ...


@dataclass(frozen=True, slots=True)
class _CompiledQuery:
    """A queryset with its SQL, and which of its parameters hold marks."""

    found: QuerySet[Any, Any]
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int, ...]
    converters: list[Any] = field(default_factory=list)
    """How its columns are read, once it was asked: the same every time, and dear to find out."""

    def bind(self, values: list[Any]) -> list[Any] | None:
        """Its parameters with those values in the place of the marks; None where one of them may not be put in."""
        parameters = list(self.parameters)
        for place in self.places:
            put = _substitute(parameters[place], values)
            if put is None:
                return None
            parameters[place] = put
        return parameters

    def fetch_texts(self, values: list[Any]) -> list[Any] | None:
        """What the database says to those values, column by column and nothing converted; None as above."""
        parameters = self.bind(values)
        if parameters is None:
            return None
        with connections[self.found.db].cursor() as cursor:
            cursor.execute(self.sql, parameters)
            found: list[Any] = cursor.fetchall()
        return found

    def fetch_rows(self, values: list[Any]) -> list[Any] | None:
        """What it finds with those values; None as above."""
        parameters = self.bind(values)
        if parameters is None:
            return None
        again = self.found._chain()  # type: ignore[attr-defined] # a clone, as every queryset makes of itself
        compiler = copy(self.compiler)
        compiler.connection = connections[again.db]
        compiler.as_sql = lambda *_asked, **_how: (self.sql, tuple(parameters))
        compiler.get_converters = self._cached_converters
        again.query.get_compiler = lambda *_asked, **_how: compiler
        return list(again)

    def _cached_converters(self, columns: Sequence[Any]) -> Any:
        if not self.converters:
            self.converters.append(self.compiler.get_converters(columns))
        return self.converters[0]


def cached_sql(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The rows of the queryset that a function makes, its SQL written the first time only.

    The function takes its arguments by position. Texts and numbers it may put into its queryset and must not look at;
    what is `SqlArgument`, and tuples, are of such. For anything else that can be hashed another SQL is written.

    Reason: a queryset is compiled anew for every page, and the ORM keeps nothing of it.
    Figure: 20 entries of the journal take 3.3 times as long by the ORM on SQLite, 2.8 to 4 on PostgreSQL. The
    journal's page went from 6.7 to 3.3 times a bare page (ADR 18).
    """
    return _cached(build, _CompiledQuery.fetch_rows)


def cached_sql_texts(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The same for columns that are texts and numbers as the database has them: nothing is converted on the way.

    Reason: as above; and the ORM makes a queryset, a compiler and converters for rows that need none of them.
    Figure: 192 rows of drivers take 3.2 to 4 times as long by the ORM on SQLite, 1.7 to 2 on PostgreSQL, with
    `JSONArray` among it.
    """
    return _cached(build, _CompiledQuery.fetch_texts)


def _cached(
    build: Callable[P, QuerySet[Any, R]], ask: Callable[[_CompiledQuery, list[Any]], list[Any] | None]
) -> Callable[P, list[R]]:
    written: dict[Hashable, _CompiledQuery | None] = {}

    @wraps(build)
    def rows(*given: P.args, **named: P.kwargs) -> list[R]:
        if named:
            raise TypeError(f"{build.__name__} is asked by position.")
        if is_plain_orm():
            return list(build(*given, **named))
        values: list[Any] = []
        shape, marked = _with_placeholders(given, values)
        key = (connections["default"].vendor, shape)
        if key not in written:
            if len(written) >= MOST_CACHED:
                written.clear()
            written[key] = _compile(cast("Callable[..., QuerySet[Any, Any]]", build)(*marked))
        kept = written[key]
        found = None if kept is None else ask(kept, values)
        return list(build(*given, **named)) if found is None else found

    return rows


def pad_ids(ids: Sequence[str]) -> tuple[str, ...]:
    """Those ids, and the last of them again until they are 1, 2, 4, 8 or so: few lengths need few queries' SQL."""
    if not ids:
        return ()
    lacking = (1 << (len(ids) - 1).bit_length()) - len(ids)
    return (*ids, *[ids[-1]] * lacking)


def _with_placeholders(given: tuple[Any, ...], values: list[Any]) -> tuple[Hashable, Any]:
    """What decides how the SQL is written, and the arguments with marks for all else, whose `values` are told."""

    def mark(text: str) -> str:
        values.append(text)
        return f"\x02{len(values) - 1}\x03"

    def replace(each: Any) -> tuple[Hashable, Any]:
        if isinstance(each, str):
            return str, mark(each)
        if isinstance(each, int) and not isinstance(each, bool):
            values.append(each)
            return int, NUMBER_PLACEHOLDERS[len(values) - 1]
        if isinstance(each, tuple):
            inside = [replace(part) for part in each]
            return tuple(shape for shape, _ in inside), tuple(like for _, like in inside)
        return each.to_placeholders(mark) if isinstance(each, SqlArgument) else (each, each)

    return replace(given)


def _compile(found: QuerySet[Any, Any]) -> _CompiledQuery | None:
    """A queryset with its SQL; None for one that never finds anything, or that does not put it in its parameters."""
    compiler = found.query.get_compiler(using=found.db)
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:
        return None
    if PLACEHOLDER_PATTERN.search(sql) or str(NUMBER_PLACEHOLDERS[0])[:7] in sql:
        return None
    places = tuple(number for number, parameter in enumerate(parameters) if _is_placeholder(parameter))
    if any(_contains_placeholder(parameter) for number, parameter in enumerate(parameters) if number not in places):
        return None
    return _CompiledQuery(found, compiler, sql, tuple(parameters), places)


def _is_placeholder(parameter: Any) -> bool:
    if isinstance(parameter, str):
        return PLACEHOLDER_PATTERN.search(parameter) is not None
    return isinstance(parameter, int) and parameter in NUMBER_PLACEHOLDERS


def _contains_placeholder(parameter: Any) -> bool:
    """Whether a parameter of another kind was made of marks, so that nothing can be put in their place."""
    told = repr(parameter)
    return "\\x02" in told or str(NUMBER_PLACEHOLDERS[0])[:7] in told


def _substitute(parameter: Any, values: list[Any]) -> Any:
    """A parameter with values for its marks; None where a text would mean something else there."""
    if not isinstance(parameter, str):
        return type(parameter)(values[parameter - NUMBER_PLACEHOLDERS[0]])
    if PLACEHOLDER_PATTERN.fullmatch(parameter):
        return values[int(parameter[1:-1])]
    if not all(NO_WILDCARDS.fullmatch(values[int(each)]) for each in PLACEHOLDER_PATTERN.findall(parameter)):
        return None
    return PLACEHOLDER_PATTERN.sub(lambda each: str(values[int(each[1])]), parameter)

"""Caches the SQL of querysets: Django needs many times longer to compile some of them than the database to answer
them.
"""

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
"""Placeholders for numbers, which occur in no query by themselves."""
MOST_CACHED = 512
"""The most SQL texts kept for a function: more would mean that its queries vary too much for caching."""
NO_WILDCARDS = re.compile(r"[^%_\\]*")
"""Texts that also mean themselves in a LIKE pattern, where `_` and `%` are wildcards."""


@runtime_checkable
class SqlArgument(Protocol):
    """An argument of a query, besides texts and numbers."""

    def to_placeholders(self, mark: Callable[[str], str]) -> tuple[Hashable, Any]:
        """The parts that determine the SQL, and a copy with placeholders in place of its texts."""
        ...


@dataclass(frozen=True, slots=True)
class _CompiledQuery:
    """A queryset with its SQL, and which of its parameters contain placeholders."""

    found: QuerySet[Any, Any]
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int, ...]
    converters: list[Any] = field(default_factory=list)
    """The converters of its columns, kept after the first run: they never change, and are slow to find."""

    def bind(self, values: list[Any]) -> list[Any] | None:
        """Its parameters with those values in place of the placeholders; None if a value may not be put in."""
        parameters = list(self.parameters)
        for place in self.places:
            replacement = _substitute(parameters[place], values)
            if replacement is None:
                return None
            parameters[place] = replacement
        return parameters

    def fetch_texts(self, values: list[Any]) -> list[Any] | None:
        """The rows for those values as the database returns them, nothing converted; None as above."""
        parameters = self.bind(values)
        if parameters is None:
            return None
        with connections[self.found.db].cursor() as cursor:
            cursor.execute(self.sql, parameters)
            rows: list[Any] = cursor.fetchall()
        return rows

    def fetch_rows(self, values: list[Any]) -> list[Any] | None:
        """The results for those values; None as above."""
        parameters = self.bind(values)
        if parameters is None:
            return None
        queryset = self.found._chain()  # type: ignore[attr-defined] # a clone, as every queryset makes of itself
        compiler = copy(self.compiler)
        compiler.connection = connections[queryset.db]
        compiler.as_sql = lambda *_args, **_kwargs: (self.sql, tuple(parameters))
        compiler.get_converters = self._cached_converters
        queryset.query.get_compiler = lambda *_args, **_kwargs: compiler
        return list(queryset)

    def _cached_converters(self, columns: Sequence[Any]) -> Any:
        if not self.converters:
            self.converters.append(self.compiler.get_converters(columns))
        return self.converters[0]


def cached_sql(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The rows of the queryset that a function builds; its SQL is compiled only the first time.

    The function takes positional arguments. It may put texts and numbers into its queryset but must not look at them;
    `SqlArgument` objects and tuples are treated by their parts. Every other hashable argument gets SQL compiled for
    it.

    Reason: a queryset is compiled anew for every page, and the ORM caches nothing of it.
    Figure: 20 entries of the journal take 3.3 times as long by the ORM on SQLite, 2.8 to 4 on PostgreSQL. The
    journal's page went from 6.7 to 3.3 times a bare page (ADR 18).
    """
    return _cached(build, _CompiledQuery.fetch_rows)


def cached_sql_texts(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The same for columns that are texts and numbers in the database: nothing is converted.

    Reason: as above; and the ORM makes a queryset, a compiler and converters for rows that need none of them.
    Figure: 192 rows of drivers take 3.2 to 4 times as long by the ORM on SQLite, 1.7 to 2 on PostgreSQL, `JSONArray`
    included.
    """
    return _cached(build, _CompiledQuery.fetch_texts)


def _cached(
    build: Callable[P, QuerySet[Any, R]], run: Callable[[_CompiledQuery, list[Any]], list[Any] | None]
) -> Callable[P, list[R]]:
    compiled: dict[Hashable, _CompiledQuery | None] = {}

    @wraps(build)
    def rows(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        if kwargs:
            raise TypeError(f"{build.__name__} is asked by position.")
        if is_plain_orm():
            return list(build(*args, **kwargs))
        values: list[Any] = []
        shape, marked = _with_placeholders(args, values)
        key = (connections["default"].vendor, shape)
        if key not in compiled:
            if len(compiled) >= MOST_CACHED:
                compiled.clear()
            compiled[key] = _compile(cast("Callable[..., QuerySet[Any, Any]]", build)(*marked))
        query = compiled[key]
        result = None if query is None else run(query, values)
        return list(build(*args, **kwargs)) if result is None else result

    return rows


def pad_ids(ids: Sequence[str]) -> tuple[str, ...]:
    """Those ids, with the last one repeated until there are 1, 2, 4, 8 and so on: few lengths need little SQL."""
    if not ids:
        return ()
    missing = (1 << (len(ids) - 1).bit_length()) - len(ids)
    return (*ids, *[ids[-1]] * missing)


def _with_placeholders(args: tuple[Any, ...], values: list[Any]) -> tuple[Hashable, Any]:
    """The parts that determine the SQL, and the arguments with placeholders for the rest; fills `values`."""

    def mark(text: str) -> str:
        values.append(text)
        return f"\x02{len(values) - 1}\x03"

    def replace(argument: Any) -> tuple[Hashable, Any]:
        if isinstance(argument, str):
            return str, mark(argument)
        if isinstance(argument, int) and not isinstance(argument, bool):
            values.append(argument)
            return int, NUMBER_PLACEHOLDERS[len(values) - 1]
        if isinstance(argument, tuple):
            parts = [replace(part) for part in argument]
            return tuple(shape for shape, _ in parts), tuple(marked for _, marked in parts)
        return argument.to_placeholders(mark) if isinstance(argument, SqlArgument) else (argument, argument)

    return replace(args)


def _compile(queryset: QuerySet[Any, Any]) -> _CompiledQuery | None:
    """Compile a queryset; None if it never finds anything, or puts placeholders outside its parameters."""
    compiler = queryset.query.get_compiler(using=queryset.db)
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:
        return None
    if PLACEHOLDER_PATTERN.search(sql) or str(NUMBER_PLACEHOLDERS[0])[:7] in sql:
        return None
    places = tuple(number for number, parameter in enumerate(parameters) if _is_placeholder(parameter))
    if any(_contains_placeholder(parameter) for number, parameter in enumerate(parameters) if number not in places):
        return None
    return _CompiledQuery(queryset, compiler, sql, tuple(parameters), places)


def _is_placeholder(parameter: Any) -> bool:
    if isinstance(parameter, str):
        return PLACEHOLDER_PATTERN.search(parameter) is not None
    return isinstance(parameter, int) and parameter in NUMBER_PLACEHOLDERS


def _contains_placeholder(parameter: Any) -> bool:
    """Whether a parameter of another type was built from placeholders, so that no values can replace them."""
    text = repr(parameter)
    return "\\x02" in text or str(NUMBER_PLACEHOLDERS[0])[:7] in text


def _substitute(parameter: Any, values: list[Any]) -> Any:
    """A parameter with values for its placeholders; None if a text would mean something else there."""
    if not isinstance(parameter, str):
        return type(parameter)(values[parameter - NUMBER_PLACEHOLDERS[0]])
    if PLACEHOLDER_PATTERN.fullmatch(parameter):
        return values[int(parameter[1:-1])]
    if not all(NO_WILDCARDS.fullmatch(values[int(index)]) for index in PLACEHOLDER_PATTERN.findall(parameter)):
        return None
    return PLACEHOLDER_PATTERN.sub(lambda match: str(values[int(match[1])]), parameter)

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

P = ParamSpec("P")
R = TypeVar("R")

MARK = re.compile("\x02([0-9]+)\x03")
NUMBERS = range(1_900_000_000, 1_900_001_000)
"""The marks of numbers: what no query has of itself."""
MOST_KEPT = 512
"""How many a function's SQL is kept in: more means that it is asked in too many ways to be worth it."""
PLAIN = re.compile(r"[^%_\\]*")
"""Texts that mean themselves in what is searched for too, where `_` and `%` stand for others."""


@runtime_checkable
class Markable(Protocol):
    """What a query is asked with, beside texts and numbers."""

    def marked(self, mark: Callable[[str], str]) -> tuple[Hashable, Any]:
        """What of it decides how the SQL is written, and its like with marks in the place of its texts."""
        ...


@dataclass(frozen=True, slots=True)
class _Written:
    """A queryset with its SQL, and which of its parameters hold marks."""

    found: QuerySet[Any, Any]
    compiler: Any
    sql: str
    parameters: tuple[Any, ...]
    places: tuple[int, ...]
    converters: list[Any] = field(default_factory=list)
    """How its columns are read, once it was asked: the same every time, and dear to find out."""

    def filled_in(self, values: list[Any]) -> list[Any] | None:
        """Its parameters with those values in the place of the marks; None where one of them may not be put in."""
        parameters = list(self.parameters)
        for place in self.places:
            put = _put(parameters[place], values)
            if put is None:
                return None
            parameters[place] = put
        return parameters

    def texts(self, values: list[Any]) -> list[Any] | None:
        """What the database says to those values, column by column and nothing converted; None as above."""
        parameters = self.filled_in(values)
        if parameters is None:
            return None
        with connections[self.found.db].cursor() as cursor:
            cursor.execute(self.sql, parameters)
            found: list[Any] = cursor.fetchall()
        return found

    def rows(self, values: list[Any]) -> list[Any] | None:
        """What it finds with those values; None as above."""
        parameters = self.filled_in(values)
        if parameters is None:
            return None
        again = self.found._chain()  # type: ignore[attr-defined] # a clone, as every queryset makes of itself
        compiler = copy(self.compiler)
        compiler.connection = connections[again.db]
        compiler.as_sql = lambda *_asked, **_how: (self.sql, tuple(parameters))
        compiler.get_converters = self._converted
        again.query.get_compiler = lambda *_asked, **_how: compiler
        return list(again)

    def _converted(self, columns: Sequence[Any]) -> Any:
        if not self.converters:
            self.converters.append(self.compiler.get_converters(columns))
        return self.converters[0]


def prepared(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The rows of the queryset that a function makes, its SQL written the first time only.

    The function takes its arguments by position. Texts and numbers it may put into its queryset and must not look at;
    what is `Markable`, and tuples, are of such. For anything else that can be hashed another SQL is written.
    """
    return _prepared(build, _Written.rows)


def prepared_texts(build: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The same for columns that are texts and numbers as the database has them: nothing is converted on the way."""
    return _prepared(build, _Written.texts)


def _prepared(
    build: Callable[P, QuerySet[Any, R]], ask: Callable[[_Written, list[Any]], list[Any] | None]
) -> Callable[P, list[R]]:
    written: dict[Hashable, _Written | None] = {}

    @wraps(build)
    def rows(*given: P.args, **named: P.kwargs) -> list[R]:
        if named:
            raise TypeError(f"{build.__name__} is asked by position.")
        values: list[Any] = []
        shape, marked = _marked(given, values)
        key = (connections["default"].vendor, shape)
        if key not in written:
            if len(written) >= MOST_KEPT:
                written.clear()
            written[key] = _write(cast("Callable[..., QuerySet[Any, Any]]", build)(*marked))
        kept = written[key]
        found = None if kept is None else ask(kept, values)
        return list(build(*given, **named)) if found is None else found

    return rows


def filled(ids: Sequence[str]) -> tuple[str, ...]:
    """Those ids, and the last of them again until they are 1, 2, 4, 8 or so: few lengths need few queries' SQL."""
    if not ids:
        return ()
    lacking = (1 << (len(ids) - 1).bit_length()) - len(ids)
    return (*ids, *[ids[-1]] * lacking)


def _marked(given: tuple[Any, ...], values: list[Any]) -> tuple[Hashable, Any]:
    """What decides how the SQL is written, and the arguments with marks for all else, whose `values` are told."""

    def mark(text: str) -> str:
        values.append(text)
        return f"\x02{len(values) - 1}\x03"

    def marked(each: Any) -> tuple[Hashable, Any]:
        if isinstance(each, str):
            return str, mark(each)
        if isinstance(each, int) and not isinstance(each, bool):
            values.append(each)
            return int, NUMBERS[len(values) - 1]
        if isinstance(each, tuple):
            inside = [marked(part) for part in each]
            return tuple(shape for shape, _ in inside), tuple(like for _, like in inside)
        return each.marked(mark) if isinstance(each, Markable) else (each, each)

    return marked(given)


def _write(found: QuerySet[Any, Any]) -> _Written | None:
    """A queryset with its SQL; None for one that never finds anything, or that does not put it in its parameters."""
    compiler = found.query.get_compiler(using=found.db)
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:
        return None
    if MARK.search(sql) or str(NUMBERS[0])[:7] in sql:
        return None
    places = tuple(number for number, each in enumerate(parameters) if _is_marked(each))
    if any(_holds_marks(each) for number, each in enumerate(parameters) if number not in places):
        return None
    return _Written(found, compiler, sql, tuple(parameters), places)


def _is_marked(parameter: Any) -> bool:
    if isinstance(parameter, str):
        return MARK.search(parameter) is not None
    return isinstance(parameter, int) and parameter in NUMBERS


def _holds_marks(parameter: Any) -> bool:
    """Whether a parameter of another kind was made of marks, so that nothing can be put in their place."""
    told = repr(parameter)
    return "\\x02" in told or str(NUMBERS[0])[:7] in told


def _put(parameter: Any, values: list[Any]) -> Any:
    """A parameter with values for its marks; None where a text would mean something else there."""
    if not isinstance(parameter, str):
        return type(parameter)(values[parameter - NUMBERS[0]])
    if MARK.fullmatch(parameter):
        return values[int(parameter[1:-1])]
    if not all(PLAIN.fullmatch(values[int(each)]) for each in MARK.findall(parameter)):
        return None
    return MARK.sub(lambda each: str(values[int(each[1])]), parameter)

"""A cache of built leagues: a league that another test built is restored into the tables instead of played again.

The first request builds the league through the site's own functions, and then reads every table. The result is cached
by the builder, its arguments and the state of the tables; where any of these is in doubt, the league is built again.
It is also kept on disk, for other workers and for later runs with the same sources and kind of database
(`tests.disk_cache`). Nothing is cached outside a test, or for a test that replaces some of our code. In a test whose
transactions are committed, a league is only restored into empty tables, since others may write too.
"""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from journal.gate import open_gate
from rules.match import registry
from tests.disk_cache import PLAYED, read_or_make

P = ParamSpec("P")
R = TypeVar("R")
Rows = dict[str, list[tuple[Any, ...]]]
MIGRATED = ("contenttypes", "sites")
"""Apps whose rows exist before any test."""
READS = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA")
PLAIN = (str, int, float, bool, type(None))


@dataclass
class Watch:
    """How many statements the current test has written, and what each of its leagues was like when it was built."""

    at_work: bool = False
    committed: bool = False
    written: int = 0
    known: dict[int, tuple[Any, int, Any, str]] = field(default_factory=dict)
    """By the `id` of what a builder returned: the object, the statement count then, its origin, and its repr."""


@dataclass(frozen=True)
class Kept:
    """The tables as a builder left them, its return value, and the changed league that it was given."""

    rows: Rows
    told: tuple[Any, Any]


_watch = Watch()
_kept: dict[Any, Kept] = {}


def _count(execute: Callable[..., Any], sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
    if not sql.lstrip().upper().startswith(READS):
        _watch.written += 1
    return execute(sql, params, many, context)


@contextmanager
def remembering(*, committed: bool = False) -> Iterator[None]:
    """Within a test, use and fill the cache.

    With `committed`, the test's transactions are committed.
    """
    _watch.at_work, _watch.committed, _watch.written = True, committed, 0
    _watch.known.clear()
    try:
        with connection.execute_wrapper(_count):
            yield
    finally:
        _watch.at_work = False
        _watch.known.clear()


@contextmanager
def forgetting() -> Iterator[None]:
    """Build everything anew within the block, because some of our code is replaced."""
    was_at_work, _watch.at_work = _watch.at_work, False
    try:
        yield
    finally:
        _watch.at_work = was_at_work


def built_once(builder: Callable[P, R]) -> Callable[P, R]:
    """Decorate a builder so that its result for the same arguments is cached and restored into the tables.

    The builder returns a `Table`, something made up of one, or plain values. It writes only to the database, and what
    it writes does not depend on the clock.
    """
    return _remembered(builder, later_runs=True)


def built_once_a_run(builder: Callable[P, R]) -> Callable[P, R]:
    """Like `built_once`, for a builder that reads the clock: other runs build anew."""
    return _remembered(builder, later_runs=False)


def _remembered(builder: Callable[P, R], *, later_runs: bool) -> Callable[P, R]:
    @wraps(builder)
    def built(*given: P.args, **named: P.kwargs) -> R:
        origin = _origin(builder, given, named) if _watch.at_work else None
        if origin is None:
            return builder(*given, **named)
        league = _league(given, named)
        fresh: list[R] = []

        def build() -> Kept:
            fresh.append(builder(*given, **named))
            return Kept(_rows(), copy.deepcopy((fresh[0], league)))

        cached = _kept.get(origin) or _read_or_build(origin, build, later_runs=later_runs)
        _kept[origin] = cached
        answer = fresh[0] if fresh else _again(cached, league)
        _watch.known[id(answer)] = (answer, _watch.written, origin, repr(answer))
        return answer

    return built


def _read_or_build(origin: Any, build: Callable[[], Kept], *, later_runs: bool) -> Kept:
    """The result that another process has built or is building, or else the one built here."""
    run = "" if later_runs else os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return build()
    built: list[Kept] = []

    def make(path: Path) -> None:
        built.append(build())
        path.write_bytes(pickle.dumps(built[0]))

    name = hashlib.sha256(repr((origin, run)).encode()).hexdigest()[:40]
    file = read_or_make(PLAYED, f"{connection.vendor}-{name}", make)
    return built[0] if built else pickle.loads(file.read_bytes())  # noqa: S301 - what this suite wrote


def _origin(builder: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Everything that decides what a builder makes, as text and numbers; None where that cannot be known."""
    league = _league(args, kwargs)
    if league is not None and _watch.committed:
        return None
    if _anything_stands() if league is None else not _is_untouched(league):
        return None
    if sum(not _is_plain(argument) for argument in (*args, *kwargs.values())) > 1:
        return None
    if (games := _games()) is None:
        return None
    before = None if league is None else _watch.known[id(league)][2]

    def told(value: Any) -> str:
        return repr(value) if _is_plain(value) else "that league"

    argument_texts = (tuple(map(told, args)), tuple((name, told(value)) for name, value in sorted(kwargs.items())))
    return (builder.__module__, builder.__qualname__, argument_texts, before, games, _watch.committed)


def _games() -> tuple[str, ...] | None:
    """The installed rulesets other than the books, by qualified name; None if one has no name."""
    books = [import_module(book).RULESET for book in registry.RULESET_MODULES.values()]
    others = [ruleset for ruleset in registry._installed.values() if not any(ruleset is book for book in books)]
    names = [_constant(ruleset) for ruleset in others]
    return None if None in names else tuple(sorted(name for name in names if name is not None))


def _constant(value: object) -> str | None:
    """The qualified name under which the object's own module holds it, or None."""
    module = type(value).__module__
    return next(
        (f"{module}.{name}" for name, attribute in vars(sys.modules[module]).items() if attribute is value), None
    )


def _league(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The league among a builder's arguments, or None."""
    return next((argument for argument in (*args, *kwargs.values()) if not _is_plain(argument)), None)


def _again(cached: Kept, league: Any) -> Any:
    """Restore the tables and the given league as the builder would leave them, and return its result."""
    _lay(cached.rows)
    answer, league_after = copy.deepcopy(cached.told)
    if league is not None:
        vars(league).update(vars(league_after))
    return league if answer is league_after and league is not None else answer


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    return all(map(_is_plain, value)) if isinstance(value, list | tuple) else isinstance(value, PLAIN)


def _is_untouched(league: Any) -> bool:
    """Whether nothing was written since a builder returned this league, and its repr is the same."""
    known = _watch.known.get(id(league))
    return known is not None and known[1] == _watch.written and known[3] == repr(league)


# -------------------------------------------------------------------------------------------------- the tables


@cache
def _models() -> tuple[type[models.Model], ...]:
    """Every model that tests can fill."""
    all_models = apps.get_models(include_auto_created=True)
    names = {"auth_permission", "django_migrations"}
    return tuple(
        model
        for model in all_models
        if model._meta.managed
        and not model._meta.proxy
        and model._meta.app_label not in MIGRATED
        and model._meta.db_table not in names
    )


def _quoted(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _anything_stands() -> bool:
    some = " OR ".join(f"EXISTS(SELECT 1 FROM {_quoted(model)})" for model in _models())  # noqa: S608 - our own tables
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 WHERE {some}")
        return cursor.fetchone() is not None


def _columns(model: type[models.Model]) -> str:
    return ", ".join(connection.ops.quote_name(column.column) for column in model._meta.local_concrete_fields)


def _rows() -> Rows:
    """Every row of the database as plain values, by table."""
    rows_by_table: Rows = {}
    with connection.cursor() as cursor:
        for model in _models():
            cursor.execute(f"SELECT {_columns(model)} FROM {_quoted(model)}")  # noqa: S608 - our own tables
            if rows := cursor.fetchall():
                rows_by_table[model._meta.db_table] = [tuple(row) for row in rows]
    return rows_by_table


def _lay(rows: Rows) -> None:
    """Replace all rows in the tables by these."""
    filled = [model for model in _models() if model._meta.db_table in rows]
    with transaction.atomic(), open_gate(), connection.cursor() as cursor:
        if _anything_stands():
            for model in _models():
                cursor.execute(f"DELETE FROM {_quoted(model)}")  # noqa: S608 - our own tables
        for filled_model in filled:
            places = ", ".join(["%s"] * len(filled_model._meta.local_concrete_fields))
            cursor.executemany(
                f"INSERT INTO {_quoted(filled_model)} ({_columns(filled_model)}) VALUES ({places})",  # noqa: S608 - our own tables
                rows[filled_model._meta.db_table],
            )
        if numbered := connection.ops.sequence_reset_sql(no_style(), filled):
            cursor.execute(" ".join(numbered))

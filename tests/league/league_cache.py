"""A league that a test asks for as another did before is laid back into the tables as it stood, and not played again.

The first to ask has it built through the real entry points, and every table is read then. It is remembered by the
builder, by what the builder was given and by what stood in the tables; where any of the three is in doubt the league
is built again. It is kept on disk, for other workers and for later runs on the same sources and the same kind of
database (`tests.disk_cache`). Nothing is remembered outside a test, or for a test that puts something else in the
place of our code. In a test whose transactions are committed a league is laid back into empty tables only: others may
write as well.
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
"""Applications whose rows are there before any test."""
READS = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA")
PLAIN = (str, int, float, bool, type(None))


@dataclass
class Watch:
    """What a test wrote so far, in statements, and what each league it has was when its builder gave it away."""

    at_work: bool = False
    committed: bool = False
    written: int = 0
    known: dict[int, tuple[Any, int, Any, str]] = field(default_factory=dict)
    """By the identity of what a builder gave: the thing itself, the statements until then, its origin, its looks."""


@dataclass(frozen=True)
class Kept:
    """The tables as a builder left them, what it answered, and what it had made of the league it was given."""

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
    """What is built in this test may be laid back into the tables for another, and the other way about.

    With `committed` the test's transactions are committed.
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
    """Everything is built anew for a while: something else stands in the place of our code."""
    before, _watch.at_work = _watch.at_work, False
    try:
        yield
    finally:
        _watch.at_work = before


def built_once(builder: Callable[P, R]) -> Callable[P, R]:
    """Have what this builder makes of the same arguments remembered, and laid back into the tables when asked for.

    Its answer is a `Table`, or is made up of one, or plain; it writes to the database and to nothing else, and what
    it writes does not hang on the clock.
    """
    return _remembered(builder, later_runs=True)


def built_once_a_run(builder: Callable[P, R]) -> Callable[P, R]:
    """The same for a builder that reads the clock: later runs build anew."""
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

        kept = _kept.get(origin) or _read_or_build(origin, build, later_runs=later_runs)
        _kept[origin] = kept
        answer = fresh[0] if fresh else _again(kept, league)
        _watch.known[id(answer)] = (answer, _watch.written, origin, repr(answer))
        return answer

    return built


def _read_or_build(origin: Any, build: Callable[[], Kept], *, later_runs: bool) -> Kept:
    """What another process built, or is building now, or else what is built here."""
    run = "" if later_runs else os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return build()
    built: list[Kept] = []

    def make(path: Path) -> None:
        built.append(build())
        path.write_bytes(pickle.dumps(built[0]))

    name = hashlib.sha256(repr((origin, run)).encode()).hexdigest()[:40]
    found = read_or_make(PLAYED, f"{connection.vendor}-{name}", make)
    return built[0] if built else pickle.loads(found.read_bytes())  # noqa: S301 - what this suite wrote


def _origin(builder: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """All that decides what a builder makes, in words and numbers; None where that cannot be known."""
    league = _league(given, named)
    if league is not None and _watch.committed:
        return None
    if _anything_stands() if league is None else not _is_untouched(league):
        return None
    if sum(not _is_plain(each) for each in (*given, *named.values())) > 1:
        return None
    if (games := _games()) is None:
        return None
    before = None if league is None else _watch.known[id(league)][2]

    def told(value: Any) -> str:
        return repr(value) if _is_plain(value) else "that league"

    asked = (tuple(map(told, given)), tuple((name, told(value)) for name, value in sorted(named.items())))
    return (builder.__module__, builder.__qualname__, asked, before, games, _watch.committed)


def _games() -> tuple[str, ...] | None:
    """The rulesets that are installed beside the books, by their modules' names; None where one has no name."""
    books = [import_module(book).RULESET for book in registry.RULESET_MODULES.values()]
    others = [ruleset for ruleset in registry._installed.values() if not any(ruleset is book for book in books)]
    names = [_constant(other) for other in others]
    return None if None in names else tuple(sorted(name for name in names if name is not None))


def _constant(value: object) -> str | None:
    """Where its own module holds this very object."""
    module = type(value).__module__
    return next((f"{module}.{name}" for name, held in vars(sys.modules[module]).items() if held is value), None)


def _league(given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The league a builder was given to go on from; None without one."""
    return next((each for each in (*given, *named.values()) if not _is_plain(each)), None)


def _again(kept: Kept, league: Any) -> Any:
    """What the builder would answer, with the tables and the league it was given as it would leave them."""
    _lay(kept.rows)
    answer, left = copy.deepcopy(kept.told)
    if league is not None:
        vars(league).update(vars(left))
    return league if answer is left and league is not None else answer


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    return all(map(_is_plain, value)) if isinstance(value, list | tuple) else isinstance(value, PLAIN)


def _is_untouched(league: Any) -> bool:
    """Whether nothing was written since a builder gave this league away, and it looks as it did."""
    found = _watch.known.get(id(league))
    return found is not None and found[1] == _watch.written and found[3] == repr(league)


# -------------------------------------------------------------------------------------------------- the tables


@cache
def _models() -> tuple[type[models.Model], ...]:
    """Everything a test can fill."""
    found = apps.get_models(include_auto_created=True)
    names = {"auth_permission", "django_migrations"}
    return tuple(
        each
        for each in found
        if each._meta.managed
        and not each._meta.proxy
        and each._meta.app_label not in MIGRATED
        and each._meta.db_table not in names
    )


def _quoted(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _anything_stands() -> bool:
    some = " OR ".join(f"EXISTS(SELECT 1 FROM {_quoted(model)})" for model in _models())  # noqa: S608 - our own tables
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 WHERE {some}")
        return cursor.fetchone() is not None


def _columns(model: type[models.Model]) -> str:
    return ", ".join(connection.ops.quote_name(each.column) for each in model._meta.local_concrete_fields)


def _rows() -> Rows:
    """Every row there is, in the database's own words, by table."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in _models():
            cursor.execute(f"SELECT {_columns(model)} FROM {_quoted(model)}")  # noqa: S608 - our own tables
            if rows := cursor.fetchall():
                found[model._meta.db_table] = [tuple(row) for row in rows]
    return found


def _lay(rows: Rows) -> None:
    """Have these rows in the tables, and no other."""
    filled = [model for model in _models() if model._meta.db_table in rows]
    with transaction.atomic(), open_gate(), connection.cursor() as cursor:
        if _anything_stands():
            for model in _models():
                cursor.execute(f"DELETE FROM {_quoted(model)}")  # noqa: S608 - our own tables
        for each in filled:
            places = ", ".join(["%s"] * len(each._meta.local_concrete_fields))
            cursor.executemany(
                f"INSERT INTO {_quoted(each)} ({_columns(each)}) VALUES ({places})",  # noqa: S608 - our own tables
                rows[each._meta.db_table],
            )
        if numbered := connection.ops.sequence_reset_sql(no_style(), filled):
            cursor.execute(" ".join(numbered))

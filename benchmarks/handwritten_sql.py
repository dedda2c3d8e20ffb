"""The hand-written SQL of `sql/` compared with the plain ORM: how many times longer the ORM takes.

The docstrings of `sql/` give these figures. `python -m benchmarks --only handwritten_sql` measures them again.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import copy
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import CharField, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat

from benchmarks.benchmark_league import AT, BenchmarkLeague
from benchmarks.measure import Pair, Side, compare, per_single_run, repeat
from drivers.models import Sheet
from journal.forks import delete_fork, fork_for_viewer
from journal.state.tables import STATE_TABLES
from league.access import Viewer
from league.models import Batch, League, Outbox, Season, StoredAnswer
from league.queries.entries import all_entries
from sql.bulk import insert_or_ignore, insert_returning_id, upsert, upsert_values
from sql.cached_sql import cached_sql, cached_sql_texts
from sql.connections import require_answer, set_lock_timeout
from sql.expressions import texts_of_subquery, texts_subquery
from sql.sqlite_options import INIT_COMMAND

FRANCHISES, DRIVERS, CARS = 24, 8, 4
ROWS = 20
"""The rows that a statement writes or reads: settling a report writes about this many of each kind."""
TIMES, MOST_TIMES = 20, 200
"""How often a statement runs in a round, and how often one that takes almost no time."""
COMMITS = 50
SECRET = b"\x09" * 32


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter, on the database the program was started with."""
    ground = BenchmarkLeague("ground", FRANCHISES, DRIVERS, CARS).create_with_teams()
    return [*_writes(ground, rounds), *_reads(ground, rounds), *_deletions(ground, rounds), *_connections(rounds)]


def _writes(ground: BenchmarkLeague, rounds: int) -> Iterator[Pair]:
    season = ground.season
    numbers = count()
    rows = [Outbox(season_id=season, entry=number, topic="measured") for number in range(ROWS)]

    def insert_rows() -> None:
        for row in rows:
            row.topic = f"measured {next(numbers)}"
        upsert(rows)

    yield _pair(f"upsert of {ROWS} new rows", insert_rows, rounds)
    season_rows = list(Season.objects.filter(pk=season))
    columns = [column.name for column in Season._meta.concrete_fields if not column.primary_key]
    yield _pair("upsert of one row over itself", lambda: upsert(season_rows, over=columns), rounds, times=MOST_TIMES)
    shelf = next(shelf for shelf in STATE_TABLES if shelf.model is Sheet)
    values = list(Sheet.objects.filter(season=season).order_by("pk").values_list(*shelf.filled)[:ROWS])
    update_drivers = partial(upsert_values, Sheet, shelf.filled, values, over=shelf.updated)
    yield _pair(f"upsert_values of {ROWS} rows over themselves", update_drivers, rounds)

    def insert_batch() -> None:
        key = f"measured {next(numbers)}"
        insert_returning_id(Batch(season_id=season, key=key, actor="boss", content_hash="0" * 64, first=1, last=2))

    yield _pair("insert_returning_id", insert_batch, rounds, times=MOST_TIMES)
    user = get_user_model()._default_manager.get(username="ground-boss")
    answer = StoredAnswer(user=user, key="k", asked="a", status=0, kind="json", body=b"", at=AT)

    def insert_answer() -> None:
        answer.key = f"measured {next(numbers)}"
        insert_or_ignore(copy(answer), by=["user", "key"])

    yield _pair("insert_or_ignore of a new row", insert_answer, rounds, times=MOST_TIMES)


def _reads(ground: BenchmarkLeague, rounds: int) -> Iterator[Pair]:
    season = ground.season
    entries = cached_sql(lambda season, viewer, before: all_entries(season, viewer).filter(number__lt=before)[:ROWS])
    yield _pair(f"cached_sql, {ROWS} entries of the journal", lambda: entries(season, Viewer(), 10**6), rounds)
    drivers = cached_sql_texts(_driver_texts)
    yield _pair("cached_sql_texts, all columns of a season's drivers", lambda: drivers(season), rounds)
    lists = {plain: _with_switch(season, plain=plain) for plain in (True, False)}
    yield _pair(f"json_text_list, {FRANCHISES * DRIVERS} rows", lambda: list(lists[settings.PLAIN_ORM].all()), rounds)
    yield _texts_pair(season, rounds)


def _texts_pair(season: str, rounds: int) -> Pair:
    """A season with the texts of its league in one query, compared with two queries; all SQL is cached."""
    text = Concat(Cast("franchises__seasons__first_season", CharField()), Value("/"), "franchises__pk")
    leagues = League.objects.filter(franchises__seasons__season__forked_from="").values("pk")
    joined = texts_subquery(leagues.filter(pk=OuterRef("league_id")), text)
    season_with_texts = cached_sql(lambda season: Season.objects.filter(pk=season).annotate(joined=joined))
    season_only = cached_sql(lambda season: Season.objects.filter(pk=season))
    texts = cached_sql(
        lambda league: leagues.filter(pk=league).annotate(one=text).values_list("one", flat=True).distinct()
    )

    def in_one() -> list[str]:
        row: Any = season_with_texts(season)[0]
        return texts_of_subquery(row.joined, leagues, text)

    def in_two() -> list[str]:
        (row,) = season_only(season)
        return texts(row.league_id)

    if sorted(in_one()) != sorted(in_two()) or len(in_one()) != FRANCHISES:
        raise RuntimeError("franchises are missing")
    pair = compare(
        f"texts_subquery, {FRANCHISES} texts with a row, {connection.vendor}",
        work=Side(repeat(MOST_TIMES, in_two)),
        floor=Side(repeat(MOST_TIMES, in_one)),
        rounds=rounds,
    )
    return per_single_run(pair, MOST_TIMES)


def _driver_texts(season: str) -> QuerySet[Any, Any]:
    return next(shelf for shelf in STATE_TABLES if shelf.model is Sheet).rows_query(season, number=1)


def _with_switch(season: str, *, plain: bool) -> QuerySet[Any, Any]:
    settings.PLAIN_ORM = plain
    rows = _driver_texts(season)
    settings.PLAIN_ORM = False
    return rows


def _deletions(ground: BenchmarkLeague, rounds: int) -> Iterator[Pair]:
    with transaction.atomic():
        fork = fork_for_viewer(ground.season, "measured", viewer=Viewer(), secret=SECRET, at=AT).pk
    rows = sum(shelf.model._default_manager.filter(season_id=fork).count() for shelf in STATE_TABLES)

    def delete() -> None:
        with transaction.atomic():
            delete_fork(fork)
            transaction.set_rollback(True)

    yield _pair("delete_together, a fork", delete, rounds, times=1, notes={"rows of its state": rows})


def _connections(rounds: int) -> Iterator[Pair]:
    """Functions without an equivalent in the ORM, compared with querying one row."""
    league = League.objects.filter(pk="ground")
    for name, run in (("require_answer", require_answer), ("set_lock_timeout", partial(set_lock_timeout, "10s"))):
        pair = compare(
            f"{name}, against a row by the ORM, {connection.vendor}",
            work=Side(_in_transaction(repeat(MOST_TIMES, run))),
            floor=Side(_in_transaction(repeat(MOST_TIMES, league.exists))),
            rounds=rounds,
        )
        yield per_single_run(pair, MOST_TIMES)
    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            yield compare(
                f"{COMMITS} commits on SQLite as it is, against those with INIT_COMMAND",
                work=Side(partial(_commit_often, Path(folder, "plain.sqlite3"), "")),
                floor=Side(partial(_commit_often, Path(folder, "told.sqlite3"), INIT_COMMAND)),
                rounds=rounds,
            )


def _in_transaction(run: Callable[[], object]) -> Callable[[], None]:
    def inside() -> None:
        with transaction.atomic():
            run()

    return inside


def _commit_often(file: Path, command: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(command)
        database.execute("CREATE TABLE IF NOT EXISTS kept (number INTEGER)")
        for number in range(COMMITS):
            database.execute("INSERT INTO kept VALUES (?)", [number])
            database.commit()


def _pair(
    name: str, run: Callable[[], object], rounds: int, *, times: int = TIMES, notes: dict[str, object] | None = None
) -> Pair:
    """The ORM compared with hand-written SQL; what either wrote is rolled back after each round."""
    transactions: list[Any] = []

    def side(*, plain: bool) -> Side:
        def timed() -> None:
            settings.PLAIN_ORM = plain
            transactions.append(transaction.atomic())
            transactions[-1].__enter__()
            for _ in range(times):
                run()

        def restore() -> None:
            transaction.set_rollback(True)
            transactions.pop().__exit__(None, None, None)
            settings.PLAIN_ORM = False

        return Side(timed, restore)

    pair = compare(
        f"{name}, {connection.vendor}", work=side(plain=True), floor=side(plain=False), rounds=rounds, notes=notes
    )
    return per_single_run(pair, times)

"""Cases for each function of `sql/`: what it does to a league's database, as a value that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import CharField, Model, OuterRef, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from django.test import override_settings

from franchises.models import LedgerLine
from journal.forks import delete_fork, delete_some_fork_rows, fork_for_viewer
from journal.gate import JOURNALED_TABLES, open_gate
from journal.state.tables import STATE_TABLES
from league.access import Viewer
from league.models import Batch, Entry, League, Outbox, Season, StoredAnswer
from league.queries.entries import all_entries
from sql.bulk import insert_or_ignore, insert_returning_id, upsert, upsert_values
from sql.cached_sql import cached_sql, cached_sql_texts
from sql.deletion import delete_rows
from sql.expressions import json_text_list, texts_of_subquery, texts_subquery
from tests.league.small_league import Table

TABLES = [model for model in apps.get_models() if model._meta.db_table in JOURNALED_TABLES and model is not Batch]
ODD_TEXT = 'é "quoted" \\ , [x]\n'


@contextmanager
def undone(*, plain_orm: bool) -> Iterator[None]:
    """Run with `PLAIN_ORM` set to `plain_orm` and the journal's gate open, and roll back all changes."""
    with override_settings(PLAIN_ORM=plain_orm), transaction.atomic(), open_gate():
        yield
        transaction.set_rollback(True)


def columns(model: type[Model]) -> list[tuple[Any, ...]]:
    """Every row of a table, without the IDs that the database assigns."""
    names = [column.attname for column in model._meta.concrete_fields if column is not model._meta.auto_field]
    return sorted(tuple(map(repr, row)) for row in model._default_manager.values_list(*names))


def numbers_and_state(row: Model) -> tuple[bool, bool]:
    """Whether a row has no ID, and whether Django considers it unsaved."""
    return row.pk is None, row._state.adding


def every_table_written_anew(_table: Table) -> object:
    """Every journaled table after its rows were deleted and written again."""
    rows = {model: list(model._default_manager.order_by("pk")) for model in TABLES}
    for model in TABLES:
        delete_rows_by_hand(model._default_manager.all())
    for of_model in rows.values():
        upsert(of_model)
    return {model.__name__: columns(model) for model in TABLES}


def delete_rows_by_hand(rows: QuerySet[Any]) -> None:
    """Delete rows regardless of references to them, with either setting."""
    rows._raw_delete(rows.db)


def new_rows_without_numbers(table: Table) -> object:
    """Rows of a table with automatic IDs; the objects do not learn their IDs."""
    rows = [Outbox(season_id=table.season, entry=number, topic=ODD_TEXT[:20]) for number in range(3)]
    upsert(rows)
    upsert([])
    return columns(Outbox), list(map(numbers_and_state, rows))


def a_row_over_itself(table: Table) -> object:
    """Update two columns of a season and no other."""
    row = Season.objects.get(pk=table.season)
    row.length, row.head, row.step = 999, "another", "E9"
    upsert([row], over=["length", "step"])
    return columns(Season)


def a_row_the_database_reckons(table: Table) -> object:
    """A value that is an SQL expression, which is refused."""
    try:
        upsert([Outbox(season_id=table.season, entry=Value(1), topic="reckoned")])
    except TypeError as error:
        return str(error), columns(Outbox)
    return None


def values_of_every_shelf(table: Table) -> object:
    """Half the rows of every state table inserted again, the others updated with other texts."""
    columns_by_table = {}
    for shelf in STATE_TABLES:
        rows = list(shelf.model._default_manager.order_by("pk").values(*shelf.filled))
        deleted_ids = [row["id"] for row in rows[::2]]
        delete_rows_by_hand(shelf.model._default_manager.filter(pk__in=deleted_ids))
        changed = [row | ({"name": ODD_TEXT[:20]} if "name" in row else {}) for row in rows]
        upsert_values(
            shelf.model,
            shelf.filled,
            [tuple(row[name] for name in shelf.filled) for row in changed],
            over=shelf.updated,
        )
        upsert_values(shelf.model, shelf.filled, [], over=shelf.updated)
        columns_by_table[shelf.attribute] = columns(shelf.model)
    return columns_by_table, table.season


def a_numbered_row(table: Table) -> object:
    """A batch, whose object learns the ID that the database assigns."""
    row = Batch(season_id=table.season, key="another", actor="boss", content_hash="0" * 64, first=1, last=2)
    insert_returning_id(row)
    return Batch.objects.get(key="another").pk == row.pk, numbers_and_state(row), columns(Batch)


def rows_that_are_alike(table: Table) -> object:
    """A stored answer, another with the same key that is ignored, and then that one written over the first."""
    user = get_user_model()._default_manager.create(username="program")
    first = StoredAnswer(user=user, key="k", asked="a", status=0, kind="json", body=b"", at=table.at)
    other = StoredAnswer(user=user, key="k", asked="b", status=1, kind="text", body=b"\0other", at=table.at)
    inserted = [insert_or_ignore(row, by=["user", "key"]) for row in (first, other)]
    before = list(StoredAnswer.objects.values_list("asked", "status", "kind", "at"))
    upsert([other], over=["status", "body"], by=["user", "key"])
    after = [(row.asked, row.status, row.kind, bytes(row.body)) for row in StoredAnswer.objects.all()]
    return inserted, before, after, [numbers_and_state(row) for row in (first, other)]


@cached_sql
def _entries(season: str, viewer: Viewer, numbers: tuple[int, ...]) -> QuerySet[Any]:
    return all_entries(season, viewer).filter(number__in=numbers)


@cached_sql_texts
def _commands(season: str, command: str) -> QuerySet[Any, Any]:
    entries = Entry.objects.filter(season=season, command=command).order_by("number")
    return entries.values_list("number", "command")


def rows_of_a_query(table: Table) -> object:
    """Entries as a stranger reads them, with their annotations."""
    results = [_entries(table.season, Viewer(), numbers) for numbers in ((1, 2), (3, 1), ())]
    return [
        [(entry.number, entry.may_read, entry.read_command, entry.read_body) for entry in entries]
        for entries in results
    ]


def texts_of_a_query(table: Table) -> object:
    """Numbers and commands of entries, by command."""
    return [list(map(tuple, _commands(table.season, name))) for name in ("name_line_up", "announce_round", "none")]


def rows_that_nothing_keeps(table: Table) -> object:
    """Half the lines of the ledger deleted, then deleted again, which finds none."""
    half = LedgerLine.objects.filter(pk__in=list(LedgerLine.objects.order_by("pk").values_list("pk", flat=True)[::2]))
    return delete_rows(half), delete_rows(half), columns(LedgerLine), table.season


def a_fork_in_every_table(table: Table) -> object:
    """A fork deleted in two steps: how many rows the first removed, and what is left in every table."""
    fork = fork_for_viewer(table.season, "rehearsal", viewer=Viewer(), secret=b"\x07" * 32, at=table.at).pk
    thinned = delete_some_fork_rows(fork, most=30)
    delete_fork(fork)
    return thinned, {model.__name__: columns(model) for model in TABLES}


def lists_of_texts(table: Table) -> object:
    """A list of texts for each league, among them an odd one and null, parsed from the text that is returned."""
    texts = [Cast("name", TextField()), Cast(Value(ODD_TEXT), TextField()), Cast(Value(None), TextField())]
    lists = League.objects.annotate(one=Cast(json_text_list(*texts), TextField())).values_list("one", flat=True)
    return [msgspec.json.decode(text) for text in lists], table.season


def texts_of_a_group(table: Table) -> object:
    """Franchises of leagues joined into one column, each once; also for a league that has none."""
    league = League.objects.create(pk="empty", name="Empty", founded_at=table.at)
    text = Concat(Cast("franchises__seasons__first_season", CharField()), Value("/"), "franchises__pk")
    rows = League.objects.filter(franchises__seasons__season__forked_from="").values("pk")
    results = []
    for pk in (table.league, league.pk):
        column = texts_subquery(rows.filter(pk=OuterRef("pk")), text)
        row: Any = League.objects.annotate(joined=column).get(pk=pk)
        results.append(sorted(texts_of_subquery(row.joined, rows.filter(pk=pk), text)))
    return results


CASES: dict[str, tuple[Callable[[Table], object], ...]] = {
    "sql.bulk.upsert": (
        every_table_written_anew,
        new_rows_without_numbers,
        a_row_over_itself,
        a_row_the_database_reckons,
        rows_that_are_alike,
    ),
    "sql.bulk.upsert_values": (values_of_every_shelf,),
    "sql.bulk.insert_returning_id": (a_numbered_row,),
    "sql.bulk.insert_or_ignore": (rows_that_are_alike,),
    "sql.cached_sql.cached_sql": (rows_of_a_query,),
    "sql.cached_sql.cached_sql_texts": (texts_of_a_query,),
    "sql.deletion.delete_rows": (rows_that_nothing_keeps, a_fork_in_every_table),
    "sql.deletion.delete_together": (a_fork_in_every_table,),
    "sql.expressions.json_text_list": (lists_of_texts,),
    "sql.expressions.texts_subquery": (texts_of_a_group,),
}
"""The cases for each function of `sql/` that depends on the switch."""
EACH_ONCE = list(dict.fromkeys(case for cases in CASES.values() for case in cases))

"""Cached SQL returns the same rows as its query, and bulk writes store the same rows as Django."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Model, QuerySet, Value
from django.test.utils import CaptureQueriesContext

from journal.gate import JOURNALED_TABLES, open_gate
from league.access import Viewer, viewer_of
from league.models import Batch, Entry, League, Outbox, Season, StoredAnswer
from league.queries.entries import all_entries, entries_naming
from sql.bulk import insert_or_ignore, insert_returning_id, upsert
from sql.cached_sql import cached_sql, cached_sql_texts, pad_ids
from tests.league.small_league import Table
from tests.pages.large_league import batch, grown

pytestmark = pytest.mark.django_db

written: list[str] = []
"""The names of the cached queries that were built, in order."""


@cached_sql
def _numbered(season: str, numbers: tuple[int, ...]) -> QuerySet[Any, int]:
    written.append("numbered")
    return Entry.objects.filter(season=season, number__in=numbers).order_by("number").values_list("number", flat=True)


@cached_sql
def _naming(season: str, viewer: Viewer, subject: str) -> QuerySet[Any]:
    return entries_naming(season, viewer, subject)


@cached_sql
def _seen(season: str, viewer: Viewer) -> QuerySet[Any]:
    return all_entries(season, viewer)


@cached_sql
def _nothing(season: str, numbers: tuple[int, ...]) -> QuerySet[Any]:
    return Entry.objects.filter(season=season, number__in=numbers)


@cached_sql
def _first(season: str, most: int) -> QuerySet[Any]:
    return Entry.objects.filter(season=season)[:most]


@cached_sql
def _with_league(league: str) -> QuerySet[Season]:
    return Season.objects.filter(league=league).select_related("league")


@cached_sql_texts
def _named(season: str, command: str) -> QuerySet[Any, tuple[int, str]]:
    return Entry.objects.filter(season=season, command=command).order_by("number").values_list("number", "command")


@pytest.fixture
def table() -> Table:
    return grown(8)


@pytest.mark.statements
def test_it_is_asked_again_with_other_values_and_its_sql_written_once_for_as_many(table: Table) -> None:
    _numbered(table.season, (1,))
    written.clear()
    assert [_numbered(table.season, (number,)) for number in (1, 2, 3)] == [[1], [2], [3]]
    assert _numbered("rust-belt/another", (1,)) == []
    assert written == []
    assert _numbered(table.season, (4, 2)) == [2, 4]
    assert _numbered(table.season, (7, 5)) == [5, 7]
    assert written == ["numbered"]


def test_rows_bring_what_is_joined_to_them(table: Table) -> None:
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            (season,) = _with_league("rust-belt")
            assert season.league.name == "Rust Belt"
        assert len(queries) == 1


@pytest.mark.parametrize("subject", ["f00", "f01", "m0", "f00_", "%", "f0\\", 'f00"', "\x020\x03"])
def test_a_text_means_itself_in_what_is_searched_for(table: Table, subject: str) -> None:
    _naming(table.season, Viewer(), "f02")
    expected = [entry.number for entry in entries_naming(table.season, Viewer(), subject)]
    assert [entry.number for entry in _naming(table.season, Viewer(), subject)] == expected
    assert bool(expected) == (subject in ("f00", "f01", "m0"))


def test_nobody_is_shown_what_is_sealed_for_him_whoever_asked_before(table: Table) -> None:
    teams = ("f04", "f05")
    for team in teams:
        seats = [{"car": f"{team}.c0", "driver": f"{team}.d0"}]
        line_up = {"type": "name_line_up", "franchise": team, "match": "m1", "seats": seats}
        batch(table, [line_up], behalf=team)
    league, users = League.objects.get(pk="rust-belt"), get_user_model().objects
    boss, owner = (viewer_of(users.get(username=f"rust-belt-{who}"), league) for who in ("boss", "owner"))
    for _ in range(2):
        for viewer in (boss, Viewer(), owner, boss, owner, Viewer()):
            readable = {entry.number: (entry.may_read, entry.read_command) for entry in _seen(table.season, viewer)}
            itself = {
                entry.number: (entry.may_read, entry.read_command) for entry in all_entries(table.season, viewer)
            }
            assert readable == itself
    shut = [entry for entry in _seen(table.season, Viewer()) if not entry.may_read]
    assert len(shut) == len(teams)
    assert {(entry.read_command, entry.read_body) for entry in shut} == {("", None)}


def test_what_finds_nothing_and_what_its_sql_says_itself_are_asked_as_they_are(table: Table) -> None:
    assert _nothing(table.season, ()) == []
    assert [len(_first(table.season, most)) for most in (1, 3)] == [1, 3]


def test_few_lengths_stand_for_many() -> None:
    assert [len(pad_ids("abcdefghi"[:length])) for length in range(10)] == [0, 1, 2, 4, 4, 8, 8, 8, 8, 16]
    assert pad_ids(["a", "b", "c"]) == ("a", "b", "c", "c")


TABLES = [model for model in apps.get_models() if model._meta.db_table in JOURNALED_TABLES and model is not Batch]
"""The journaled tables that the writer inserts into without needing the new IDs; it needs those of batches."""


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model.__name__)
def test_a_row_that_is_put_is_the_row_that_django_would_write(table: Table, model: type[Model]) -> None:
    rows, columns_before = list(model._default_manager.order_by("pk")), _columns(model)
    with open_gate():
        model._default_manager.all()._raw_delete(connection.alias)
        upsert(rows)
    assert _columns(model) == columns_before


def test_most_of_what_the_journal_writes_is_tried_so(table: Table) -> None:
    assert sum(model._default_manager.exists() for model in TABLES) > len(TABLES) // 2, table.season


def _columns(model: type[Model]) -> list[tuple[Any, ...]]:
    """Every row, without the IDs that the database assigns."""
    names = [field.attname for field in model._meta.concrete_fields if field is not model._meta.auto_field]
    return sorted(tuple(map(repr, row)) for row in model._default_manager.values_list(*names))


def test_what_is_put_over_a_row_changes_the_columns_that_are_named_and_no_other(table: Table) -> None:
    row = Season.objects.get(pk=table.season)
    row.length, row.head = 999, "another"
    with open_gate():
        upsert([row], over=["length"])
    assert Season.objects.values_list("length", flat=True).get(pk=table.season) == 999
    assert Season.objects.values_list("head", flat=True).get(pk=table.season) != "another"


def test_what_the_database_is_to_reckon_is_not_put(table: Table) -> None:
    with pytest.raises(TypeError, match="bulk_create"):
        upsert([Outbox(season_id=table.season, entry=Value(1), topic="reckoned")])
    assert not Outbox.objects.filter(topic="reckoned").exists()


def test_texts_and_numbers_come_as_the_database_has_them_whoever_was_asked_for_before(table: Table) -> None:
    for command in ("name_line_up", "announce_round", "nobody's", "name_line_up"):
        plain = Entry.objects.filter(season=table.season, command=command).order_by("number")
        assert _named(table.season, command) == list(plain.values_list("number", "command"))


def test_a_numbered_row_is_as_django_would_save_it_and_knows_its_number(table: Table) -> None:
    known = Batch.objects.filter(season=table.season).latest("pk")
    row = Batch(season=known.season, key="another", actor="boss", content_hash="0" * 64, first=1, last=2)
    with open_gate():
        insert_returning_id(row)
    stored_batch = Batch.objects.get(season=table.season, key="another")
    assert row.pk == stored_batch.pk > known.pk
    assert [getattr(row, field.attname) for field in Batch._meta.concrete_fields] == [
        getattr(stored_batch, field.attname) for field in Batch._meta.concrete_fields
    ]


def test_a_row_is_written_unless_its_like_is_there_and_put_over_by_what_makes_it_alike(table: Table) -> None:
    user = get_user_model().objects.create(username="program")
    first = StoredAnswer(user=user, key="k", asked="a", status=0, kind="json", body=b"", at=table.at)
    other = StoredAnswer(user=user, key="k", asked="b", status=1, kind="text", body=b"other", at=table.at)
    assert insert_or_ignore(first, by=["user", "key"])
    assert not insert_or_ignore(other, by=["user", "key"])
    assert StoredAnswer.objects.get(user=user).asked == "a"
    upsert([other], over=["status", "body"], by=["user", "key"])
    stored = StoredAnswer.objects.get(user=user)
    assert (stored.asked, stored.status, stored.kind, bytes(stored.body)) == ("a", 1, "json", b"other")


def test_nothing_to_put_asks_nothing() -> None:
    with CaptureQueriesContext(connection) as queries:
        upsert([])
    assert len(queries) == 0

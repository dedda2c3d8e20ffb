"""A query whose SQL is written once finds what the query itself finds, whatever it is asked."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from league.access import Viewer, viewer_of
from league.models import Entry, League, Season
from league.prepared import filled, prepared
from league.queries.entries import chain, naming
from tests.league.building import Table
from tests.pages.growing import batch, grown

pytestmark = pytest.mark.django_db

written: list[str] = []
"""What was asked for whenever a queryset was made."""


@prepared
def _numbered(season: str, numbers: tuple[int, ...]) -> QuerySet[Any, int]:
    written.append("numbered")
    return Entry.objects.filter(season=season, number__in=numbers).order_by("number").values_list("number", flat=True)


@prepared
def _naming(season: str, viewer: Viewer, subject: str) -> QuerySet[Any]:
    return naming(season, viewer, subject)


@prepared
def _seen(season: str, viewer: Viewer) -> QuerySet[Any]:
    return chain(season, viewer)


@prepared
def _nothing(season: str, numbers: tuple[int, ...]) -> QuerySet[Any]:
    return Entry.objects.filter(season=season, number__in=numbers)


@prepared
def _first(season: str, most: int) -> QuerySet[Any]:
    return Entry.objects.filter(season=season)[:most]


@prepared
def _with_league(league: str) -> QuerySet[Season]:
    return Season.objects.filter(league=league).select_related("league")


@pytest.fixture
def table() -> Table:
    return grown(8)


def test_it_is_asked_again_with_other_values_and_its_sql_written_once_for_as_many(table: Table) -> None:
    _numbered(table.season, (1,))
    written.clear()
    assert [_numbered(table.season, (at,)) for at in (1, 2, 3)] == [[1], [2], [3]]
    assert _numbered("rust-belt/another", (1,)) == []
    assert written == []
    assert _numbered(table.season, (4, 2)) == [2, 4]
    assert _numbered(table.season, (7, 5)) == [5, 7]
    assert written == ["numbered"]


def test_rows_bring_what_is_joined_to_them(table: Table) -> None:
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            (season,) = _with_league("rust-belt")
            assert season.league.name == "Rust Belt"
        assert len(asked) == 1


@pytest.mark.parametrize("subject", ["f00", "f01", "m0", "f00_", "%", "f0\\", 'f00"', "\x020\x03"])
def test_a_text_means_itself_in_what_is_searched_for(table: Table, subject: str) -> None:
    _naming(table.season, Viewer(), "f02")
    expected = [each.number for each in naming(table.season, Viewer(), subject)]
    assert [each.number for each in _naming(table.season, Viewer(), subject)] == expected
    assert bool(expected) == (subject in ("f00", "f01", "m0"))


def test_nobody_is_shown_what_is_sealed_for_him_whoever_asked_before(table: Table) -> None:
    teams = ("f04", "f05")
    for team in teams:
        seats = [{"car": f"{team}.c0", "driver": f"{team}.d0"}]
        named = {"type": "name_line_up", "franchise": team, "match": "m1", "seats": seats}
        batch(table, [named], behalf=team)
    league, users = League.objects.get(pk="rust-belt"), get_user_model().objects
    boss, owner = (viewer_of(users.get(username=f"rust-belt-{who}"), league) for who in ("boss", "owner"))
    for _ in range(2):
        for viewer in (boss, Viewer(), owner, boss, owner, Viewer()):
            found = {each.number: (each.may_read, each.read_command) for each in _seen(table.season, viewer)}
            itself = {each.number: (each.may_read, each.read_command) for each in chain(table.season, viewer)}
            assert found == itself
    shut = [each for each in _seen(table.season, Viewer()) if not each.may_read]
    assert len(shut) == len(teams)
    assert {(each.read_command, each.read_body) for each in shut} == {("", None)}


def test_what_finds_nothing_and_what_its_sql_says_itself_are_asked_as_they_are(table: Table) -> None:
    assert _nothing(table.season, ()) == []
    assert [len(_first(table.season, most)) for most in (1, 3)] == [1, 3]


def test_few_lengths_stand_for_many() -> None:
    assert [len(filled("abcdefghi"[:length])) for length in range(10)] == [0, 1, 2, 4, 4, 8, 8, 8, 8, 16]
    assert filled(["a", "b", "c"]) == ("a", "b", "c", "c")

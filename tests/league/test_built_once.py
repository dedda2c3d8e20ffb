"""A league laid back into the tables is the league that was built, and one that might be another is built anew."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from league.journal import store
from league.models import Entry, League, Membership
from tests.league import built_once as keeping
from tests.league.building import (
    Table,
    announced,
    assert_reconciled,
    closed,
    founded,
    reopened,
    settled,
    signed,
)
from tests.league.built_once import built_once, forgetting
from tests.league.snapshot import everything

pytestmark = pytest.mark.django_db

PEOPLE = ("username", "password", "email")


@pytest.fixture(autouse=True)
def built() -> list[str]:
    """The leagues that `counted` built in this test."""
    LEAGUES.clear()
    return LEAGUES


LEAGUES: list[str] = []


@built_once
def counted(table: Table | None = None, *, named: str) -> Table:
    """A league that is counted when it is built, and goes on by one entry from another."""
    LEAGUES.append(named)
    table = table or founded(franchises=("razors", "saints"))
    table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.{named}", name=named)
    return table


def emptied() -> None:
    """Take everything out of the tables, as the end of a test does."""
    keeping._lay({})


def every_row() -> dict[str, list[tuple[Any, ...]]]:
    """What is kept of every table, in an order that hangs on no database."""
    return {table: sorted(rows, key=repr) for table, rows in keeping._rows().items()}


def told(season: str) -> tuple[dict[str, list[tuple[Any, ...]]], list[tuple[Any, ...]]]:
    """The tables of the present, with what every entry came to: all but salts, times and numbers handed out."""
    shelves = {each.model._meta.db_table for each in store.SHELVES}
    entries = Entry.objects.filter(season=season).order_by("number")
    return (
        {table: rows for table, rows in everything().items() if table in shelves},
        list(entries.values_list("number", "command", "subjects", "actor", "at", "body", "content_hash", "digest")),
    )


def test_what_is_laid_back_is_what_was_built_row_by_row() -> None:
    first = closed(settled(rounds=1))
    rows, all_rows = everything(), every_row()
    people = list(get_user_model().objects.order_by("pk").values(*PEOPLE))
    emptied()
    assert League.objects.count() == 0
    again = closed(settled(rounds=1))
    assert everything() == rows
    assert every_row() == all_rows
    assert list(get_user_model().objects.order_by("pk").values(*PEOPLE)) == people
    assert again == first
    assert again is not first
    assert_reconciled(again.season)


def test_what_is_laid_back_is_what_would_be_built_anew() -> None:
    announced()
    emptied()
    laid = told(announced().season)
    emptied()
    with forgetting():
        assert told(announced().season) == laid
    assert len(laid[1]) > 30


def test_the_league_goes_on_from_where_it_was_laid_back() -> None:
    signed(rounds=1)
    emptied()
    table = announced(table=signed(rounds=1))
    following = reopened(closed(settled(table=table, announce=False)))
    assert_reconciled(table.season)
    assert_reconciled(following.season)


def test_the_same_is_built_once_and_another_by_itself(built: list[str]) -> None:
    for named in ("d1", "d2", "d1", "d2"):
        counted(named=named)
        emptied()
    assert sorted(built) == ["d1", "d2"]


def test_a_league_that_goes_on_is_the_very_league_that_was_given(built: list[str]) -> None:
    for _ in range(2):
        table = counted(named="d3")
        assert counted(table, named="d4") is table
        assert table.given == 5
        table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d9", name="Nine")
        emptied()
    assert built == ["d3", "d4"]


def test_a_league_that_was_touched_is_gone_on_with_anew(built: list[str]) -> None:
    counted(counted(named="d5"), named="d6")
    emptied()
    table = counted(named="d5")
    Membership.objects.filter(handle=table.handle("saints")).update(franchise=None)
    counted(table, named="d6")
    assert built == ["d5", "d6", "d6"]
    assert Membership.objects.get(handle=table.handle("saints")).franchise is None


def test_a_league_beside_another_is_built_anew(built: list[str]) -> None:
    counted(named="d7")
    emptied()
    founded(league="wastes")
    counted(named="d7")
    assert built == ["d7", "d7"]
    assert League.objects.count() == 2


def test_for_a_test_that_puts_something_else_in_the_place_of_our_code_everything_is_built_anew(
    built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        counted(named="d8")
        emptied()
    assert built == ["d8", "d8"]


def test_what_one_test_does_to_its_league_is_not_in_the_next(built: list[str]) -> None:
    table = counted(named="d10")
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d11", name="Eleven")
    table.franchises = ()
    emptied()
    table = counted(named="d10")
    assert table.franchises == ("razors", "saints")
    assert "razors.d11" not in table.state.drivers
    assert Entry.objects.filter(season=table.season, command="hire_rookie").count() == 1

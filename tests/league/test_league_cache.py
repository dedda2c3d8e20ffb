"""A restored league equals the league that was built, and one that might differ is built anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from journal.state import store
from league.models import Entry, League, Membership
from rules.match.registry import temporarily_installed
from tests import disk_cache
from tests.journal.snapshot import everything
from tests.league import league_cache as keeping
from tests.league.league_cache import built_once, built_once_a_run, forgetting
from tests.league.small_league import (
    Table,
    announced,
    assert_reconciled,
    closed,
    founded,
    reopened,
    settled,
    signed,
)
from tests.rules.ladder import LADDER, Ladder

pytestmark = pytest.mark.django_db

PEOPLE = ("username", "password", "email")


@pytest.fixture(autouse=True)
def built(tmp_path: Path) -> Iterator[list[str]]:
    """The leagues that `counted` built in this test, which starts with an empty cache."""
    LEAGUES.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk_cache, "ROOT", tmp_path)
        patch.setattr(keeping, "_kept", {})
        disk_cache.folder_of.cache_clear()
        yield LEAGUES
    disk_cache.folder_of.cache_clear()


LEAGUES: list[str] = []


def count(table: Table | None, name: str) -> Table:
    """A league that continues `table` by one entry, and is recorded as built."""
    LEAGUES.append(name)
    table = table or founded(franchises=("razors", "saints"))
    driver = f"razors.d{1 + len(table.state.drivers)}"
    table.give("hire_rookie", by="razors", franchise="razors", driver=driver, name=name)
    return table


@built_once
def counted(table: Table | None = None, *, named: str) -> Table:
    """A league that is recorded when it is built."""
    return count(table, named)


@built_once_a_run
def counted_today(*, named: str) -> Table:
    """Like `counted`, by a builder that reads the clock."""
    return count(None, named)


def emptied() -> None:
    """Empty all tables, as the end of a test does."""
    keeping._lay({})


def another_process() -> None:
    """Empty all tables and the cache of this process."""
    emptied()
    keeping._kept.clear()


def every_row() -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every table, in an order that does not depend on the database."""
    return {table: sorted(rows, key=repr) for table, rows in keeping._rows().items()}


def told(season: str) -> tuple[dict[str, list[tuple[Any, ...]]], list[tuple[Any, ...]]]:
    """The state tables and every entry, without salts, times and assigned IDs."""
    table_names = {state_table.model._meta.db_table for state_table in store.STATE_TABLES}
    entries = Entry.objects.filter(season=season).order_by("number")
    return (
        {table: rows for table, rows in everything().items() if table in table_names},
        list(entries.values_list("number", "command", "subjects", "actor", "at", "body", "content_hash", "digest")),
    )


@pytest.mark.parametrize("leave", [emptied, another_process])
def test_what_is_laid_back_is_what_was_built_row_by_row(leave: Callable[[], None]) -> None:
    first = closed(settled(rounds=1))
    rows, all_rows = everything(), every_row()
    people = list(get_user_model().objects.order_by("pk").values(*PEOPLE))
    leave()
    assert League.objects.count() == 0
    again = closed(settled(rounds=1))
    assert everything() == rows
    assert every_row() == all_rows
    assert list(get_user_model().objects.order_by("pk").values(*PEOPLE)) == people
    assert again == first
    assert again is not first
    assert_reconciled(again.season)


@pytest.mark.parametrize("leave", [emptied, another_process])
def test_what_is_laid_back_is_what_would_be_built_anew(leave: Callable[[], None]) -> None:
    announced()
    leave()
    laid = told(announced().season)
    emptied()
    with forgetting():
        assert told(announced().season) == laid
    assert len(laid[1]) > 30


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("leave", [emptied, another_process])
def test_where_transactions_are_committed_a_league_is_laid_back_whole_and_gone_on_with_anew(
    built: list[str], leave: Callable[[], None]
) -> None:
    counted(named="d1")
    rows = every_row()
    leave()
    table = counted(named="d1")
    assert every_row() == rows
    assert built == ["d1"]
    for _ in range(2):
        counted(table, named=f"d{len(built) + 1}")
    assert built == ["d1", "d2", "d3"]
    assert_reconciled(table.season)


def test_a_league_of_committed_transactions_is_not_that_of_others(built: list[str]) -> None:
    counted(named="d1")
    emptied()
    with keeping.remembering(committed=True):
        counted(named="d1")
    assert built == ["d1", "d1"]


def test_what_another_process_built_goes_on_as_the_very_league_that_was_given(built: list[str]) -> None:
    counted(counted(named="d1"), named="d2")
    another_process()
    table = counted(named="d1")
    assert counted(table, named="d2") is table
    assert built == ["d1", "d2"]
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d3", name="Nine")
    assert_reconciled(table.season)


def test_what_hangs_on_the_clock_is_built_once_in_a_run_and_again_in_the_next(built: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for run, number in (("one", 1), ("one", 1), ("other", 2)):
            patch.setenv("PYTEST_XDIST_TESTRUNUID", run)
            counted_today(named="d1")
            another_process()
            assert built == ["d1"] * number
            assert Entry.objects.count() == 0


@pytest.mark.parametrize(("ruleset", "times"), [(LADDER, 1), (Ladder(name="stairs"), 2)])
def test_leagues_beside_a_ruleset_that_has_no_name_in_its_module_are_built_anew(
    built: list[str], ruleset: Ladder, times: int
) -> None:
    counted(named="d1")
    for _ in range(2):
        another_process()
        with temporarily_installed(ruleset):
            counted(named="d1")
    assert built == ["d1"] * (1 + times)


def test_the_league_goes_on_from_where_it_was_laid_back() -> None:
    signed(rounds=1)
    emptied()
    table = announced(table=signed(rounds=1))
    following = reopened(closed(settled(table=table, announce=False)))
    assert_reconciled(table.season)
    assert_reconciled(following.season)


def test_the_same_is_built_once_and_another_by_itself(built: list[str]) -> None:
    for name in ("d1", "d2", "d1", "d2"):
        counted(named=name)
        emptied()
    assert sorted(built) == ["d1", "d2"]


def test_a_league_that_goes_on_is_the_very_league_that_was_given(built: list[str]) -> None:
    for _ in range(2):
        table = counted(named="d3")
        assert counted(table, named="d4") is table
        assert table.given == 5
        table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d3", name="Nine")
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
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d2", name="Eleven")
    table.franchises = ()
    emptied()
    table = counted(named="d10")
    assert table.franchises == ("razors", "saints")
    assert "razors.d2" not in table.state.drivers
    assert Entry.objects.filter(season=table.season, command="hire_rookie").count() == 1

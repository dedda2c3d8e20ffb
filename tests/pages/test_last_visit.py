"""What is new since the last visit, known only to the browser; a visit ends half an hour after its last page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Season
from league.pages.people.last_visit import (
    NEVER_VISITED,
    VISIT_LENGTH,
    NewEntries,
    entries_since_visit,
    read_cookie,
    write_cookie,
)
from tests.league.small_league import Table, founded

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = VISIT_LENGTH + timedelta(seconds=1)


def at(length: int, name: str = "s1") -> Season:
    """A season with that many entries."""
    return Season(name=name, length=length)


def test_who_comes_for_the_first_time_is_told_nothing_is_new() -> None:
    assert entries_since_visit(NEVER_VISITED, at(9)) is None
    assert entries_since_visit(None, at(9)) is None


def test_what_came_since_the_last_visit_stays_new_until_the_visit_is_over() -> None:
    visit = NEVER_VISITED.after_visit(at(9), at=NOON)
    assert entries_since_visit(visit, at(9)) is None
    back = visit.after_visit(at(12), at=NOON + LATER)
    assert entries_since_visit(back, at(12)) == NewEntries(9, 3)
    still = back.after_visit(at(13), at=NOON + LATER + VISIT_LENGTH)
    assert entries_since_visit(still, at(13)) == NewEntries(9, 4)
    anew = still.after_visit(at(13), at=NOON + 3 * LATER)
    assert entries_since_visit(anew, at(13)) is None


def test_another_season_begins_anew_and_one_that_got_shorter_has_nothing_new() -> None:
    visit = NEVER_VISITED.after_visit(at(9), at=NOON)
    assert entries_since_visit(visit, at(20, "s2")) is None
    assert visit.after_visit(at(20, "s2"), at=NOON).before == 20
    assert entries_since_visit(visit, at(3)) is None


@pytest.mark.parametrize("text", ["", "x", "s1:9"])
def test_a_cookie_that_is_not_ours_says_nothing(text: str) -> None:
    assert read_cookie(text) == NEVER_VISITED


def test_a_cookie_that_was_cut_short_says_nothing() -> None:
    cookie = write_cookie(NEVER_VISITED.after_visit(at(9), at=NOON))
    assert read_cookie(cookie[:-1]) == NEVER_VISITED


def test_a_cookie_is_read_as_it_was_written() -> None:
    visit = NEVER_VISITED.after_visit(at(9), at=NOON)
    assert read_cookie(write_cookie(visit)) == visit


@pytest.mark.django_db
def test_home_marks_what_is_new_and_writes_nothing() -> None:
    table: Table = founded(franchises=("razors", "saints"))
    client = Client()
    first = client.get("/l/rust-belt/")
    assert "since your last visit" not in first.content.decode()
    cookie = first.cookies["seen"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/l/rust-belt/", True, "Lax")
    length = Season.objects.get(pk=table.season).length
    assert read_cookie(cookie.value).now == length
    client.cookies["seen"] = write_cookie(NEVER_VISITED.after_visit(at(length - 1), at=NOON))
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/l/rust-belt/").content.decode()
    assert "1 new since your last visit" in page
    assert page.count('<span class="chip warn">new</span>') == 1
    assert not [query["sql"] for query in queries if not query["sql"].lstrip("(").startswith("SELECT")]

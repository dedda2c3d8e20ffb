"""The clock while line-ups are sealed: everybody sees the same windows, and the season still advances."""

from __future__ import annotations

import pytest

from league.models import LeagueLog
from scheduling.clock_tick import tick
from scheduling.windows import sync_windows
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import HOUR, clocked, told, window

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def barred(*, unattended: bool) -> Table:
    """A match with all line-ups named, one of the razors' drivers barred afterwards, an hour into the window."""
    table = clocked(announced(), hours={"M3": 5}, unattended=unattended)
    sync_windows(table.season, at=BEGAN)
    for franchise in ("razors", "saints"):
        name(table, franchise, "d1")
    table.give("adjust_driver", driver="razors.d1", availability="barred", reason="Bit the marshal.")
    name(table, "widows", "d1")
    tick(table.season, at=BEGAN + HOUR)
    return table


def name(table: Table, franchise: str, driver: str) -> None:
    seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.{driver}"}]
    table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)


@pytest.mark.parametrize("unattended", [True, False])
def test_the_window_is_over_for_everybody_and_the_owner_alone_is_told_why_nothing_locks(unattended: bool) -> None:
    table = barred(unattended=unattended)
    assert window(table, "M3/m1").closed_at is not None
    assert table.state.match("m1").step == "M3"
    sentence = (
        "Your line-up for round 1, match A includes a driver or car that can no longer be fielded: name another."
    )
    assert told(table, "razors", about="line_up_fallen") == [sentence]
    for who in ("saints", "widows", "boss"):
        assert told(table, who, about="line_up_fallen") == []
    tick(table.season, at=BEGAN + 2 * HOUR)
    assert told(table, "razors", about="line_up_fallen") == [sentence]


def test_the_commissioner_is_told_that_the_lock_is_next() -> None:
    table = barred(unattended=False)
    assert told(table, about="awaited") == ["Season 1 waits for you: lock line ups is next."]


def test_an_unattended_season_locks_once_the_owner_names_another() -> None:
    table = barred(unattended=True)
    name(table, "razors", "d2")
    tick(table.season, at=BEGAN + 2 * HOUR)
    assert table.state.match("m1").step == "M4"


def test_standing_orders_name_another_once_the_time_that_everybody_saw_is_past() -> None:
    table = barred(unattended=True)
    tick(table.season, at=BEGAN + 4 * HOUR)
    assert table.state.match("m1").step == "M3"
    tick(table.season, at=BEGAN + 5 * HOUR)
    assert table.state.match("m1").step == "M4"
    assert "razors.d1" not in {seat.driver for seat in table.state.seats.values()}


def test_an_attended_season_waits_for_its_commissioner() -> None:
    table = barred(unattended=False)
    tick(table.season, at=BEGAN + 6 * HOUR)
    assert table.state.match("m1").step == "M3"
    assert not LeagueLog.objects.filter(what="tried in vain").exists()

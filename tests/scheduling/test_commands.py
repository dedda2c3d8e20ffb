"""`manage.py calendar` and `manage.py clock` read, set, tick, and move deadlines."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.models import Calendar, LeagueLog, Window
from scheduling.windows import sync_windows
from tests.league.small_league import BEGAN, announced, founded, lined_up, settled
from tests.scheduling.calendar_league import clocked, window

pytestmark = pytest.mark.django_db
S = "rust-belt/s1"


def said(*arguments: str) -> list[str]:
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue().splitlines()


def test_a_calendar_is_printed_where_none_is_set() -> None:
    founded()
    assert said("calendar", "rust-belt") == [
        "No calendar is set: the clock leaves the league alone. The house's own would be:",
        "  zone        UTC",
        "  unattended  off",
        "  results     reported",
        "  reminder    24 h before a deadline",
        "  appeals     within 48 h",
        "  missed      24 h after the time of a match",
        "  S1       72 h  hiring",
        "  S2       48 h  garage",
        "  S3       48 h  sponsor party",
        "  M3       48 h  line-ups",
        "  M4       72 h  locked, awaiting the report",
        "  M5.4     24 h  bills and repairs",
        "  M5.10    48 h  shopping",
        "  E4       48 h  keeping staff",
        "  E5       48 h  franchise contracts",
        "  E6       12 h  the draft",
        "  E7       24 h  safe sponsors",
        "  E8       12 h  the sponsor pool",
    ]
    assert not Calendar.objects.exists()


def test_a_calendar_is_set_and_what_differs_is_starred() -> None:
    founded()
    lines = said(
        *("calendar", "rust-belt", "--zone", "Europe/Berlin", "--hours", "M3=24", "E6=6", "--unattended", "on"),
        *("--results", "stand_in", "--reminder", "3"),
    )
    assert lines[:4] == [
        "  zone        Europe/Berlin",
        "  unattended  on",
        "  results     stand_in",
        "  reminder    3 h before a deadline",
    ]
    assert [line for line in lines if line.startswith("*")] == [
        "* M3       24 h  line-ups",
        "* E6        6 h  the draft",
    ]
    again = said("calendar", "rust-belt", "--hours", "M3=house", "--unattended", "off")
    assert again[1] == "  unattended  off"
    assert [line for line in again if line.startswith("*")] == ["* E6        6 h  the draft"]
    assert LeagueLog.objects.filter(what="calendar").count() == 2
    assert "  agreed      accepted after 24 h" in said("calendar", "rust-belt", "--agreed", "24")
    assert not [line for line in said("calendar", "rust-belt", "--agreed", "never") if "agreed" in line]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("calendar", "ghosts"), "There is no league 'ghosts'"),
        (("calendar", "rust-belt", "--zone", "Nowhere"), "There is no time zone 'Nowhere'"),
        (("calendar", "rust-belt", "--zone", "localtime"), "There is no time zone 'localtime': name an area"),
        (("calendar", "rust-belt", "--hours", "M3"), "'M3' gives no hours: say them as M3=48, or M3=house."),
        (("calendar", "rust-belt", "--hours", "M3=-1"), "'M3=-1' gives no hours"),
        (("calendar", "rust-belt", "--hours", "M3=24", "M3=48"), "The hours of M3 are given twice"),
        (("calendar", "rust-belt", "--hours", "M9=1"), "Nobody is awaited at 'M9'"),
        (("calendar", "rust-belt", "--reminder", "9999"), "A reminder cannot have 9999 hours"),
        (("calendar", "rust-belt", "--agreed", "soon"), "'soon' is no number of hours: say --agreed 24"),
        (("calendar", "rust-belt", "--zone", "UTC", "--as", "rust-belt-razors"), "for its commissioners"),
        (("clock", "rust-belt/s9"), "There is no season 'rust-belt/s9'"),
        (("clock", S, "--at", "soon"), "'soon' is no moment: write it as 2026-11-24T20:00."),
        (("clock", S, "--at", "2026-13-45T99:00"), "is no moment"),
        (("clock", S, "--extend", "S1", "--reason", "Ill."), "Say until when with --until"),
        (("clock", S, "--close", "S1"), "give a reason with --reason"),
        (("clock", S, "--close", "M3/m1", "--reason", "Ill."), "it waits for hiring"),
        (("clock", S, "--pause", "league", "--reason", "Ill."), "has no calendar"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    founded()
    with pytest.raises(CommandError) as raised:
        said(*arguments)
    assert sentence in str(raised.value)
    assert not Calendar.objects.exists()


def test_the_clock_is_read_and_nothing_is_changed_by_it() -> None:
    table = clocked(announced(), time_zone="Europe/Berlin")
    at = ("--at", "2026-09-01T20:00")
    assert said("clock", S, *at) == [
        "rust-belt/s1 at M, Tue 1 Sep 20:00 CEST",
        "  M3/m1: opens with the next tick, until Thu 3 Sep 20:00 CEST; of razors, saints, widows",
    ]
    assert not Window.objects.exists()
    sync_windows(table.season, at=BEGAN)
    assert said("clock", S, *at)[1] == "  M3/m1: open until Thu 3 Sep 20:00 CEST; of razors, saints, widows"
    over = "over since Thu 3 Sep 20:00 CEST, standing orders answer with the next tick"
    assert said("clock", S, "--at", "2026-09-03T20:00")[1] == f"  M3/m1: {over}; of razors, saints, widows"


def test_a_report_that_is_missing_and_a_season_that_waits_for_no_answer_are_said() -> None:
    table = clocked(lined_up(rounds=1), hours={"M4": 2})
    sync_windows(table.season, at=BEGAN)
    assert said("clock", S, "--at", "2026-09-01T21:00")[1] == (
        "  M4/m1: over since Tue 1 Sep 20:00 UTC, the report is missing; of the commissioner"
    )
    other = settled(league="yards")
    assert said("clock", other.season)[1:] == ["  It waits for no answer."]


def test_the_clock_is_let_tick_once() -> None:
    clocked(announced(), hours={"M3": 6})
    said("clock", S, "--tick", "--at", "2026-09-01T18:00")
    lines = said("clock", S, "--tick", "--at", "2026-09-02T00:00")
    assert [line.split(" ", 1)[1] for line in lines if line.startswith("#")] == ["name_line_up"] * 3
    assert lines[-2:] == ["rust-belt/s1 at M, Wed 2 Sep 00:00 UTC", "  It waits for no answer."]


def test_deadlines_are_moved_from_the_command_line() -> None:
    table = clocked(announced(), time_zone="Europe/Berlin", hours={"M3": 6})
    at, why = ("--at", "2026-09-01T20:00"), ("--reason", "Ill.")
    sync_windows(table.season, at=BEGAN)
    said("clock", S, "--extend", "M3/m1", "--until", "2026-09-05T20:00", *at, *why)
    assert window(table, "M3/m1").closes_at == datetime(2026, 9, 5, 18, tzinfo=UTC)
    paused = said("clock", S, "--pause", "league", *at, *why)
    assert paused[1] == "  M3/m1: paused, with 96 h 0 min left; of razors, saints, widows"
    assert "  paused      *" in said("calendar", "rust-belt")
    said("clock", S, "--resume", "league", *at, *why)
    said("clock", S, "--close", "M3/m1", *at, *why)
    assert window(table, "M3/m1").closes_at == BEGAN
    assert list(LeagueLog.objects.order_by("pk").values_list("what", flat=True))[-4:] == [
        "window extended",
        "clock paused",
        "clock resumed",
        "window closed",
    ]


def test_a_window_that_opens_paused_says_so() -> None:
    table = clocked(announced())
    said("clock", S, "--pause", "M3", "--reason", "Ill.", "--at", "2026-09-01T18:00")
    Window.objects.all().delete()
    assert said("clock", S)[1] == "  M3/m1: opens, paused, with the next tick; of razors, saints, widows"
    assert table.row.league.calendar.paused == ["M3"]

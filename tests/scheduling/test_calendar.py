"""A league's calendar: who may set it, which values are refused, and when a window closes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pytest_django import Settings

from league.access import NotYours
from league.models import Calendar, LeagueLog
from league.times import ZoneUnknown
from rules.campaign.steward.waits import current_waits
from rules.core.refusals import Refusal, Unknown
from scheduling.calendar import (
    DEFAULT_HOURS,
    HoursImproper,
    ResultsUnknown,
    StepUnknown,
    calendar_of,
    deadline,
    format_local_time,
    set_calendar,
    step_hours,
)
from tests.league.small_league import BEGAN, founded
from tests.scheduling.calendar_league import member


def berlin(**changes: Any) -> Calendar:
    return Calendar(league_id="rust-belt", time_zone="Europe/Berlin", **changes)


@pytest.mark.django_db
def test_a_league_without_a_calendar_has_the_houses_own_and_none_is_stored() -> None:
    founded()
    calendar = calendar_of("rust-belt")
    assert (calendar.time_zone, calendar.unattended, calendar.results) == ("UTC", False, "reported")
    assert {step: step_hours(calendar, step) for step in DEFAULT_HOURS} == DEFAULT_HOURS
    assert not Calendar.objects.exists()


@pytest.mark.django_db
def test_a_commissioner_sets_what_he_names_and_leaves_the_rest_and_it_is_noted() -> None:
    table = founded()
    by: dict[str, Any] = {"league": "rust-belt", "member": member(table), "at": BEGAN}
    set_calendar(**by, time_zone="Europe/Berlin", hours={"M3": 24, "E6": 6})
    set_calendar(**by, unattended=True, results="stand_in", reminder_hours=3, hours={"M3": None})
    calendar = Calendar.objects.get()
    assert (calendar.time_zone, calendar.hours, calendar.unattended) == ("Europe/Berlin", {"E6": 6}, True)
    assert (calendar.results, calendar.reminder_hours, calendar.updated_by) == ("stand_in", 3, "rust-belt.boss")
    log_rows = LeagueLog.objects.filter(what="calendar").order_by("pk").values_list("actor", "subject")
    assert list(log_rows) == [
        ("rust-belt.boss", "zone Europe/Berlin, E6 6 h, M3 24 h"),
        ("rust-belt.boss", "M3 48 h, unattended, results stand_in, reminders 3 h before"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "refusal", "sentence"),
    [
        ({"time_zone": "Mars/Olympus"}, ZoneUnknown, "There is no time zone 'Mars/Olympus': name an area and"),
        ({"time_zone": "../../etc/passwd"}, ZoneUnknown, "There is no time zone"),
        ({"time_zone": "Factory"}, ZoneUnknown, "There is no time zone 'Factory': name an area and a city such as"),
        ({"time_zone": "localtime"}, ZoneUnknown, "There is no time zone 'localtime'"),
        ({"time_zone": "Etc/GMT+5"}, ZoneUnknown, "There is no time zone 'Etc/GMT+5'"),
        ({"hours": {"M9": 4}}, StepUnknown, "Nobody is awaited at 'M9': give hours to S1, S2"),
        ({"hours": {"M3": 0}}, HoursImproper, "M3 cannot have 0 hours: give 1 to 2160, whole."),
        ({"hours": {"M3": 2161}}, HoursImproper, "M3 cannot have 2161 hours"),
        ({"hours": {"M3": True}}, HoursImproper, "M3 cannot have True hours"),
        ({"hours": {"M3": 1.5}}, HoursImproper, "M3 cannot have 1.5 hours"),
        ({"results": "coin"}, ResultsUnknown, "Results cannot be 'coin': use reported or stand_in."),
        ({"reminder_hours": -1}, HoursImproper, "A reminder cannot have -1 hours: give 0 to 720, whole."),
        ({"agreed_hours": 721}, HoursImproper, "An agreed report cannot have 721 hours: give 0 to 720, whole."),
        ({"agreed_hours": -2}, HoursImproper, "An agreed report cannot have -2 hours"),
    ],
)
def test_what_no_calendar_can_be_is_refused_in_a_sentence(
    asked: dict[str, Any], refusal: type[Refusal], sentence: str
) -> None:
    table = founded()
    with pytest.raises(refusal) as raised:
        set_calendar(league="rust-belt", member=member(table), at=BEGAN, **asked)
    assert raised.value.sentence.startswith(sentence)
    assert not Calendar.objects.exists()


@pytest.mark.django_db
def test_only_a_commissioner_of_the_league_sets_its_calendar() -> None:
    table, other = founded(), founded(league="yards")
    for intruder in (member(table, "razors"), member(other)):
        with pytest.raises(NotYours, match="for its commissioners: ask one"):
            set_calendar(league="rust-belt", member=intruder, at=BEGAN, unattended=True)
    with pytest.raises(Unknown, match="no league 'ghosts'"):
        set_calendar(league="ghosts", member=member(table), at=BEGAN, unattended=True)


@pytest.mark.parametrize(
    ("opened", "hours", "closes"),
    [
        # plain hours are counted as they pass
        ((2026, 9, 1, 18, 17), 12, (2026, 9, 2, 6, 17)),
        ((2026, 9, 1, 18, 17), 36, (2026, 9, 3, 6, 17)),
        # whole days end at 20:00 in Berlin, which is two hours ahead in summer and one in winter
        ((2026, 9, 1, 18, 17), 24, (2026, 9, 2, 18, 0)),
        ((2026, 9, 1, 3, 0), 48, (2026, 9, 3, 18, 0)),
        ((2026, 12, 1, 3, 0), 48, (2026, 12, 3, 19, 0)),
        # late in the evening in UTC it is already the next day in Berlin
        ((2026, 9, 1, 22, 30), 24, (2026, 9, 3, 18, 0)),
        # the clocks go back on 25 October at 3:00, and forward on 28 March 2027
        ((2026, 10, 24, 18, 0), 24, (2026, 10, 25, 19, 0)),
        ((2027, 3, 27, 19, 0), 24, (2027, 3, 28, 18, 0)),
        ((2026, 10, 24, 18, 0), 12, (2026, 10, 25, 6, 0)),
        ((2027, 3, 27, 19, 0), 12, (2027, 3, 28, 7, 0)),
    ],
)
def test_whole_days_end_in_the_evening_of_the_last_of_them_and_hours_are_counted(
    opened: tuple[int, ...], hours: int, closes: tuple[int, ...]
) -> None:
    def utc(*at: int) -> datetime:
        return datetime(at[0], at[1], at[2], at[3], at[4], tzinfo=UTC)

    assert deadline(berlin(), opened_at=utc(*opened), hours=hours) == utc(*closes)


@pytest.mark.parametrize("zone", ["Africa/Cairo", "America/Santiago", "Pacific/Apia", "Asia/Kathmandu", "UTC"])
def test_a_day_ends_at_eight_in_the_evening_wherever_the_league_is(zone: str) -> None:
    calendar = Calendar(time_zone=zone)
    for month in range(1, 13):
        for day in range(1, 29):
            closes = deadline(calendar, opened_at=datetime(2026, month, day, 12, tzinfo=UTC), hours=24)
            assert f"{format_local_time(calendar, closes)}".split()[3] == "20:00"


def test_a_fast_clock_counts_plainly(settings: Settings) -> None:
    settings.CLOCK_SPEED = 3600
    opened = datetime(2026, 9, 1, 18, 17, tzinfo=UTC)
    assert deadline(berlin(), opened_at=opened, hours=48) == opened.replace(second=48)


def test_a_moment_is_told_in_the_leagues_own_time() -> None:
    assert format_local_time(berlin(), datetime(2026, 11, 24, 19, 0, tzinfo=UTC)) == "Tue 24 Nov 20:00 CET"
    assert format_local_time(berlin(), datetime(2026, 8, 4, 18, 0, tzinfo=UTC)) == "Tue 4 Aug 20:00 CEST"


@pytest.mark.django_db
def test_every_wait_of_a_season_has_hours() -> None:
    table = founded()
    assert {current_wait.step for current_wait in current_waits(table.state)} <= DEFAULT_HOURS.keys()

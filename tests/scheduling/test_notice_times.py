"""When a digest comes and quiet hours end, by a person's own clock, also where the clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scheduling.notices.choices import DAILY, WEEKLY, NoticeSettings

BERLIN = ZoneInfo("Europe/Berlin")
HOURS = [timedelta(hours=hours) for hours in range(24)]


def digests(settings: NoticeSettings, delivery: str, *, since: datetime, days: int) -> list[datetime]:
    """All times of a digest from a moment on, for so many days, in the person's zone."""
    found, moment = [], since
    while (moment := settings.digest_time(delivery, after=moment)) < since + timedelta(days=days):
        found.append(moment.astimezone(settings.zone))
    return found


@pytest.mark.parametrize("hour", [0, 1, 2, 3, 9, 23])
@pytest.mark.parametrize("began", [datetime(2026, 3, 25, 12, tzinfo=UTC), datetime(2026, 10, 21, 12, tzinfo=UTC)])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"])
def test_every_day_has_one_digest_also_where_the_clocks_change(zone: str, began: datetime, hour: int) -> None:
    settings = NoticeSettings(zone=ZoneInfo(zone), digest_hour=hour)
    days = [moment.date() for moment in digests(settings, DAILY, since=began, days=14)]
    assert len(days) in (13, 14)
    assert days == [days[0] + timedelta(days=count) for count in range(len(days))]


def test_an_hour_that_the_clocks_skip_counts_as_the_one_after() -> None:
    settings = NoticeSettings(zone=BERLIN, digest_hour=2)
    skipped = settings.digest_time(DAILY, after=datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert skipped.astimezone(BERLIN).isoformat() == "2026-03-29T03:00:00+02:00"


def test_an_hour_that_comes_twice_is_the_first_and_what_comes_between_waits_for_the_next_day() -> None:
    settings = NoticeSettings(zone=BERLIN, digest_hour=2)
    first = settings.digest_time(DAILY, after=datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert first == datetime(2026, 10, 25, 0, tzinfo=UTC)
    assert settings.digest_time(DAILY, after=first + timedelta(minutes=30)) == datetime(2026, 10, 26, 1, tzinfo=UTC)


def test_a_weekly_digest_comes_on_its_day() -> None:
    settings = NoticeSettings(zone=BERLIN, digest_hour=18, digest_day=6)
    found = digests(settings, WEEKLY, since=datetime(2026, 9, 1, tzinfo=UTC), days=30)
    assert [(moment.weekday(), moment.hour) for moment in found] == [(6, 18)] * 4


def test_what_happens_at_the_very_hour_waits_for_the_next_digest() -> None:
    settings = NoticeSettings(digest_hour=9)
    nine = datetime(2026, 9, 1, 9, tzinfo=UTC)
    assert settings.digest_time(DAILY, after=nine) == nine + timedelta(days=1)


@pytest.mark.parametrize("quiet", [(22, 7), (7, 22), (23, 0), (0, 1)])
def test_quiet_hours_end_at_their_end_and_are_over_then(quiet: tuple[int, int]) -> None:
    settings = NoticeSettings(zone=BERLIN, quiet=quiet)
    midnight = datetime(2026, 9, 1, tzinfo=BERLIN).astimezone(UTC)
    begins, ends = quiet
    loud = [hour for hour in range(24) if settings.quiet_until(midnight + HOURS[hour]) is None]
    inside = range(begins, ends) if begins < ends else [*range(begins, 24), *range(ends)]
    assert loud == [hour for hour in range(24) if hour not in inside]
    for hour in inside:
        until = settings.quiet_until(midnight + HOURS[hour] + timedelta(minutes=59))
        assert until is not None
        assert until.astimezone(BERLIN).hour == ends
        assert settings.quiet_until(until) is None


def test_without_quiet_hours_nothing_is_quiet() -> None:
    assert NoticeSettings().quiet_until(datetime(2026, 9, 1, 3, tzinfo=UTC)) is None

"""Times in the reader's own zone, with the zone named and the league's beside it, also in parts that are fetched."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from jobs.queue import enqueue
from league.models import Job, Window
from scheduling.clock_tick import tick
from tests.journeys.test_management_in_a_browser import as_member
from tests.league.small_league import announced, founded
from tests.pages.page_reader import reader
from tests.scheduling.calendar_league import clocked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEW_YORK = "America/New_York"


def test_a_deadline_is_in_the_readers_zone_with_the_leagues_beside_it(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = clocked(announced(), time_zone="Europe/Berlin", hours={"M3": 30})
    tick(table.season, at=timezone.now())
    Window.objects.update(closes_at=datetime(2031, 1, 24, 23, 30, tzinfo=UTC))
    page = visit(zone=NEW_YORK).page
    page.goto("/l/rust-belt/s1/")
    deadline = page.locator("time[data-local=deadline]").first
    expect(deadline).to_have_text("Fri 24 Jan 18:30 EST (Sat 25 Jan 00:30 CET in the league)")
    at_home = visit(zone="Europe/Berlin").page
    at_home.goto("/l/rust-belt/s1/")
    expect(at_home.locator("time[data-local=deadline]").first).to_have_text("Sat 25 Jan 00:30 CET")


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        (NEW_YORK, "1 Jul 2026, 08:05 EDT"),
        ("Australia/Sydney", "1 Jul 2026, 22:05 AEST"),
        ("Asia/Kathmandu", "1 Jul 2026, 17:50 UTC+5:45"),
        ("UTC", "1 Jul 2026, 12:05 UTC"),
    ],
)
def test_a_part_that_was_fetched_again_has_the_readers_zone_too(
    visit: Callable[..., Any], live_server: Any, zone: str, shown: str
) -> None:
    table = founded()
    moment = datetime(2026, 7, 1, 12, 5, tzinfo=UTC)
    running = enqueue("season_end", key="a", at=moment, season=table.season)
    Job.objects.filter(pk=running.pk).update(state="running", claim="c", done=30, total=120, started_at=moment)
    page = as_member(visit(zone=zone), reader("boss"), live_server.url)
    page.clock.install()
    page.goto(f"/l/rust-belt/jobs/{running.pk}/")
    times = page.locator("#times time[data-local]")
    expect(times.first).to_have_text(shown)
    log = [{"at": (moment + timedelta(seconds=7)).isoformat(), "line": "E1: the final table stands."}]
    Job.objects.filter(pk=running.pk).update(done=60, log=log, ended_at=moment, state="done")
    page.get_by_text("E1: the final table stands.").wait_for()
    expect(page.locator("#times time[data-local]").first).to_have_text(shown)
    date, _, clock = shown.partition(", ")
    line = page.locator("#log time[data-local=clock]")
    expect(line).to_have_text(clock.replace(" ", ":07 ", 1))
    expect(line).to_have_attribute("title", f"{date}, {clock}")


def test_a_part_that_is_as_it_was_served_is_left_alone(visit: Callable[..., Any], live_server: Any) -> None:
    table = founded()
    running = enqueue("season_end", key="a", at=timezone.now(), season=table.season)
    Job.objects.filter(pk=running.pk).update(
        state="running", claim="c", done=30, total=120, started_at=timezone.now()
    )
    page = as_member(visit(zone=NEW_YORK), reader("boss"), live_server.url)
    page.clock.install()
    page.goto(f"/l/rust-belt/jobs/{running.pk}/")
    page.evaluate("document.querySelector('#times').marked = true")
    with page.expect_response(lambda answer: str(running.pk) in answer.url):
        page.clock.run_for(3_000)
    Job.objects.filter(pk=running.pk).update(done=60)
    page.locator("progress[value='60']").wait_for()
    assert page.evaluate("document.querySelector('#times').marked") is True


def test_the_browsers_zone_is_offered_and_taken_and_a_phone_shows_both_zones(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = clocked(announced(), time_zone="Europe/Berlin", hours={"M3": 30})
    tick(table.season, at=timezone.now())
    Window.objects.update(closes_at=datetime(2031, 1, 24, 23, 30, tzinfo=UTC))
    page = as_member(visit(zone="America/St_Johns", width=390, height=844), reader("razors"), live_server.url)
    page.goto("/me/")
    page.get_by_role("button", name="Show times in America/St Johns").click()
    page.get_by_text("Times are shown in America/St_Johns.").wait_for()
    expect(page.locator("#time-zone")).to_have_value("America/St_Johns")
    expect(page.get_by_role("button", name="Show times in")).to_have_count(0)
    page.goto("/l/rust-belt/s1/")
    shown = "Fri 24 Jan 20:00 NST (Sat 25 Jan 00:30 CET in the league)"
    expect(page.locator("time", has_text=shown).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= 390")
    page.goto("/l/rust-belt/people/calendar/")
    page.get_by_role("button", name="Make my address").click()
    expect(page.get_by_role("link", name="Open in your calendar")).to_have_attribute(
        "href", re.compile(r"webcal://.*/l/rust-belt/calendar\.ics\?key=dmf_")
    )
    assert page.evaluate("document.documentElement.scrollWidth <= 390")

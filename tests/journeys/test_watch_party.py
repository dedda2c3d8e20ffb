"""A watch party in a browser: an open page counts down, and goes on to the replay once its round is revealed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from jobs.worker import run_due_jobs
from league.models import Reveal
from scheduling.watch_parties import set_reveal
from tests.api.test_reveals import announced_here
from tests.journeys.page_inspection import violations
from tests.league.small_league import Table
from tests.scheduling.calendar_league import member

pytestmark = pytest.mark.django_db(transaction=True)
MATCH, REPLAY = "/l/rust-belt/s1/m1/", "/l/rust-belt/s1/m1/replay/"
DAYS = timedelta(days=3, hours=1)
"""When the round is revealed; its line-ups are open for less, at any time of day."""


def held_back() -> Table:
    """A league whose only match is locked, and played in three days and an hour."""
    table, now = announced_here(), timezone.now()
    set_reveal(table.season, 1, until=now + DAYS, member=member(table), at=now)
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    return table


def test_a_page_goes_on_to_the_replay_after_a_file_was_saved_from_it(visit: Callable[..., Any]) -> None:
    held_back()
    page = visit().page
    page.clock.install()
    page.goto(MATCH)
    Reveal.objects.update(at=timezone.now())
    run_due_jobs(clock=lambda: timezone.now() + DAYS)
    page.clock.fast_forward(DAYS.total_seconds() * 1000)
    with page.expect_response(lambda answer: answer.url.endswith(MATCH)):
        for _ in range(10):
            page.evaluate("dispatchEvent(new Event('beforeunload'))")  # as a download begins
            page.clock.run_for(1_000)
    page.wait_for_timeout(500)
    expect(page).to_have_url(re.compile(f"{MATCH}$"))
    page.clock.run_for(20_000)
    expect(page).to_have_url(re.compile(f"{REPLAY}$"))


def test_an_open_page_counts_down_and_goes_on_to_the_replay(visit: Callable[..., Any]) -> None:
    held_back()
    page = visit().page
    page.context.add_init_script(script=Axe().axe_script)
    page.clock.install()
    page.goto(MATCH)
    expect(page.get_by_role("timer")).to_contain_text("3 days 00:5")
    assert violations(page, {}) == []
    Reveal.objects.update(at=timezone.now())
    run_due_jobs(clock=lambda: timezone.now() + DAYS)
    page.clock.fast_forward(DAYS.total_seconds() * 1000)
    page.clock.run_for(10_000)
    expect(page).to_have_url(re.compile(f"{REPLAY}$"))

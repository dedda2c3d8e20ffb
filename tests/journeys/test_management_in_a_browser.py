"""The pages for running a league, in a real browser: jobs that progress, deadlines, the inbox."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from jobs.queue import enqueue
from league.models import Job, Notice
from scheduling.clock_tick import tick
from tests.league.small_league import Table, announced, founded
from tests.pages.page_reader import reader
from tests.scheduling.calendar_league import clocked

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAILURE = "It was tried 3 times. Nothing was left half done: ask for it again."


def job(table: Table, key: str, **fields: Any) -> Job:
    """A job of the season with those field values."""
    queued = enqueue("season_end", key=key, at=timezone.now(), season=table.season)
    Job.objects.filter(pk=queued.pk).update(**fields)
    return Job.objects.get(pk=queued.pk)


def as_member(visitor: Any, client: Client, base: str) -> Any:
    """The visitor's page, logged in as the client's user."""
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": base}])
    return visitor.page


def test_a_job_moves_on_its_page_by_itself_and_stands_still_once_it_is_done(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = founded()
    running = job(table, "a", state="running", claim="c", done=30, total=120, started_at=timezone.now())
    visitor = visit()
    page = as_member(visitor, reader("boss"), live_server.url)
    page.clock.install()
    page.goto(f"/l/rust-belt/jobs/{running.pk}/")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "30")
    log = [{"at": timezone.now().isoformat(), "line": "E1: the final table stands."}]
    Job.objects.filter(pk=running.pk).update(done=60, log=log)
    page.locator("progress[value='60']").wait_for()
    page.get_by_text("E1: the final table stands.").wait_for()
    expect(page.get_by_role("status").filter(has_text="running, 50 %")).to_have_count(1)
    Job.objects.filter(pk=running.pk).update(done=120, state="done", ended_at=timezone.now())
    page.get_by_text("120 of 120").wait_for()
    expect(page.locator("[data-live=true]")).to_have_count(0)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.clock.run_for(60_000)
    assert requests == []
    assert visitor.complaints == []


def test_a_failed_job_is_asked_for_again_by_its_button(visit: Callable[..., Any], live_server: Any) -> None:
    failed = job(founded(), "b", state="failed", failure=FAILURE, tries=3, ended_at=timezone.now())
    visitor = visit(width=390)
    page = as_member(visitor, reader("boss"), live_server.url)
    page.goto(f"/l/rust-belt/jobs/{failed.pk}/")
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("The job is queued once more.").wait_for()
    failed.refresh_from_db()
    assert failed.state == "queued"
    assert visitor.complaints == []


def test_a_commissioner_moves_a_deadline_and_is_told_when_they_may_not(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = clocked(announced(), hours={"M3": 30})
    tick(table.season, at=timezone.now())
    visitor = visit()
    page = as_member(visitor, reader("boss"), live_server.url)
    page.goto("/l/rust-belt/s1/")
    page.get_by_text("Move a deadline, or stop the clock").click()
    page.get_by_label("Reason").first.fill("Half of us are ill.")
    page.get_by_label("Until").fill(f"{timezone.now() + timedelta(hours=1):%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Move the deadline").click()
    page.get_by_role("alert").filter(has_text="leaves at least an hour").wait_for()
    expect(page.get_by_label("Reason").first).to_have_value("Half of us are ill.")
    page.get_by_label("Until").fill(f"{timezone.now() + timedelta(days=3):%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Move the deadline").click()
    page.get_by_text("and everybody affected is notified.").wait_for()
    visitor.complaints = [complaint for complaint in visitor.complaints if "422" not in complaint]
    assert visitor.complaints == []


def test_an_owner_reads_his_inbox_and_the_bell_is_still(visit: Callable[..., Any], live_server: Any) -> None:
    table = clocked(announced(), hours={"M3": 30})
    tick(table.season, at=timezone.now())
    visitor = visit()
    page = as_member(visitor, reader("razors"), live_server.url)
    page.goto("/")
    page.get_by_role("link", name="Inbox, 1 unread").click()
    page.get_by_role("button", name="Mark all as read").click()
    page.get_by_role("link", name="Inbox", exact=True).wait_for()
    assert not Notice.objects.filter(member__handle="rust-belt.razors", read_at=None).exists()
    page.get_by_role("link", name="Your turn").click()
    page.wait_for_url("**/l/rust-belt/s1/m1/")
    assert visitor.complaints == []

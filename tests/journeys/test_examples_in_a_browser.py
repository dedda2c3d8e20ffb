"""Example leagues while they load, as a newcomer sees them: the front page updates by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from jobs.worker import run_job
from league.example_archives.loading import ask_for_examples
from league.models import Job
from league.queries.jobs import LOAD_EXAMPLE
from tests.journeys.page_inspection import wrongs_here

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.django_db(transaction=True),
]

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path, transactional_db: None) -> None:
    """A temporary folder for the logins, and the largest example half loaded."""
    settings.VAR_DIR = tmp_path
    ask_for_examples(at=AT)
    Job.objects.exclude(key=f"{LOAD_EXAMPLE} rust-belt").update(state=Job.State.CANCELLED, ended_at=AT)
    Job.objects.filter(key=f"{LOAD_EXAMPLE} rust-belt").update(
        state=Job.State.RUNNING, claim="ours", heartbeat_at=AT, done=1240, total=2459
    )


def test_the_front_page_of_a_site_that_loads_its_examples_is_in_order(visit: Callable[..., Any]) -> None:
    visitor = visit()
    visitor.page.context.add_init_script(script=Axe().axe_script)
    visitor.page.goto("/")
    assert wrongs_here(visitor.page) == []
    assert visitor.complaints == []


def test_it_says_how_far_it_is_and_shows_each_league_as_it_comes(visit: Callable[..., Any]) -> None:
    page = visit(width=390).page
    page.goto("/")
    page.get_by_text("Loading example leagues: The Rust Belt League, 1,240 of 2,459 entries").wait_for()
    Job.objects.filter(state=Job.State.RUNNING).update(done=2459)
    page.get_by_text("2,459 of 2,459 entries").wait_for()
    expect(page.locator("[data-said]").first).to_have_text("Loading example leagues: The Rust Belt League, 100 %")
    Job.objects.filter(key=f"{LOAD_EXAMPLE} midden").update(state=Job.State.QUEUED, ended_at=None)
    run_job(Job.objects.get(key=f"{LOAD_EXAMPLE} midden").pk, clock=lambda: AT + timedelta(minutes=1))
    page.get_by_role("link", name="The Midden League", exact=True).wait_for()
    Job.objects.filter(state=Job.State.RUNNING).update(state=Job.State.DONE, ended_at=AT)
    page.get_by_text("Loading example leagues").first.wait_for(state="detached")
    page.get_by_role("link", name="The Midden League", exact=True).click()
    page.get_by_role("link", name="Take one of them").click()
    expect(page.get_by_role("button", name="Sign up and claim it")).to_be_visible()

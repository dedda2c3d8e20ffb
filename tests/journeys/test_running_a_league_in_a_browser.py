"""The pages by which a league is run, in a real browser: amends, jobs that move, deadlines, the inbox."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone

from league.clock.deadlines import tick
from league.jobs.book import enqueue
from league.journal.corrections import struck
from league.models import Job, Notice
from tests.clock.clocking import clocked
from tests.journeys.test_pages_in_a_browser import AXE, NARROWEST
from tests.league.amends import amended, lost_by, number_of, spent
from tests.league.building import Table, announced, drafting, founded, settled
from tests.pages.reading import reader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOKS = ((1280, "light"), (390, "dark"), (NARROWEST, "light"))
FAILURE = "It was tried 3 times. Nothing was left half done: ask for it again."


def job(table: Table, key: str, **fields: Any) -> Job:
    """A job of the season in whatever state."""
    asked = enqueue("season_end", key=key, at=timezone.now(), season=table.season)
    Job.objects.filter(pk=asked.pk).update(**fields)
    return Job.objects.get(pk=asked.pk)


def as_member(visitor: Any, client: Client, base: str) -> Any:
    """The visitor's page, logged in as that person."""
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": base}])
    return visitor.page


def wrongs(visitor: Any, addresses: list[str], *, width: int) -> list[str]:
    """What is wrong with those pages: answers, accessibility, width, complaints."""
    found = []
    for address in addresses:
        answer = visitor.page.goto(address)
        if answer.status != 200:
            found.append(f"{address} answers {answer.status}")
            continue
        visitor.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        if (scrolled := visitor.page.evaluate("document.documentElement.scrollWidth")) != width:
            found.append(f"{address} is {scrolled} wide on {width}")
        for wrong in Axe().run(visitor.page, options=AXE).response["violations"]:
            found += [f"{address} {wrong['id']}: {node['html'][:120]}" for node in wrong["nodes"][:3]]
    return found + [f"{width}: {complaint}" for complaint in visitor.complaints]


def amended_league() -> list[str]:
    """A league with a preview and amends by which later commands lapse, and its pages that tell of them."""
    table = spent()
    report, bought = number_of(table, "accept_report", match="m1"), number_of(table, "buy_item", item="razors.rifle1")
    preview, saved = amended(table, lost_by(table), preview=True), amended(table, lost_by(table))
    again = amended(table, struck([bought]))
    journal, amends = "/l/rust-belt/s1/journal/", "/l/rust-belt/s1/amends/"
    return [
        amends,
        *(f"{amends}{each.number}/" for each in (preview, saved, again)),
        *(f"{journal}{number}/" for number in (report, bought, saved.number)),
        journal,
        "/l/rust-belt/s1/m1/",
        "/l/rust-belt/heads/",
    ]


def running_league() -> list[str]:
    """A league at line-ups that keeps a calendar, with jobs in every state, and the pages that tell of it."""
    table = clocked(announced(), hours={"M3": 30}, time_zone="America/Argentina/Buenos_Aires")
    tick(table.season, at=timezone.now())
    jobs = [
        job(table, "a", state="running", claim="c", done=37, total=120, tries=2, started_at=timezone.now()),
        job(table, "b", state="failed", failure=FAILURE, tries=3, ended_at=timezone.now()),
        job(table, "c"),
    ]
    base = "/l/rust-belt/jobs/"
    return ["/l/rust-belt/", base, *(f"{base}{each.pk}/" for each in jobs), "/inbox/"]


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_what_was_amended_is_told_without_errors_accessibly_and_fits(
    width: int, theme: str, visit: Callable[..., Any]
) -> None:
    pages = amended_league()
    assert wrongs(visit(width=width, theme=theme), pages, width=width) == []


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_jobs_deadlines_and_the_inbox_are_without_errors_accessible_and_fit(
    width: int, theme: str, visit: Callable[..., Any], live_server: Any
) -> None:
    pages = running_league()
    visitor = visit(width=width, theme=theme)
    as_member(visitor, reader("boss"), live_server.url)
    assert wrongs(visitor, pages, width=width) == []
    as_member(visitor, reader("razors"), live_server.url)
    assert wrongs(visitor, ["/inbox/", "/l/rust-belt/"], width=width) == []


def test_the_clock_of_a_draft_is_without_errors_accessible_and_fits(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = clocked(drafting(settled(rounds=1)))
    tick(table.season, at=timezone.now())
    visitor = visit(width=NARROWEST)
    as_member(visitor, reader("boss"), live_server.url)
    assert wrongs(visitor, ["/l/rust-belt/s1/draft/"], width=NARROWEST) == []


def test_a_job_moves_on_its_page_by_itself_and_stands_still_once_it_is_done(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = founded()
    running = job(table, "a", state="running", claim="c", done=30, total=120, started_at=timezone.now())
    visitor = visit()
    page = as_member(visitor, reader("boss"), live_server.url)
    page.clock.install()
    page.goto(f"/l/rust-belt/jobs/{running.pk}/")
    assert page.get_by_role("progressbar").get_attribute("value") == "30"
    log = [{"at": timezone.now().isoformat(), "line": "E1: the final table stands."}]
    Job.objects.filter(pk=running.pk).update(done=60, log=log)
    page.locator("progress[value='60']").wait_for()
    page.get_by_text("E1: the final table stands.").wait_for()
    assert page.get_by_role("status").filter(has_text="running, 50 %").count() == 1
    Job.objects.filter(pk=running.pk).update(done=120, state="done", ended_at=timezone.now())
    page.get_by_text("120 of 120").wait_for()
    assert page.locator("[data-live=true]").count() == 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert asked == []
    assert visitor.complaints == []


def test_a_failed_job_is_asked_for_again_by_its_button(visit: Callable[..., Any], live_server: Any) -> None:
    failed = job(founded(), "b", state="failed", failure=FAILURE, tries=3, ended_at=timezone.now())
    visitor = visit(width=390)
    page = as_member(visitor, reader("boss"), live_server.url)
    page.goto(f"/l/rust-belt/jobs/{failed.pk}/")
    page.get_by_role("button", name="Ask for it again").click()
    page.get_by_text("The job is queued once more.").wait_for()
    failed.refresh_from_db()
    assert failed.state == "queued"
    assert visitor.complaints == []


def test_a_commissioner_gives_more_time_and_is_told_when_he_may_not(
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
    page.get_by_role("button", name="Give more time").click()
    page.get_by_role("alert").filter(has_text="name a later time").wait_for()
    assert page.get_by_label("Reason").first.input_value() == "Half of us are ill."
    page.get_by_label("Until").fill(f"{timezone.now() + timedelta(days=3):%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Give more time").click()
    page.get_by_text("There is more time now.").wait_for()
    visitor.complaints = [each for each in visitor.complaints if "422" not in each]
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

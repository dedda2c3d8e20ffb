"""The pages of jobs: their list, accurate progress bars, what to do about a failed one, and permissions."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from jobs.queue import enqueue
from league.models import Job
from tests.league.small_league import BEGAN, Table, founded
from tests.pages.page_reader import main_of, reader, words

pytestmark = pytest.mark.django_db

JOBS = "/l/rust-belt/jobs/"
FAILURE = "It was tried 3 times. Nothing was left half done: ask for it again."
ENDED = {"ended_at": BEGAN + timedelta(minutes=9)}


def job(table: Table, kind: str = "season_end", *, asked_by: str = "", **fields: Any) -> Job:
    """A job of the season with those field values."""
    queued = enqueue(kind, key=f"{kind} {Job.objects.count()}", at=BEGAN, season=table.season, asked_by=asked_by)
    Job.objects.filter(pk=queued.pk).update(**fields)
    return Job.objects.get(pk=queued.pk)


def page_of(queued: Job) -> str:
    return f"{JOBS}{queued.pk}/"


def test_a_league_without_jobs_says_what_a_job_is() -> None:
    founded()
    assert "There have been no jobs yet." in words(reader("boss"), JOBS)


def test_a_running_job_shows_a_true_bar_and_the_same_in_words() -> None:
    running = job(founded(), state="running", claim="c", done=37, total=120, tries=2, started_at=BEGAN)
    page = main_of(reader("boss"), page_of(running))
    assert '<progress class="gauge mt-2" max="120" value="37" aria-label="A step of the season&#x27;s end">' in page
    text = words(reader("boss"), page_of(running))
    assert "running 37 of 120 (30 %) try 2 of 3" in text
    assert "A step of the season's end: running, 30 %" in text
    assert "running 37 of 120 (30 %)" in words(reader("boss"), JOBS)


def test_a_job_nobody_knows_the_length_of_has_no_bar() -> None:
    running = job(founded(), state="running", claim="c", done=7, tries=1, started_at=BEGAN)
    assert "<progress" not in main_of(reader("boss"), page_of(running))
    assert "7 done so far" in words(reader("boss"), page_of(running))


@pytest.mark.parametrize(
    ("state", "live"), [("queued", "true"), ("running", "true"), ("done", "false"), ("failed", "false")]
)
def test_a_page_looks_again_until_the_job_has_ended(state: str, live: str) -> None:
    fields = ENDED if live == "false" else {}
    queued = job(founded(), state=state, **fields)
    page = main_of(reader("boss"), page_of(queued))
    assert re.findall(r'data-live="(\w+)"', page) == [live] * 3
    assert re.findall(r'data-live="(\w+)"', main_of(reader("boss"), JOBS)) == [live]


def test_the_log_is_told_the_latest_first_with_its_times() -> None:
    log = [
        {"at": BEGAN.isoformat(), "line": "The table stands."},
        {"at": (BEGAN + timedelta(minutes=1)).isoformat(), "line": "The Cup is awarded."},
    ]
    queued = job(founded(), log=log, arguments={"step": "E2"})
    text = words(reader("boss"), page_of(queued))
    assert "18:01:00 UTC The Cup is awarded. 18:00:00 UTC The table stands." in text
    assert "A step of the season's end E2, the Metal Cup Season 1" in text


def test_a_failed_job_says_what_to_do_and_its_commissioner_may_ask_again() -> None:
    failed = job(founded(), state="failed", failure=FAILURE, tries=3, **ENDED)
    client = reader("boss")
    assert f"It failed. {FAILURE}" in words(client, page_of(failed))
    assert "Try again" in words(client, page_of(failed))
    answer = client.post(page_of(failed), {"act": "again"}, follow=True)
    assert "The job is queued once more." in answer.content.decode()
    failed.refresh_from_db()
    assert (failed.state, failed.tries, failed.failure) == ("queued", 0, "")
    assert [line["line"] for line in failed.log] == ["Asked for again by a commissioner."]


def test_a_queued_job_is_given_up_and_once_given_up_there_is_nothing_to_give_up() -> None:
    queued = job(founded())
    client = reader("boss")
    assert "Cancel the job" in words(client, page_of(queued))
    assert "The job was given up." in client.post(page_of(queued), {"act": "cancel"}, follow=True).content.decode()
    queued.refresh_from_db()
    assert queued.state == "cancelled"
    twice = client.post(page_of(queued), {"act": "cancel"}, follow=True).content.decode()
    assert "already: there is nothing left to give up." in twice


def test_a_running_job_that_does_not_stop_half_way_offers_no_way_to() -> None:
    running = job(founded(), state="running", claim="c", started_at=BEGAN)
    client = reader("boss")
    assert "Cancel the job" not in words(client, page_of(running))
    refused = client.post(page_of(running), {"act": "cancel"}, follow=True).content.decode()
    assert "does not stop half way: wait until it has ended." in refused


def test_only_commissioners_act_on_jobs() -> None:
    failed = job(founded(), state="failed", **ENDED)
    owner = reader("razors")
    assert "<button" not in main_of(owner, page_of(failed))
    assert owner.post(page_of(failed), {"act": "again"}).status_code == 403
    for address in (JOBS, page_of(failed)):
        assert Client().get(address)["Location"].startswith("/accounts/login/")
    assert Client().post(page_of(failed), {"act": "again"})["Location"].startswith("/accounts/login/")
    failed.refresh_from_db()
    assert failed.state == "failed"


def test_a_form_from_elsewhere_changes_nothing() -> None:
    failed = job(founded(), state="failed", **ENDED)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(get_user_model().objects.get(username="rust-belt-boss"))
    assert strict.post(page_of(failed), {"act": "again"}).status_code == 403
    failed.refresh_from_db()
    assert failed.state == "failed"


def test_a_member_sees_no_job_that_another_asked_for() -> None:
    table = founded()
    theirs = job(table, asked_by=table.handle("boss"))
    assert reader("boss").get(page_of(theirs)).status_code == 200
    assert reader("razors").get(page_of(theirs)).status_code == 404
    assert "Asked for by commissioner" in words(reader("boss"), page_of(theirs))


def test_a_job_of_another_league_is_not_found_here() -> None:
    founded()
    other = founded(league="other")
    assert reader("boss").get(f"{JOBS}{job(other).pk}/").status_code == 404
    assert reader("boss").get(f"{JOBS}{uuid4()}/").status_code == 404


def test_ticks_of_the_clock_are_left_out_once_they_are_done() -> None:
    table = founded()
    job(table, "clock_tick", state="done", **ENDED)
    assert "There have been no jobs yet." in words(reader("boss"), JOBS)
    job(table, "clock_tick", state="failed", failure=FAILURE, **ENDED)
    assert f"The clock Season 1 asked for 1 Sep 2026, 18:00 UTC failed {FAILURE}" in words(reader("boss"), JOBS)


def test_thirty_jobs_fill_a_page_and_ask_as_little_as_one() -> None:
    table = founded()
    job(table)
    few = _queries(JOBS)
    for _ in range(30):
        job(table)
    assert _queries(JOBS) == few
    assert main_of(reader("boss"), JOBS).count("A step of the season&#x27;s end</a>") == 30
    assert main_of(reader("boss"), f"{JOBS}?page=2").count("A step of the season&#x27;s end</a>") == 1
    assert 'href="?page=2"' in main_of(reader("boss"), JOBS)


def _queries(address: str) -> int:
    client = reader("boss")
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)

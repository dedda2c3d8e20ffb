"""The sweeper dispatches forgotten jobs, reclaims lost ones, and deletes old rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from jobs.sweeper import LAST_SWEEP_KEY, SweepResult, sweep
from jobs.worker import claim_job, run_job
from league import tasks
from league.models import Job, Membership
from scheduling.calendar import set_calendar
from tests.league.small_league import BEGAN, founded

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@job_kind("swept_up", title="Swept up")
def swept_up(_run: JobRun) -> None:
    """Do nothing."""


@job_kind("swept_away", title="Swept away", fleeting=True)
def swept_away(_run: JobRun) -> None:
    """Do nothing. Rows of this kind are deleted later."""


def claimed(*, tries: int = 0) -> Job:
    job = enqueue("swept_up", key="x", at=BEGAN)
    Job.objects.filter(pk=job.pk).update(tries=tries)
    found = claim_job(job.pk, at=BEGAN)
    assert found is not None
    return found


def test_a_job_whose_heart_is_still_is_anybodys_again() -> None:
    job = claimed()
    at = BEGAN + MINUTE + timedelta(seconds=1)
    assert sweep(at=at) == SweepResult(told=1, reclaimed=1)
    job.refresh_from_db()
    assert (job.state, job.claim, job.tries, job.log[-1]["line"]) == ("queued", "", 1, "The worker was lost.")
    assert run_job(job.pk, clock=lambda: at) is not None
    job.refresh_from_db()
    assert (job.state, job.tries) == ("done", 2)


def test_a_job_whose_heart_beats_is_left_alone() -> None:
    job = claimed()
    assert sweep(at=BEGAN + MINUTE) == SweepResult()
    job.refresh_from_db()
    assert job.state == "running"


def test_a_job_lost_in_its_third_try_fails_visibly() -> None:
    job = claimed(tries=2)
    assert sweep(at=BEGAN + 2 * MINUTE) == SweepResult(failed=1)
    job.refresh_from_db()
    assert (job.state, job.ended_at) == ("failed", BEGAN + 2 * MINUTE)
    assert "tried 3 times" in job.failure
    assert "ask for it once more" in job.failure


def test_a_lost_job_that_was_to_be_given_up_is() -> None:
    job = claimed()
    Job.objects.update(cancel_asked=True)
    sweep(at=BEGAN + 2 * MINUTE)
    job.refresh_from_db()
    assert job.state == "cancelled"


def test_two_sweeps_at_once_tell_of_a_job_once(django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
    enqueue("swept_up", key="x", at=BEGAN)
    at = BEGAN + timedelta(seconds=10)
    with django_capture_on_commit_callbacks() as callbacks:
        assert [sweep(at=at).told, sweep(at=at).told, sweep(at=at + timedelta(seconds=9)).told] == [1, 0, 0]
    assert len(callbacks) == 1
    assert sweep(at=at + timedelta(seconds=10)).told == 1


def test_what_was_told_lately_is_told_again_when_the_broker_starts_empty() -> None:
    enqueue("swept_up", key="x", at=BEGAN)
    assert sweep(at=BEGAN).told == 0
    assert sweep(at=BEGAN, everything=True).told == 1


def test_what_is_not_due_is_not_told_of() -> None:
    enqueue("swept_up", key="x", at=BEGAN, due_at=BEGAN + MINUTE)
    assert sweep(at=BEGAN, everything=True).told == 0
    assert sweep(at=BEGAN + MINUTE).told == 1


def test_after_the_clock_stepped_back_an_hour_a_dead_job_is_found_within_the_usual_time() -> None:
    job = claimed()
    back = BEGAN - timedelta(hours=1)
    assert sweep(at=back).reclaimed == 0
    assert sweep(at=back + MINUTE).reclaimed == 0
    assert sweep(at=back + MINUTE + timedelta(seconds=1)).reclaimed == 1
    job.refresh_from_db()
    assert job.state == "queued"


def test_after_the_clock_stepped_back_an_hour_a_second_try_does_not_wait_an_hour() -> None:
    job = enqueue("swept_up", key="x", at=BEGAN)
    later = BEGAN + timedelta(seconds=10)
    Job.objects.update(tries=1, queued_at=BEGAN + timedelta(seconds=1), due_at=later, nudged_at=BEGAN)
    back = BEGAN - timedelta(hours=1)
    sweep(at=back)
    assert run_job(job.pk, clock=lambda: back) is None
    assert run_job(job.pk, clock=lambda: back + MINUTE) is not None


def test_rows_of_fleeting_kinds_go_a_day_after_they_are_done_and_a_month_after_they_failed() -> None:
    for kind, key in (("swept_up", "kept"), ("swept_away", "done"), ("swept_away", "failed")):
        run_job(enqueue(kind, key=key, at=BEGAN).pk, clock=lambda: BEGAN)
    Job.objects.filter(key="failed").update(state="failed")
    remaining = []
    for age in (timedelta(days=1), timedelta(days=1, seconds=1), timedelta(days=30), timedelta(days=31)):
        sweep(at=BEGAN + age)
        remaining.append(sorted(Job.objects.values_list("key", flat=True)))
    assert remaining == [["done", "failed", "kept"], ["failed", "kept"], ["failed", "kept"], ["kept"]]


def test_the_time_of_the_last_sweep_is_kept_for_whoever_asks_if_all_is_well() -> None:
    sweep(at=BEGAN)
    assert cache.get(LAST_SWEEP_KEY) == BEGAN.isoformat()


def test_a_tick_asks_for_the_clock_of_each_newest_season_with_a_calendar_once() -> None:
    table = founded()
    founded(league="no-clock")
    boss = Membership.objects.get(handle=table.handle("boss"))
    set_calendar(league=table.league, member=boss, at=BEGAN, unattended=True)
    for _ in range(2):
        tasks.tick()
    ticks = Job.objects.filter(kind="clock_tick")
    assert list(ticks.values_list("season", flat=True)) == ["rust-belt/s1"]
    ticks.update(state="done", ended_at=BEGAN, key="an earlier turn")
    tasks.tick()
    assert ticks.count() == 2


def test_tasks_tolerate_newer_callers() -> None:
    job = enqueue("swept_up", key="x", at=BEGAN)
    tasks.run(job=str(job.pk), colour="blue")
    tasks.sweep(colour="blue")
    tasks.deliver(colour="blue")
    tasks.tick(colour="blue")
    job.refresh_from_db()
    assert job.state == "done"

"""Jobs are claimed once, tried up to three times, and ended by the worker that holds the claim."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError

from jobs import shutdown
from jobs.kinds import JobCancelled, JobRun, KindTaken, job_kind, job_title
from jobs.queue import enqueue, get_job
from jobs.worker import claim_job, finish_job, run_due_jobs, run_job
from league.models import Job
from rules.core.refusals import Refusal
from tests.league.small_league import BEGAN

pytestmark = pytest.mark.django_db


class ShopShut(Refusal):
    pass


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.at = BEGAN

    def __call__(self) -> datetime:
        return self.at

    def on(self, **by: float) -> Clock:
        self.at += timedelta(**by)
        return self


Asked = Callable[..., Job]
runs: list[str] = []
bodies: dict[str, Callable[[JobRun], None]] = {}


@job_kind("tried_out", title="Tried out", cancellable=True)
def tried_out(run: JobRun) -> None:
    """Call the body that the test registered for the job's key."""
    runs.append(run.job.key)
    bodies.get(run.job.key, lambda _: None)(run)


@pytest.fixture
def clock() -> Iterator[Clock]:
    runs.clear()
    bodies.clear()
    shutdown.clear_stop()
    yield Clock()
    shutdown.clear_stop()


def asked(body: Callable[[JobRun], None] | None = None, *, key: str = "a", at: datetime = BEGAN) -> Job:
    if body:
        bodies[key] = body
    return enqueue("tried_out", key=key, at=at)


def fails(_run: JobRun) -> None:
    raise ValueError("the third wheel came off")


def test_a_job_delivered_twice_runs_once(clock: Clock) -> None:
    job = asked()
    assert [run_job(job.pk, clock=clock) is None, run_job(str(job.pk), clock=clock) is None] == [False, True]
    assert runs == ["a"]
    job.refresh_from_db()
    assert (job.state, job.tries, job.claim, job.ended_at) == ("done", 1, "", BEGAN)


def test_a_job_claimed_twice_is_one_workers(clock: Clock) -> None:
    job = asked()
    first, second = claim_job(job.pk, at=BEGAN), claim_job(job.pk, at=BEGAN)
    assert first is not None
    assert second is None
    assert (first.state, first.tries, len(first.claim)) == ("running", 1, 32)


def test_jobs_told_of_out_of_order_each_run_once(clock: Clock) -> None:
    ids = [asked(key=key).pk for key in "abc"]
    for id in (ids[2], ids[0], ids[2], ids[1], ids[0]):
        run_job(id, clock=clock)
    assert runs == ["c", "a", "b"]


def test_a_job_told_of_before_it_is_due_waits(clock: Clock) -> None:
    job = enqueue("tried_out", key="later", at=BEGAN, due_at=BEGAN + timedelta(hours=1))
    assert run_job(job.pk, clock=clock) is None
    assert run_job(job.pk, clock=clock.on(hours=1)) is not None
    assert runs == ["later"]


def test_a_job_asked_for_now_runs_though_the_clock_stepped_back_an_hour(clock: Clock) -> None:
    job = asked(at=BEGAN)
    assert run_job(job.pk, clock=clock.on(hours=-1)) is not None
    assert runs == ["a"]


def test_a_job_that_does_not_exist_is_nobodys_fault(clock: Clock) -> None:
    assert run_job("12345678-1234-5678-1234-567812345678", clock=clock) is None


def test_progress_is_true_and_the_last_of_it_always_lands(clock: Clock) -> None:
    progress = []

    def body(run: JobRun) -> None:
        for number in range(1, 25):
            run.progress(number, 24, f"franchise {number}")
            current = get_job(run.job.pk)
            progress.append((current.done, current.total))

    run_job(asked(body).pk, clock=clock)
    job = Job.objects.get()
    assert progress[0] == (1, 24)
    assert len(set(progress)) < 24  # not every call is written at once
    assert (job.done, job.total, job.log[-1]["line"], len(job.log)) == (24, 24, "franchise 24", 24)


def test_what_a_failing_body_told_last_is_kept(clock: Clock) -> None:
    def body(run: JobRun) -> None:
        run.progress(1, 3, "one")
        run.progress(2, 3, "two")
        raise ShopShut("The shop is shut.")

    run_job(asked(body).pk, clock=clock)
    job = Job.objects.get()
    assert (job.done, [line["line"] for line in job.log]) == (2, ["one", "two"])


def test_a_refusal_fails_at_once_with_its_sentence(clock: Clock) -> None:
    def body(_run: JobRun) -> None:
        raise ShopShut("The shop is shut: come back in M5.10.")

    job = asked(body)
    run_due_jobs(clock=clock)
    job.refresh_from_db()
    assert (job.state, job.tries, job.failure) == ("failed", 1, "The shop is shut: come back in M5.10.")
    assert runs == ["a"]


def test_three_tries_then_a_failure_that_says_what_to_do(clock: Clock) -> None:
    job = asked(fails)
    runs_so_far = []
    for wait in (0, 9, 1, 59, 1, 3600):
        clock.on(seconds=wait)
        run_due_jobs(clock=clock)
        runs_so_far.append(len(runs))
    job.refresh_from_db()
    assert runs_so_far == [1, 1, 2, 2, 3, 3]
    assert (job.state, job.tries) == ("failed", 3)
    assert job.failure == (
        "It was tried 3 times and ended with a fault of the site (ValueError). Nothing was left half done: "
        f"ask for it once more, and when it fails again, give the operator of the site its number, {job.pk}."
    )
    assert [line["line"] for line in job.log] == [
        "A fault (ValueError): tried again in 10 seconds.",
        "Try 2 of 3.",
        "A fault (ValueError): tried again in 60 seconds.",
        "Try 3 of 3.",
    ]


def test_the_fault_itself_is_in_the_log_and_not_in_the_row(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    job = asked(fails)
    run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert "the third wheel came off" in caplog.text
    assert "third wheel" not in f"{job.failure}{job.log}"


def test_a_kind_nobody_knows_fails_with_a_sentence(clock: Clock) -> None:
    job = enqueue("unheard_of", key="x", at=BEGAN)
    run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert (job.state, job.failure) == (
        "failed",
        "This program knows no job called unheard_of: bring all parts of the site to the same version.",
    )
    assert job_title("unheard_of") == "Unheard of"


def test_a_finish_after_losing_the_claim_changes_nothing(clock: Clock) -> None:
    job = asked()
    first = claim_job(job.pk, at=BEGAN)
    assert first is not None
    Job.objects.filter(pk=job.pk).update(state="queued", claim="")
    second = claim_job(job.pk, at=BEGAN)
    assert second is not None
    first.done = first.total = 99
    assert finish_job(first, Job.State.FAILED, at=BEGAN, failure="too late") is False
    job.refresh_from_db()
    assert (job.state, job.claim, job.done, job.failure, job.tries) == ("running", second.claim, 0, "", 2)


@pytest.mark.parametrize("speak", [lambda run: run.progress(1, 2), lambda run: run.raise_if_cancelled()])
def test_a_body_that_lost_its_claim_ends_when_it_next_speaks(clock: Clock, speak: Callable[[JobRun], None]) -> None:
    went_on = []

    def body(run: JobRun) -> None:
        Job.objects.filter(pk=run.job.pk).update(claim="another")
        speak(run)
        went_on.append(True)

    job = asked(body)
    run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert (job.state, job.claim, went_on) == ("running", "another", [])


def test_a_worker_that_is_stopped_puts_the_job_back_without_counting_the_try(clock: Clock) -> None:
    def body(run: JobRun) -> None:
        shutdown.request_stop()
        run.progress(1, 2, "half way")

    job = asked(body)
    run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert (job.state, job.tries, job.claim, job.ended_at) == ("queued", 0, "", None)
    assert [line["line"] for line in job.log] == ["half way", "Put back: the worker was stopped."]
    assert run_due_jobs(clock=clock) == []
    shutdown.clear_stop()
    bodies.clear()
    assert [job.state for job in run_due_jobs(clock=clock)] == ["done"]
    assert runs == ["a", "a"]


def test_a_job_cut_off_at_the_keyboard_is_put_back(clock: Clock) -> None:
    def body(_run: JobRun) -> None:
        raise KeyboardInterrupt

    job = asked(body)
    with pytest.raises(KeyboardInterrupt):
        run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert (job.state, job.tries, job.claim) == ("queued", 0, "")


def test_a_cancelled_job_ends_where_it_is_safe(clock: Clock) -> None:
    def body(run: JobRun) -> None:
        run.raise_if_cancelled()
        Job.objects.filter(pk=run.job.pk).update(cancel_asked=True)
        with pytest.raises(JobCancelled):
            run.raise_if_cancelled()
        run.raise_if_cancelled()

    job = asked(body)
    run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert (job.state, job.ended_at) == ("cancelled", BEGAN)


def test_a_heart_beats_while_a_body_says_nothing(clock: Clock, settings: object) -> None:
    settings.JOB_STALE_SECONDS = 3600.0  # type: ignore[attr-defined]

    def body(_run: JobRun) -> None:
        names = [thread.name for thread in threading.enumerate()]
        runs.append(f"{sum(name.startswith('heart of') for name in names)} heart")

    run_job(asked(body).pk, clock=clock)
    assert runs == ["a", "1 heart"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("heart of")]


def test_a_fault_of_the_database_counts_as_a_try(clock: Clock) -> None:
    def body(_run: JobRun) -> None:
        raise DatabaseError("gone")

    job = asked(body)
    run_job(job.pk, clock=clock)
    job.refresh_from_db()
    assert (job.state, job.tries) == ("queued", 1)


def test_a_kind_has_one_body() -> None:
    with pytest.raises(KindTaken):
        job_kind("tried_out", title="Another")(fails)


def test_what_is_due_is_worked_in_the_order_it_was_asked_for_and_what_it_asks_for_too(clock: Clock) -> None:
    def asks(_run: JobRun) -> None:
        asked(key="c")

    asked(asks, key="b")
    asked(key="a", at=BEGAN - timedelta(minutes=1))
    assert [job.key for job in run_due_jobs(clock=clock)] == ["a", "b", "c"]

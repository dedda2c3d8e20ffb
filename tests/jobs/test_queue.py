"""The job queue: enqueuing, retrying and cancelling jobs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from jobs.kinds import JobRun, job_kind
from jobs.outages import BROKER
from jobs.queue import (
    JobEnded,
    JobKeyReused,
    JobNotCancellable,
    JobNotFailed,
    cancel_job,
    enqueue,
    get_job,
    retry_job,
)
from jobs.worker import claim_job, run_job
from league.models import Job
from rules.core.refusals import Malformed, Unknown
from tests.league.small_league import BEGAN, founded

LATER = BEGAN + timedelta(minutes=5)


@job_kind("cut_short", title="Cut short", cancellable=True)
def cut_short(run: JobRun) -> None:
    """Checks for cancellation."""
    run.raise_if_cancelled()


@job_kind("kept_up", title="Kept up")
def kept_up(_run: JobRun) -> None:
    """Never checks for cancellation."""


@pytest.mark.django_db
def test_the_same_key_is_the_same_job() -> None:
    table = founded()
    options = {"season": table.season, "arguments": {"step": "E4", "of": (1, 2)}}
    first = enqueue("cut_short", key="s1/E4", at=BEGAN, asked_by="rust-belt.boss", **options)
    second = enqueue("cut_short", key="s1/E4", at=LATER, asked_by="rust-belt.razors", **options)
    assert (first.pk, first.queued_at, first.asked_by) == (second.pk, second.queued_at, second.asked_by)
    assert (first.league_id, first.season_id, first.state) == ("rust-belt", "rust-belt/s1", "queued")
    assert Job.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other", [{"kind": "kept_up"}, {"arguments": {"step": "E5"}}, {"season": "rust-belt/s1"}, {"league": "rust-belt"}]
)
def test_the_same_key_for_other_work_is_refused(other: dict[str, Any]) -> None:
    founded()
    enqueue("cut_short", key="x", at=BEGAN, arguments={"step": "E4"})
    with pytest.raises(JobKeyReused, match="stands for another job"):
        enqueue(**{"kind": "cut_short", "key": "x", "at": BEGAN, "arguments": {"step": "E4"}, **other})


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "key"), [("", "x"), ("k" * 61, "x"), ("k", ""), ("k", "x" * 251), ("k", "a\nb")])
def test_a_kind_or_key_that_cannot_be_kept_is_refused(kind: str, key: str) -> None:
    with pytest.raises(Malformed):
        enqueue(kind, key=key, at=BEGAN)


@pytest.mark.django_db
def test_a_job_asked_for_in_a_transaction_that_fails_leaves_nothing(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        with suppress(LookupError), transaction.atomic():
            enqueue("cut_short", key="x", at=BEGAN)
            raise LookupError
        assert not Job.objects.exists()
        enqueue("cut_short", key="y", at=BEGAN)
        enqueue("cut_short", key="y", at=BEGAN)
        enqueue("cut_short", key="z", at=BEGAN, due_at=LATER)
    assert len(callbacks) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("deaf_broker")
def test_a_broker_that_is_down_is_logged_and_the_job_stands(caplog: pytest.LogCaptureFixture) -> None:
    BROKER.report_end()  # another test may have left an outage, whose start is logged once
    caplog.clear()
    job = enqueue("cut_short", key="x", at=BEGAN)
    assert get_job(job.pk).state == "queued"
    assert "The broker is out of reach (OperationalError): league.tasks.run waits for the sweeper." in caplog.text


@pytest.mark.django_db
def test_a_failed_job_is_asked_for_again_with_three_new_tries() -> None:
    job = enqueue("unheard_of", key="x", at=BEGAN)
    run_job(job.pk, clock=lambda: BEGAN)
    job.refresh_from_db()
    retried = retry_job(job, at=LATER, asked_by="rust-belt.boss")
    assert (retried.state, retried.tries, retried.failure, retried.ended_at, retried.due_at) == (
        "queued",
        0,
        "",
        None,
        LATER,
    )
    assert retried.log == [{"at": LATER.isoformat(), "line": "Asked for again by rust-belt.boss."}]


@pytest.mark.django_db
def test_only_what_failed_or_was_given_up_is_asked_for_again() -> None:
    job = enqueue("kept_up", key="x", at=BEGAN)
    with pytest.raises(JobNotFailed, match="Kept up is queued"):
        retry_job(job, at=LATER, asked_by="")
    run_job(job.pk, clock=lambda: BEGAN)
    with pytest.raises(JobNotFailed, match="Kept up is done"):
        retry_job(job, at=LATER, asked_by="")


@pytest.mark.django_db
def test_a_queued_job_is_given_up_at_once() -> None:
    job = enqueue("kept_up", key="x", at=BEGAN)
    cancelled = cancel_job(job.pk, at=LATER, asked_by="rust-belt.boss")
    assert (cancelled.state, cancelled.ended_at, cancelled.log[-1]["line"]) == (
        "cancelled",
        LATER,
        "Given up by rust-belt.boss.",
    )
    assert run_job(job.pk, clock=lambda: LATER) is None
    assert retry_job(cancelled, at=LATER, asked_by="").state == "queued"


@pytest.mark.django_db
def test_a_running_job_is_asked_to_end_and_does_where_it_is_safe() -> None:
    job = enqueue("cut_short", key="x", at=BEGAN)
    claim_job(job.pk, at=BEGAN)
    cancelled = cancel_job(job.pk, at=LATER, asked_by="")
    assert (cancelled.state, cancelled.cancel_asked) == ("running", True)


@pytest.mark.django_db
def test_a_running_job_that_does_not_stop_half_way_is_not_given_up() -> None:
    job = enqueue("kept_up", key="x", at=BEGAN)
    claim_job(job.pk, at=BEGAN)
    with pytest.raises(JobNotCancellable, match="wait until it has ended"):
        cancel_job(job.pk, at=LATER, asked_by="")
    assert get_job(job.pk).cancel_asked is False


@pytest.mark.django_db
def test_a_job_that_has_ended_is_not_given_up() -> None:
    job = enqueue("kept_up", key="x", at=BEGAN)
    run_job(job.pk, clock=lambda: BEGAN)
    with pytest.raises(JobEnded, match="Kept up is done already"):
        cancel_job(job.pk, at=LATER, asked_by="")


@pytest.mark.django_db
@pytest.mark.parametrize("id", ["nonsense", "12345678-1234-5678-1234-567812345678"])
def test_a_job_that_is_not_there_is_unknown(id: str) -> None:
    with pytest.raises(Unknown):
        cancel_job(id, at=BEGAN, asked_by="")

"""Background work holds SQLite's writer only for short turns with pauses. Turns are counted, never timed."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

import scheduling.background_work  # noqa: F401 - registers all background work
from jobs import outbox_delivery
from jobs.outbox_delivery import EVERY_TOPIC
from jobs.worker import run_due_jobs
from journal.forks import delete_fork, delete_some_fork_rows
from league.accounts import erase
from league.models import Job, Season, Webhook
from league.sandboxes import end_expired_sandboxes
from sql import short_transactions
from sql.short_transactions import (
    LONGEST_TURN,
    MOST_ROWS,
    PAUSE,
    Pace,
    delete_in_pieces,
    in_background,
    short_transaction,
    update_in_pieces,
    write_in_pieces,
    yield_writer,
)
from tests.api.test_sandboxes import rows
from tests.guards.findings import beyond, report
from tests.jobs import background_work
from tests.jobs.background_work import (
    BY_JOURNAL,
    CASES,
    MANY,
    ONE_TRANSACTION,
    all_work,
    celery_tasks,
    kinds_of_jobs,
    lines_missing,
    sandbox,
    sweeps,
)
from tests.jobs.killed_program import killed_at, suppress_killed, unslept
from tests.jobs.turn_costs import MOST_ROWS_EVER, MOST_STATEMENTS, Counted, counted, on_sqlite
from tests.league.small_league import BEGAN, founded, signed
from webhooks.publisher import deactivate_webhook
from webhooks.subscriptions import resend_dead_messages

# ---------------------------------------------------------------------------------------------- the guard


def test_all_work_in_the_background_is_counted_or_says_why_not() -> None:
    gone = "There is no {} any more: take its line out of tests/jobs/background_work.py."
    found = all_work()
    assert all((kinds_of_jobs(), sweeps(), celery_tasks()))
    report([*lines_missing(found), *beyond([*CASES, *ONE_TRANSACTION], found, gone)], seen=found, of="work")


@on_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", sorted(CASES))
def test_no_work_in_the_background_holds_the_writer_for_long_or_without_a_pause(what: str) -> None:
    begin = CASES[what]()
    with counted() as found:
        begin()
    report(found.too_much(what, by_journal=what in BY_JOURNAL), seen=found.written, of="statements")
    assert found.rows >= MOST_ROWS_EVER, f"{what} wrote {found.rows} rows, which shows nothing: fill more tables"
    assert len(found.turns) >= 3


@on_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("badly", ["in one go", "without a pause", "a row at a time"])
def test_the_guard_fails_for_work_that_writes_thousands_of_rows(badly: str) -> None:
    background_work.jobs(MANY, "x")
    with counted() as found:
        if badly == "in one go":
            Job.objects.update(tries=1)
        elif badly == "without a pause":
            for first in range(0, MANY, 50):
                with transaction.atomic():
                    Job.objects.filter(key__in=[f"x {number}" for number in range(first, first + 50)]).update(tries=1)
        else:
            for job in Job.objects.all():
                Job.objects.filter(pk=job.pk).update(tries=1)
    (sentence,) = found.too_much("job bad")
    assert sentence.startswith(f"job bad writes {MANY} rows by ")
    assert sentence.endswith(
        f"without a pause, and may write {MOST_ROWS_EVER} by {MOST_STATEMENTS}: use short_transaction(), "
        "update_in_pieces() or delete_in_pieces() of sql/short_transactions.py."
    )


def test_the_guard_names_work_that_it_does_not_know() -> None:
    (sentence,) = lines_missing(["job count_sheep", "job go_on", "job season_end"])
    assert sentence == (
        "job count_sheep is work in the background and nothing counts what it writes: add a case with many rows to "
        "CASES in tests/jobs/background_work.py."
    )


def test_two_transactions_of_the_journal_want_a_pause_between_them() -> None:
    found = Counted()
    found.turns[0].of_journal = 2
    (sentence,) = found.too_much("job x", by_journal=True)
    assert "2 transactions of the journal without a pause" in sentence


def test_whoever_hears_of_every_entry_says_which_concern_it() -> None:
    """Otherwise thousands of rows would be read one by one while SQLite's writer is held."""
    found = outbox_delivery._receivers[EVERY_TOPIC]
    report(
        (
            f"{registration.receiver.__module__}.{registration.receiver.__qualname__} hears of every entry and does "
            "not say which concern it: give @outbox_receiver a `concerned`."
            for registration in found
            if registration.concerned is None
        ),
        seen=found,
        of="receivers of everything",
    )


# ---------------------------------------------------------------------------------------------- webhooks


def waiting_webhook(**columns: Any) -> Webhook:
    """A webhook with many deliveries."""
    hook = background_work.a_webhook(founded())
    background_work.deliveries(hook, MANY, **columns)
    return hook


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_webhook_stopped_with_many_waiting_messages_drops_them_a_few_at_a_time() -> None:
    """A stop may be part of a longer transaction, so it drops a few deliveries and leaves the rest to a job."""
    hook = waiting_webhook(next_at=BEGAN)
    with counted() as found, transaction.atomic():
        deactivate_webhook(hook, at=BEGAN, said="Enough.")
    assert found.too_much("a stop") == []
    assert hook.deliveries.filter(next_at=None, said="Enough.").count() == MOST_ROWS
    with counted() as found:
        run_due_jobs(clock=lambda: BEGAN)
    assert found.too_much("the rest of a stop") == []
    assert len(found.turns) >= 3
    assert set(hook.deliveries.values_list("next_at", "said")) == {(None, "Enough.")}


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_dead_messages_are_sent_again_a_few_in_each_transaction() -> None:
    hook = waiting_webhook(next_at=None)
    with counted() as found:
        assert resend_dead_messages(webhook=hook, at=BEGAN) == MANY
    assert found.too_much("sending again") == []
    assert hook.deliveries.filter(next_at=BEGAN).count() == MANY


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_the_messages_of_somebody_who_is_forgotten_go_a_few_in_each_transaction() -> None:
    hook = waiting_webhook(next_at=BEGAN)
    with counted() as found:
        erase(user=hook.user, at=BEGAN)
    assert found.too_much("forgetting somebody") == []
    assert not Webhook.objects.exists()


# ---------------------------------------------------------------------------------------------- sandboxes


@pytest.mark.django_db(transaction=True)
def test_killed_between_any_two_statements_a_sandbox_goes_all_the_same_and_nothing_else() -> None:
    table = signed()
    before = rows()
    for nth in (3, 7, 12, 18, 25, 33, 42, 55, 70, 1000):
        own_sandbox = sandbox(table)
        type(own_sandbox).objects.update(expires_at=BEGAN)
        with in_background(unslept()):
            with suppress_killed(), killed_at(nth):
                delete_some_fork_rows(own_sandbox.pk, most=1000)
                delete_fork(own_sandbox.pk)
            end_expired_sandboxes(at=timezone.now())
        assert rows() == before, nth


@pytest.mark.django_db
def test_a_large_sandbox_goes_over_several_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    table = signed()
    before = rows()
    own_sandbox = sandbox(table)
    type(own_sandbox).objects.update(expires_at=BEGAN)
    monkeypatch.setattr("league.sandboxes.MOST_ROWS_PER_SWEEP", 20)
    calls = 0
    while Season.objects.filter(pk=own_sandbox.pk).exists():
        end_expired_sandboxes(at=timezone.now())
        calls += 1
        assert calls < 100
    assert calls > 2
    assert rows() == before


# ---------------------------------------------------------------------------------------------- turns


@pytest.mark.django_db(transaction=True)
def test_rows_are_deleted_and_set_some_at_a_time_and_what_has_changed_meanwhile_is_passed_over() -> None:
    background_work.jobs(250, "x")
    counts: list[int] = []

    def write(piece: Any) -> int:
        if not counts:
            Job.objects.filter(key="x 240").update(state=Job.State.RUNNING)
        counts.append(piece.count())
        return int(piece.update(tries=1))

    assert write_in_pieces(Job.objects.filter(state="queued").order_by("queued_at", "key"), write) in (249, 250)
    assert len(counts) == 3
    assert update_in_pieces(Job.objects.all(), tries=2) == 250
    assert delete_in_pieces(Job.objects.all(), most=120) == 120
    assert delete_in_pieces(Job.objects.all()) == 130
    assert delete_in_pieces(Job.objects.all()) == 0


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_only_work_in_the_background_pauses_and_only_once_its_turn_is_used_up() -> None:
    clock, slept = [100.0], list[float]()
    pace = Pace(clock=lambda: clock[0], sleep=slept.append)
    with in_background(pace):
        for over in (False, False, True):
            with short_transaction() as turn:
                clock[0] += LONGEST_TURN * 0.4
                assert turn.over is over
        assert slept == []
        clock[0] += PAUSE / 4
        with short_transaction():
            assert slept == [pytest.approx(PAUSE * 3 / 4)]
            clock[0] += LONGEST_TURN
        clock[0] += PAUSE  # the work did something else for as long as a pause
        with short_transaction():
            assert len(slept) == 1
        yield_writer()
        assert slept[1:] == [PAUSE]
    with short_transaction():
        clock[0] += 1
    with short_transaction():
        assert len(slept) == 2


@pytest.mark.django_db
def test_there_is_no_pause_within_another_transaction() -> None:
    slept: list[float] = []
    with in_background(Pace(clock=lambda: 0.0, sleep=slept.append, rows=MOST_ROWS)):
        for _ in range(3):
            with short_transaction():
                get_user_model().objects.create(username=f"u{get_user_model().objects.count()}")
        yield_writer()
    assert slept == []


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_after_work_that_wrote_much_in_one_go_comes_a_pause() -> None:
    slept: list[float] = []
    with in_background(Pace(clock=lambda: 0.0, sleep=slept.append)):
        background_work.jobs(MOST_ROWS, "x")
    assert slept == [PAUSE]
    with in_background(Pace(clock=lambda: 0.0, sleep=slept.append)):
        background_work.jobs(1, "y")
    assert slept == [PAUSE]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_nothing_pauses_on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("This is SQLite.")
    slept: list[float] = []
    with in_background(Pace(clock=lambda: 0.0, sleep=slept.append)):
        background_work.jobs(MANY, "x")
        update_in_pieces(Job.objects.all(), tries=1)
        yield_writer()
    assert slept == []


def test_each_thread_has_a_pace_of_its_own() -> None:
    found: list[bool] = []
    with in_background():
        other = threading.Thread(target=lambda: found.append(short_transactions._here.background))
        other.start()
        other.join()
    assert found == [False]

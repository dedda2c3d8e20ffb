"""Background work holds SQLite's writer for a short turn and then leaves it to others: counted, never timed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

import league.tasks  # noqa: F401 - registers all work in the background
from league import short_transactions
from league.jobs import outbox
from league.jobs.book import enqueue
from league.jobs.outbox import EVERY
from league.journal.forks import end_fork, thin_fork
from league.models import Delivery, Job, Notice, Outbox, Season
from league.sandboxes import end_those_over
from league.short_transactions import (
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
    waiting,
)
from tests.jobs.counting_turns import MOST_ROWS_EVER, MOST_STATEMENTS, Counted, counted
from tests.league.building import BEGAN, founded, settled, signed

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has no single writer")


@pytest.fixture
def no_receivers() -> Iterator[None]:
    """The receivers of a test alone."""
    before = dict(outbox._receivers)
    outbox._receivers.clear()
    yield
    outbox._receivers.clear()
    outbox._receivers.update(before)


def tell(season: str, entry: int, topic: str, at: Any) -> None:
    """A receiver that writes three rows."""
    for number in range(3):
        enqueue("told", key=f"{season}/{entry}/{topic}/{number}", at=at, due_at=at + timedelta(days=1))


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
    (said,) = found.too_much("job bad")
    assert said.startswith(f"job bad writes {MANY} rows by ")
    assert said.endswith(
        f"without a pause, and may write {MOST_ROWS_EVER} by {MOST_STATEMENTS}: use short_transaction(), "
        "update_in_pieces() or delete_in_pieces() of league/short_transactions.py."
    )


def test_the_guard_names_work_that_it_does_not_know() -> None:
    (said,) = lines_missing(["job count_sheep", "job go_on", "job season_end"])
    assert said == (
        "job count_sheep is work in the background and nothing counts what it writes: add a case with many rows to "
        "CASES in tests/jobs/background_work.py."
    )


def test_two_transactions_of_the_journal_want_a_pause_between_them() -> None:
    found = Counted()
    found.turns[0].of_journal = 2
    (said,) = found.too_much("job x", by_journal=True)
    assert "2 transactions of the journal without a pause" in said


def test_whoever_hears_of_every_entry_says_which_concern_it() -> None:
    """Or thousands of rows would be read one by one while SQLite's writer is held."""
    found = outbox._receivers[EVERY]
    report(
        (
            f"{each.receiver.__module__}.{each.receiver.__qualname__} hears of every entry and does not say which "
            "concern it: give @receives a `concerned`."
            for each in found
            if each.concerned is None
        ),
        seen=found,
        of="receivers of everything",
    )


# ---------------------------------------------------------------------------------------------- the outbox


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_rows_that_concern_nobody_are_marked_by_a_statement_for_each_turn() -> None:
    waiting(founded(), 1000)
    with counted() as found:
        assert outbox.deliver(at=BEGAN) == 1000
    assert len(found.written) == 1000 // MOST_ROWS
    assert [each.rows for each in found.turns if each.rows] == [MOST_ROWS] * (1000 // MOST_ROWS)
    assert found.slept == [PAUSE] * (1000 // MOST_ROWS - 1)
    assert not Outbox.objects.filter(sent_at=None).exists()


@on_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_receivers")
def test_receivers_that_write_are_called_for_a_few_rows_in_each_turn_and_in_order() -> None:
    waiting(founded(), 60)
    outbox.receives("decide_repairs")(tell)
    with counted() as found:
        assert outbox.deliver(at=BEGAN) == 60
    assert not found.too_much("deliver")
    assert len(found.turns) > 10
    told = [int(key.split("/")[2]) for key in Job.objects.order_by("queued_at", "pk").values_list("key", flat=True)]
    assert sorted({*told}) == list(range(1, 61))
    sent = [sql for sql in found.written if sql.startswith('UPDATE "league_outbox"')]
    assert len(sent) < 60


READ_WHILE_WRITING = {
    "league_outbox": "whether another delivery has it",
    "league_notice": "who was told already, and which mail is unsent",
    "league_job": "whether it was asked for already",
}
"""What is read while the outbox's transaction holds the writer, and what for."""


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_receivers_read_and_reckon_before_they_hold_the_writer() -> None:
    """Whatever they do in between, such as bringing all pages in to make an address, would hold up every request."""
    table = settled()
    background_work.a_webhook(table)
    with counted() as found:
        assert outbox.deliver(at=BEGAN)
    assert Notice.objects.exists()
    assert Delivery.objects.exists()
    tables = {sql.split(' FROM "')[1].split('"')[0] for sql in found.read_within if ' FROM "' in sql}
    says = (
        "A receiver of the outbox reads {} while it holds SQLite's writer: register it with reads_first=True, and "
        "return what is to be written."
    )
    report(beyond(tables, READ_WHILE_WRITING, says), seen=found.read_within, of="readings")


@pytest.mark.django_db
@pytest.mark.usefixtures("no_receivers")
def test_one_that_reads_first_writes_what_it_returned_and_one_that_fails_leaves_its_row(
    caplog: pytest.LogCaptureFixture,
) -> None:
    waiting(founded(), 4)
    told: list[str] = []

    def reads(_season: str, entry: int, _topic: str, _at: Any) -> Any:
        told.append(f"read {entry}")
        if entry == 2:
            raise LookupError
        return (lambda: told.append(f"wrote {entry}")) if entry != 3 else None

    outbox.receives(EVERY, reads_first=True)(reads)
    assert outbox.deliver(at=BEGAN) == 3
    assert told == ["read 1", "read 2", "read 3", "read 4", "wrote 1", "wrote 4"]
    assert list(Outbox.objects.filter(sent_at=None).values_list("entry", flat=True)) == [2]
    assert "Nobody was told of decide_repairs in entry 2" in caplog.text


@pytest.mark.django_db
@pytest.mark.usefixtures("no_receivers")
def test_a_receiver_is_handed_what_concerns_it_alone(caplog: pytest.LogCaptureFixture) -> None:
    waiting(founded(), 5)
    told: list[int] = []

    def note(_season: str, entry: int, _topic: str, _at: Any) -> None:
        told.append(entry)

    outbox.receives(EVERY, concerned=lambda found: {each.pk for each in found if each.entry % 2})(note)
    assert outbox.deliver(at=BEGAN) == 5
    assert told == [1, 3, 5]
    assert not Outbox.objects.filter(sent_at=None).exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_receivers")
def test_a_receiver_that_cannot_say_what_concerns_it_is_handed_everything(caplog: pytest.LogCaptureFixture) -> None:
    waiting(founded(), 3)
    told: list[int] = []

    def note(_season: str, entry: int, _topic: str, _at: Any) -> None:
        told.append(entry)

    def breaks(_rows: Any) -> set[int]:
        raise LookupError

    outbox.receives(EVERY, concerned=breaks)(note)
    assert outbox.deliver(at=BEGAN) == 3
    assert told == [1, 2, 3]
    assert "did not say what concerns it" in caplog.text


def unslept() -> Pace:
    """A pace whose pauses take no time."""
    return Pace(sleep=lambda _seconds: None)


class Killed(BaseException):
    """The program was killed."""


@contextmanager
def suppress_killed() -> Iterator[None]:
    """The program that was killed is started again."""
    with suppress(Killed):
        yield


@contextmanager
def killed_at(nth: int) -> Iterator[list[str]]:
    """The nth statement is the last: it is not performed, and nothing after it."""
    seen: list[str] = []

    def execute(go_on: Any, sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
        if len(seen) >= nth:
            raise Killed
        seen.append(sql)
        return go_on(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield seen


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_receivers")
def test_killed_between_any_two_statements_each_row_is_told_once_all_the_same() -> None:
    table = founded()
    outbox.receives("close_round")(tell)
    for nth in range(1, 100):
        Job.objects.all().delete()
        waiting(table, 4)
        with background_work.writing():
            Outbox.objects.filter(entry__gt=2).update(topic="close_round")
        finished = False
        with in_background(unslept()):
            with suppress_killed(), killed_at(nth):
                outbox.deliver(at=BEGAN)
                finished = True
            outbox.deliver(at=BEGAN)
        assert not Outbox.objects.filter(sent_at=None).exists(), nth
        keys = sorted(Job.objects.values_list("key", flat=True))
        assert keys == [f"rust-belt/s1/{n}/close_round/{m}" for n in (3, 4) for m in range(3)], nth
        if finished:
            break
    assert nth > 5


# ---------------------------------------------------------------------------------------------- sandboxes


@pytest.mark.django_db(transaction=True)
def test_killed_between_any_two_statements_a_sandbox_goes_all_the_same_and_nothing_else() -> None:
    table = signed()
    before = rows()
    for nth in (3, 7, 12, 18, 25, 33, 42, 55, 70, 1000):
        made = sandbox(table)
        type(made).objects.update(expires_at=BEGAN)
        with in_background(unslept()):
            with suppress_killed(), killed_at(nth):
                thin_fork(made.pk, most=1000)
                end_fork(made.pk)
            end_those_over(at=timezone.now())
        assert rows() == before, nth


@pytest.mark.django_db
def test_a_large_sandbox_goes_over_several_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    table = signed()
    before = rows()
    made = sandbox(table)
    type(made).objects.update(expires_at=BEGAN)
    monkeypatch.setattr("league.sandboxes.MOST_SWEPT", 20)
    calls = 0
    while Season.objects.filter(pk=made.pk).exists():
        end_those_over(at=timezone.now())
        calls += 1
        assert calls < 100
    assert calls > 2
    assert rows() == before


# ---------------------------------------------------------------------------------------------- turns


@pytest.mark.django_db(transaction=True)
def test_rows_are_deleted_and_set_some_at_a_time_and_what_has_changed_meanwhile_is_passed_over() -> None:
    background_work.jobs(250, "x")
    taken: list[int] = []

    def write(found: Any) -> int:
        if not taken:
            Job.objects.filter(key="x 240").update(state=Job.State.RUNNING)
        taken.append(found.count())
        return int(found.update(tries=1))

    assert write_in_pieces(Job.objects.filter(state="queued").order_by("queued_at", "key"), write) in (249, 250)
    assert len(taken) == 3
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
        clock[0] += PAUSE  # it was elsewhere for as long as a pause
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

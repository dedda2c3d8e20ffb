"""The outbox is delivered in short turns, each row once whatever happens. Turns are counted, never timed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import scheduling.background_work  # noqa: F401 - registers all background work
from jobs import outbox_delivery
from jobs.outbox_delivery import EVERY_TOPIC
from jobs.queue import enqueue
from league.models import Delivery, Job, Notice, Outbox
from sql.short_transactions import (
    MOST_ROWS,
    PAUSE,
    Pace,
    in_background,
)
from tests.guards.findings import beyond, report
from tests.jobs import background_work
from tests.jobs.background_work import (
    waiting,
)
from tests.jobs.killed_program import killed_at, suppress_killed, unslept
from tests.jobs.turn_costs import counted, on_sqlite
from tests.league.small_league import BEGAN, founded, settled


@pytest.fixture
def no_receivers() -> Iterator[None]:
    """Remove the site's receivers during a test."""
    before = dict(outbox_delivery._receivers)
    outbox_delivery._receivers.clear()
    yield
    outbox_delivery._receivers.clear()
    outbox_delivery._receivers.update(before)


def tell(season: str, entry: int, topic: str, at: Any) -> None:
    """A receiver that writes three rows."""
    for number in range(3):
        enqueue("told", key=f"{season}/{entry}/{topic}/{number}", at=at, due_at=at + timedelta(days=1))


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_rows_that_concern_nobody_are_marked_by_a_statement_for_each_turn() -> None:
    waiting(founded(), 1000)
    with counted() as found:
        assert outbox_delivery.deliver_outbox(at=BEGAN) == 1000
    assert len(found.written) == 1000 // MOST_ROWS
    assert [turn.rows for turn in found.turns if turn.rows] == [MOST_ROWS] * (1000 // MOST_ROWS)
    assert found.slept == [PAUSE] * (1000 // MOST_ROWS - 1)
    assert not Outbox.objects.filter(sent_at=None).exists()


@on_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_receivers")
def test_receivers_that_write_are_called_for_a_few_rows_in_each_turn_and_in_order() -> None:
    waiting(founded(), 60)
    outbox_delivery.outbox_receiver("decide_repairs")(tell)
    with counted() as found:
        assert outbox_delivery.deliver_outbox(at=BEGAN) == 60
    assert not found.too_much("deliver")
    assert len(found.turns) > 10
    entries = [
        int(key.split("/")[2]) for key in Job.objects.order_by("queued_at", "pk").values_list("key", flat=True)
    ]
    assert sorted({*entries}) == list(range(1, 61))
    sent = [sql for sql in found.written if sql.startswith('UPDATE "league_outbox"')]
    assert len(sent) < 60


READ_WHILE_WRITING = {
    "league_outbox": "whether another delivery has it",
    "league_notice": "who was told already, and which mail is unsent",
    "league_noticechoice": "who wants it in no inbox, by their ids",
    "league_job": "whether it was asked for already",
}
"""Tables that may be read while the outbox's transaction holds the writer, with the reason."""


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_receivers_read_and_reckon_before_they_hold_the_writer() -> None:
    """Slow work in between, such as importing all pages to build a URL, would hold up every request."""
    table = settled()
    background_work.a_webhook(table)
    with counted() as found:
        assert outbox_delivery.deliver_outbox(at=BEGAN)
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
    events: list[str] = []

    def reads(_season: str, entry: int, _topic: str, _at: Any) -> Any:
        events.append(f"read {entry}")
        if entry == 2:
            raise LookupError
        return (lambda: events.append(f"wrote {entry}")) if entry != 3 else None

    outbox_delivery.outbox_receiver(EVERY_TOPIC, reads_first=True)(reads)
    with in_background(Pace(clock=lambda: 0.0)):
        assert outbox_delivery.deliver_outbox(at=BEGAN) == 3
    assert events == ["read 1", "read 2", "read 3", "read 4", "wrote 1", "wrote 4"]
    assert list(Outbox.objects.filter(sent_at=None).values_list("entry", flat=True)) == [2]
    assert "Nobody was told of decide_repairs in entry 2" in caplog.text


@pytest.mark.django_db
@pytest.mark.usefixtures("no_receivers")
def test_a_receiver_is_handed_what_concerns_it_alone(caplog: pytest.LogCaptureFixture) -> None:
    waiting(founded(), 5)
    entries: list[int] = []

    def note(_season: str, entry: int, _topic: str, _at: Any) -> None:
        entries.append(entry)

    def odd_entries(rows: Any) -> set[int]:
        return {row.pk for row in rows if row.entry % 2}

    outbox_delivery.outbox_receiver(EVERY_TOPIC, concerned=odd_entries)(note)
    assert outbox_delivery.deliver_outbox(at=BEGAN) == 5
    assert entries == [1, 3, 5]
    assert not Outbox.objects.filter(sent_at=None).exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_receivers")
def test_a_receiver_that_cannot_say_what_concerns_it_is_handed_everything(caplog: pytest.LogCaptureFixture) -> None:
    waiting(founded(), 3)
    entries: list[int] = []

    def note(_season: str, entry: int, _topic: str, _at: Any) -> None:
        entries.append(entry)

    def breaks(_rows: Any) -> set[int]:
        raise LookupError

    outbox_delivery.outbox_receiver(EVERY_TOPIC, concerned=breaks)(note)
    assert outbox_delivery.deliver_outbox(at=BEGAN) == 3
    assert entries == [1, 2, 3]
    assert "did not say what concerns it" in caplog.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_receivers")
def test_killed_between_any_two_statements_each_row_is_told_once_all_the_same() -> None:
    table = founded()
    outbox_delivery.outbox_receiver("close_round")(tell)
    for nth in range(1, 100):
        Job.objects.all().delete()
        waiting(table, 4)
        with background_work.open_gate():
            Outbox.objects.filter(entry__gt=2).update(topic="close_round")
        finished = False
        with in_background(unslept()):
            with suppress_killed(), killed_at(nth):
                outbox_delivery.deliver_outbox(at=BEGAN)
                finished = True
            outbox_delivery.deliver_outbox(at=BEGAN)
        assert not Outbox.objects.filter(sent_at=None).exists(), nth
        keys = sorted(Job.objects.values_list("key", flat=True))
        assert keys == [f"rust-belt/s1/{n}/close_round/{m}" for n in (3, 4) for m in range(3)], nth
        if finished:
            break
    assert nth > 5

"""How long eight writers wait for SQLite while thousands of outbox rows are delivered, and while none are.

The delivery runs in a separate process, like a worker. Each writer creates a user, pauses for up to a tenth of a
second, and creates the next. The longest wait is what counts: SQLite has no queue, so an unlucky writer may be turned
away.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from benchmarks.benchmark_league import AT, BenchmarkLeague
from benchmarks.measure import Pair, pair_from_times
from journal.gate import open_gate
from league.models import Entry, League, Outbox, Webhook

CHECKOUT = Path(__file__).resolve().parent.parent
ROWS, ROWS_WITH_WEBHOOK = 5000, 250
"""The number of waiting rows without a webhook, and with one that is sent every row."""
WRITERS, LONGEST_THOUGHT = 8, 0.1
MOST_WAIT = 0.25
"""The longest wait that a delivery may cause, in seconds."""
DELIVERY_PROGRAM = """
import django
django.setup()
import league.tasks
from benchmarks.benchmark_league import AT
from jobs import outbox_delivery
print("ready", flush=True)
input()
print(outbox_delivery.deliver_outbox(at=AT))
"""


@dataclass
class WriterWaits:
    """The waits of the writers: the seconds of each write, and how many failed."""

    took: list[float] = field(default_factory=list)
    failed: int = 0

    def line(self) -> str:
        """The waits in one line."""
        return (
            f"longest {max(self.took) * 1000:.0f} ms, median {statistics.median(self.took) * 1000:.1f} ms, "
            f"{self.failed} of {len(self.took)} failed"
        )


def workloads(rounds: int) -> list[Pair]:
    """A pair for each outbox; its ratio is the longest wait with a delivery divided by the longest wait without."""
    ground = BenchmarkLeague("outbox", 8, 6, 3).create_with_teams()
    pairs = [_delivery_pair("nobody concerned", ROWS, ground, rounds)]
    Webhook._default_manager.create(
        league=League._default_manager.get(pk=ground.league),
        user=get_user_model()._default_manager.get(username=f"{ground.league}-boss"),
        name="bot",
        address="https://bot.example.org/",
        kinds=["entry.written"],
        shape="standard",
        secret="whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",  # noqa: S106 - nothing is ever signed with it
        made_at=AT,
    )
    return [*pairs, _delivery_pair("each handed to a receiver", ROWS_WITH_WEBHOOK, ground, rounds)]


def _delivery_pair(name: str, rows: int, ground: BenchmarkLeague, rounds: int) -> Pair:
    longest: tuple[list[float], list[float]] = ([], [])
    with_delivery, without, seconds = WriterWaits(), WriterWaits(), []
    for number in range(max(2, rounds)):
        _fill_outbox(ground, rows)
        waits_during = WriterWaits()
        took = _time_delivery(waits_during, rows, seed=number)
        waits_after = WriterWaits()
        _run_writers_alone(took, waits_after, seed=number)
        for waits, total, figures in ((waits_during, with_delivery, longest[0]), (waits_after, without, longest[1])):
            figures.append(max(waits.took))
            total.took += waits.took
            total.failed += waits.failed
        seconds.append(took)
    pair = pair_from_times(
        f"the longest wait of {WRITERS} writers beside {rows} waiting rows, {name}, {connection.vendor}",
        work=longest[0],
        floor=longest[1],
    )
    is_met = max(with_delivery.took) <= MOST_WAIT and not with_delivery.failed
    pair.notes["with the delivery"] = with_delivery.line()
    pair.notes["without"] = without.line()
    pair.notes["the delivery took"] = f"{statistics.median(seconds):.1f} s"
    pair.notes["aim"] = f"no wait over {MOST_WAIT * 1000:.0f} ms and none fails: {'met' if is_met else 'missed'}"
    return pair


def _fill_outbox(ground: BenchmarkLeague, rows: int) -> None:
    """Fill the outbox with that many rows: the season's entries, repeated under other topics."""
    numbers = list(Entry._default_manager.filter(season=ground.season).values_list("number", flat=True))
    with open_gate(), transaction.atomic():
        Outbox._default_manager.all().delete()
        Outbox._default_manager.bulk_create(
            Outbox(season_id=ground.season, entry=numbers[index % len(numbers)], topic=f"x{index // len(numbers)}")
            for index in range(rows)
        )


def _time_delivery(waits: WriterWaits, rows: int, *, seed: int) -> float:
    """Deliver the outbox while the writers run; the result is the seconds it took.

    Raises `AssertionError` if rows are left.
    """
    program: Any = subprocess.Popen(
        [sys.executable, "-c", DELIVERY_PROGRAM],
        cwd=CHECKOUT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    program.stdout.readline()
    over = threading.Event()
    writers = _start_writers(waits, over, seed=seed)
    time.sleep(LONGEST_THOUGHT)
    began = time.perf_counter()
    program.stdin.write("\n")
    program.stdin.close()
    delivered = int(program.stdout.readline())
    took = time.perf_counter() - began
    program.wait()
    _stop_writers(writers, over)
    if delivered != rows:
        raise AssertionError(f"{delivered} of {rows} rows were delivered")
    return took


def _run_writers_alone(seconds: float, waits: WriterWaits, *, seed: int) -> None:
    """Run the same writers for that many seconds without a delivery."""
    over = threading.Event()
    writers = _start_writers(waits, over, seed=seed)
    time.sleep(seconds)
    _stop_writers(writers, over)


def _start_writers(waits: WriterWaits, over: threading.Event, *, seed: int) -> list[threading.Thread]:
    began = timezone.now().isoformat()
    writers = [
        threading.Thread(
            target=_write_until_over, args=(waits, over, f"{began} {number}", random.Random(seed * 100 + number))
        )
        for number in range(WRITERS)
    ]
    for thread in writers:
        thread.start()
    return writers


def _write_until_over(waits: WriterWaits, over: threading.Event, name: str, lot: random.Random) -> None:
    people = get_user_model()._default_manager
    number = 0
    while not over.is_set():
        number += 1
        began = time.perf_counter()
        try:
            with transaction.atomic():
                people.create(username=f"{name} {number}", email="somebody@example.org")
        except OperationalError:
            waits.failed += 1
        waits.took.append(time.perf_counter() - began)
        time.sleep(lot.uniform(0, LONGEST_THOUGHT))
    connection.close()


def _stop_writers(writers: list[threading.Thread], over: threading.Event) -> None:
    over.set()
    for writer in writers:
        writer.join()

"""How long a job that does nothing takes, from being requested to being done, compared with a bare task on the same
broker.

The broker is a temporary Redis server; without `redis-server`, nothing is measured.
"""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from benchmarks.measure import Pair, Side, compare, per_single_run, repeat
from jobs.dispatch import celery_app
from jobs.queue import enqueue
from league.models import Job

CHECKOUT = Path(__file__).resolve().parent.parent
EMPTY_KIND, BARE_TASK = "benchmarks_empty", "benchmarks.bare"
JOBS_PER_RUN = 20
POLL_SECONDS = 0.0005
"""Seconds between two checks whether the job is done."""
MOST_SECONDS = 60.0


def workloads(rounds: int) -> list[Pair]:
    """The pair of this chapter, on the database the program was started with."""
    if shutil.which("redis-server") is None:
        return []
    with temporary_redis() as url:
        settings.REDIS_URL = settings.CELERY_BROKER_URL = url
        celery_app().conf.update(broker_url=url)
        with redis.from_url(url) as broker, running_worker(url):
            _run_bare_task(broker)
            pair = compare(
                f"an empty job from asked for to done, {connection.vendor}",
                work=Side(repeat(JOBS_PER_RUN, _run_empty_job)),
                floor=Side(repeat(JOBS_PER_RUN, lambda: _run_bare_task(broker))),
                rounds=rounds,
            )
    return [per_single_run(pair, JOBS_PER_RUN)]


def _run_empty_job() -> None:
    """Enqueue an empty job and wait until its row says that it is done."""
    job = enqueue(EMPTY_KIND, key=secrets.token_hex(8), at=timezone.now())
    deadline = time.monotonic() + MOST_SECONDS
    while not Job.objects.filter(pk=job.pk, state=Job.State.DONE).exists():
        if time.monotonic() > deadline:
            raise TimeoutError(f"job {job.pk} was not done within {MOST_SECONDS:.0f} seconds")
        time.sleep(POLL_SECONDS)


def _run_bare_task(broker: Any) -> None:
    """Send a bare task and wait until it reports that it ran."""
    key = secrets.token_hex(8)
    celery_app().send_task(BARE_TASK, kwargs={"key": key})
    if broker.blpop([key], timeout=MOST_SECONDS) is None:
        raise TimeoutError(f"the bare task did not run within {MOST_SECONDS:.0f} seconds")


@contextmanager
def temporary_redis() -> Iterator[str]:
    """The URL of a temporary Redis server that stores nothing on disk."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--save", "", "--appendonly", "no", "--bind", "127.0.0.1"]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + MOST_SECONDS
        while not _port_is_open(port):
            if time.monotonic() > deadline:
                raise TimeoutError("the Redis server did not answer")
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        program.terminate()
        program.wait()


def _port_is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running_worker(url: str) -> Iterator[None]:
    """A running worker that has both the empty job and the bare task."""
    command = [sys.executable, "-m", "benchmarks.job_worker"]
    program = subprocess.Popen(command, cwd=CHECKOUT, env={**os.environ, "REDIS_URL": url}, stdout=sys.stderr)
    try:
        yield
    finally:
        program.terminate()
        program.wait()

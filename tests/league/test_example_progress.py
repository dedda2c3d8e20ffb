"""What the terminal prints while example leagues are loaded."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from jobs.worker import run_job
from league.example_archives import log_ins
from league.example_archives.loading import ask_for_examples
from league.management.example_progress import ExampleProgress
from league.models import Job
from league.queries.jobs import LOAD_EXAMPLE

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = datetime(2026, 11, 20, 13, tzinfo=UTC)


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


class Told(ExampleProgress):
    """Progress that the test updates itself, without a thread, at the time of the tests."""

    def __init__(self, out: io.StringIO, jobs: list[Job]) -> None:
        super().__init__(out, jobs, clock=lambda: LATER)

    def start(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    settings.SITE_URL = "http://localhost:8010"


def job_of(league: str) -> Any:
    """The query for the job that loads that league."""
    return Job.objects.filter(key=f"{LOAD_EXAMPLE} {league}")


def test_a_log_is_told_of_each_league_once_and_then_of_the_ways_in() -> None:
    jobs, output = ask_for_examples(at=AT), io.StringIO()
    progress = Told(output, jobs)
    assert progress.poll()
    run_job(job_of("midden").get().pk, clock=lambda: LATER)
    assert progress.poll()
    assert progress.poll()
    job_of("scrapyard").update(state=Job.State.CANCELLED, ended_at=LATER)
    job_of("rust-belt").update(state=Job.State.FAILED, ended_at=LATER, failure="Its archive is not here.")
    assert not progress.poll()
    log_ins_before = log_ins.log_ins()
    assert len(log_ins_before) == 5
    assert output.getvalue().splitlines() == [
        "Loading example leagues in the background: The Midden League, The Scrapyard League, The Rust Belt League …",
        "Loaded The Midden League.",
        "Loading The Scrapyard League was given up.",
        "Loading The Rust Belt League failed: Its archive is not here.",
        f"Log-ins of the example leagues (kept in {log_ins.file()}):",
        *(f"  {log_in}" for log_in in log_ins_before),
        "2 seats are free in The Midden League: http://localhost:8010/l/midden/",
    ]


def test_in_a_terminal_one_line_says_how_far_it_is() -> None:
    jobs, output = ask_for_examples(at=AT), Terminal()
    progress = Told(output, jobs)
    before = len(output.getvalue())
    progress.poll()
    job_of("rust-belt").update(state=Job.State.RUNNING, claim="ours", heartbeat_at=AT, done=1240, total=2459)
    progress.poll()
    shown_lines = output.getvalue()[before:].split("\r")
    assert shown_lines == ["", "Loading The Midden League", "Loading The Rust Belt League: 1,240 of 2,459 entries"]
    job_of("rust-belt").update(state=Job.State.DONE, ended_at=LATER)
    progress.poll()
    width = len("Loading The Rust Belt League: 1,240 of 2,459 entries")
    last_lines = output.getvalue()[before:].split("\r")
    assert last_lines[3:5] == [" " * width, "Loaded The Rust Belt League.\n"]


def test_where_nothing_is_loaded_the_ways_in_are_told_at_once() -> None:
    run_job(ask_for_examples(at=AT)[0].pk, clock=lambda: LATER)
    output = io.StringIO()
    Told(output, [])
    assert output.getvalue().splitlines()[0] == f"Log-ins of the example leagues (kept in {log_ins.file()}):"
    assert len(output.getvalue().splitlines()) == 7


def test_nothing_is_said_where_there_is_no_example() -> None:
    output = io.StringIO()
    Told(output, [])
    assert output.getvalue() == ""

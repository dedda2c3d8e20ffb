"""A program killed at any write leaves the season whole, and the next run reaches the same digests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from jobs.queue import retry_job
from jobs.sweeper import sweep
from jobs.worker import run_due_jobs
from journal import audit
from journal.gate import JOURNALED_TABLES
from league.models import Entry, Job, Season
from scheduling.automatic_steps import run_automatic_steps
from scheduling.windows import sync_windows
from tests.one_writer import WRITE
from tests.running.leagues import LONG, Running

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ASKED_FOR = frozenset({Job._meta.db_table})


class Killed(BaseException):
    """The program was killed. A BaseException, so that no handler catches it."""


class Dying:
    """Kills the program the first time it reaches each write to a season's tables, and each insert of a job."""

    def __init__(self, season: str) -> None:
        self.season, self.met, self.deaths = season, set[tuple[int, int]](), 0
        self.written = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: object, many: bool, context: Any) -> Any:
        write = WRITE.match(sql)
        kills = write and (write[1] in JOURNALED_TABLES or (write[1] in ASKED_FOR and sql.startswith("INSERT")))
        if kills and (place := (self.length(), self.written)) not in self.met:
            self.met.add(place)
            self.deaths += 1
            raise Killed
        self.written += bool(kills)
        return execute(sql, params, many, context)

    def length(self) -> int:
        """The number of entries of all seasons."""
        return Entry.objects.count()


def test_killed_at_every_write_of_a_season_and_its_end_it_comes_to_the_same_season() -> None:
    undisturbed = Running("whole", 3, b"one", owned=("f1",), rounds=1).found()
    undisturbed.run(seasons=2, until="S1")
    league = Running("dying", 3, b"one", owned=("f1",), rounds=1).found()
    dying = Dying(league.season)
    with connection.execute_wrapper(dying):
        while Season.objects.filter(league="dying").count() == 1 or league.row.step == "S0":
            season = league.season
            sync_windows(season, at=league.at)
            league.at += LONG
            until_it_lives(dying, lambda season=season: run_automatic_steps(season, at=league.at))  # type: ignore[misc]
            until_it_lives(dying, lambda: revive(league))
    assert dying.deaths > 150
    assert league.digests(seasons=1) == undisturbed.digests(seasons=1)
    assert [season_row.digest for season_row in Season.objects.filter(number=2)] == [undisturbed.row.digest] * 2
    assert audit("dying/s1") == []
    assert Job.objects.filter(season="dying/s1").exclude(state="done").count() == 0


def until_it_lives(dying: Dying, go: Callable[[], object]) -> None:
    """Call `go` again until it finishes without being killed."""
    while True:
        dying.written = 0
        try:
            go()
        except Killed:
            # The write was not executed. Outside a transaction nothing more would be lost, but here it is within the
            # test's, with which Django would refuse to go on.
            transaction.set_rollback(False)
            continue
        return


def revive(league: Running) -> None:
    """Sweep what a killed worker left, retry the failed jobs as a person would, and run all due jobs."""
    league.at += timedelta(hours=1)
    sweep(at=league.at)
    for job in Job.objects.filter(state=Job.State.FAILED):
        retry_job(job, at=league.at, asked_by="")
    run_due_jobs(clock=lambda: league.at)

"""Clocks that step back and jobs delivered twice or out of order do not change a season."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from franchises.models import LedgerLine
from jobs.sweeper import sweep
from jobs.worker import run_job
from journal import audit
from league.models import Job, Notice, Season, Window
from scheduling.clock_tick import tick
from tests.running.leagues import Running

pytestmark = [pytest.mark.django_db, pytest.mark.long]
HOUR = timedelta(hours=1)
TURN = timedelta(hours=90)


def played(name: str, turn: Callable[[Running], None]) -> Running:
    """A league whose owners never act, played by turns of its clock until its season is closed."""
    league = Running(name, 3, b"one", owned=("f1", "f2", "f3"), rounds=1).found()
    for _ in range(60):
        if league.row.number == 2:
            return league
        league.at += TURN
        turn(league)
    raise AssertionError(f"{league.season} stands still at {league.row.step}")


def came_of(league: Running) -> dict[str, Any]:
    """What no fault may change: digests, ledger, notices, jobs, and an audit without findings."""
    first = Season.objects.get(pk=f"{league.league}/s1")
    ledger = LedgerLine.objects.filter(season=first).order_by("entry", "pk")
    notices = Notice.objects.filter(season=first).values_list("member__franchise", "about", "arguments__match")
    return {
        "digests": league.digests(seasons=1),
        "ledger": [
            (ledger_line.franchise_id.rsplit("/", 1)[-1], ledger_line.entry, ledger_line.amount)
            for ledger_line in ledger
        ],
        "told": sorted((str(franchise).rsplit("/", 1)[-1], about, str(match)) for franchise, about, match in notices),
        "jobs": sorted(Job.objects.filter(season=first, kind="season_end").values_list("state", "failure")),
        "findings": audit(first.pk),
    }


def undisturbed(league: Running) -> None:
    """Tick, sweep and work all jobs twice, and sweep once more."""
    for _ in range(2):
        tick(league.season, at=league.at)
        sweep(at=league.at)
        league.work()
    sweep(at=league.at)


def test_a_clock_that_steps_back_an_hour_after_every_turn_changes_nothing() -> None:
    def step_back(league: Running) -> None:
        undisturbed(league)
        league.at -= HOUR
        windows = list(Window.objects.filter(closed_at=None).values_list("what", "opened_at", "closes_at"))
        undisturbed(league)
        assert list(Window.objects.filter(closed_at=None).values_list("what", "opened_at", "closes_at")) == windows
        league.at += HOUR

    assert came_of(played("back", step_back)) == came_of(played("kept", undisturbed))


def test_a_clock_that_steps_back_between_asking_and_working_holds_nothing_up() -> None:
    def step_back(league: Running) -> None:
        for _ in range(2):
            tick(league.season, at=league.at)
            sweep(at=league.at - HOUR)
            Running.work(Running(league.league, 3, b"one", at=league.at - HOUR))
        sweep(at=league.at)

    assert came_of(played("back", step_back)) == came_of(played("kept", undisturbed))


def test_jobs_told_of_twice_and_the_newest_first_are_each_done_once() -> None:
    def disturb(league: Running) -> None:
        for _ in range(2):
            tick(league.season, at=league.at)
            tick(league.season, at=league.at)
            sweep(at=league.at)
            while Job.objects.filter(state="queued").exists():
                ids = list(Job.objects.order_by("-queued_at", "-key").values_list("pk", flat=True))
                for job_id in [*ids, *ids]:
                    run_job(job_id, clock=lambda: league.at)
            sweep(at=league.at)
        sweep(at=league.at)

    league = played("disorder", disturb)
    assert set(Job.objects.values_list("tries", flat=True)) == {1}
    assert came_of(league) == came_of(played("kept", undisturbed))

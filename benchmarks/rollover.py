"""Ending a season by jobs, opening the next season, and amending a match that was played long ago."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction

import scheduling.background_work  # noqa: F401 - registers every kind of job
from benchmarks.benchmark_league import AT
from benchmarks.floor import transaction as floor
from benchmarks.floor.models import BARE_COPIES
from benchmarks.measure import Pair, Side, compare
from franchises.models import LedgerLine
from jobs.worker import run_job
from journal import amend, open_season, perform
from journal.amends.corrections import NewCorrections, corrections_to_replace_report
from journal.state import store
from league.folder_import import play_folder
from league.membership import found_league
from league.models import Job, Membership, Report, Season
from rules.campaign.core.codec import command_from_document
from rules.campaign.steward.simulation import play_out
from scheduling.automatic_steps import SEASON_END_JOB, run_automatic_steps
from scheduling.calendar import set_calendar
from scheduling.next_season import open_next_by_clock
from scheduling.windows import sync_windows

CHECKOUT = Path(__file__).resolve().parent.parent
RUST_BELT = CHECKOUT / "examples" / "rust-belt"
LEAGUES, FRANCHISES = 4, 8
AFTER_ALL_WINDOWS = timedelta(days=10)
"""Longer than any window stays open."""
LARGE, LARGEST = 24, 96
INSERTS_PER_FRANCHISE = 16
"""Rows per franchise in the bare transaction that the end of a large season is compared with."""
AIM, AIM_GROWTH = 10.0, 5.0
AMENDED_ROUND, LAST_ROUND = "r3", "r9"
TABLES = [model for model in BARE_COPIES if model is not Membership]


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter, on the database the program was started with."""
    return [
        amend_pair(rounds),
        *rollover_pairs(rounds),
        large_end_pair(rounds),
        growth_pair(max(3, rounds // 2)),
    ]


def amend_pair(rounds: int) -> Pair:
    """Correcting a match's report six rounds later, compared with one small command on the same season."""
    for batch in play_folder(RUST_BELT):
        if any(entry.command == {"type": "close_round", "round": LAST_ROUND} for entry in batch.answer.entries):
            break
    row = Season.objects.get(league="rust-belt")
    boss = Membership.objects.filter(league="rust-belt", role=Membership.Role.COMMISSIONER)[0].handle
    corrections, start = _one_critical_more(row), floor.snapshot(TABLES)
    gift = [command_from_document({"type": "adjust_balance", "franchise": "hounds", "amount": 1000})]
    arguments: dict[str, Any] = {"actor": boss, "at": AT, "reason": "measured", "key": "measured"}
    pair = compare(
        f"a match amended six rounds back, against one command, {connection.vendor}",
        work=Side(lambda: amend(row.pk, corrections, **arguments), lambda: floor.restore(start)),
        floor=Side(lambda: perform(row.pk, gift, **arguments), lambda: floor.restore(start)),
        rounds=rounds,
        notes={"entries performed again": row.length - min(corrections) + 1, "entries": row.length},
    )
    _empty_tables(start)
    return pair


def _one_critical_more(row: Season) -> NewCorrections:
    """Corrections that replace the report of the round's first match, with one more critical for the driver with the
    most.
    """
    for report in Report.objects.filter(season=row, match__round_id=f"{row.pk}/{AMENDED_ROUND}").order_by("match"):
        document: dict[str, Any] = copy.deepcopy(report.document)
        most = max(document["drivers"], key=lambda driver: driver.get("criticals", 0))
        most["criticals"] = most.get("criticals", 0) + 1
        return corrections_to_replace_report(row, str(report.match_id).rsplit("/", 1)[-1], document)
    raise LookupError(f"{row.pk} has no report of {AMENDED_ROUND}")


def rollover_pairs(rounds: int) -> Iterator[Pair]:
    """Taking several leagues from their final tables to their next seasons, by one worker and by two, compared with
    memory.
    """
    leagues = [f"roll{number}" for number in range(LEAGUES)]
    for league in leagues:
        create_at_season_end(league, FRANCHISES)
    start = floor.snapshot(TABLES)
    states = [(store.load(row).season, bytes.fromhex(row.secret)) for row in Season.objects.order_by("pk")]

    def in_memory() -> None:
        for season, secret in states:
            for _ in play_out(season, secret=secret, seasons=2, until="S0"):
                pass

    for count in (1, 2):
        workers = "one worker" if count == 1 else f"{count} workers"
        with running_workers(count, leagues) as go:
            yield compare(
                f"{LEAGUES} leagues rolled over by {workers}, against memory, {connection.vendor}",
                work=Side(go, lambda: floor.restore(start)),
                floor=Side(in_memory),
                rounds=rounds,
                notes={"franchises in each": FRANCHISES},
            )
    _empty_tables(start)


@contextmanager
def running_workers(count: int, leagues: Sequence[str]) -> Iterator[Callable[[], None]]:
    """A function that makes worker processes do all jobs there are, and returns when they are done."""
    command = [sys.executable, "-m", "benchmarks.rollover_worker", *leagues]
    running = [
        subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    try:
        for program in running:
            _expect_line(program, "ready")

        def go() -> None:
            for program in running:
                print("go", file=program.stdin, flush=True)
            for program in running:
                _expect_line(program, "done")

        yield go
    finally:
        for program in running:
            program.communicate()


def _expect_line(program: subprocess.Popen[str], word: str) -> None:
    if program.stdout is None or program.stdout.readline().strip() != word:
        raise RuntimeError(f"a worker ended before it said {word}")


def roll_over(leagues: Sequence[str]) -> None:
    """Run the jobs of these leagues' season ends and open the next seasons, alongside other workers that do
    the same.
    """
    remaining = set(leagues)
    while remaining:
        waiting = Job.objects.filter(kind=SEASON_END_JOB, state=Job.State.QUEUED, league__in=remaining).order_by(
            "queued_at", "key"
        )
        for id in list(waiting.values_list("pk", flat=True)):
            run_job(id, clock=lambda: AT + AFTER_ALL_WINDOWS)
        for row in Season.objects.filter(league__in=remaining, number=1, step="closed"):
            open_next_by_clock(row, at=AT + AFTER_ALL_WINDOWS)
        remaining -= set(
            Season.objects.filter(league__in=remaining, number=2, length__gt=0).values_list("league", flat=True)
        )


def large_end_pair(rounds: int) -> Pair:
    """Ending a season of many franchises by its nine jobs, compared with a bare transaction of that many inserts."""
    create_at_season_end("large", LARGE)
    start = floor.snapshot(TABLES)
    lines = [
        {"season_id": "large/s1", "entry": 1, "fact": number, "franchise_id": f"large/s1/f{number % LARGE}"}
        for number in range(LARGE * INSERTS_PER_FRANCHISE)
    ]
    ledger = BARE_COPIES[LedgerLine]._default_manager

    def bare() -> None:
        with transaction.atomic():
            for line in lines:
                ledger.create(**line, kind="fee_paid", rule="DM-C-100", amount=1000, balance=1000)

    pair = compare(
        f"the end of a season of {LARGE}, against {INSERTS_PER_FRANCHISE} inserts a franchise, {connection.vendor}",
        work=Side(partial(work_season_end, "large"), lambda: floor.restore(start)),
        floor=Side(bare, lambda: ledger.all()._raw_delete(ledger.db)),
        rounds=rounds,
        aim=AIM,
        notes={"entries": _count_end_entries("large", start), "rows inserted by the floor": len(lines)},
    )
    _empty_tables(start)
    return pair


def growth_pair(rounds: int) -> Pair:
    """Ending a season with four times as many franchises, compared with the smaller one."""
    create_at_season_end("large", LARGE)
    create_at_season_end("largest", LARGEST)
    start = floor.snapshot(TABLES)
    pair = compare(
        f"the end of a season of {LARGEST}, against one of {LARGE}, {connection.vendor}",
        work=Side(partial(work_season_end, "largest"), lambda: floor.restore(start)),
        floor=Side(partial(work_season_end, "large"), lambda: floor.restore(start)),
        rounds=rounds,
        aim=AIM_GROWTH,
    )
    _empty_tables(start)
    return pair


def work_season_end(league: str) -> None:
    """Run the jobs of a league's season end, one after another."""
    waiting = Job.objects.filter(kind=SEASON_END_JOB, state=Job.State.QUEUED, league=league)
    while (job := waiting.first()) is not None:
        run_job(job.pk, clock=lambda: AT + AFTER_ALL_WINDOWS)
    _require_step(f"{league}/s1", "closed")


def create_at_season_end(league: str, franchises: int) -> None:
    """Create a league that nobody attends and play it to the end of its only round, so that the first job of its
    season end is queued.
    """
    boss = get_user_model()._default_manager.create(username=f"{league}-boss")
    handle, season = f"{league}.boss", f"{league}/s1"
    found_league(id=league, name=league, public=True, commissioner=boss, at=AT, handle=handle)
    open_season(league, "s1", secret=league.encode(), rounds=1, actor=handle, at=AT, key="open")
    founding = [{"type": "found_franchise", "franchise": f"f{number}"} for number in range(1, franchises + 1)]
    perform(
        season,
        [command_from_document(document) for document in [*founding, {"type": "open_setup"}]],
        actor=handle,
        at=AT,
        key="found",
    )
    member = Membership.objects.get(league=league)
    set_calendar(league=league, member=member, at=AT, unattended=True, results="stand_in")
    sync_windows(season, at=AT)
    run_automatic_steps(season, at=AT + AFTER_ALL_WINDOWS)
    _require_step(season, "E1")


def _require_step(season: str, step: str) -> None:
    if (current_step := Season.objects.get(pk=season).step) != step:
        raise RuntimeError(f"{season} is at {current_step} and should be at {step}")


def _count_end_entries(league: str, start: floor.Snapshot) -> int:
    before = Season.objects.get(pk=f"{league}/s1").length
    work_season_end(league)
    after = Season.objects.get(pk=f"{league}/s1").length
    floor.restore(start)
    return after - before


def _empty_tables(start: floor.Snapshot) -> None:
    """Empty the tables, so that the next pair does not read these leagues."""
    Membership.objects.all().delete()
    floor.restore({model: {} for model in start})
    get_user_model()._default_manager.all().delete()

"""The journal's writer compared with its floor: a small command, a match accepted and settled, and the price of
leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from benchmarks.benchmark_league import BenchmarkLeague, Document
from benchmarks.floor import transaction as floor
from benchmarks.floor.models import BARE_COPIES
from benchmarks.leaves import leaf_pairs
from benchmarks.measure import Pair, Side, compare
from league.models import Membership

AIM = 4.0
FRANCHISES, DRIVERS, CARS = 8, 8, 4
MATCH_TEAMS, VEHICLES = 4, 3


@dataclass(frozen=True, slots=True)
class Batch:
    """One call of the writer: the commands, and the team on whose behalf they are given."""

    asked: Sequence[Document]
    team: str = ""


def workloads(rounds: int) -> list[Pair]:
    """Every pair of this chapter, on the database the program was started with."""
    return [
        hire_pair(rounds),
        settle_pair(rounds, damaged=False),
        settle_pair(rounds, damaged=True),
        *leaf_pairs(rounds),
    ]


def hire_pair(rounds: int) -> Pair:
    """One rookie hired in a league whose setup is open."""
    ground = BenchmarkLeague("hiring", FRANCHISES, DRIVERS, CARS).create_with_teams()
    rookie = {"type": "hire_rookie", "franchise": "f1", "driver": f"f1.d{DRIVERS + 1}", "name": "Late Larry"}
    return against_floor("one rookie hired", ground, [Batch([rookie], "f1")], rounds)


def settle_pair(rounds: int, *, damaged: bool) -> Pair:
    """One match of four teams accepted and settled; with `damaged` cars, each owner has to decide first."""
    ground = (
        BenchmarkLeague(f"settling-{'damage' if damaged else 'whole'}", FRANCHISES, DRIVERS, CARS)
        .create_with_teams()
        .begin_rounds()
    )
    teams = ground.teams[:MATCH_TEAMS]
    ground.play_to_lock("r1", matches={"m1": teams}, vehicles=VEHICLES)
    batches = [Batch([ground.accept_report_document("m1", teams, vehicles=VEHICLES, damaged=damaged)])]
    if damaged:
        batches += [Batch([ground.repair_document("m1", team, vehicles=VEHICLES)], team) for team in teams]
    outcome = "accepted, decided on by four owners and settled" if damaged else "accepted and settled at once"
    return against_floor(f"a match of four {outcome}", ground, batches, rounds)


def against_floor(name: str, ground: BenchmarkLeague, batches: Sequence[Batch], rounds: int) -> Pair:
    """Batches through the writer, compared with as many bare transactions that read and write the same rows."""
    tables = [model for model in BARE_COPIES if model is not Membership]
    start = floor.snapshot(tables)
    changes_by_batch: list[floor.RowChanges] = []
    before = start
    for batch in batches:
        ground.give(batch.asked, team=batch.team)
        after = floor.snapshot(tables)
        changes_by_batch.append(floor.snapshot_difference(before, after))
        before = after
    floor.restore(start)
    bare_start = floor.fill_bare_tables(start)

    def work() -> None:
        for batch in batches:
            ground.give(batch.asked, team=batch.team)

    def bare() -> None:
        for changes in changes_by_batch:
            floor.perform_bare(ground.season, changes)

    return compare(
        f"{name}, {connection.vendor}",
        work=Side(work, lambda: floor.restore(start)),
        floor=Side(bare, lambda: floor.restore(bare_start)),
        rounds=rounds,
        aim=AIM,
        notes={
            "transactions": len(batches),
            "rows written": sum(changes.rows for changes in changes_by_batch),
            "rows read": sum(_count_rows_read(start, ground.season) for _ in changes_by_batch),
        },
    )


def _count_rows_read(start: floor.Snapshot, season: str) -> int:
    return sum(
        1
        for shelf in floor.STATE_TABLES
        for row in start[shelf.model].values()
        if str(row[0]).startswith(f"{season}/")
    )

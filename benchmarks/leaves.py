"""The price of leaves compared with one secret: opening a season, and accepting and settling a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import connection

from benchmarks.benchmark_league import DICE_SEEDS, BenchmarkLeague
from benchmarks.floor import transaction as floor
from benchmarks.floor.models import BARE_COPIES
from benchmarks.measure import Pair, Side, compare
from league.models import Membership
from league.queries.season_leaves import Seeds

SECRET = b"\x09" * 32
FRANCHISES, DRIVERS, CARS, VEHICLES = 4, 6, 3, 3
AIM = 1.1
"""Settling may take a tenth longer than with one secret."""
LONGEST_DELAY = 0.2
"""How many seconds longer opening a season may take."""


def leaf_pairs(rounds: int) -> list[Pair]:
    """Both pairs, on the database the program was started with."""
    return [opening_pair(rounds), settling_pair(rounds)]


def opening_pair(rounds: int) -> Pair:
    """Opening a season with a root over its leaves, compared with opening one with a secret."""
    with_leaves, with_secret = (
        _benchmark_league("opening", dice).create_league_only() for dice in (DICE_SEEDS, SECRET)
    )
    pair = _compare_with_secret("a season opened with leaves", with_leaves.open, with_secret.open, rounds)
    delay = pair.work - pair.floor
    return replace(pair, notes={"longer by ms": round(delay * 1e3, 1), "longest allowed ms": LONGEST_DELAY * 1e3})


def settling_pair(rounds: int) -> Pair:
    """Accepting and settling a match of four whose dice come from a leaf, compared with one secret."""
    with_leaves, with_secret = (_lock_match(_benchmark_league("settled", dice)) for dice in (DICE_SEEDS, SECRET))
    return _compare_with_secret(
        "a match settled with leaves", lambda: _settle(with_leaves), lambda: _settle(with_secret), rounds, aim=AIM
    )


def _benchmark_league(purpose: str, dice: Seeds | bytes) -> BenchmarkLeague:
    dice_source = "secret" if isinstance(dice, bytes) else "leaves"
    return BenchmarkLeague(f"{purpose}-{dice_source}", FRANCHISES, DRIVERS, CARS, dice=dice)


def _lock_match(ground: BenchmarkLeague) -> BenchmarkLeague:
    ground.create_with_teams().begin_rounds().play_to_lock("r1", matches={"m1": ground.teams}, vehicles=VEHICLES)
    return ground


def _settle(ground: BenchmarkLeague) -> None:
    ground.give([ground.accept_report_document("m1", ground.teams, vehicles=VEHICLES, damaged=False)])


def _compare_with_secret(
    name: str, work: Callable[[], object], secret: Callable[[], object], rounds: int, *, aim: float | None = None
) -> Pair:
    start = floor.snapshot([model for model in BARE_COPIES if model is not Membership])
    return compare(
        f"{name} against one secret, {connection.vendor}",
        work=Side(work, lambda: floor.restore(start)),
        floor=Side(secret, lambda: floor.restore(start)),
        rounds=rounds,
        aim=aim,
    )

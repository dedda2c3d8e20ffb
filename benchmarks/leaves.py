"""What leaves cost against one secret: a season opened, and a match accepted and settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import connection

from benchmarks.floor import transaction as floor
from benchmarks.floor.models import BARE
from benchmarks.ground import SEEDS, Ground
from benchmarks.measure import Pair, Side, compare
from league.models import Membership
from league.queries.season_leaves import Seeds

SECRET = b"\x09" * 32
FRANCHISES, DRIVERS, CARS, VEHICLES = 4, 6, 3, 3
AIM = 1.1
"""Settling may take a tenth longer than with one secret."""
LATER_BY = 0.2
"""How many seconds longer opening a season may take."""


def against_one_secret(rounds: int) -> list[Pair]:
    """Both pairs of this idea, on the database the program was started with."""
    return [opening(rounds), settling(rounds)]


def opening(rounds: int) -> Pair:
    """A season opened with a root over its leaves, against one with a secret."""
    one, other = (_ground("opening", dice).founded() for dice in (SEEDS, SECRET))
    pair = _side_by_side("a season opened with leaves", one.open, other.open, rounds)
    longer = pair.work - pair.floor
    return replace(pair, notes={"longer by ms": round(longer * 1e3, 1), "longest allowed ms": LATER_BY * 1e3})


def settling(rounds: int) -> Pair:
    """A match of four accepted and settled at once, whose dice come from a leaf, against one secret."""
    one, other = (_locked(_ground("settled", dice)) for dice in (SEEDS, SECRET))
    return _side_by_side("a match settled with leaves", lambda: _settle(one), lambda: _settle(other), rounds, aim=AIM)


def _ground(what: str, dice: Seeds | bytes) -> Ground:
    how = "secret" if isinstance(dice, bytes) else "leaves"
    return Ground(f"{what}-{how}", FRANCHISES, DRIVERS, CARS, dice=dice)


def _locked(ground: Ground) -> Ground:
    ground.found().begin().lock("r1", matches={"m1": ground.teams}, vehicles=VEHICLES)
    return ground


def _settle(ground: Ground) -> None:
    ground.give([ground.report("m1", ground.teams, vehicles=VEHICLES, damaged=False)])


def _side_by_side(
    name: str, work: Callable[[], object], secret: Callable[[], object], rounds: int, *, aim: float | None = None
) -> Pair:
    start = floor.snapshot([model for model in BARE if model is not Membership])
    return compare(
        f"{name} against one secret, {connection.vendor}",
        work=Side(work, lambda: floor.restore(start)),
        floor=Side(secret, lambda: floor.restore(start)),
        rounds=rounds,
        aim=aim,
    )

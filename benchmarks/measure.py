"""Measures work against its floor: both run in turn, and the result is their ratio.

A pair that varies too much gets no verdict.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

WIDEST_SPREAD = 0.25
"""The distance between the quartiles as a part of the median: a pair with a wider spread gets no verdict."""
WARM_UP = 2
PROBE_ROUNDS = 15
PROBE_LOOP = 200_000

Clock = Callable[[], float]


class NothingMeasured(ValueError):
    """There are too few figures for a spread, or a floor took no time."""


def _do_nothing() -> None:
    """The default between two runs, when there is nothing to restore."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair: `run` is timed; `restore` puts things back afterwards and is not timed."""

    run: Callable[[], object]
    restore: Callable[[], object] = _do_nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The times of work and floor, in seconds per run; `ratio` is the median of the rounds' ratios."""

    name: str
    ratio: float
    spread: float
    work: float
    floor: float
    rounds: int
    aim: float | None = None
    """The largest allowed ratio; None if there is none."""
    notes: dict[str, object] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """`within the aim`, `over the aim`, `no aim`, or `no verdict` if the rounds vary too much."""
        if self.spread > WIDEST_SPREAD:
            return "no verdict"
        if self.aim is None:
            return "no aim"
        return "within the aim" if self.ratio <= self.aim else "over the aim"

    def line(self) -> str:
        """One line: the ratio first, then the time of one run and the runs per second and core for scale."""
        aim = "" if self.aim is None else f", aim {self.aim:g}×"
        return (
            f"{self.ratio:7.2f}×  {self.name}: {duration(self.work)} against {duration(self.floor)}, "
            f"{1 / self.work:,.0f} a second and core; spread {self.spread:.0%}{aim}: {self.verdict}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """How evenly the machine runs a fixed loop: the median in seconds, and the spread."""

    seconds: float
    spread: float

    def line(self) -> str:
        """The probe in one line."""
        return f"noise probe: {duration(self.seconds)}, spread {self.spread:.0%}"


def spread(figures: Sequence[float]) -> float:
    """The distance between the quartiles as a part of the median.

    Raises `NothingMeasured` for fewer than two figures.
    """
    if len(figures) < 2 or statistics.median(figures) <= 0:
        raise NothingMeasured(f"{len(figures)} figures have no spread: measure more rounds.")
    low, middle, high = statistics.quantiles(figures, n=4, method="inclusive")
    return (high - low) / middle


def pair_from_times(
    name: str,
    *,
    work: Sequence[float],
    floor: Sequence[float],
    aim: float | None = None,
    notes: dict[str, object] | None = None,
) -> Pair:
    """A pair made from the times of each round. Raises `NothingMeasured` if a floor took no time."""
    if any(seconds <= 0 for seconds in floor):
        raise NothingMeasured(f"{name} has a floor that took no time: let a round run more often.")
    ratios = [work_seconds / floor_seconds for work_seconds, floor_seconds in zip(work, floor, strict=True)]
    return Pair(
        name=name,
        ratio=statistics.median(ratios),
        spread=spread(ratios),
        work=statistics.median(work),
        floor=statistics.median(floor),
        rounds=len(ratios),
        aim=aim,
        notes=notes or {},
    )


def compare(
    name: str,
    *,
    work: Side,
    floor: Side,
    rounds: int,
    aim: float | None = None,
    notes: dict[str, object] | None = None,
    clock: Clock = time.perf_counter,
) -> Pair:
    """Run work and floor in turn, `rounds` times each after a warm-up, and compare them."""
    seconds_by_side: tuple[list[float], list[float]] = ([], [])
    for number in range(-WARM_UP, rounds):
        for side, times in zip((work, floor), seconds_by_side, strict=True):
            seconds = _time_side(side, clock)
            if number >= 0:
                times.append(seconds)
    return pair_from_times(name, work=seconds_by_side[0], floor=seconds_by_side[1], aim=aim, notes=notes)


def _time_side(side: Side, clock: Clock) -> float:
    gc.collect()
    began = clock()
    side.run()
    took = clock() - began
    side.restore()
    return took


def repeat(times: int, run: Callable[[], object]) -> Callable[[], None]:
    """A function that calls `run` that many times, for work too short to be timed alone."""

    def repeated() -> None:
        for _ in range(times):
            run()

    return repeated


def per_single_run(pair: Pair, times: int) -> Pair:
    """A pair whose sides ran `times` times per round, converted to the time of a single run."""
    return Pair(
        name=pair.name,
        ratio=pair.ratio,
        spread=pair.spread,
        work=pair.work / times,
        floor=pair.floor / times,
        rounds=pair.rounds,
        aim=pair.aim,
        notes=pair.notes,
    )


def probe_noise(*, clock: Clock = time.perf_counter) -> Probe:
    """Time a fixed loop of plain Python several times; its spread is the noise of the machine."""
    loop_seconds = []
    for _ in range(PROBE_ROUNDS):
        began = clock()
        total = 0
        for number in range(PROBE_LOOP):
            total += number & 7
        loop_seconds.append(clock() - began)
    return Probe(seconds=statistics.median(loop_seconds), spread=spread(loop_seconds))


def duration(seconds: float) -> str:
    """Seconds as text, in s, ms or µs."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.2f} ms"
    return f"{seconds * 1e6:.2f} µs"

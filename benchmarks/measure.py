"""Work against its floor: both run in turn, and the ratio is what counts; too uneven a pair gets no verdict."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

WIDEST_SPREAD = 0.25
"""Between the quartiles, as a part of the median: a pair that spreads wider is told without a verdict."""
WARM_UP = 2
PROBE_ROUNDS = 15
PROBE_LOOP = 200_000

Clock = Callable[[], float]


class NothingMeasured(ValueError):
    """A spread or ratio was asked of no figures, or of a floor that took no time."""


def _do_nothing() -> None:
    """What is done between two runs when nothing has to be put back."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair: `run` is timed, `restore` puts things back afterwards and is not."""

    run: Callable[[], object]
    restore: Callable[[], object] = _do_nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Work and floor as measured, in seconds for one run of each; `ratio` is the median of the rounds' ratios."""

    name: str
    ratio: float
    spread: float
    work: float
    floor: float
    rounds: int
    aim: float | None = None
    """The ratio not to be passed; None when the pair has none."""
    notes: dict[str, object] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """`within the aim`, `over the aim`, `no aim`, or `no verdict` when the rounds differ too much."""
        if self.spread > WIDEST_SPREAD:
            return "no verdict"
        if self.aim is None:
            return "no aim"
        return "within the aim" if self.ratio <= self.aim else "over the aim"

    def line(self) -> str:
        """Ratio first, then for scale what one run takes and how many a core makes in a second."""
        aim = "" if self.aim is None else f", aim {self.aim:g}×"
        return (
            f"{self.ratio:7.2f}×  {self.name}: {duration(self.work)} against {duration(self.floor)}, "
            f"{1 / self.work:,.0f} a second and core; spread {self.spread:.0%}{aim}: {self.verdict}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """How evenly the machine runs a fixed loop: its median in seconds, and the spread."""

    seconds: float
    spread: float

    def line(self) -> str:
        """The probe in words."""
        return f"noise probe: {duration(self.seconds)}, spread {self.spread:.0%}"


def spread(figures: Sequence[float]) -> float:
    """The distance between the quartiles as a part of the median. Raises `NothingMeasured` for fewer than two."""
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
    """A pair from what each round took. Raises `NothingMeasured` when a floor took no time."""
    if any(each <= 0 for each in floor):
        raise NothingMeasured(f"{name} has a floor that took no time: let a round run more often.")
    ratios = [one / other for one, other in zip(work, floor, strict=True)]
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
    """Run work and floor in turn, `rounds` times each after a warm-up, and set them side by side."""
    taken: tuple[list[float], list[float]] = ([], [])
    for number in range(-WARM_UP, rounds):
        for side, times in zip((work, floor), taken, strict=True):
            seconds = _time_side(side, clock)
            if number >= 0:
                times.append(seconds)
    return pair_from_times(name, work=taken[0], floor=taken[1], aim=aim, notes=notes)


def _time_side(side: Side, clock: Clock) -> float:
    gc.collect()
    began = clock()
    side.run()
    took = clock() - began
    side.restore()
    return took


def repeat(times: int, run: Callable[[], object]) -> Callable[[], None]:
    """The same, that many times over: for what is too short to be timed by itself."""

    def repeated() -> None:
        for _ in range(times):
            run()

    return repeated


def per_single_run(pair: Pair, times: int) -> Pair:
    """A pair whose sides ran `times` over, told for one run of each."""
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
    """Time a fixed loop of plain Python a few times: what it spreads, the machine spreads."""
    taken = []
    for _ in range(PROBE_ROUNDS):
        began = clock()
        total = 0
        for number in range(PROBE_LOOP):
            total += number & 7
        taken.append(clock() - began)
    return Probe(seconds=statistics.median(taken), spread=spread(taken))


def duration(seconds: float) -> str:
    """Seconds as people read them."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.2f} ms"
    return f"{seconds * 1e6:.2f} µs"

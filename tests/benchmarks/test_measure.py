"""The harness compares work with its floor, and gives no verdict if a pair's times vary too much."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.measure import (
    NothingMeasured,
    Side,
    compare,
    pair_from_times,
    per_single_run,
    probe_noise,
    repeat,
    spread,
)


def clock_of(*seconds: float) -> Callable[[], float]:
    """A clock by which successive runs take these seconds, without time between them."""
    readings, now = [], 0.0
    for second in seconds:
        readings += [now, now + second]
        now += second
    return iter(readings).__next__


def test_the_ratio_is_the_median_of_what_each_round_says() -> None:
    pair = pair_from_times("a", work=[4.0, 6.2, 8.0], floor=[2.0, 3.0, 4.2], aim=4.0)
    assert (pair.ratio, pair.work, pair.floor, pair.rounds) == (2.0, 6.2, 3.0, 3)


@pytest.mark.parametrize(
    ("work", "aim", "verdict"),
    [
        ([3.9, 4.0, 4.0, 4.0], 4.0, "within the aim"),
        ([4.1, 4.2, 4.1, 4.1], 4.0, "over the aim"),
        ([3.9, 4.0, 4.0, 4.0], None, "no aim"),
        ([2.0, 3.0, 4.0, 9.0], 4.0, "no verdict"),
        ([2.0, 9.0, 20.0, 40.0], 4.0, "no verdict"),
        ([2.0, 9.0, 20.0, 40.0], None, "no verdict"),
    ],
)
def test_a_verdict_is_given_only_on_an_even_pair(work: list[float], aim: float | None, verdict: str) -> None:
    pair = pair_from_times("a", work=work, floor=[1.0] * 4, aim=aim)
    assert pair.verdict == verdict
    assert pair.line().endswith(verdict)


def test_one_slow_round_in_nine_does_not_take_the_verdict_away() -> None:
    pair = pair_from_times("a", work=[2.0] * 8 + [50.0], floor=[1.0] * 9, aim=4.0)
    assert (pair.ratio, pair.verdict) == (2.0, "within the aim")


@pytest.mark.long
def test_work_and_floor_run_in_turn_and_only_the_run_is_timed() -> None:
    ran: list[str] = []
    pair = compare(
        "a",
        work=Side(lambda: ran.append("work"), lambda: ran.append("put back")),
        floor=Side(lambda: ran.append("floor")),
        rounds=2,
        clock=clock_of(9.0, 9.0, 9.0, 9.0, 6.0, 2.0, 6.0, 2.0),
    )
    assert ran == ["work", "put back", "floor"] * 4
    assert (pair.ratio, pair.rounds) == (3.0, 2)


def test_what_ran_many_times_over_is_told_for_one() -> None:
    ran: list[int] = []
    repeat(5, lambda: ran.append(1))()
    pair = per_single_run(pair_from_times("a", work=[10.0, 10.0], floor=[5.0, 5.0]), 5)
    assert (len(ran), pair.work, pair.floor, pair.ratio) == (5, 2.0, 1.0, 2.0)


def test_the_probe_tells_how_unevenly_the_machine_runs() -> None:
    even = probe_noise(clock=clock_of(*[0.5] * 15))
    uneven = probe_noise(clock=clock_of(*[0.5, 1.0, 1.5] * 5))
    assert (round(even.seconds, 6), round(even.spread, 6)) == (0.5, 0.0)
    assert (round(uneven.seconds, 6), round(uneven.spread, 6)) == (1.0, 1.0)


@pytest.mark.parametrize("figures", [[], [1.0], [0.0, 0.0]])
def test_too_few_figures_have_no_spread(figures: list[float]) -> None:
    with pytest.raises(NothingMeasured):
        spread(figures)


def test_a_floor_that_took_no_time_is_refused() -> None:
    with pytest.raises(NothingMeasured):
        pair_from_times("a", work=[1.0, 1.0], floor=[1.0, 0.0])

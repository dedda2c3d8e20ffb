"""Running machines: a few leagues at a time, each lot with a seed of its own, so that every run is the same."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

LEAGUES = 8
"""In one lot. From 10 on Hypothesis would make most of them by copying parts of others, and meet less."""
STEPS = 100
"""Of one league."""


Made = Callable[[], RuleBasedStateMachine]


def run(machine: Made, *, lot: int, leagues: int = LEAGUES, steps: int = STEPS, shrunk: bool = True) -> None:
    """Play one lot of leagues; `lot` is its number and its seed.

    Raises what a machine raises, with the fewest steps that lead there unless it is not `shrunk`: that plays leagues
    by the hundred.
    """

    def made() -> RuleBasedStateMachine:
        return machine()

    ruled = settings(
        max_examples=leagues,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink) if shrunk else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(seed(lot)(made), settings=ruled)  # type: ignore[arg-type]  # a function will do


def play(
    machine: Made, *, until: Callable[[], bool], first: int = 0, steps: int = STEPS, shrunk: bool = True
) -> None:
    """Play lots of leagues, from number `first` on, until that is so."""
    lot = first
    while not until():
        run(machine, lot=lot, steps=steps, shrunk=shrunk)
        lot += 1

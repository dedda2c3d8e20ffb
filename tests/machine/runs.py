"""Runs of machines: a few leagues per lot, each lot with its own seed, so that every run is the same."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

LEAGUES = 8
"""Leagues in one lot. From 10 on, Hypothesis makes most of them by copying parts of others, which covers less."""
STEPS = 100
"""Steps of one league."""


Made = Callable[[], RuleBasedStateMachine]


def run(machine: Made, *, lot: int, leagues: int = LEAGUES, steps: int = STEPS, shrunk: bool = True) -> None:
    """Play one lot of leagues; `lot` is its number and its seed.

    Raises what a machine raises. With `shrunk`, Hypothesis first looks for the fewest steps that lead there, which
    plays hundreds of leagues.
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
    """Play lots of leagues, from number `first` on, until `until` returns true."""
    lot = first
    while not until():
        run(machine, lot=lot, steps=steps, shrunk=shrunk)
        lot += 1

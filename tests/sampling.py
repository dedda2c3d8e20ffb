"""Fixed samples of large families of tests: CI runs the sample, `make nightly` runs the whole family.

A sample is fixed in the code rather than drawn, so that two runs of CI try the same cases. Tests that a nightly run
caught are listed in `tests/caught_at_night.txt` and run in CI from then on: see `tests/conftest.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
CHECKOUT = Path(__file__).parents[1]

CAUGHT = Path(__file__).with_name("caught_at_night.txt")


def one_in(every: int, values: Sequence[T]) -> list[Any]:
    """Values for `parametrize`: the first and every `every`-th after it in CI, the others `nightly`."""
    return [_param(value, in_ci=number % every == 0) for number, value in enumerate(values)]


def only(sample: Sequence[T], values: Sequence[T]) -> list[Any]:
    """Values for `parametrize`: those in `sample` in CI, the others `nightly`.

    Raises ValueError if the sample has a value that is not in `values`.
    """
    if strangers := [value for value in sample if value not in values]:
        raise ValueError(f"{strangers} are not among the values to sample from: take them out of the sample.")
    return [_param(value, in_ci=value in sample) for value in values]


def one_in_on_postgresql(every: int, rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Rows for `parametrize`: a sample as by `one_in` on PostgreSQL, where they run a second time; all elsewhere."""
    second_time = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return [_param(*row, in_ci=number % (every if second_time else 1) == 0) for number, row in enumerate(rows)]


def crossed(rows: Sequence[T], columns: Sequence[T], *, per_row: int = 1, every: int = 1) -> list[Any]:
    """Pairs for `parametrize` of two names: in CI, every `every`-th row with `per_row` columns, which take turns.

    The columns of a row start where those of the previous sampled row ended, so all columns are used about equally
    often.
    """
    return [
        _param(
            row,
            column,
            in_ci=number % every == 0 and (place - number // every * per_row) % len(columns) < per_row,
        )
        for number, row in enumerate(rows)
        for place, column in enumerate(columns)
    ]


def like(other: str) -> Callable[[F], F]:
    """Mark a test `nightly` because CI runs a similar one, whose node ID is `other`.

    Raises ValueError if there is no such test.
    """
    path, _, name = other.partition("::")
    if f"\ndef {name}(" not in (CHECKOUT / path).read_text(encoding="utf-8"):
        raise ValueError(f"There is no test {other}: name the one that CI runs, or run this one in CI again.")
    return pytest.mark.nightly


def caught_at_night() -> frozenset[str]:
    """The node IDs of tests that a nightly run has caught, read from one line each; `#` starts a comment."""
    lines = CAUGHT.read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _param(*values: object, in_ci: bool) -> Any:
    return pytest.param(*values, marks=() if in_ci else pytest.mark.nightly)

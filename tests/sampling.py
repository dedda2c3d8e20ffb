"""Fixed samples of long families of tests: CI runs the sample, `make nightly` runs the whole family.

A sample is part of the code and not drawn, so that two runs of CI try the same. Whatever a nightly run catches is
listed in `tests/caught_at_night.txt` and is in CI from then on: see `tests/conftest.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
CHECKOUT = Path(__file__).parents[1]

CAUGHT = Path(__file__).with_name("caught_at_night.txt")


def one_in(every: int, values: Sequence[T]) -> list[Any]:
    """Values for `parametrize`: the first and each `every`-th after it in CI, the others `nightly`."""
    return [_param(value, in_ci=number % every == 0) for number, value in enumerate(values)]


def only(sample: Sequence[T], values: Sequence[T]) -> list[Any]:
    """Values for `parametrize`: those of the sample in CI, the others `nightly`.

    Raises ValueError for a sample that is not among the values.
    """
    if strangers := [value for value in sample if value not in values]:
        raise ValueError(f"{strangers} are not among the values to sample from: take them out of the sample.")
    return [_param(value, in_ci=value in sample) for value in values]


def crossed(rows: Sequence[T], columns: Sequence[T], *, per_row: int = 1, every: int = 1) -> list[Any]:
    """Pairs for `parametrize` of two names: each `every`-th row meets `per_row` columns in CI, which take turns.

    The columns of a row begin where those of the row before ended, so that each column is met about equally often.
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
    """Mark a test `nightly` that is much like another one, which CI runs: `other` is its node ID.

    Raises ValueError where there is no such test.
    """
    path, _, name = other.partition("::")
    if f"\ndef {name}(" not in (CHECKOUT / path).read_text(encoding="utf-8"):
        raise ValueError(f"There is no test {other}: name the one that CI runs, or run this one in CI again.")
    return pytest.mark.nightly


def caught_at_night() -> frozenset[str]:
    """The tests that a nightly run has caught once: node IDs, one a line; `#` begins a comment."""
    lines = CAUGHT.read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def _param(*values: object, in_ci: bool) -> Any:
    return pytest.param(*values, marks=() if in_ci else pytest.mark.nightly)

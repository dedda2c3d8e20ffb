"""Rows of numbers in one whole number: the least and the mean of rows, place by place."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.formule.autopilot.packed_rows import LANE_BITS, LARGEST, PackedRows

ROWS = PackedRows(5)


def pack(numbers: Sequence[int]) -> int:
    return sum(number << LANE_BITS * place for place, number in enumerate(numbers))


def test_the_least_of_two_rows_is_taken_in_every_place() -> None:
    one, other = (0, 7, LARGEST, 3, 0), (1, 7, 2, LARGEST, 0)
    assert ROWS.unpack(ROWS.least(pack(one), pack(other))) == (0, 7, 2, 3, 0)


@pytest.mark.parametrize("rows", range(1, 11))
def test_the_mean_of_rows_is_taken_in_every_place_and_rounded(rows: int) -> None:
    given = [(number, 1000 + 17 * number, 10240, number % 2, 0) for number in range(rows)]
    exact = [sum(numbers) / rows for numbers in zip(*given, strict=True)]
    found = ROWS.unpack(ROWS.mean([pack(row) for row in given]))
    assert all(abs(mean - number) <= 1 for mean, number in zip(exact, found, strict=True))


def test_the_largest_numbers_do_not_run_into_each_other() -> None:
    assert all(LARGEST - number <= 2 for number in ROWS.unpack(ROWS.mean([ROWS.fill(LARGEST)] * 10)))


def test_a_mask_keeps_the_numbers_of_its_places() -> None:
    assert ROWS.unpack(pack((1, 2, 3, 4, 5)) & ROWS.mask([0, 3])) == (1, 0, 0, 4, 0)

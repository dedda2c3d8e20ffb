"""Printed tables are checked for completeness when they are imported."""

from __future__ import annotations

import pytest

from rules.core.tables import D6, D66, TWO_D6, TableIncomplete, band, by_face, d66_span, grid


def test_faces_are_spread_over_their_rows() -> None:
    assert by_face({(1, 2): "a", (3, 4, 5, 6): "b"}, faces=D6) == {1: "a", 2: "a", 3: "b", 4: "b", 5: "b", 6: "b"}


@pytest.mark.parametrize(
    "rows",
    [
        {(1, 2, 3): "a", (5, 6): "b"},
        {(1, 2, 3): "a", (3, 4, 5, 6): "b"},
        {(1, 2, 3, 4, 5, 6, 7): "a"},
    ],
    ids=["a hole", "an overlap", "a face that is not on the die"],
)
def test_a_table_that_is_not_whole_does_not_start(rows: dict[tuple[int, ...], str]) -> None:
    with pytest.raises(TableIncomplete):
        by_face(rows, faces=D6)


@pytest.mark.rule("DM-C-003")
def test_a_d66_has_36_values() -> None:
    assert len(D66) == 36
    assert (D66[0], D66[5], D66[6], D66[-1]) == (11, 16, 21, 66)


@pytest.mark.rule("DM-C-003")
@pytest.mark.parametrize(
    ("first", "last", "values"),
    [(11, 13, (11, 12, 13)), (46, 51, (46, 51)), (55, 61, (55, 56, 61)), (16, 21, (16, 21)), (66, 66, (66,))],
)
def test_a_printed_range_holds_only_values_of_a_d66(first: int, last: int, values: tuple[int, ...]) -> None:
    assert d66_span(first, last) == values


@pytest.mark.rule("DM-C-003")
@pytest.mark.parametrize(("first", "last"), [(14, 17), (20, 23), (64, 67), (10, 12)])
def test_a_printed_range_ends_on_values_of_a_d66(first: int, last: int) -> None:
    with pytest.raises(TableIncomplete, match=f"{first} to {last}"):
        d66_span(first, last)


def test_two_dice_run_from_2_to_12() -> None:
    assert TWO_D6 == (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)


def test_a_grid_is_laid_out_row_by_row() -> None:
    assert grid(rows=2, columns=3, cells=range(6)) == ((0, 1, 2), (3, 4, 5))


@pytest.mark.parametrize("cells", [5, 7])
def test_a_grid_of_the_wrong_size_does_not_start(cells: int) -> None:
    with pytest.raises(TableIncomplete):
        grid(rows=2, columns=3, cells=range(cells))


@pytest.mark.parametrize(("value", "row"), [(-5, 0), (20, 0), (21, 1), (50, 1), (51, 2)])
def test_a_band_ends_with_its_limit(value: int, row: int) -> None:
    assert band(value, (20, 50)) == row

"""Printed tables, checked for completeness when they are imported."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
D6 = tuple(range(1, 7))
TWO_D6 = tuple(range(2, 13))
D66 = tuple(tens * 10 + units for tens in D6 for units in D6)


class TableIncomplete(ValueError):
    """A printed table has a hole, an overlap or the wrong number of cells, so the program does not start."""


def by_face(rows: Mapping[tuple[int, ...], T], *, faces: Sequence[int]) -> dict[int, T]:
    """Expand rows, each the faces printed on a line and its result, to a result for every face.

    Raises `TableIncomplete` unless every face has exactly one result.
    """
    spread: dict[int, T] = {}
    for faces_of_row, result in rows.items():
        for face in faces_of_row:
            if face in spread:
                raise TableIncomplete(f"{face} stands on two rows")
            spread[face] = result
    if sorted(spread) != sorted(faces):
        raise TableIncomplete(f"the rows cover {sorted(spread)} and not {sorted(faces)}")
    return spread


def d66_span(first: int, last: int) -> tuple[int, ...]:
    """The D66 values from first to last as printed; 46 to 51 is 46 and 51 (DM-C-003).

    Raises `TableIncomplete` if an end is not a value of a D66.
    """
    if first not in D66 or last not in D66:
        raise TableIncomplete(f"{first} to {last} does not begin and end with values of a D66")
    return tuple(value for value in D66 if first <= value <= last)


def grid(*, rows: int, columns: int, cells: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """A printed grid, row by row. Raises `TableIncomplete` unless every cell is given."""
    flat = tuple(cells)
    if len(flat) != rows * columns:
        raise TableIncomplete(f"{len(flat)} cells do not fill {rows} rows of {columns}")
    return tuple(flat[start : start + columns] for start in range(0, len(flat), columns))


def band(value: int, up_to: Sequence[int]) -> int:
    """The index of the band a value is in: 0 up to and including the first limit, len(up_to) above the last."""
    return bisect_left(up_to, value)


def format_faces(faces: Iterable[int]) -> str:
    """Faces of a die as a table prints them: `2`, `3–5`, `46, 51`."""
    values = list(faces)
    if len(values) > 2 or (len(values) == 2 and values[1] == values[0] + 1):
        return f"{values[0]}–{values[-1]}"
    return ", ".join(map(str, values))

"""Tables in plain text, for box scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lines of a table, its columns as wide as they must be, figures to the right."""
    told = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in (list(head), *told)) for column in range(len(head))]
    figures = [all(row[column].lstrip("-").isdigit() for row in told) for column in range(len(head))]

    def padded(row: Sequence[str]) -> str:
        cells = zip(row, widths, figures, strict=True)
        return "  ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right in cells).rstrip()

    return [padded(head), "  ".join("-" * width for width in widths), *map(padded, told)]

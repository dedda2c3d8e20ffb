"""Small lines in tables, as SVG points: a driver's experience, a franchise's ranks."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 64, 20, 2
"""The size of the drawing, and what is left free on every side."""


def line_through(values: Sequence[int], *, low: int, high: int) -> tuple[str, str]:
    """A line through values from left to right, and the height at which it ends; "" for fewer than two values.

    `low` is at the bottom of the drawing and `high` at its top, whichever of them is the larger number.
    """
    if len(values) <= 1:
        return "", ""
    step, height = (WIDTH - 2 * MARGIN) / (len(values) - 1), HEIGHT - 2 * MARGIN
    span = (high - low) or 1
    points = [
        (MARGIN + step * place, HEIGHT - MARGIN - height * (value - low) / span) for place, value in enumerate(values)
    ]
    return " ".join(f"{x:.0f},{y:.1f}" for x, y in points), f"{points[-1][1]:.1f}"

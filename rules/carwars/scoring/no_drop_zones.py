"""What a counter in a no-drop zone costs. Rules CW-S-024, CW-S-025.

Lengths are hundredths of an inch. The squares of the zone are those of a half-inch grid on the counter, anchored at
its corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from rules.carwars.scoring.settings import PROJECTOR_SIDES

SQUARE = 50
"""The side of a square: half an inch."""
Point = tuple[Fraction, Fraction]


def squares_inside(width: int, length: int) -> int:
    """The squares that share area with a zone whose edge cuts the counter straight (CW-S-025).

    `width` and `length` are those of the part of the counter inside the zone. Partial squares count whole.
    """
    return -(-width // SQUARE) * -(-length // SQUARE)


def squares_under_zone(width: int, length: int, zone: Sequence[tuple[int, int]]) -> int:
    """The squares of a counter that share area with a convex zone at any angle (CW-S-025).

    `width` and `length` are the counter's, whose corner is at 0, 0. `zone` has the corners of the zone in order,
    measured from there.
    """
    corners = [(Fraction(x), Fraction(y)) for x, y in zone]
    return sum(
        _area(_clip(_square(x, y, width, length), corners)) > 0
        for x in range(0, width, SQUARE)
        for y in range(0, length, SQUARE)
    )


def counter_sides(*, width: int, length: int, squares: int | None, projector: str) -> tuple[int, int]:
    """The sides of the part of a counter inside a zone, where it was not counted in squares (CW-S-025).

    `projector` is the size of a fluid projector's counter, empty for any other. All of it is inside if no side is
    given.
    """
    if projector and squares is None and not (width or length):
        return PROJECTOR_SIDES[projector], PROJECTOR_SIDES[projector]
    return width, length


def zone_penalty(*, width: int, length: int, squares: int | None, rate: int, partial: str) -> Fraction:
    """The penalty for a counter, in duel points, 0 or less (CW-S-025).

    `squares` are those that were counted by hand where an edge is at an angle; else `width` and `length` of the part
    inside say how many there are. `partial` is `round_up_units`, or `exact_area` for the part inside alone.
    """
    if squares is not None:
        return Fraction(squares * rate)
    if partial == "exact_area":
        return Fraction(width * length * rate, SQUARE * SQUARE)
    return Fraction(squares_inside(width, length) * rate)


def _square(x: int, y: int, width: int, length: int) -> list[Point]:
    right, top = min(x + SQUARE, width), min(y + SQUARE, length)
    return [(Fraction(a), Fraction(b)) for a, b in ((x, y), (right, y), (right, top), (x, top))]


def _clip(shape: list[Point], zone: Sequence[Point]) -> list[Point]:
    """The part of a shape inside a convex zone, cut off edge by edge."""
    side = 1 if _signed_area(zone) > 0 else -1  # no mutant: only its sign counts
    for start, end in pairwise([*zone, zone[0]]):
        kept: list[Point] = []
        for here, there in pairwise([*shape, *shape[:1]]):  # no mutant: an edge twice cuts no more
            inside, next_inside = (side * _turn(start, end, point) for point in (here, there))
            if inside >= 0:  # no mutant: a point so near the edge changes no count
                kept.append(here)
            if inside * next_inside < 0:
                part = inside / (inside - next_inside)
                kept.append((here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])))
        shape = kept
    return shape


def _turn(start: Point, end: Point, point: Point) -> Fraction:
    """Above 0 if the point is to the left of the way from start to end, below 0 if it is to the right."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _signed_area(shape: Sequence[Point]) -> Fraction:
    doubled = sum((a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*shape, *shape[:1]])), Fraction(0))
    return doubled / 2  # no mutant: only its sign counts


def _area(shape: Sequence[Point]) -> Fraction:
    return abs(_signed_area(shape))

"""Distances between points and counters, worked out exactly. Points are in hundredths of an inch.

The corners of a counter are its front left, front right, rear right and rear left. The two axes may point anywhere:
a map with its y axis downward works as well as one with its y axis upward.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Annotated, TypeAlias

from msgspec import Meta

from rules.carwars.procedures.procedure import InputsImpossible
from rules.carwars.procedures.quantities import Coordinate

Point: TypeAlias = Annotated[tuple[Coordinate, Coordinate], Meta(extra={"parts": ("East", "North")})]
Corners: TypeAlias = Annotated[
    tuple[Point, Point, Point, Point], Meta(extra={"parts": ("Front left", "Front right", "Rear right", "Rear left")})
]
ExactPoint: TypeAlias = tuple[Fraction | int, Fraction | int]


def cross(start: ExactPoint, end: ExactPoint, point: ExactPoint) -> Fraction | int:
    """Twice the area of the triangle. Its sign says on which side of the line the point is; 0 is on the line."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def edges_of(corners: Sequence[ExactPoint]) -> list[tuple[ExactPoint, ExactPoint]]:
    """The edges between neighboring corners: front, right, back and left of a counter."""
    return list(pairwise([*corners, corners[0]]))


def is_outside(corners: Sequence[ExactPoint], edge: int, point: ExactPoint) -> bool:
    """Whether a point lies beyond the line through an edge, 0 for the front to 3 for the left."""
    start, end = edges_of(corners)[edge]
    return cross(start, end, point) * cross(corners[0], corners[1], corners[2]) < 0


def refuse_twisted(corners: Corners, thing: str) -> None:
    """Raise `InputsImpossible` unless the corners go around the counter in order."""
    turns = [cross(*edge, corners[(index + 2) % 4]) for index, edge in enumerate(edges_of(corners))]
    if not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
        raise InputsImpossible(
            f"The corners of {thing} do not go around it: give its front left, front right, rear right and rear left."
        )


def middle_of(points: Sequence[ExactPoint]) -> ExactPoint:
    """The middle of two points, or of the four corners of a counter."""
    return (
        Fraction(sum(Fraction(x) for x, _ in points), len(points)),
        Fraction(sum(Fraction(y) for _, y in points), len(points)),
    )


def squared_between(first: ExactPoint, second: ExactPoint) -> Fraction:
    """The square of the distance between two points."""
    return Fraction((first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2)


def squared_to_counter(point: ExactPoint, corners: Sequence[ExactPoint]) -> Fraction:
    """The square of the distance from a point to the nearest point of a counter, 0 inside."""
    if not any(is_outside(corners, edge, point) for edge in range(len(corners))):
        return Fraction(0)
    return min(_squared_to_edge(point, *edge) for edge in edges_of(corners))


def _squared_to_edge(point: ExactPoint, start: ExactPoint, end: ExactPoint) -> Fraction:
    along = (point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])
    share = max(Fraction(0), min(Fraction(1), Fraction(along) / squared_between(start, end)))
    nearest = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return squared_between(point, nearest)


def squared_apart(first: Corners, second: Corners) -> Fraction:
    """The square of the distance between two counters, 0 if they touch or overlap."""
    if not any(_separates(*pair) for pair in ((first, second), (second, first))):
        return Fraction(0)
    return min(
        *(squared_to_counter(corner, second) for corner in first),
        *(squared_to_counter(corner, first) for corner in second),
    )


def _separates(corners: Corners, others: Corners) -> bool:
    """Whether all the others lie beyond one edge."""
    return any(all(is_outside(corners, edge, other) for other in others) for edge in range(len(corners)))


def distance_of(squared: Fraction) -> int:
    """The distance with that square, to the nearest whole number; halves go up."""
    return (isqrt(4 * squared.numerator // squared.denominator) + 1) // 2

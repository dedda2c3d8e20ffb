"""The path of a vehicle in a maneuver, and what lies in it. Rule CW-P-010."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Annotated, TypeAlias

import msgspec

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Coordinate, Name, refuse_repeated
from rules.core.dice import Stream

Point: TypeAlias = tuple[int, int]
"""East and north, in hundredths of an inch or a whole part of them."""
Shape: TypeAlias = Sequence[Point]
"""A point, a segment or a polygon, by its corners in order. A polygon may cross itself."""
MapPoint: TypeAlias = Annotated[tuple[Coordinate, Coordinate], msgspec.Meta(extra={"parts": ("East", "North")})]
"""East and north of a corner of the map, in hundredths of an inch."""
VehicleCorners: TypeAlias = Annotated[
    tuple[MapPoint, MapPoint, MapPoint, MapPoint],
    msgspec.Meta(extra={"parts": ("Front left", "Front right", "Back right", "Back left")}),
]
"""The corners of a vehicle in the order of `CORNERS`."""
CORNERS = ("front_left", "front_right", "back_right", "back_left")
TOLERANCE = 2
"""How much longer or shorter, in hundredths of an inch, a side may seem because places are whole hundredths."""


class Obstacle(Inputs, frozen=True, kw_only=True):
    """Something solid or dropped that may lie in the path."""

    name: Name
    """What it is."""
    points: Annotated[tuple[MapPoint, ...], msgspec.Meta(min_length=1, max_length=12)]
    """Its corners in order, each east and north in hundredths of an inch; one point if it has no size."""


class SweptPathInputs(Inputs, frozen=True, kw_only=True):
    """A vehicle before and after a maneuver, and what lies about it."""

    before: VehicleCorners
    """Its corners before the maneuver, front left, front right, back right and back left: each east and north in
    hundredths of an inch.
    """
    after: VehicleCorners
    """The same corners after the maneuver, in the same order."""
    obstacles: Annotated[tuple[Obstacle, ...], msgspec.Meta(max_length=50)] = ()
    """What may be hit, each with a name of its own."""


@procedure("CW-P-010", "Path of a maneuver", reads=("move.swept_path",))
def swept_path(inputs: SweptPathInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Say which way a vehicle's corners go in a maneuver, and what it hits (CW-P-010, CW-Q-118)."""
    refuse_repeated((obstacle.name for obstacle in inputs.obstacles), "obstacles")
    _refuse_bad_corners(inputs.before, inputs.after)
    stepped = answers.part("move.swept_path", "path") == "stepped"
    ahead, parts = _way_ahead(inputs.before, inputs.after) if stepped else ((0, 0), 1)
    before, after = _scaled(inputs.before, parts), _scaled(inputs.after, parts)
    between = [(east + ahead[0], north + ahead[1]) for east, north in before]
    places = [before, between, after] if stepped else [before, after]
    areas = [area for start, end in pairwise(places) for area in _swept_areas(start, end)]
    hits = []
    for obstacle in inputs.obstacles:
        shape = _scaled(obstacle.points, parts)
        if any(shapes_touch(shape, area) for area in areas):
            hits.append({"name": obstacle.name, "under_it_before": shapes_touch(shape, before)})
    lines = {
        corner: [[round(Fraction(coordinate, parts)) for coordinate in place[number]] for place in places]
        for number, corner in enumerate(CORNERS)
    }
    way = (
        "go ahead first, and then straight to their places" if stepped else "go straight to their new places at once"
    )
    names = ", ".join(str(hit["name"]) for hit in hits)
    return Outcome(
        values={"lines": lines, "hits": hits},
        says=(
            f"The corners {way}.",
            f"Between their lines lies: {names}." if hits else "Nothing lies between their lines.",
        ),
    )


def _scaled(points: Shape, parts: int) -> list[Point]:
    """Points in parts of a hundredth of an inch, which make every corner of the way a whole number."""
    return [(east * parts, north * parts) for east, north in points]


def _refuse_bad_corners(before: Shape, after: Shape) -> None:
    for when, corners in (("before", before), ("after", after)):
        turns = [_turn(corners[number - 2], corners[number - 1], corners[number]) for number in range(4)]
        if max(turns) >= 0:
            raise InputsImpossible(
                f"No vehicle has these corners {when} it moves: give front left, front right, back right, back left."
            )
    for one, other in combinations(range(4), 2):
        if not _same_length(_square(before[one], before[other]), _square(after[one], after[other])):
            raise InputsImpossible(
                "The vehicle has another shape before the maneuver than after it: correct a corner."
            )


def _square(one: Point, other: Point) -> int:
    """The square of the distance between two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _same_length(square: int, other: int) -> bool:
    """Whether two lengths, given by their squares, differ by no more than what rounding explains."""
    rest = square + other - TOLERANCE * TOLERANCE
    return rest <= 0 or rest**2 <= 4 * square * other


def _way_ahead(before: Shape, after: Shape) -> tuple[Point, int]:
    """How far ahead a maneuver takes a vehicle along its old heading, and into how many parts that divides hundredths
    of an inch.
    """
    front_left, front_right, back_right, back_left = before
    ahead = [front_left[axis] + front_right[axis] - back_right[axis] - back_left[axis] for axis in (0, 1)]
    shift = [sum(point[axis] for point in after) - sum(point[axis] for point in before) for axis in (0, 1)]
    way = Fraction(ahead[0] * shift[0] + ahead[1] * shift[1], 4 * (ahead[0] ** 2 + ahead[1] ** 2))
    return (way.numerator * ahead[0], way.numerator * ahead[1]), way.denominator


def _swept_areas(start: Shape, end: Shape) -> list[Shape]:
    """The areas between the lines of neighboring corners, and the place where the vehicle ends."""
    sides = [[start[number - 1], end[number - 1], end[number], start[number]] for number in range(4)]
    return [*sides, end]


def shapes_touch(one: Shape, other: Shape) -> bool:
    """Whether two shapes have a point in common, edges included."""
    return (
        any(_cross(*edge, *another) for edge, another in product(_edges(one), _edges(other)))
        or any(_holds(other, corner) for corner in one)
        or any(_holds(one, corner) for corner in other)
    )


def _edges(shape: Shape) -> list[tuple[Point, Point]]:
    return [(shape[number - 1], shape[number]) for number in range(len(shape))]


def _turn(first: Point, second: Point, third: Point) -> int:
    """Above 0 if the way over three points turns left, below 0 if it turns right, 0 if they lie in a line."""
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])


def _cross(start: Point, end: Point, other_start: Point, other_end: Point) -> bool:
    """Whether two segments cross between their ends."""
    return (
        _turn(other_start, other_end, start) * _turn(other_start, other_end, end) < 0
        and _turn(start, end, other_start) * _turn(start, end, other_end) < 0
    )


def _holds(shape: Shape, point: Point) -> bool:
    """Whether a point lies on an edge of a shape, or inside it: a ray to the east crosses an odd number of edges."""
    inside = False
    for start, end in _edges(shape):
        if _turn(start, end, point) == 0 and _within(point, start, end):
            return True
        low, high = sorted((start, end), key=lambda corner: corner[1])
        if low[1] <= point[1] < high[1] and _turn(low, high, point) > 0:
            inside = not inside
    return inside


def _within(point: Point, start: Point, end: Point) -> bool:
    """Whether a point lies in the box between two points."""
    return all(min(start[axis], end[axis]) <= point[axis] <= max(start[axis], end[axis]) for axis in (0, 1))

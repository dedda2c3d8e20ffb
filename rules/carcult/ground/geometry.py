"""Geometry of the table: outlines of cars, distances between shapes, lines through them, and contact during a move.
Rules CC-003, CC-004, CC-046.

All lengths are whole hundredths of an inch and all headings whole degrees, so that a match is the same on every
machine. Sines come from a table in ten-thousandths. Results are rounded to the nearest whole number, halves away from
zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rules.carcult.ground.table import Point
from rules.core.tables import grid

CAR_LENGTH, CAR_WIDTH = 300, 125
"""A car's footprint in hundredths of an inch: 3 by 1 1/4 inches (CC-003)."""
SINE_UNIT = 10_000
"""The sine of 90 degrees in the units of the table."""
FULL_CIRCLE = 360
QUARTER = 90
# fmt: off
SINES = (
    *(sine for row in grid(rows=9, columns=10, cells=(
        0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564,
        1736, 1908, 2079, 2250, 2419, 2588, 2756, 2924, 3090, 3256,
        3420, 3584, 3746, 3907, 4067, 4226, 4384, 4540, 4695, 4848,
        5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157, 6293,
        6428, 6561, 6691, 6820, 6947, 7071, 7193, 7314, 7431, 7547,
        7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572,
        8660, 8746, 8829, 8910, 8988, 9063, 9135, 9205, 9272, 9336,
        9397, 9455, 9511, 9563, 9613, 9659, 9703, 9744, 9781, 9816,
        9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994, 9998,
    )) for sine in row),
    10000,
)
# fmt: on
"""The sines of 0 to 90 degrees, in ten-thousandths."""


def sine(degrees: int) -> int:
    """The sine of whole degrees, in ten-thousandths."""
    turned = degrees % FULL_CIRCLE
    half = turned % (2 * QUARTER)
    value = SINES[half if half <= QUARTER else 2 * QUARTER - half]  # no mutant: a right angle is the same
    return value if turned < 2 * QUARTER else -value  # no mutant: the sine of half a circle is 0


def divide_rounded(part: int, whole: int) -> int:
    """A quotient rounded to the nearest whole number, halves away from zero; `whole` is above 0."""
    if part < 0:  # no mutant: 0 is 0
        return -((whole - 2 * part) // (2 * whole))
    return (whole + 2 * part) // (2 * whole)


COSINE = tuple(sine(degrees + QUARTER) for degrees in range(FULL_CIRCLE))
SINE = tuple(sine(degrees) for degrees in range(FULL_CIRCLE))


def _corners(heading: int) -> tuple[Point, ...]:
    ahead, side = COSINE[heading], SINE[heading]
    return tuple(
        (
            divide_rounded(along * CAR_LENGTH * ahead - across * CAR_WIDTH * side, 2 * SINE_UNIT),
            divide_rounded(along * CAR_LENGTH * side + across * CAR_WIDTH * ahead, 2 * SINE_UNIT),
        )
        for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    )


CORNERS = tuple(_corners(heading) for heading in range(FULL_CIRCLE))
"""The corners of a car relative to its middle, by heading: front left, front right, rear right, rear left."""
SPANS = tuple(
    (max(abs(x) for x, _ in corners), max(abs(y) for _, y in corners)) for corners in CORNERS
)  # fmt: skip
"""How far a car reaches from its middle along x and along y, by heading."""


class Axis(NamedTuple):
    """A direction perpendicular to a side of a shape, and the range of the shape along it."""

    nx: int
    ny: int
    low: int
    high: int


def _car_axes(heading: int) -> tuple[Axis, ...]:
    corners = CORNERS[heading]
    axes = []
    for (ax, ay), (bx, by) in (corners[:2], corners[1:3]):
        nx, ny = ay - by, bx - ax
        reach = max(abs(nx * x + ny * y) for x, y in corners)
        axes.append(Axis(nx, ny, -reach, reach))
    return tuple(axes)


CAR_AXES = tuple(_car_axes(heading) for heading in range(FULL_CIRCLE))
"""The two axes of a car relative to its middle, by heading."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A convex outline that does not move: its corners in order, its axes, and its bounds along x and y.

    `met` caches by a car's heading, for each axis, the range of the car's middle in which the two overlap along it.
    """

    corners: tuple[Point, ...]
    axes: tuple[Axis, ...]
    box: tuple[int, int, int, int]
    met: dict[int, tuple[Axis, ...]] = field(default_factory=dict, compare=False, repr=False)


def shape_of(corners: Sequence[Point]) -> Shape:
    """The shape with those corners, of which there are at least two."""
    axes = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        nx, ny = ay - by, bx - ax
        spread = [nx * x + ny * y for x, y in corners]
        axes.append(Axis(nx, ny, min(spread), max(spread)))
    return Shape(tuple(corners), tuple(axes), _box(corners))


def _box(corners: Sequence[Point]) -> tuple[int, int, int, int]:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across), max(down)


def outline(x: int, y: int, heading: int) -> tuple[Point, ...]:
    """The corners of a car at a place: front left, front right, rear right, rear left."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = CORNERS[heading]
    return (x + ax, y + ay), (x + bx, y + by), (x + cx, y + cy), (x + dx, y + dy)


@lru_cache(maxsize=1024)
def car_shape(x: int, y: int, heading: int) -> Shape:
    """The shape of a car at a place. Recent shapes are cached, since most cars stand still."""
    (ax, ay, a_low, a_high), (bx, by, b_low, b_high) = CAR_AXES[heading]
    a, b, (span_x, span_y) = ax * x + ay * y, bx * x + by * y, SPANS[heading]
    axes = Axis(ax, ay, a + a_low, a + a_high), Axis(bx, by, b + b_low, b + b_high)
    return Shape(outline(x, y, heading), axes, (x - span_x, y - span_y, x + span_x, y + span_y))


@lru_cache(maxsize=16384)
def displacement(heading: int, forward: int, drift: int) -> Point:
    """How far a leg takes a car along x and y, by its heading, way ahead and drift to the right (CC-034, CC-035)."""
    ahead, side = COSINE[heading], SINE[heading]
    return divide_rounded(forward * ahead - drift * side, SINE_UNIT), divide_rounded(
        forward * side + drift * ahead, SINE_UNIT
    )


# ---------------------------------------------------------------------------------------------------- distances


def squared_distance_to_sides(points: Sequence[Point], corners: Sequence[Point]) -> int:
    """The square of the distance from the nearest of some points to the sides of an outline.

    It is rounded up, so that comparing it with the square of whole hundredths is exact.
    """
    squares = []
    ax, ay = corners[-1]
    for bx, by in corners:
        dx, dy = bx - ax, by - ay
        squared_length = dx * dx + dy * dy
        for x, y in points:
            px, py = x - ax, y - ay
            along = px * dx + py * dy
            if along <= 0:  # no mutant: the same right above the end
                squares.append(px * px + py * py)
            elif along < squared_length:  # no mutant: beyond its end the next side is as near
                across = px * dy - py * dx
                squares.append(-(-across * across // squared_length))
        ax, ay = bx, by
    return min(squares)


def are_apart(one: Shape, other: Shape) -> bool:
    """Whether two shapes have nothing but an edge in common."""
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    if c <= e or g <= a or d <= f or h <= b:  # no mutant: only saves work
        return True
    for axes, corners in ((one.axes, other.corners), (other.axes, one.corners)):
        for nx, ny, low, high in axes:
            spread = [nx * x + ny * y for x, y in corners]
            if max(spread) <= low or min(spread) >= high:  # no mutant: shapes that touch are 0 apart anyway
                return True
    return False


def distance_squared(one: Shape, other: Shape) -> int:
    """The square of the distance between two shapes, rounded up; 0 if they touch (CC-003)."""
    if not are_apart(one, other):
        return 0
    return min(
        squared_distance_to_sides(one.corners, other.corners), squared_distance_to_sides(other.corners, one.corners)
    )


def crosses(start: Point, end: Point, shape: Shape) -> bool:
    """Whether a line passes through the inside of a shape; touching an edge or a corner does not count (CC-004)."""
    (ax, ay), (bx, by) = start, end
    low_x, low_y, high_x, high_y = shape.box
    if max(ax, bx) <= low_x or min(ax, bx) >= high_x:  # no mutant: only saves work
        return False
    if max(ay, by) <= low_y or min(ay, by) >= high_y:  # no mutant: the same
        return False
    for nx, ny, low, high in shape.axes:
        start_offset, end_offset = nx * ax + ny * ay, nx * bx + ny * by
        if (start_offset <= low and end_offset <= low) or (start_offset >= high and end_offset >= high):
            return False
    dx, dy = bx - ax, by - ay
    sides = [(x - ax) * dy - (y - ay) * dx for x, y in shape.corners]
    return min(sides) < 0 < max(sides)


# ----------------------------------------------------------------------------------------------------- contact


class Passage(NamedTuple):
    """When a moving car overlaps a shape: from `enter` to `leave`, as fractions (part, whole) of its way."""

    enter: tuple[int, int]
    leave: tuple[int, int]


Gap = tuple[int, int, int, int, int]
"""A car and a shape along one axis: the axis, how far the car's way goes along it, and the distances to the beginning
and the end of the range in which they overlap.
"""


def _overlap_axes(heading: int, shape: Shape) -> tuple[Axis, ...]:
    overlap = shape.met.get(heading)
    if overlap is None:
        (ox, oy), (px, py) = CORNERS[heading][:2]
        axes = []
        for nx, ny, low, high in shape.axes:
            reach = max(abs(nx * ox + ny * oy), abs(nx * px + ny * py))
            axes.append(Axis(nx, ny, low - reach, high + reach))
        for nx, ny, _, reach in CAR_AXES[heading]:
            spread = [nx * x + ny * y for x, y in shape.corners]
            axes.append(Axis(nx, ny, min(spread) - reach, max(spread) + reach))
        overlap = shape.met[heading] = tuple(axes)
    return overlap


def _gaps(place: Point, heading: int, way: Point, shape: Shape) -> Iterator[Gap]:
    (x, y), (vx, vy) = place, way
    for nx, ny, low, high in _overlap_axes(heading, shape):
        middle = nx * x + ny * y
        yield nx, ny, nx * vx + ny * vy, low - middle, high - middle


def passage(place: Point, heading: int, way: Point, shape: Shape) -> Passage | None:
    """When a car that moves by `way` without turning overlaps a shape; None if it does not on its way.

    A fraction below 0 is before the start, one above 1 past the end of its way. Contact at the very end counts.
    """
    enter, enter_whole, leave, leave_whole = -1, 0, 1, 0  # no mutant: infinitely early and late
    (x, y), (vx, vy) = place, way
    for nx, ny, low, high in shape.met.get(heading) or _overlap_axes(heading, shape):
        middle, whole = nx * x + ny * y, nx * vx + ny * vy
        if not whole:
            if low >= middle or high <= middle:  # no mutant: the opposite side has the same test
                return None
            continue
        if whole > 0:  # no mutant: it is not 0
            first, last = low - middle, high - middle
        else:
            first, last, whole = middle - high, middle - low, -whole
        if last <= 0:  # no mutant: a car that moves away does not go deeper
            return None
        if first > whole:
            return None
        if first * enter_whole > enter * whole:  # no mutant: equally late
            enter, enter_whole = first, whole
        if last * leave_whole < leave * whole:  # no mutant: equally soon
            leave, leave_whole = last, whole
    if enter * leave_whole >= leave * enter_whole:
        return None
    return Passage((enter, enter_whole), (leave, leave_whole))


def goes_deeper(place: Point, heading: int, way: Point, shape: Shape) -> bool:
    """Whether a car that overlaps a shape would overlap it more on that way: against the shortest way out."""
    best, inward = (1, 0), 0  # no mutant: longer than any
    for nx, ny, pace, near, far in _gaps(place, heading, way, shape):
        square = nx * nx + ny * ny
        for depth, into in ((-near, pace), (far, -pace)):
            if depth * depth * best[1] < best[0] * square:  # no mutant: any of several equally short ways works
                best, inward = (depth * depth, square), into
    return inward > 0


def contact_fraction(place: Point, heading: int, way: Point, shape: Shape) -> tuple[int, int] | None:
    """The fraction (part, whole) of its way after which a shape stops a car; None if it does not.

    A car that overlaps the shape already, because it has turned on the spot, is stopped at once if it would go deeper
    (CC-046).
    """
    overlap = passage(place, heading, way, shape)
    if overlap is None:
        return None
    part, whole = overlap.enter
    if part < 0:  # no mutant: a car that just touches is stopped at once too
        return (0, 1) if goes_deeper(place, heading, way, shape) else None
    return part, whole

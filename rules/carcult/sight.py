"""Lines of sight, and how far it is along them. Rules CC-003, CC-004, CC-052.

Lines are drawn between the closest parts of two cars, and between the corners and the middles of the sides of both:
the shortest one that nothing interrupts is the range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.carcult.geometry import Shape, car_shape, crosses, distance_squared, rounded
from rules.carcult.play import Play
from rules.carcult.state import CarState
from rules.carcult.table import Point


def shape_of_car(car: CarState) -> Shape:
    """A car where it stands."""
    return car_shape(car.x, car.y, car.heading)


def shapes_but(play: Play, *ids: str) -> list[tuple[str, Shape]]:
    """Every car on the table but those, by id, where it stands."""
    return [(car.id, shape_of_car(car)) for car in play.in_play() if car.id not in ids]


def blockers(play: Play, *ids: str) -> list[Shape]:
    """What interrupts a line between the cars named: blocking terrain, and other cars unless the house lets lines
    pass over them (CC-004).
    """
    found = list(play.ground.blocking)
    if play.settings.cars_block_los:
        found.extend(shape for _, shape in shapes_but(play, *ids))
    return found


def clear_line(one: Shape, other: Shape, between: Iterable[Shape], most: int | None = None) -> int | None:
    """The square of the length of the shortest clear line, rounded up, in hundredths of an inch; None without one, or
    without one whose square is `most` at most.
    """
    nearest = distance_squared(one, other)
    if most is not None and nearest > most:
        return None
    in_the_way = [shape for shape in between if _near(one, other, shape)]
    if not in_the_way or _is_clear(*closest_parts(one, other), in_the_way):
        return nearest
    ends = _marks(other.corners)
    lines = [(_square(start, end), start, end) for start in _marks(one.corners) for end in ends]
    if most is not None:
        lines = [line for line in lines if line[0] <= most]
    return next((length for length, start, end in sorted(lines) if _is_clear(start, end, in_the_way)), None)


def in_sight(play: Play, car: CarState, target: CarState) -> int | None:
    """The square of the shortest clear line between two cars where they stand; None without one."""
    return clear_line(shape_of_car(car), shape_of_car(target), blockers(play, car.id, target.id))


def closest_parts(one: Shape, other: Shape) -> tuple[Point, Point]:
    """A point of each of two shapes that are as close as any, to the hundredth of an inch."""
    best = None
    for corners, edges in ((one.corners, other.corners), (other.corners, one.corners)):
        for start, end in zip((edges[-1], *edges), edges, strict=False):
            for point in corners:
                foot = _foot(point, start, end)
                square = _square(point, foot)
                if best is None or square < best[0]:
                    best = square, point, foot
    assert best is not None  # noqa: S101 - shapes have corners
    return best[1:]


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _foot(point: Point, start: Point, end: Point) -> Point:
    """The point of a line between two others that is nearest to a third."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along, whole = (point[0] - start[0]) * dx + (point[1] - start[1]) * dy, dx * dx + dy * dy
    if along <= 0:  # no mutant: right above the end it is the same
        return start
    if along >= whole:  # no mutant: the same
        return end
    return start[0] + rounded(along * dx, whole), start[1] + rounded(along * dy, whole)


def _marks(corners: Sequence[Point]) -> list[Point]:
    """The corners of an outline and the middles of its sides."""
    found = list(corners)
    ax, ay = corners[-1]
    for bx, by in corners:
        found.append((rounded(ax + bx, 2), rounded(ay + by, 2)))
        ax, ay = bx, by
    return found


def _near(one: Shape, other: Shape, shape: Shape) -> bool:
    """Whether a shape may lie between two others: within their bounds together, and not wholly to one side of both as
    seen along the line between their middles.
    """
    (a, b, c, d), (e, f, g, h), (left, top, right, bottom) = one.box, other.box, shape.box
    if left >= max(c, g) or right <= min(a, e) or top >= max(d, h) or bottom <= min(b, f):  # no mutant: spares work
        return False
    nx, ny = b + d - f - h, e + g - a - c
    rounding = abs(nx) + abs(ny)  # no mutant: more than lines are off by spares less work
    both = [nx * x + ny * y for x, y in (*one.corners, *other.corners)]
    across = [nx * x + ny * y for x, y in shape.corners]
    return min(across) <= max(both) + rounding and max(across) >= min(both) - rounding  # no mutant: spares work


def _is_clear(start: Point, end: Point, shapes: Sequence[Shape]) -> bool:
    return not any(crosses(start, end, shape) for shape in shapes)

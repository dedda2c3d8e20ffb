"""Lines of sight, and how far it is along them. Rules CC-003, CC-004, CC-052.

Lines are drawn between the closest parts of two cars, and between the corners and the middles of the sides of both:
the shortest one that nothing interrupts is the range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.carcult.ground.geometry import Shape, car_shape, crosses, distance_squared, divide_rounded
from rules.carcult.ground.table import Point
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState


def shape_of_car(car: CarState) -> Shape:
    """A car where it stands."""
    return car_shape(car.x, car.y, car.heading)


def other_shapes(play: Match, *ids: str) -> list[tuple[str, Shape]]:
    """Every car on the table but those, by id, where it stands."""
    return [(car.id, shape_of_car(car)) for car in play.cars_in_play() if car.id not in ids]


def blockers(play: Match, *ids: str) -> list[Shape]:
    """What interrupts a line between the cars named: blocking terrain, and other cars unless the house lets lines
    pass over them (CC-004).
    """
    found = list(play.ground.blocking)
    if play.settings.cars_block_los:
        found.extend(shape for _, shape in other_shapes(play, *ids))
    return found


def squared_clear_line(one: Shape, other: Shape, between: Iterable[Shape], most: int | None = None) -> int | None:
    """The square of the length of the shortest clear line, rounded up, in hundredths of an inch; None without one, or
    without one whose square is `most` at most.
    """
    nearest = distance_squared(one, other)
    if most is not None and nearest > most:
        return None
    in_the_way = _near(one, other, between)
    if not in_the_way or _is_clear(*closest_parts(one, other), in_the_way):
        return nearest
    lines = _lines(_marks(one.corners), _marks(other.corners))
    if most is not None:
        lines = [line for line in lines if line[0] <= most]
    lines.sort()
    return next((length for length, start, end in lines if _is_clear(start, end, in_the_way)), None)


def squared_sight_line(play: Match, car: CarState, target: CarState) -> int | None:
    """The square of the shortest clear line between two cars where they stand; None without one."""
    return squared_clear_line(shape_of_car(car), shape_of_car(target), blockers(play, car.id, target.id))


def closest_parts(one: Shape, other: Shape) -> tuple[Point, Point]:
    """A point of each of two shapes that are as close as any, to the hundredth of an inch."""
    found = None
    least = -1  # no mutant: nothing is compared with it
    for corners, edges in ((one.corners, other.corners), (other.corners, one.corners)):
        start = edges[-1]
        for end in edges:
            (ax, ay), (bx, by) = start, end
            dx, dy = bx - ax, by - ay
            whole = dx * dx + dy * dy
            for point in corners:
                x, y = point
                along = (x - ax) * dx + (y - ay) * dy
                if along <= 0:  # no mutant: right above the end it is the same
                    foot = start
                elif along >= whole:  # no mutant: the same
                    foot = end
                else:
                    foot = ax + divide_rounded(along * dx, whole), ay + divide_rounded(along * dy, whole)
                across, down = x - foot[0], y - foot[1]
                square = across * across + down * down
                if found is None or square < least:
                    found, least = (point, foot), square
            start = end
    assert found is not None  # noqa: S101 - shapes have corners
    return found


def _lines(starts: Sequence[Point], ends: Sequence[Point]) -> list[tuple[int, Point, Point]]:
    """The lines from some points to others, each after the square of its length."""
    lines = []
    for start in starts:
        x, y = start
        for end in ends:
            across, down = end[0] - x, end[1] - y
            lines.append((across * across + down * down, start, end))
    return lines


def _marks(corners: Sequence[Point]) -> list[Point]:
    """The corners of an outline and the middles of its sides."""
    found = list(corners)
    ax, ay = corners[-1]
    for bx, by in corners:
        found.append((divide_rounded(ax + bx, 2), divide_rounded(ay + by, 2)))
        ax, ay = bx, by
    return found


def _near(one: Shape, other: Shape, shapes: Iterable[Shape]) -> list[Shape]:
    """The shapes that may lie between two others: within their bounds together, and not wholly to one side of both as
    seen along the line between their middles.
    """
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    low_x, low_y, high_x, high_y = min(a, e), min(b, f), max(c, g), max(d, h)
    nx, ny = b + d - f - h, e + g - a - c
    rounding = abs(nx) + abs(ny)  # more than lines are off by spares less work
    both = [nx * x + ny * y for x, y in (*one.corners, *other.corners)]
    low, high = min(both) - rounding, max(both) + rounding
    found = []
    for shape in shapes:
        left, top, right, bottom = shape.box
        if left < high_x and right > low_x and top < high_y and bottom > low_y:  # no mutant: spares work
            across = [nx * x + ny * y for x, y in shape.corners]
            if min(across) <= high and max(across) >= low:  # no mutant: spares work
                found.append(shape)
    return found


def _is_clear(start: Point, end: Point, shapes: Sequence[Shape]) -> bool:
    for shape in shapes:  # noqa: SIM110 - a plain loop takes half as long
        if crosses(start, end, shape):
            return False
    return True

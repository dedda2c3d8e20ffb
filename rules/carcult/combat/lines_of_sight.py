"""Lines of sight and their lengths. Rules CC-003, CC-004, CC-052.

The candidates are the line between the closest parts of two cars, and the lines between the corners and side middles
of both. The shortest one that nothing blocks gives the range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.carcult.ground.geometry import Shape, car_shape, crosses, distance_squared, divide_rounded
from rules.carcult.ground.table import Point
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState


def shape_of_car(car: CarState) -> Shape:
    """The shape of a car at its place."""
    return car_shape(car.x, car.y, car.heading)


def other_shapes(play: Match, *ids: str) -> list[tuple[str, Shape]]:
    """The id and shape of every car on the table except the given ones."""
    return [(car.id, shape_of_car(car)) for car in play.cars_in_play() if car.id not in ids]


def blockers(play: Match, *ids: str) -> list[Shape]:
    """The shapes that block a line between the given cars (CC-004).

    They are blocking terrain and, unless the house rules let lines pass over them, the other cars.
    """
    shapes = list(play.ground.blocking)
    if play.settings.cars_block_los:
        shapes.extend(shape for _, shape in other_shapes(play, *ids))
    return shapes


def squared_clear_line(one: Shape, other: Shape, between: Iterable[Shape], most: int | None = None) -> int | None:
    """The square of the length of the shortest clear line, in hundredths of an inch, rounded up.

    None if there is no such line, or if its square is more than `most`.
    """
    nearest = distance_squared(one, other)
    if most is not None and nearest > most:
        return None
    obstacles = _near(one, other, between)
    if not obstacles or _is_clear(*closest_parts(one, other), obstacles):
        return nearest
    lines = _lines(_marks(one.corners), _marks(other.corners))
    if most is not None:
        lines = [line for line in lines if line[0] <= most]
    lines.sort()
    return next((length for length, start, end in lines if _is_clear(start, end, obstacles)), None)


def squared_sight_line(play: Match, car: CarState, target: CarState) -> int | None:
    """The square of the shortest clear line between two cars at their places; None without one."""
    return squared_clear_line(shape_of_car(car), shape_of_car(target), blockers(play, car.id, target.id))


def closest_parts(one: Shape, other: Shape) -> tuple[Point, Point]:
    """A pair of closest points, one of each shape, to a hundredth of an inch."""
    closest = None
    least = -1  # no mutant: nothing is compared with it
    for corners, edges in ((one.corners, other.corners), (other.corners, one.corners)):
        start = edges[-1]
        for end in edges:
            (ax, ay), (bx, by) = start, end
            dx, dy = bx - ax, by - ay
            squared_length = dx * dx + dy * dy
            for point in corners:
                x, y = point
                along = (x - ax) * dx + (y - ay) * dy
                if along <= 0:  # no mutant: the same right above the end
                    foot = start
                elif along >= squared_length:  # no mutant: the same
                    foot = end
                else:
                    foot = (
                        ax + divide_rounded(along * dx, squared_length),
                        ay + divide_rounded(along * dy, squared_length),
                    )
                across, down = x - foot[0], y - foot[1]
                squared_distance = across * across + down * down
                if closest is None or squared_distance < least:
                    closest, least = (point, foot), squared_distance
            start = end
    assert closest is not None  # noqa: S101 - shapes have corners
    return closest


def _lines(starts: Sequence[Point], ends: Sequence[Point]) -> list[tuple[int, Point, Point]]:
    """The lines from each start to each end, each with the square of its length first."""
    lines = []
    for start in starts:
        x, y = start
        for end in ends:
            across, down = end[0] - x, end[1] - y
            lines.append((across * across + down * down, start, end))
    return lines


def _marks(corners: Sequence[Point]) -> list[Point]:
    """The corners of an outline and the middles of its sides."""
    marks = list(corners)
    ax, ay = corners[-1]
    for bx, by in corners:
        marks.append((divide_rounded(ax + bx, 2), divide_rounded(ay + by, 2)))
        ax, ay = bx, by
    return marks


def _near(one: Shape, other: Shape, shapes: Iterable[Shape]) -> list[Shape]:
    """The shapes that may be between two others.

    A shape is ruled out if it is outside the bounds of both, or entirely to one side of both along the line between
    their middles.
    """
    (a, b, c, d), (e, f, g, h) = one.box, other.box
    low_x, low_y, high_x, high_y = min(a, e), min(b, f), max(c, g), max(d, h)
    nx, ny = b + d - f - h, e + g - a - c
    rounding = abs(nx) + abs(ny)  # at least the rounding error of lines; more only saves less work
    offsets = [nx * x + ny * y for x, y in (*one.corners, *other.corners)]
    low, high = min(offsets) - rounding, max(offsets) + rounding
    candidates = []
    for shape in shapes:
        left, top, right, bottom = shape.box
        if left < high_x and right > low_x and top < high_y and bottom > low_y:  # no mutant: only saves work
            across = [nx * x + ny * y for x, y in shape.corners]
            if min(across) <= high and max(across) >= low:  # no mutant: only saves work
                candidates.append(shape)
    return candidates


def _is_clear(start: Point, end: Point, shapes: Sequence[Shape]) -> bool:
    for shape in shapes:  # noqa: SIM110 - a plain loop takes half as long
        if crosses(start, end, shape):
            return False
    return True

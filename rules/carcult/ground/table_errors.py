"""Every error of a table, found at once. Rules CC-003, CC-045, CC-046, CC-090.

A table is square, and its terrain consists of convex polygons on it. Every team has starting places for three cars
along one edge, off the terrain and far enough from the other teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise

from rules.carcult.ground.table import (
    BLOCKING,
    INCH,
    MOST_TEAMS,
    ROUGH,
    TABLE_SIDE,
    TEAM_CARS,
    Place,
    Point,
    Table,
    Terrain,
)
from rules.match.ruleset import ErrorDetail

HALF_LENGTH, HALF_WIDTH = 150, 62
"""Half a car's footprint of 3 by 1 1/4 inches, rounded down (CC-003)."""
NEAR_EDGE = 1 * INCH
"""How far the nearest side of a car may be from the edge it starts at (CC-090)."""
STRETCH = 12 * INCH
"""The length of the stretch of edge along which a team starts (CC-090)."""
APART = 12 * INCH
"""The least distance between the starting places of two teams (CC-090)."""
HEADINGS = (0, 90, 180, 270)
Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""


def table_errors(table: Table) -> list[ErrorDetail]:
    """Every error of a table: of its terrain, then of its starts."""
    teams = dict(enumerate(table.starts, start=1))
    return [*terrain_errors(table), *start_count_errors(len(teams)), *start_errors(table, teams)]


def terrain_errors(table: Table) -> Iterator[ErrorDetail]:
    """The errors of a table's size and terrain (CC-045, CC-046, CC-090)."""
    if (table.width, table.height) != (TABLE_SIDE, TABLE_SIDE):
        yield _fault("bad_size", f"A table is {TABLE_SIDE // INCH} inches square: make {table.name} so.")
    for name, count in Counter(piece.name for piece in table.terrain).items():
        if count > 1:
            yield _fault("name_twice", f"{count} pieces of terrain are called {name!r}: name each one.")
    for piece in table.terrain:
        yield from _piece(table, piece)


def _fault(code: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule="CC-090", sentence=sentence)


# -------------------------------------------------------------------------------------------------- terrain


def _piece(table: Table, piece: Terrain) -> Iterator[ErrorDetail]:
    """The errors of a piece of terrain (CC-045, CC-046)."""
    if piece.kind not in {ROUGH, BLOCKING}:
        yield _fault("unknown_terrain", f"The {piece.name} is {piece.kind[:60]!r}: make it {ROUGH} or {BLOCKING}.")
    if not _is_convex(piece.corners):
        yield _fault(
            "not_convex",
            f"The {piece.name} is no convex polygon with its corners clockwise as drawn: reorder them, or make two "
            "pieces of it.",
        )
    if any(not (0 <= x <= table.width and 0 <= y <= table.height) for x, y in piece.corners):
        yield _fault("off_table", f"The {piece.name} reaches over the table's edge: move its corners.")


def _is_convex(corners: tuple[Point, ...]) -> bool:
    """Whether a polygon turns right at every corner, with y pointing down, and goes around only once."""
    count = len(corners)
    turns = [
        _turn(corners[number], corners[(number + 1) % count], corners[(number + 2) % count])
        for number in range(count)
    ]
    if not turns or min(turns) <= 0:
        return False
    first, *others = corners
    return all(_turn(first, one, other) > 0 for one, other in pairwise(others))


def _turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of a triangle; positive if its corners are clockwise as drawn."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# ------------------------------------------------------------------------------------------ starting places


def start_count_errors(starts: int) -> Iterator[ErrorDetail]:
    """An error if the number of starts is wrong (CC-090)."""
    if starts != MOST_TEAMS:
        yield _fault(
            "bad_starts", f"A table has {MOST_TEAMS} starts, one for each team, not {starts}: write {MOST_TEAMS}."
        )


def start_errors(table: Table, teams: Mapping[int, tuple[Place, ...]]) -> Iterator[ErrorDetail]:
    """The errors of the teams' starts, by team number from 1 (CC-090).

    A team with a wrong heading or number of places is not measured.
    """
    boxes: dict[int, list[Box]] = {}
    for number, places in teams.items():
        askew = next((place.heading for place in places if place.heading not in HEADINGS), None)
        if len(places) != TEAM_CARS:
            yield _fault("bad_starts", f"Team {number} has {len(places)} places and needs {TEAM_CARS}: draw them.")
        elif askew is not None:
            text = f"Team {number} starts with its heading at {askew} degrees: make it 0, 90, 180 or 270."
            yield _fault("bad_heading", text)
        else:
            boxes[number] = [footprint(place) for place in places]
            yield from _team(table, number, boxes[number])
    for (first_number, first_boxes), (second_number, second_boxes) in combinations(boxes.items(), 2):
        if any(_gap_squared(a, b) < APART * APART for a in first_boxes for b in second_boxes):
            yield _fault(
                "too_close",
                f"Teams {first_number} and {second_number} start within 12 inches of each other: part them.",
            )


def footprint(place: Place) -> Box:
    """The area that a car covers at a place, with a heading along x or y (CC-003)."""
    along, across = HALF_LENGTH, HALF_WIDTH
    dx, dy = (along, across) if place.heading % 180 == 0 else (across, along)
    return place.x - dx, place.y - dy, place.x + dx, place.y + dy


def _team(table: Table, number: int, boxes: list[Box]) -> Iterator[ErrorDetail]:
    if any(_gap_squared(one, other) == 0 for one, other in combinations(boxes, 2)):
        yield _fault("crowded", f"Starting places of team {number} overlap: move them apart.")
    if not _is_along_one_edge(table, boxes):
        yield _fault("off_edge", f"Team {number} does not start within an inch of 12 inches of edge: move it.")
    for piece in table.terrain:
        if any(_overlap(box, piece.corners) for box in boxes):
            yield _fault("on_terrain", f"Team {number} starts on the {piece.name}: move one of the two.")


def _is_along_one_edge(table: Table, boxes: list[Box]) -> bool:
    """Whether all boxes are on the table, near one edge, and within one stretch of it."""
    if any(box[0] < 0 or box[1] < 0 or box[2] > table.width or box[3] > table.height for box in boxes):
        return False
    wide = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    tall = max(box[3] for box in boxes) - min(box[1] for box in boxes)
    edges = (
        (tall, max(box[0] for box in boxes)),
        (tall, max(table.width - box[2] for box in boxes)),
        (wide, max(box[1] for box in boxes)),
        (wide, max(table.height - box[3] for box in boxes)),
    )
    return any(stretch <= STRETCH and away <= NEAR_EDGE for stretch, away in edges)


def _gap_squared(one: Box, other: Box) -> int:
    """The square of the distance between two footprints; 0 if they touch."""
    dx = max(one[0] - other[2], other[0] - one[2], 0)
    dy = max(one[1] - other[3], other[1] - one[3], 0)
    return dx * dx + dy * dy


def _overlap(box: Box, corners: tuple[Point, ...]) -> bool:
    """Whether a footprint and a convex polygon touch: no line along a side of either separates them."""
    left, top, right, bottom = box
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    if max(xs) < left or min(xs) > right or max(ys) < top or min(ys) > bottom:
        return False
    points = ((left, top), (right, top), (right, bottom), (left, bottom))
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return not any(all(_turn(a, b, point) < 0 for point in points) for a, b in sides)

"""The hex map's geometry, in whole numbers: steps, ranges, quadrants and lines. Rules DM-M-008, DM-M-009, DM-M-019,
DM-M-095, DM-M-098, DM-M-104.

A hex is axial (q, r); directions run clockwise from 0, and the rows of a map are the lines of equal r.
"""

from __future__ import annotations

from functools import cache

Hex = tuple[int, int]
Steps = tuple[tuple[Hex, ...], ...]

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What one step adds to (q, r) in each direction (DM-M-008)."""
SIDES = len(DIRECTIONS)
LAUNCHES = {"front": 0, "right_front": 1, "right_rear": 2, "rear": 3, "left_rear": 4, "left_front": 5}
"""The direction of a smoke launcher, counted clockwise from its car's facing (DM-M-014)."""
SMOKE_RANGE = 2
"""The fixed distance at which smoke comes down, in hexes (DM-M-104)."""
NARROW = 90  # no mutant: every width but the wide one is this one
WIDE = 120
"""The width of the front and rear quadrants as printed and by house rule, in degrees (DM-M-009)."""


def step(q: int, r: int, direction: int, count: int = 1) -> Hex:
    """The hex that many steps away in a direction of the map, 0 to 5 (DM-M-008)."""
    along, down = DIRECTIONS[direction % SIDES]
    return q + along * count, r + down * count


def distance(a: Hex, b: Hex) -> int:
    """Hex steps from one hex to another: 1 for neighbors (DM-M-008)."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def direction(a: Hex, b: Hex) -> int | None:
    """The direction of the step from one hex to its neighbor, or None when they are no neighbors (DM-M-008)."""
    offset = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS.index(offset) if offset in DIRECTIONS else None


def rotate(q: int, r: int, facing: int) -> Hex:
    """An offset as an observer with that facing sees it: what lies ahead of them is direction 0 (DM-M-009)."""
    match facing % SIDES:
        case 0:
            return q, r
        case 1:
            return q + r, -q
        case 2:
            return r, -q - r
        case 3:
            return -q, -r
        case 4:
            return -q - r, q
        case _:
            return -r, q + r


def quadrant(q: int, r: int, facing: int, arc_degrees: int = NARROW) -> str:
    """Which quadrant of a car an offset from it lies in: `front`, `rear`, `left` or `right` (DM-M-009, DM-M-098).

    Front and rear are 90 degrees wide, where no hex lies on an edge, or 120 with their edges. The car's own hex is
    its rear (DM-M-121).
    """
    q, r = rotate(q, r, facing)
    along = 2 * q + r
    ahead, across = along * along, r * r
    within = across <= ahead
    if arc_degrees != WIDE:
        within = 3 * across < ahead  # no mutant: no hex lies on the edge
    if within or r == 0:
        return "front" if along > 0 else "rear"
    return "right" if r > 0 else "left"  # no mutant: what is not to one side is to the other


def in_half_plane(q: int, r: int, facing: int, side: str) -> bool:
    """Whether a swivel mount on a side of the car covers an offset from it, the edges included (DM-M-019)."""
    q, r = rotate(q, r, facing)
    if side in {"front", "rear"}:
        along = 2 * q + r
        return along >= 0 if side == "front" else along <= 0
    return r >= 0 if side == "right" else r <= 0


def launch_directions(mounted: str, traverse: str, facing: int) -> tuple[int, ...]:
    """The directions of the map a smoke launcher may use, its own first (DM-M-014, DM-M-019).

    Fixed it has its own direction alone, on a swivel also the neighbor to either side, on a turret all six.
    """
    reach = {"fixed": 0, "swivel": 1, "turret": SIDES}[traverse]
    own = facing + LAUNCHES[mounted]
    turns = sorted(range(-reach, reach + 1), key=lambda turn: (abs(turn), -turn))
    return tuple(dict.fromkeys((own + turn) % SIDES for turn in turns))


def smoke_aims(q: int, r: int, direction: int) -> tuple[Hex, Hex, Hex]:
    """The three hexes smoke is aimed at: straight along the direction and to either side of that hex (DM-M-104)."""
    one_on = step(q, r, direction, SMOKE_RANGE - 1)
    return (
        step(*one_on, direction),
        step(*one_on, direction + 1),
        step(*one_on, direction - 1),
    )


def line(a: Hex, b: Hex) -> Steps:
    """The straight line from center to center, both ends in it: at each step the hex it passes (DM-M-095).

    Where a step falls on the edge between two hexes, both are given, so that the shot may choose its side.
    """
    q, r = a
    return tuple(tuple((q + along, r + down) for along, down in hexes) for hexes in _line_of(b[0] - q, b[1] - r))


@cache
def _line_of(q: int, r: int) -> Steps:
    """The line to an offset from (0, 0), worked out along the cube axis that changes most (DM-M-095)."""
    steps = max(abs(q), abs(r), abs(q + r))
    if steps == 0:
        return (((0, 0),),)
    if steps == abs(q):
        return tuple(tuple((q // steps * i, down) for down in _nearest(r * i, steps)) for i in range(steps + 1))
    if steps == abs(r):
        return tuple(tuple((along, r // steps * i) for along in _nearest(q * i, steps)) for i in range(steps + 1))
    height = (q + r) // steps
    return tuple(tuple((along, height * i - along) for along in _nearest(q * i, steps)) for i in range(steps + 1))


def _nearest(numerator: int, steps: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction, or the two that are equally near."""
    low, rest = divmod(2 * numerator + steps, 2 * steps)
    return (low,) if rest else (low - 1, low)


def column_and_row(q: int, r: int) -> tuple[int, int]:
    """Column and row of a hex on a drawn map, where odd rows stand half a hex to the right."""
    return q + r // 2, r


def hex_at(column: int, row: int) -> Hex:
    """The hex at a column and row of a drawn map."""
    return column - row // 2, row

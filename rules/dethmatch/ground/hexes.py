"""The geometry of the hex map in whole numbers: steps, ranges, quadrants and lines. Rules DM-M-008, DM-M-009,
DM-M-019, DM-M-095, DM-M-098, DM-M-104.

A hex is axial (q, r). Directions run clockwise from 0, and each row of a map is a line of equal r.
"""

from __future__ import annotations

from functools import cache

Hex = tuple[int, int]
Steps = tuple[tuple[Hex, ...], ...]

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The change of (q, r) for one step in each direction (DM-M-008)."""
SIDES = len(DIRECTIONS)
LAUNCHES = {"front": 0, "right_front": 1, "right_rear": 2, "rear": 3, "left_rear": 4, "left_front": 5}
"""The direction of a smoke launcher by its position, counted clockwise from its car's facing (DM-M-014)."""
SMOKE_RANGE = 2
"""The fixed distance at which smoke lands, in hexes (DM-M-104)."""
NARROW = 90  # no mutant: every width other than WIDE counts as narrow
WIDE = 120
"""The width of the front and rear quadrants in degrees: as printed, and by house rule (DM-M-009)."""


def step(q: int, r: int, direction: int, count: int = 1) -> Hex:
    """The hex `count` steps away in a direction of the map, 0 to 5 (DM-M-008)."""
    along, down = DIRECTIONS[direction % SIDES]
    return q + along * count, r + down * count


def distance(a: Hex, b: Hex) -> int:
    """The number of steps from one hex to another; neighbors are 1 apart (DM-M-008)."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def direction(a: Hex, b: Hex) -> int | None:
    """The direction from one hex to its neighbor, or None if they are not neighbors (DM-M-008)."""
    offset = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS.index(offset) if offset in DIRECTIONS else None


def rotate(q: int, r: int, facing: int) -> Hex:
    """An offset as seen by an observer with that facing, for whom straight ahead is direction 0 (DM-M-009)."""
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
    """The quadrant of a car that contains an offset from it: `front`, `rear`, `left` or `right` (DM-M-009, DM-M-098).

    Front and rear are 90 degrees wide, where no hex lies on an edge, or 120 degrees with the edges included. The
    car's own hex counts as its rear (DM-M-121).
    """
    q, r = rotate(q, r, facing)
    along = 2 * q + r
    ahead, across = along * along, r * r
    within = across <= ahead
    if arc_degrees != WIDE:
        within = 3 * across < ahead  # no mutant: no hex lies on the edge
    if within or r == 0:
        return "front" if along > 0 else "rear"
    return "right" if r > 0 else "left"  # no mutant: r is not 0 here


def in_half_plane(q: int, r: int, facing: int, side: str) -> bool:
    """Whether a swivel mount on a side of the car covers an offset, edges included (DM-M-019)."""
    q, r = rotate(q, r, facing)
    if side in {"front", "rear"}:
        along = 2 * q + r
        return along >= 0 if side == "front" else along <= 0
    return r >= 0 if side == "right" else r <= 0


def launch_directions(mounted: str, traverse: str, facing: int) -> tuple[int, ...]:
    """The directions of the map in which a smoke launcher can fire, its own first (DM-M-014, DM-M-019).

    A fixed launcher has only its own direction, one on a swivel also the two beside it, one on a turret all six.
    """
    reach = {"fixed": 0, "swivel": 1, "turret": SIDES}[traverse]
    own = facing + LAUNCHES[mounted]
    turns = sorted(range(-reach, reach + 1), key=lambda turn: (abs(turn), -turn))
    return tuple(dict.fromkeys((own + turn) % SIDES for turn in turns))


def smoke_aims(q: int, r: int, direction: int) -> tuple[Hex, Hex, Hex]:
    """The three hexes that smoke is aimed at: straight along the direction, and on both sides of it (DM-M-104)."""
    ahead = step(q, r, direction, SMOKE_RANGE - 1)
    return (
        step(*ahead, direction),
        step(*ahead, direction + 1),
        step(*ahead, direction - 1),
    )


def line(a: Hex, b: Hex) -> Steps:
    """The straight line from center to center, both ends included: for each step the hexes it passes (DM-M-095).

    A step that falls on the edge between two hexes has both, since the shot may choose its side.
    """
    q, r = a
    return tuple(tuple((q + along, r + down) for along, down in hexes) for hexes in _line_of(b[0] - q, b[1] - r))


@cache
def _line_of(q: int, r: int) -> Steps:
    """The line from (0, 0) to an offset, computed along the cube axis that changes most (DM-M-095)."""
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
    """The whole number nearest to numerator / steps, or both if two are equally near."""
    low, rest = divmod(2 * numerator + steps, 2 * steps)
    return (low,) if rest else (low - 1, low)


def column_and_row(q: int, r: int) -> tuple[int, int]:
    """The column and row of a hex on a drawn map, where odd rows are half a hex further right."""
    return q + r // 2, r


def hex_at(column: int, row: int) -> Hex:
    """The hex at a column and row of a drawn map."""
    return column - row // 2, row

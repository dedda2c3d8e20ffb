"""Places in half hexes: steps, drifts, ranges, arcs, and which side is hit. Rules RH-003 to RH-005, RH-012, RH-013,
RH-023, RH-063, RH-085.

The middle of hex (q, r) is the place (2q, 2r); a place with an odd coordinate lies on the line between two hexes.
Facings and headings are in half sides (`rules.match.handling.headings`).
"""

from __future__ import annotations

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE
from rules.rhad.ground.arena import STEP_BY_FACING, Hex

Place = tuple[int, int]


def _strides() -> tuple[Place, ...]:
    """What one car step adds to a place on each heading: toward a side one hex, toward a corner along the line
    between hexes (RH-063).
    """
    strides = []
    for half in range(HALF_SIDES):
        q, r = STEP_BY_FACING[half // ONE_SIDE]
        along, down = STEP_BY_FACING[(half + 1) // ONE_SIDE % len(STEP_BY_FACING)]
        strides.append((q + along, r + down))
    return tuple(strides)


STRIDES = _strides()
"""One car step on each of the twelve headings, in half hexes (RH-003, RH-063)."""


def middle(at: Hex) -> Place:
    """The place in the middle of a hex (RH-003)."""
    return 2 * at[0], 2 * at[1]  # no mutant: every place of the engine is counted in these


def is_on_line(at: Place) -> bool:
    """Whether a place lies on the line between two hexes (RH-005)."""
    return bool(at[0] % 2 or at[1] % 2)


def hexes_of(at: Place) -> tuple[Hex, ...]:
    """The hex a vehicle occupies, or the two hexes whose line it is on (RH-003, RH-005)."""
    x, y = at
    q, r = x // 2, y // 2
    if x % 2:
        return ((q, r + 1), (q + 1, r)) if y % 2 else ((q, r), (q + 1, r))
    return ((q, r), (q, r + 1)) if y % 2 else ((q, r),)


def ahead(at: Place, heading: int) -> Place:
    """The place one car step ahead (RH-003, RH-005)."""
    along, down = STRIDES[heading]
    return at[0] + along, at[1] + down


def half_ahead(at: Place, side: int) -> Place:
    """The place half a car step ahead, on a heading toward a side (RH-023)."""
    along, down = STEP_BY_FACING[side // ONE_SIDE]
    return at[0] + along, at[1] + down


def steep_drift(at: Place, heading: int, way: int) -> Place:
    """The place one step ahead and a full lane to one side (RH-012); -1 is left, 1 right."""
    return ahead(at, (heading + way * ONE_SIDE) % HALF_SIDES)


def light_drift(at: Place, heading: int, way: int) -> Place:
    """The place about one step ahead and half a lane to one side: from a hex to a line, or from a line into the
    nearest hex on that side (RH-005, RH-013).
    """
    forward, sideways = (
        STEP_BY_FACING[heading // ONE_SIDE],
        STEP_BY_FACING[(heading // ONE_SIDE + way) % len(STEP_BY_FACING)],
    )
    short = at[0] + forward[0] + sideways[0], at[1] + forward[1] + sideways[1]
    if is_on_line(at) and is_on_line(short):
        long = short[0] + forward[0], short[1] + forward[1]
        return short if is_on_line(long) else long
    return short


def hexes_apart(a: Place, b: Place) -> int:
    """The range from one place to another, in hexes; half a hex counts as one (RH-085)."""
    q, r = b[0] - a[0], b[1] - a[1]
    return (max(abs(q), abs(r), abs(q + r)) + 1) // 2


def _relative_offset(a: Place, facing: int, b: Place) -> tuple[int, int, bool]:
    """How far `b` lies ahead of and to the right of `a`, for that facing, and whether the facing is a corner.

    The two distances have different units. Facing a corner, the unit ahead is longer than the unit to the right by a
    factor of √3; facing a side, it is the other way around. The offset is rotated until the facing, or the side
    before the corner faced, is direction 0.
    """
    q, r = b[0] - a[0], b[1] - a[1]
    match facing // ONE_SIDE:
        case 1:
            q, r = q + r, -q
        case 2:
            q, r = r, -q - r
        case 3:
            q, r = -q, -r
        case 4:
            q, r = -q - r, q
        case 5:
            q, r = -r, q + r
    return (q + r, r - q, True) if facing % ONE_SIDE else (2 * q + r, r, False)


def is_in_arc(a: Place, facing: int, mount: str, b: Place) -> bool:
    """Whether a weapon mounted on a vehicle at `a` covers the place `b`.

    A mount covers the wedge of 120 degrees around its side, edges included; a turret covers everything (RH-085).
    """
    if mount == "turret":
        return True
    forward, right, corner = _relative_offset(a, facing, b)
    if mount in {"front", "back"}:
        reach = forward if mount == "front" else -forward
        return abs(right) <= (3 * reach if corner else reach)
    reach = right if mount == "right" else -right
    return abs(forward) <= (reach if corner else 3 * reach)


def side_facing(at: Place, facing: int, source: Place) -> str:
    """The side of a vehicle at `at` that faces `source`: front, right, back or left, 90 degrees each (RH-085).

    A source at the same place faces the front.
    """
    forward, right, corner = _relative_offset(at, facing, source)
    lengthwise, across = forward * forward, right * right
    if (across <= 3 * lengthwise) if corner else (3 * across <= lengthwise):
        return "front" if forward >= 0 else "back"
    return "right" if right > 0 else "left"  # no mutant: what is neither ahead nor behind is to one side

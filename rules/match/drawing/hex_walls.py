"""The walls around a ground of hexes: every side of a hex beyond which there is no other."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[int, int]
SIDES = (
    ((20, 0), (10, -6), (10, 6)),
    ((10, 18), (10, 6), (0, 12)),
    ((-10, 18), (0, 12), (-10, 6)),
    ((-20, 0), (-10, 6), (-10, -6)),
    ((-10, -18), (-10, -6), (0, -12)),
    ((10, -18), (0, -12), (10, -6)),
)
"""Each side of a hex: where its neighbor is, and the ends of the side, from the middle of the hex."""


def walls_around(middles: Iterable[tuple[int, int]]) -> str:
    """The SVG path of the walls around the hexes with those middles, in units of a drawing with hexes 20 wide.

    Sides that meet are one line, so that a pattern runs along a wall without a break.
    """
    inside = set(middles)
    onward: dict[Point, list[Point]] = {}
    for x, y in sorted(inside):
        for (across, down), (ax, ay), (bx, by) in SIDES:
            if (x + across, y + down) not in inside:
                onward.setdefault((x + ax, y + ay), []).append((x + bx, y + by))
    lines = []
    while onward:
        line = [next(iter(onward))]
        while ends := onward.get(line[-1]):
            end = ends.pop()
            if not ends:
                del onward[line[-1]]
            line.append(end)
        lines.append("M" + "L".join(f"{x} {y}" for x, y in line))
    return "".join(lines)

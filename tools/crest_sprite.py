"""Draws `static/theme/crests.svg`: a symbol for each shape with each division, and one for each charge.

Usage: python -m tools.crest_sprite

A symbol takes its first color from `fill` and its second from `color` of the `use` that shows it. Outlines are
polygons, so that a division is cut to its shape here, and a page needs no clip paths with ids of their own.
"""

from __future__ import annotations

import sys
from math import cos, pi, sin
from pathlib import Path

from franchises.crests import DIVISIONS, SHAPES

SPRITE = Path(__file__).parents[1] / "static" / "theme" / "crests.svg"
Point = tuple[float, float]
Polygon = list[Point]
CENTER = 16.0
FAR = 40.0
"""Beyond every outline."""
BORDER_SCALE = 0.76
"""The size of the field within a border."""


def circle(radius: float, *, corners: int = 36, turn: float = 0.0) -> Polygon:
    """A regular polygon around the center; `turn` is in corners."""
    angles = [2 * pi * (corner + turn) / corners - pi / 2 for corner in range(corners)]
    return [(CENTER + radius * cos(angle), CENTER + radius * sin(angle)) for angle in angles]


def star(corners: int, outer: float, inner: float) -> Polygon:
    """A star around the center, a corner at the top."""
    points = zip(circle(outer, corners=corners), circle(inner, corners=corners, turn=0.5), strict=True)
    return [point for pair in points for point in pair]


def shield() -> Polygon:
    """A shield: straight at the top, its sides drawn in to a point."""
    side = [(28 - 12 * (1 - cos(pi / 2 * step / 10)), 15 + 16 * sin(pi / 2 * step / 10)) for step in range(11)]
    return [(4, 2), (28, 2), *side, *((32 - x, y) for x, y in reversed(side))]


def gear() -> Polygon:
    """A gear of ten teeth."""
    teeth, tooth = 10, (-0.29, -0.19, 0.19, 0.29)
    points = []
    for number in range(teeth):
        for place, radius in zip(tooth, (12.3, 15.6, 15.6, 12.3), strict=True):
            angle = 2 * pi * (number + place) / teeth - pi / 2
            points.append((CENTER + radius * cos(angle), CENTER + radius * sin(angle)))
    return points


OUTLINES: dict[str, Polygon] = {
    "shield": shield(),
    "wheel": circle(15.2),
    "gear": gear(),
    "hexagon": circle(15.6, corners=6),
    "diamond": [(16, 0.2), (31, 16), (16, 31.8), (1, 16)],
    "badge": star(8, 15.8, 12.6),
    "banner": [(3.5, 2), (28.5, 2), (28.5, 31), (16, 25.5), (3.5, 31)],
    "plate": [(8, 2.5), (24, 2.5), (29.5, 8), (29.5, 24), (24, 29.5), (8, 29.5), (2.5, 24), (2.5, 8)],
}
PARTS: dict[str, list[Polygon]] = {
    "plain": [],
    "halved": [[(16, -FAR), (FAR, -FAR), (FAR, FAR), (16, FAR)]],
    "quartered": [
        [(16, -FAR), (FAR, -FAR), (FAR, 16), (16, 16)],
        [(-FAR, 16), (16, 16), (16, FAR), (-FAR, FAR)],
    ],
    "bend": [[(-FAR, -FAR - 6.5), (FAR, FAR - 6.5), (FAR, FAR + 6.5), (-FAR, -FAR + 6.5)]],
    "chevron": [
        [(-8, 32), (16, 8), (16, 17.5), (-8, 41.5)],
        [(16, 8), (40, 32), (40, 41.5), (16, 17.5)],
    ],
    "stripes": [[(-FAR, top), (FAR, top), (FAR, top + 4), (-FAR, top + 4)] for top in (6, 14, 22)],
    "wedge": [[(4, -2), (28, -2), (16, 29)]],
    "border": [],
}
"""The convex areas of each division that have the second color."""
STAR = " ".join(f"{x:.1f} {y:.1f}" for x, y in star(5, 9.6, 3.9))
CHARGE_PATHS: dict[str, str] = {
    "skull": "M16 7.5c-5 0-8 3.2-8 7.2 0 2.5 1.1 4.2 2.9 5.2v3.9h10.2v-3.9c1.8-1 2.9-2.7 2.9-5.2 "
    "0-4-3-7.2-8-7.2zM12.7 13a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zm6.6 0a2.2 2.2 0 1 1 0 4.4 2.2 "
    "2.2 0 0 1 0-4.4zM16 17.3l1.2 2.3h-2.4zM13.8 21.3h1v2.5h-1zm3.4 0h1v2.5h-1z",
    "wheel": "M16 7a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm-1 2.7a6.4 6.4 0 0 0-5.3 5.3h3.5a3 3 0 0 1 1.8-1.8zm2 "
    "0v3.5a3 3 0 0 1 1.8 1.8h3.5a6.4 6.4 0 0 0-5.3-5.3zM9.7 17a6.4 6.4 0 0 0 5.3 5.3v-3.5a3 3 0 0 "
    "1-1.8-1.8zm9.1 0a3 3 0 0 1-1.8 1.8v3.5a6.4 6.4 0 0 0 5.3-5.3z",
    "flame": "M17 6c.7 3.6-5.4 5.6-6.9 10.7C8.7 21.6 11.7 26 16 26s7.3-3.5 "
    "6.7-7.9c-.3-2.5-1.8-3.7-2-6-1.3.8-1.9 1.9-1.9 3.3C17.3 13.5 19.3 10 17 6zM16.2 17.5c1.9 1.9 3 3.2 "
    "2.8 5a3 3 0 0 1-6 0c-.1-1.9 2-3 3.2-5z",
    "wrench": "M22.8 7.3l-3.6 3.6 .5 1.9 1.9.5 3.6-3.6a5.6 5.6 0 0 1-7.3 7l-6.4 6.4a2.4 2.4 0 1 "
    "1-3.4-3.4l6.4-6.4a5.6 5.6 0 0 1 8.3-6z",
    "piston": "M10 6.5h12v2.6h-12zM10 10.2h12v5h-3.7v4.2a3.9 3.9 0 1 1-4.6 0v-4.2H10zM16 20.8a1.7 1.7 0 1 0 0 "
    "3.4 1.7 1.7 0 0 0 0-3.4z",
    "bolt": "M19.5 5.5L9.5 17.8h5l-2.8 9 10.8-13h-5.5z",
    "horns": "M6.5 7c0 5.2 2.4 7.8 5.6 8.6l1.3 7.2L16 26l2.6-3.2 1.3-7.2c3.2-.8 5.6-3.4 5.6-8.6-1.9 3.2-4 "
    "4.2-6.5 4.2h-6C10.5 11.2 8.4 10.2 6.5 7z",
    "dice": "M10 7.5h12a2.5 2.5 0 0 1 2.5 2.5v12a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-12A2.5 2.5 0 "
    "0 1 10 7.5zM11.7 10a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm8.6 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 "
    "0 0 0-3.4zM16 14.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm-4.3 4.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 "
    "0 0 0 0-3.4zm8.6 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z",
    "star": f"M{STAR}z",
    "wing": "M6 8.5c7 0 13.5.8 20 4.5l-3.5 1 1.5 2.3-4.3.2 1 2.4-4.5-.2.8 2.5C11 20.5 6.8 16 6 8.5z",
    "fang": "M7.5 8h17c0 3.6-1 5-3 5.4L20 25l-2.9-11.5h-2.2L12 25l-1.5-11.6C8.5 13 7.5 11.6 7.5 8z",
    "crown": "M8 20.5L6.5 10l5.3 4.3L16 7.5l4.2 6.8L25.5 10 24 20.5zM8 22h16v2.8H8z",
    "sight": "M15 5h2v3.2a7.9 7.9 0 0 1 6.8 6.8H27v2h-3.2a7.9 7.9 0 0 1-6.8 6.8V27h-2v-3.2A7.9 7.9 0 0 1 8.2 "
    "17H5v-2h3.2A7.9 7.9 0 0 1 15 8.2zM16 10.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM16 14a2 2 0 1 1 "
    "0 4 2 2 0 0 1 0-4z",
    "anvil": "M6 10.5h5.5V9H26v2.2c-1 2.8-4 4.2-6.7 4.5v2.6c.8 1.7 2.5 2.2 3.9 2.7v3.5H9.8V21c1.4-.5 3.1-1 "
    "3.9-2.7v-2.5c-3.2-.2-6.5-1.6-7.7-5.3z",
    "claw": "M10.5 7.5c-2 6-1.7 11.5 1 17 .6-6 .4-11.5-1-17zM16 6c-2 7-1.7 13.5 1 20 .6-7 .4-13.5-1-20zM21.5 "
    "7.5c-2 6-1.7 11.5 1 17 .6-6 .4-11.5-1-17z",
}
"""The path of each charge but the initials, which are letters; holes by the even-odd rule."""


def cut(subject: Polygon, convex: Polygon) -> Polygon:
    """The part of an outline that lies in a convex area, given clockwise on the screen (Sutherland and Hodgman)."""
    kept = subject
    for (x1, y1), (x2, y2) in zip(convex, [*convex[1:], convex[0]], strict=True):
        points, kept = kept, []

        def depth(point: Point, x1: float = x1, y1: float = y1, x2: float = x2, y2: float = y2) -> float:
            return (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)

        for point, following in zip(points, [*points[1:], *points[:1]], strict=True):
            here, there = depth(point), depth(following)
            if here >= 0:
                kept.append(point)
            if (here > 0 > there) or (here < 0 < there):
                share = here / (here - there)
                kept.append(
                    (point[0] + share * (following[0] - point[0]), point[1] + share * (following[1] - point[1]))
                )
    return kept


def path(polygon: Polygon) -> str:
    """A polygon as the data of a path, to a tenth."""
    points = [f"{x:.1f} {y:.1f}".replace(".0", "") for x, y in polygon]
    return f"M{'L'.join(points)}z" if points else ""


def field(shape: str, division: str) -> str:
    """The symbol of a shape with a division."""
    outline = OUTLINES[shape]
    second = "".join(path(cut(outline, area)) for area in PARTS[division])
    if division == "border":
        inner = [(CENTER + BORDER_SCALE * (x - CENTER), CENTER + BORDER_SCALE * (y - CENTER)) for x, y in outline]
        second = path(outline) + path(inner)
    over = f'<path fill="currentColor" fill-rule="evenodd" d="{second}"/>' if second else ""
    edge = f'<path fill="none" stroke="#8a8f98" d="{path(outline)}"/>'
    return f'<symbol id="{shape}-{division}" viewBox="0 0 32 32"><path d="{path(outline)}"/>{over}{edge}</symbol>'


def sprite() -> str:
    """The whole file."""
    fields = [field(shape, division) for shape in SHAPES for division in DIVISIONS]
    charges = [
        f'<symbol id="charge-{charge}" viewBox="0 0 32 32"><path fill-rule="evenodd" d="{drawn}"/></symbol>'
        for charge, drawn in CHARGE_PATHS.items()
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *fields, *charges, "</svg>", ""])


def main() -> int:
    """Write the file."""
    SPRITE.write_text(sprite(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

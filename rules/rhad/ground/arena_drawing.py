"""Draws an arena as SVG, and as text for terminals and screen readers: ground, walls, obstacles and starting
places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.match.drawing.svg import INK, picture, svg_text
from rules.rhad.ground.arena import Arena, Hex, distance_from_middle

HALF_HEX_WIDTH, HALF_HEX_HEIGHT, ROW_HEIGHT = 10, 12, 18  # units of the drawing
"""Half the width of a hex, half its height, and the distance between rows."""
MARGIN = 26
GROUND, SOLID, CAR = "#bcbab2", "#3c3f45", "#3d6fd8"
SIDE_OFFSETS = ((10, 0), (5, 9), (-5, 9), (-10, 0), (-5, -9), (5, -9))  # units of the drawing
"""The offsets from the middle of a hex to its sides, clockwise from the east."""
ARROWS = (">", "\\", "/", "<", "\\", "/")
"""The text mark of each facing: the line along which it runs."""
LEGEND = ((". ", "open ground"), ("# ", "obstacle"), ("> \\ / <", "starting place, and the way it faces"))


def draw_arena(arena: Arena) -> str:
    """An arena as an SVG image."""
    width, height = extent(arena)
    parts = draw_hexes(arena)
    for number, start in enumerate(arena.starts, start=1):
        x, y = center(arena, start.at)
        along, down = SIDE_OFFSETS[start.facing]
        parts.append(f'<path d="M{x} {y}l{along} {down}" stroke="{CAR}" stroke-width="4"/>')
        parts.append(f'<circle cx="{x}" cy="{y}" r="7" fill="{CAR}"/>')
        parts.append(svg_text(x, y + 3, str(number), fill="#fff", size=8))
    title = f"{arena.title}, an arena of radius {arena.radius} with walls outside"
    return picture(filter(None, parts), title=title, width=width, height=height)


def extent(arena: Arena) -> tuple[int, int]:
    """Width and height of an arena's drawing, margins included."""
    return 2 * (MARGIN + HALF_HEX_WIDTH) + 4 * HALF_HEX_WIDTH * arena.radius, 2 * (
        MARGIN + HALF_HEX_HEIGHT
    ) + 2 * ROW_HEIGHT * arena.radius


def draw_hexes(arena: Arena) -> list[str]:
    """The ground of an arena, and the obstacles on it."""
    hexes = list(hexes_inside(arena))
    return [
        _fill_hexes(arena, (at for at in hexes if at not in arena.obstacles), GROUND),
        _fill_hexes(arena, (at for at in hexes if at in arena.obstacles), SOLID),
    ]


def draw_arena_text(arena: Arena) -> str:
    """An arena as text: one line for each row of hexes, indented so that neighboring rows are half a hex apart."""
    starts = {start.at: ARROWS[start.facing] for start in arena.starts}
    lines = []
    for r in range(-arena.radius, arena.radius + 1):
        row = [at for at in hexes_inside(arena) if at[1] == r]
        marks = ["#" if at in arena.obstacles else starts.get(at, ".") for at in row]
        lines.append(" " * abs(r) + " ".join(marks))
    legend = [f"{mark.strip()} {words}" for mark, words in LEGEND if mark != "# " or arena.obstacles]
    return "\n".join([arena.title, "", *lines, "", *legend, ""])


def hexes_inside(arena: Arena) -> Iterator[Hex]:
    """The hexes of an arena, obstacles included, row by row."""
    reach = range(-arena.radius, arena.radius + 1)
    return ((q, r) for r in reach for q in reach if distance_from_middle((q, r)) <= arena.radius)


def center(arena: Arena, at: Hex) -> tuple[int, int]:
    """The coordinates of the middle of a hex: r runs down, and each row is half a hex to the right of the one
    above.
    """
    q, r = at
    return MARGIN + HALF_HEX_WIDTH + 2 * HALF_HEX_WIDTH * (
        q + arena.radius
    ) + HALF_HEX_WIDTH * r, MARGIN + HALF_HEX_HEIGHT + ROW_HEIGHT * (r + arena.radius)


def _fill_hexes(arena: Arena, hexes: Iterable[Hex], color: str) -> str:
    outline = "".join(
        f"M{x} {y - HALF_HEX_HEIGHT}l10 6v12l-10 6l-10 -6v-12z" for x, y in (center(arena, at) for at in hexes)
    )
    return f'<path d="{outline}" fill="{color}" stroke="{INK}" stroke-opacity=".25"/>' if outline else ""

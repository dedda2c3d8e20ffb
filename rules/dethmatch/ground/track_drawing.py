"""Draws a track as SVG: ground, line, checkpoints, guide line, pits, grid, bases and flags.

Hexes have medium colors, so that a drawing works on light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.dethmatch.ground.hexes import Hex, column_and_row
from rules.dethmatch.ground.track import Track
from rules.match.drawing.svg import GRAY, INK, TEAM_COLORS, picture, svg_text

HALF_WIDTH, HALF_HEIGHT, ROW_HEIGHT = 10, 12, 18
"""Half a hex's width, half its height, and the height from row to row, in units of the drawing."""
MARGIN = 26
LEGEND_ROW = 20
LEGEND_WIDTH = 130
SURFACE_COLORS = {
    "asphalt": "#8e949b",
    "concrete": "#bcbab2",
    "dirt": "#c39c6c",
    "gravel": "#d8c295",
    "debris": "#a17c74",
    "mud": "#876545",
    "snow": "#e8eef2",
    "ice": "#a6d4ea",
}
RATED_GROUND_COLOR = "#d3dbe0"
"""The color of hexes that have a hazard rating of their own."""
IMPASSABLE = "#3c3f45"
CHECKPOINT = "#6b1f7b"
EVERY_PLACE = 5


def draw_track(track: Track) -> str:
    """A track as an SVG image, with a legend of what is on it."""
    width, height = extent(track)
    legend = list(_legend(track))
    across = max(1, (width - MARGIN) // LEGEND_WIDTH)
    full = height + LEGEND_ROW * -(-len(legend) // across)
    drawn = [*ground(track), *details(track), *_beginnings(track), *scale(track)]
    for number, (mark, words) in enumerate(legend):
        x = MARGIN + number % across * LEGEND_WIDTH
        y = height + number // across * LEGEND_ROW
        drawn.append(f'<g transform="translate({x} {y}) scale(.75)">{mark}</g>')
        drawn.append(svg_text(x + 14, y + 4, words, fill=GRAY, size=11, anchor="start"))
    return picture(drawn, title=f"{track.name}, {_kind_in_words(track)}", width=width, height=full)


def extent(track: Track) -> tuple[int, int]:
    """The width and height of a track's map, margins included."""
    places = [column_and_row(*at) for at in track.hexes]
    return (
        2 * MARGIN + 2 * HALF_WIDTH * max(column for column, _ in places) + 3 * HALF_WIDTH,
        2 * MARGIN + ROW_HEIGHT * max(row for _, row in places) + HALF_HEIGHT,
    )


def center(at: Hex) -> tuple[int, int]:
    """The coordinates of the middle of a hex."""
    column, row = column_and_row(*at)
    return MARGIN + HALF_WIDTH + 2 * HALF_WIDTH * column + HALF_WIDTH * (row % 2), MARGIN + ROW_HEIGHT * row


def outline(places: Iterable[tuple[int, int]]) -> str:
    """The SVG path around the hexes with these middles."""
    return "".join(f"M{x} {y - HALF_HEIGHT}l10 6v12l-10 6l-10 -6v-12z" for x, y in places)


def ground(track: Track) -> Iterator[str]:
    """The hexes in the colors of their surfaces, and the obstacles in them."""
    for color, hexes in sorted(_by_color(track).items()):
        yield f'<path d="{outline(center(at) for at in hexes)}" fill="{color}" stroke="{INK}" stroke-opacity=".25"/>'
    for at, rating in zip(track.hexes, track.obstacle, strict=True):
        if rating is not None:
            x, y = center(at)
            yield _obstacle(x, y, rating)


def _by_color(track: Track) -> dict[str, list[Hex]]:
    found: dict[str, list[Hex]] = {}
    for number, at in enumerate(track.hexes):
        color = SURFACE_COLORS[track.surface[number]]
        if track.impassable[number]:
            color = IMPASSABLE
        elif track.rating[number] is not None:
            color = RATED_GROUND_COLOR
        found.setdefault(color, []).append(at)
    return found


def details(track: Track) -> Iterator[str]:
    """What a driver must know besides the ground: pits, bases, checkpoints, the line and the guide line."""
    yield from _pits(track)
    for slot, base in track.bases.items():
        yield hex_rings(track, base, color_of(slot), 3)
    for hexes in track.checkpoints:
        yield hex_rings(track, hexes, CHECKPOINT, 2)
    for at in sorted(track.line):
        yield _checkered(*center(track.hexes[at]))
    yield from _guide_line(track)
    for number, hexes in enumerate(track.checkpoints, start=1):
        x, y = center(track.hexes[min(hexes - set(track.guide) or hexes)])
        yield f'<circle cx="{x}" cy="{y}" r="7" fill="#fff" fill-opacity=".8"/>'
        yield svg_text(x, y + 4, str(number), fill=CHECKPOINT, size=12)


def _beginnings(track: Track) -> Iterator[str]:
    """The starting places and the flags."""
    for number, (at, facing) in enumerate(track.grid, start=1):
        x, y = center(track.hexes[at])
        slot = track.grid_slots[number - 1]
        yield chevron(x, y, facing, color_of(slot) if slot else "#fff")
        if not slot:
            yield svg_text(x - 1, y + 3, str(number), size=8)
    for at in track.flag_spawns:
        yield flag(*center(track.hexes[at]), "#fff")


def _pits(track: Track) -> Iterator[str]:
    for slot in sorted(set(track.pit) - {""}):
        hexes = [at for at, pit in enumerate(track.pit) if pit == slot]
        yield hex_rings(track, hexes, color_of(slot), 1.5, dashes="3 2")
        for at in hexes:
            x, y = center(track.hexes[at])
            yield svg_text(x, y + 3, "P" if slot == "any" else f"P{slot[1:]}")


def color_of(slot: str) -> str:
    """The color of a slot's team, or ink if any team may use it."""
    return TEAM_COLORS[(int(slot[1:]) - 1) % len(TEAM_COLORS)] if slot[1:].isdecimal() else INK


def hex_rings(track: Track, hexes: Iterable[int], color: str, width: float, *, dashes: str = "") -> str:
    """A line around each of the hexes."""
    path = outline(center(track.hexes[at]) for at in sorted(hexes))
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'


def _guide_line(track: Track) -> Iterator[str]:
    if track.guide:
        points = " ".join(",".join(map(str, center(track.hexes[at]))) for at in track.guide)
        yield f'<polygon points="{points}" fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="1.5"/>'
        yield f'<polygon points="{points}" fill="none" stroke="{INK}" stroke-dasharray="4 4" stroke-width="1.5"/>'
        yield from (
            _arrow(*center(track.hexes[at]), facing)
            for number, (at, facing) in enumerate(zip(track.guide, track.guide_facing, strict=True))
            if number % 6 == 3
        )


def scale(track: Track) -> Iterator[str]:
    """The numbers of every fifth column and row."""
    width, height = extent(track)
    for column in range(0, (width - 2 * MARGIN) // (2 * HALF_WIDTH) + 1, EVERY_PLACE):
        yield svg_text(MARGIN + HALF_WIDTH + 2 * HALF_WIDTH * column, 9, str(column), fill=GRAY)
    for row in range(0, (height - 2 * MARGIN) // ROW_HEIGHT + 1, EVERY_PLACE):
        yield svg_text(12, MARGIN + ROW_HEIGHT * row + 3, str(row), fill=GRAY, anchor="end")


def _legend(track: Track) -> Iterator[tuple[str, str]]:
    hexagon = outline([(0, 0)])
    plain = [
        surface
        for surface, rating, blocked in zip(track.surface, track.rating, track.impassable, strict=True)
        if rating is None and not blocked
    ]
    for surface, color in SURFACE_COLORS.items():
        if surface in plain:
            yield f'<path d="{hexagon}" fill="{color}" stroke="{GRAY}"/>', surface
    for surface, rating in sorted(
        {rated for rated in zip(track.surface, track.rating, strict=True) if rated[1] is not None}
    ):
        yield f'<path d="{hexagon}" fill="{RATED_GROUND_COLOR}" stroke="{GRAY}"/>', f"{surface}, rating {rating}"
    if any(track.impassable):
        yield f'<path d="{hexagon}" fill="{IMPASSABLE}" stroke="{GRAY}"/>', "impassable"
    if any(rating is not None for rating in track.obstacle):
        yield _obstacle(0, 0, 1), "obstacle, rating"
    if track.line:
        yield _checkered(0, 0), "line"
        yield _key(hexagon, CHECKPOINT, 2), "checkpoint"
        yield f'<path d="M-10 0H10" stroke="{GRAY}" stroke-width="2" stroke-dasharray="4 4"/>', "guide line"
    if any(track.pit):
        yield _key(hexagon, GRAY, 2, dashes="3 2"), "pit"
    if track.bases:
        yield _key(hexagon, TEAM_COLORS[0], 3), "base"
    if track.flag_spawns:
        yield flag(0, 0, "#fff"), "flag"
    yield chevron(0, 0, 0, "#fff"), "starting place"


def _key(hexagon: str, color: str, width: int, *, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{hexagon}" fill="#d0d0d4" stroke="{color}" stroke-width="{width}"{dashed}/>'


def _obstacle(x: int, y: int, rating: int) -> str:
    return f'<path d="M{x} {y - 8}l8 14h-16z" fill="#f4d35e" stroke="{INK}"/>' + svg_text(
        x, y + 4, str(rating), size=8
    )


def _checkered(x: int, y: int) -> str:
    return (
        f'<path d="{outline([(x, y)])}" fill="#fff" stroke="{INK}"/>'
        f'<path d="M{x - 6} {y - 6}h6v6h-6zM{x} {y}h6v6h-6z" fill="{INK}"/>'
    )


def chevron(x: int, y: int, facing: int, fill: str) -> str:
    """A starting place, pointing the way its car faces."""
    return (
        f'<path transform="translate({x} {y}) rotate({60 * facing})" d="M8 0L3 6H-6V-6H3z" fill="{fill}"'
        f' fill-opacity=".75" stroke="{INK}"/>'
    )


def _arrow(x: int, y: int, facing: int) -> str:
    return f'<path transform="translate({x} {y}) rotate({60 * facing})" d="M6 0L-3 4V-4z" fill="{INK}"/>'


def flag(x: int, y: int, color: str) -> str:
    """A flag on its staff."""
    return f'<path d="M{x - 4} {y + 8}v-16l11 5l-11 5" fill="{color}" stroke="{INK}" stroke-width="1.5"/>'


def _kind_in_words(track: Track) -> str:
    if track.is_circuit:
        return f"a circuit of {len(track.guide)} hexes a lap on {track.surface_of_road}"
    return f"an arena of {track.size} hexes on {track.surface_of_road}"


def tile_drawings(pictures: Sequence[Sequence[str]], *, width: int, height: int, across: int) -> Iterator[str]:
    """Drawings of one size side by side, `across` of them in a row."""
    for number, drawn in enumerate(pictures):
        x, y = number % across * width, number // across * height
        yield f'<g transform="translate({x} {y})">' + "".join(drawn) + "</g>"

"""Drawings of a circuit: as SVG, with its corners tinted and labeled with their stops, and as text, row by row."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.formule.ground.circuit import AHEAD, BOTH, LEFT, RIGHT, STEPS, Circuit
from rules.match.drawing.svg import GRAY, INK, picture, svg_text

SQUARE, LANE, MARGIN, LEGEND = 22, 16, 30, 46
"""In units of the drawing: the length of a square, the width of a lane, the margin, and the height of the legend."""
PAVED, PLACE = "#a9adb3", "#f4f4f4"
TINTS = ("#f2c14e", "#ef8a4a", "#d6495c")
"""The colors of corners with 1, 2 and 3 stops."""
EVERY_ROW = 5
ROUND = 360
FLAT_TOLERANCE = 1e-9
"""A determinant below this is taken as 0: all rows point the same way, and no row lengths close the ring."""
LEGEND_WIDTH = 110
Point = tuple[float, float]


def draw_circuit(circuit: Circuit) -> str:
    """Draw a circuit as an SVG image with a legend."""
    layout = lay_out(circuit)
    shapes = [*ring(circuit, layout), *_legend(circuit, layout.height)]
    title = f"{circuit.title}: {circuit.length} rows, {len(circuit.corners)} corners"
    return picture(
        shapes, title=title, width=max(layout.width, 4 * LEGEND_WIDTH + MARGIN), height=layout.height + LEGEND
    )


@dataclass(frozen=True, slots=True)
class CircuitLayout:
    """Where a circuit is drawn, and the size of the drawing.

    `edges` has the near edge of each row as points from left to right, and the first row's again at the end.
    """

    edges: Sequence[Sequence[Point]]
    width: int
    height: int

    def square(self, row: int, lane: int) -> tuple[Point, int]:
        """The middle of a square, and the heading of a car on it, in degrees clockwise from the right."""
        (ax, ay), (bx, by) = (_halfway(self.edges[edge], lane) for edge in (row, row + 1))
        return _middle(self.edges, row, lane), round(math.degrees(math.atan2(by - ay, bx - ax))) % ROUND


def _halfway(edge: Sequence[Point], lane: int) -> Point:
    (ax, ay), (bx, by) = edge[lane], edge[lane + 1]
    return (ax + bx) / 2, (ay + by) / 2


def lay_out(circuit: Circuit) -> CircuitLayout:
    """Compute where each square of a circuit is drawn."""
    edges = _edges(circuit)
    left = min(x for edge in edges for x, _ in edge)
    top = min(y for edge in edges for _, y in edge)
    edges = [[(x - left + MARGIN, y - top + MARGIN) for x, y in edge] for edge in edges]
    width = math.ceil(max(x for edge in edges for x, _ in edge)) + MARGIN
    height = math.ceil(max(y for edge in edges for _, y in edge)) + MARGIN
    return CircuitLayout(edges, width, height)


def ring(circuit: Circuit, layout: CircuitLayout) -> Iterator[str]:
    """The SVG elements of a circuit, without the legend."""
    edges = layout.edges
    yield from _squares(circuit, edges)
    yield from _marks(circuit, edges)
    yield from _line(edges)
    yield from _grid(circuit, edges)
    yield from _numbers(circuit, edges)


def draw_circuit_text(circuit: Circuit) -> str:
    """Draw a circuit as text: a line per row, with its squares, its corner and its grid places."""
    places = {place: number for number, place in enumerate(circuit.grid, start=1)}
    lines = [
        f"{circuit.title}: {circuit.length} rows of {circuit.lanes} lanes",
        "Squares from the left as one drives. In corners a mark says where its square leads:",
        f"{AHEAD} ahead, {LEFT} also left, {RIGHT} also right, {BOTH} both. # is no square.",
        "",
    ]
    for row in range(circuit.length):
        corner = circuit.corner_at(row)
        printed = circuit.marks.get(row, "." * circuit.lanes)
        squares = "".join(printed[lane] if circuit.is_square(row, lane) else "#" for lane in range(circuit.lanes))
        text = f"  corner {corner + 1}, stops {circuit.corners[corner].stops}" if corner >= 0 else ""
        grid = [f"place {places[row, lane]} in lane {lane}" for lane in range(circuit.lanes) if (row, lane) in places]
        lines.append(
            f"{row:3}  {squares}{text}{'  ' + ', '.join(grid) if grid else ''}{'  the line' if not row else ''}"
        )
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------------- geometry


def _turns(circuit: Circuit) -> list[float]:
    """How far each row turns to the right, in degrees.

    Corners without degrees share what the others leave of a full circle.
    """
    total = sum(_signed(circuit, number) for number in range(len(circuit.corners)))
    unspecified = [number for number, corner in enumerate(circuit.corners) if not corner.degrees]
    turns = [0.0] * circuit.length
    for number, corner in enumerate(circuit.corners):
        degrees = (ROUND - total) / len(unspecified) if number in unspecified else _signed(circuit, number)
        rows = corner.last - corner.first + 1
        for row in range(corner.first, corner.last + 1):
            turns[row] = degrees / rows
    return turns


def _signed(circuit: Circuit, number: int) -> int:
    corner = circuit.corners[number]
    return corner.degrees if corner.inner_lane else -corner.degrees


def _edges(circuit: Circuit) -> list[list[Point]]:
    """The near edge of each row as points from left to right, and the first row's again at the end."""
    heading, headings = 0.0, []
    for turn in _turns(circuit):
        headings.append(heading + turn / 2)
        heading += turn
    lengths = _closing_lengths(headings)
    x = y = 0.0
    middles, across = [], []
    starts = [
        (before + after) / 2 for before, after in pairwise([headings[-1] - heading, *headings, headings[0] + heading])
    ]
    for length, direction, edge in zip(lengths, headings, starts, strict=False):
        middles.append((x, y))
        across.append(math.radians(edge))
        x += SQUARE * length * math.cos(math.radians(direction))
        y += SQUARE * length * math.sin(math.radians(direction))
    middles.append(middles[0])
    across.append(across[0])
    half = circuit.lanes * LANE / 2
    return [
        [
            (mx - (lane * LANE - half) * math.sin(angle), my + (lane * LANE - half) * math.cos(angle))
            for lane in range(circuit.lanes + 1)
        ]
        for (mx, my), angle in zip(middles, across, strict=True)
    ]


def _closing_lengths(headings: Sequence[float]) -> list[float]:
    """The length of each row with which the ring closes, in squares.

    Of all such lengths these are the closest to 1 in the sense of least squares.
    """
    cosines = [math.cos(math.radians(heading)) for heading in headings]
    sines = [math.sin(math.radians(heading)) for heading in headings]
    cc, ss = sum(cosine * cosine for cosine in cosines), sum(sine * sine for sine in sines)
    cs = sum(cosine * sine for cosine, sine in zip(cosines, sines, strict=True))
    missing_x, missing_y = -sum(cosines), -sum(sines)
    determinant = cc * ss - cs * cs
    if abs(determinant) < FLAT_TOLERANCE:
        return [1.0] * len(headings)
    along, beside = (missing_x * ss - missing_y * cs) / determinant, (missing_y * cc - missing_x * cs) / determinant
    return [1 + along * cosine + beside * sine for cosine, sine in zip(cosines, sines, strict=True)]


# -------------------------------------------------------------------------------------------------------- drawing


def _at(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _middle(edges: Sequence[Sequence[Point]], row: int, lane: float) -> Point:
    """The middle of a square. Lane -1 and the number of lanes are just beside the track."""
    near, far = edges[row], edges[row + 1]
    left = tuple((a + b) / 2 for a, b in zip(near[0], far[0], strict=True))
    right = tuple((a + b) / 2 for a, b in zip(near[-1], far[-1], strict=True))
    share = (lane + 0.5) / (len(near) - 1)
    return left[0] + (right[0] - left[0]) * share, left[1] + (right[1] - left[1]) * share


def _squares(circuit: Circuit, edges: Sequence[Sequence[Point]]) -> Iterator[str]:
    for color in (PAVED, *TINTS):
        path = ""
        for row in range(circuit.length):
            corner = circuit.corner_at(row)
            if color == (PAVED if corner < 0 else TINTS[circuit.corners[corner].stops - 1]):
                near, far = edges[row], edges[row + 1]
                for lane in range(circuit.lanes):
                    if circuit.is_square(row, lane):
                        corners = (near[lane], near[lane + 1], far[lane + 1], far[lane])
                        path += "M" + "L".join(map(_at, corners)) + "z"
        if path:
            yield f'<path d="{path}" fill="{color}" stroke="{INK}" stroke-opacity=".45"/>'


def _marks(circuit: Circuit, edges: Sequence[Sequence[Point]]) -> Iterator[str]:
    """A stroke from each square in a corner toward every lane it leads to."""
    path = ""
    for row, marks in circuit.marks.items():
        for lane, mark in enumerate(marks):
            middle = _middle(edges, row, lane)
            for step in STEPS[mark]:
                if circuit.is_square((row + 1) % circuit.length, lane + step):
                    beyond = _middle(edges, (row + 1) % circuit.length, lane + step)
                    path += f"M{_at(middle)}L{_at(_between(middle, beyond))}"
    if path:
        yield f'<path d="{path}" fill="none" stroke="{INK}" stroke-opacity=".55" stroke-width="1.3"/>'


def _between(start: Point, end: Point) -> Point:
    return start[0] + (end[0] - start[0]) * 0.42, start[1] + (end[1] - start[1]) * 0.42


def _line(edges: Sequence[Sequence[Point]]) -> Iterator[str]:
    first, last = edges[0][0], edges[0][-1]
    yield f'<path d="M{_at(first)}L{_at(last)}" stroke="{INK}" stroke-width="5"/>'
    yield f'<path d="M{_at(first)}L{_at(last)}" stroke="#fff" stroke-width="3" stroke-dasharray="4 4"/>'


def _grid(circuit: Circuit, edges: Sequence[Sequence[Point]]) -> Iterator[str]:
    for number, (row, lane) in enumerate(circuit.grid, start=1):
        x, y = _middle(edges, row, lane)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" fill="{PLACE}" stroke="{INK}" stroke-opacity=".5"/>'
        yield _text(x, y + 3, str(number), size=9)


def _numbers(circuit: Circuit, edges: Sequence[Sequence[Point]]) -> Iterator[str]:
    """The number of every fifth row outside the ring, and the stops of each corner inside it."""
    for row in range(0, circuit.length, EVERY_ROW):
        x, y = _middle(edges, row, -1)
        yield _text(x, y + 3, str(row), fill=GRAY, size=9)
    for corner in circuit.corners:
        row = (corner.first + corner.last) // 2
        x, y = _middle(edges, row, circuit.lanes + 0.3)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{TINTS[corner.stops - 1]}" stroke="{INK}"/>'
        yield _text(x, y + 4, str(corner.stops), size=12)


def _legend(circuit: Circuit, height: int) -> Iterator[str]:
    entries = [(PAVED, "straight"), *((tint, f"{n} stop{'s' * (n > 1)}") for n, tint in enumerate(TINTS, start=1))]
    for number, (color, text) in enumerate(entries):
        x = MARGIN + number * LEGEND_WIDTH
        box = f'x="{x}" y="{height + 4}" width="14" height="14"'
        yield f'<rect {box} fill="{color}" stroke="{INK}" stroke-opacity=".45"/>'
        yield _text(x + 20, height + 15, text, fill=GRAY, size=11, anchor="start")
    sentence = f"{circuit.title}: rows counted from the line, strokes lead to the squares ahead"
    yield _text(MARGIN, height + 36, sentence, fill=GRAY, size=11, anchor="start")


def _text(x: float, y: float, words: str, *, fill: str = INK, size: int = 9, anchor: str = "middle") -> str:
    return svg_text(f"{x:.1f}", f"{y:.1f}", words, fill=fill, size=size, anchor=anchor)

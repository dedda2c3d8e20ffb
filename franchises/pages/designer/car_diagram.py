"""A diagram of a car from above, with armor by side and weapon arcs, as shapes for a picture of 320 by 320."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from rules.match.drawing_board import ALL_ROUND, Outline

MIDDLE, MAX_REACH, REACH_STEP = 160, 150, 12
"""The center coordinate, the reach of the first wedge, and how much shorter each further wedge is."""
LEAST_REACH = 70
PLATE_AT = {0: (160, 102), 90: (206, 164), 180: (160, 226), 270: (114, 164)}
"""The position of a side's armor points, by the bearing of the side in degrees."""
COLOR_COUNT = 6
HALF = 180


@dataclass(frozen=True, slots=True)
class Wedge:
    """An arc: its number in the list beside the picture, SVG path, position of the number, and color index."""

    number: int
    called: str
    path: str
    x: int
    y: int
    color: int


@dataclass(frozen=True, slots=True)
class PlateLabel:
    """The armor points of a side and their position."""

    side: str
    points: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The shapes to draw, and the description `said` for people who cannot see them."""

    wedges: tuple[Wedge, ...]
    plates: tuple[PlateLabel, ...]
    inside: tuple[tuple[str, int], ...]
    said: str

    def __bool__(self) -> bool:
        return bool(self.wedges or self.plates or self.inside)


def picture_of(outline: Outline) -> Picture:
    """An outline as shapes. Each further arc is drawn smaller, so that arcs of one direction stay visible."""
    wedges = []
    for number, arc in enumerate(outline.arcs, start=1):
        reach = max(MAX_REACH - REACH_STEP * (number - 1), LEAST_REACH)
        x, y = _at(_label_at(number, arc.toward, arc.width, len(outline.arcs)), reach - REACH_STEP)
        shape = _circle(reach) if arc.width >= ALL_ROUND else _sector(arc.toward, arc.width, reach)
        wedges.append(Wedge(number, arc.called, shape, x, y, (number - 1) % COLOR_COUNT + 1))
    plates = tuple(PlateLabel(plate.side, plate.points, *PLATE_AT[plate.toward]) for plate in outline.plates)
    return Picture(tuple(wedges), plates, outline.inside, _description(outline))


def _label_at(number: int, toward: int, width: int, count: int) -> float:
    """The bearing of a wedge's number, spread over the wedge so that numbers of equal wedges do not overlap."""
    spread = min(width, HALF) * 0.7
    return toward + spread * ((number - 0.5) / max(count, 1) - 0.5)


def _description(outline: Outline) -> str:
    armor = [f"{plate.side} {plate.points}" for plate in outline.plates]
    armor += [f"{name} {points}" for name, points in outline.inside]
    texts = (
        [f"Armor: {', '.join(armor)}." if outline.plates else f"{', '.join(armor).capitalize()}."] if armor else []
    )
    texts += [f"{arc.called}, {_width(arc.width)}." for arc in outline.arcs]
    return " ".join(texts)


def _width(width: int) -> str:
    return "all round" if width >= ALL_ROUND else f"{width} degrees"


def _at(bearing: float, far: float) -> tuple[int, int]:
    angle = math.radians(bearing)
    return round(MIDDLE + far * math.sin(angle)), round(MIDDLE - far * math.cos(angle))


def _sector(toward: int, width: int, reach: int) -> str:
    from_, to = _at(toward - width / 2, reach), _at(toward + width / 2, reach)
    large = int(width > HALF)
    return f"M{MIDDLE} {MIDDLE} L{_pair(from_)} A{reach} {reach} 0 {large} 1 {_pair(to)} Z"


def _circle(reach: int) -> str:
    top, foot = (MIDDLE, MIDDLE - reach), (MIDDLE, MIDDLE + reach)
    return f"M{_pair(top)} A{reach} {reach} 0 1 1 {_pair(foot)} A{reach} {reach} 0 1 1 {_pair(top)} Z"


def _pair(point: Iterable[int]) -> str:
    return " ".join(map(str, point))

"""What a car touches on its way, and how much rough ground it crosses. Rules CC-045, CC-046, CC-049, CC-082.

Nothing here depends on the state of a match, so that a move can be planned for a car at any place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from rules.carcult.ground.geometry import SPANS, Passage, Shape, contact_fraction, passage, shape_of
from rules.carcult.ground.table import BLOCKING, Point, Table

EDGE, TERRAIN = "edge", "terrain"
"""What a car may touch besides other cars (CC-046, CC-049)."""
COUNTER = ((79, -33), (79, 33), (33, 79), (-33, 79), (-79, 33), (-79, -33), (-33, -79), (33, -79))
"""The outline of a counter with a base of 40 mm, as eight corners around its middle (CC-082)."""


class Contact(NamedTuple):
    """What stops a car, and after which fraction of its way: the edge, terrain, or a car by its id."""

    part: int
    whole: int
    what: str


class TableGround:
    """The size and the terrain of a table, as shapes."""

    __slots__ = ("blocking", "height", "rough", "solid", "width")

    def __init__(self, table: Table) -> None:
        self.width, self.height = table.width, table.height
        shapes = [(piece.kind, shape_of(piece.corners)) for piece in table.terrain]
        self.blocking = tuple(shape for kind, shape in shapes if kind == BLOCKING)
        self.solid = tuple((TERRAIN, shape) for shape in self.blocking)
        self.rough = tuple(shape for kind, shape in shapes if kind != BLOCKING)

    def first_contact(
        self, place: Point, heading: int, way: Point, others: Iterable[tuple[str, Shape]]
    ) -> Contact | None:
        """The first thing a car touches when it moves by `way` without turning, if any.

        It may be the edge, terrain, or one of the other cars, given with their shapes. Of two at once the first in
        that order counts.
        """
        return self.first_contact_among(place, heading, way, chain(self.solid, others))

    def first_contact_among(
        self, place: Point, heading: int, way: Point, things: Iterable[tuple[str, Shape]]
    ) -> Contact | None:
        """The first thing a car touches on its way, if any, of the edge and the given things."""
        best: Contact | None = None
        left, top, right, bottom = swept_bounds(place, heading, way)
        if left <= 0 or top <= 0 or right >= self.width or bottom >= self.height:  # no mutant: only saves work
            best = self.edge_contact(place, heading, way)
        for what, shape in things:
            box = shape.box
            if left <= box[2] and box[0] <= right and top <= box[3] and box[1] <= bottom:  # no mutant: saves work
                fraction = contact_fraction(place, heading, way, shape)
                if fraction is not None:
                    best = _sooner(best, fraction, what)
        return best

    def is_way_clear(self, place: Point, heading: int, way: Point, things: Iterable[tuple[str, Shape]]) -> bool:
        """Whether a car that moves by `way` without turning touches neither the edge nor one of the given things."""
        (x, y), (across, down), (span_x, span_y) = place, way, SPANS[heading]
        left, right = (x - span_x, x + across + span_x) if across > 0 else (x + across - span_x, x + span_x)
        top, bottom = (y - span_y, y + down + span_y) if down > 0 else (y + down - span_y, y + span_y)
        if (across > 0 and right >= self.width) or (across < 0 and left <= 0):
            return False
        if (down > 0 and bottom >= self.height) or (down < 0 and top <= 0):
            return False
        for _, shape in things:
            box = shape.box
            is_near = left <= box[2] and box[0] <= right and top <= box[3] and box[1] <= bottom
            if is_near and contact_fraction(place, heading, way, shape) is not None:
                return False
        return True

    def edge_contact(self, place: Point, heading: int, way: Point) -> Contact | None:
        """Where a car touches the edge of the table on its way, if it does (CC-049)."""
        best: Contact | None = None
        for middle, reach, side, distance in zip(place, SPANS[heading], (self.width, self.height), way, strict=True):
            if not distance:
                continue
            room = side - middle - reach if distance > 0 else middle - reach  # no mutant: it is not 0
            if room <= abs(distance):
                best = _sooner(best, (max(room, 0), abs(distance)), EDGE)
        return best


def swept_bounds(place: Point, heading: int, way: Point) -> tuple[int, int, int, int]:
    """The bounds along x and y of everything a car passes over on its way."""
    (x, y), (vx, vy), (span_x, span_y) = place, way, SPANS[heading]
    left, right = (x, x + vx) if vx > 0 else (x + vx, x)  # no mutant: 0 leads nowhere
    top, bottom = (y, y + vy) if vy > 0 else (y + vy, y)  # no mutant: the same
    return left - span_x, top - span_y, right + span_x, bottom + span_y


def _sooner(best: Contact | None, fraction: tuple[int, int], what: str) -> Contact:
    if best is not None and fraction[0] * best.whole >= best.part * fraction[1]:
        return best
    return Contact(*fraction, what)


def counter_shape(x: int, y: int) -> Shape:
    """The shape of a counter of oil or caltrops at a place (CC-082)."""
    return shape_of([(x + dx, y + dy) for dx, dy in COUNTER])


def distances_inside(
    place: Point, heading: int, way: Point, forward: int, *, until: tuple[int, int], shapes: Sequence[Shape]
) -> list[int]:
    """How far a car moves in each shape, in hundredths of an inch ahead, -1 for none (CC-045).

    The car moves by `way`, which is `forward` ahead, without turning, and is stopped after the fraction `until`.
    """
    left, top, right, bottom = swept_bounds(place, heading, way)
    distances = []
    for shape in shapes:
        box = shape.box
        overlap = None
        if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom:  # no mutant: only saves work
            overlap = passage(place, heading, way, shape)
        distances.append(-1 if overlap is None else _within(overlap, forward, until))
    return distances


def _within(overlap: Passage, forward: int, until: tuple[int, int]) -> int:
    """The part of a way inside a shape, in hundredths of an inch rounded down; -1 if the car stops before it."""
    (enter, enter_whole), (leave, leave_whole), (stop, stop_whole) = (*overlap, until)
    enter = max(enter, 0)
    if leave * stop_whole > stop * leave_whole:  # no mutant: equally far
        leave, leave_whole = stop, stop_whole
    inside = leave * enter_whole - enter * leave_whole
    return -1 if inside <= 0 else forward * inside // (enter_whole * leave_whole)

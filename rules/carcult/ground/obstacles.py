"""The table as a car meets it: what it would touch on its way, and what rough ground it would cross. Rules CC-045,
CC-046, CC-049, CC-082.

Nothing here asks for the state of a match: whoever plans a move may call it for a car that stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from rules.carcult.ground.geometry import SPANS, Passage, Shape, contact_fraction, passage, shape_of
from rules.carcult.ground.table import BLOCKING, Point, Table

EDGE, TERRAIN = "edge", "terrain"
"""What a car touches besides other cars (CC-046, CC-049)."""
COUNTER = ((79, -33), (79, 33), (33, 79), (-33, 79), (-79, 33), (-79, -33), (-33, -79), (33, -79))
"""A counter on a base of 40 mm, as an outline of eight corners round its middle (CC-082)."""


class Contact(NamedTuple):
    """What stops a car after which fraction of its way: the edge, terrain, or a car by its id."""

    part: int
    whole: int
    what: str


class TableGround:
    """The terrain of a table, ready to be asked."""

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
        """The first thing a car touches that goes so far along x and y without turning: the edge, terrain, or one of
        the other cars, each with its shape; of two at once the first in that order.
        """
        return self.first_contact_among(place, heading, way, chain(self.solid, others))

    def first_contact_among(
        self, place: Point, heading: int, way: Point, things: Iterable[tuple[str, Shape]]
    ) -> Contact | None:
        """The first thing a car touches, as above, of the edge and those named alone."""
        best: Contact | None = None
        left, top, right, bottom = swept_bounds(place, heading, way)
        if left <= 0 or top <= 0 or right >= self.width or bottom >= self.height:  # no mutant: spares work
            best = self.edge_contact(place, heading, way)
        for what, shape in things:
            box = shape.box
            if left <= box[2] and box[0] <= right and top <= box[3] and box[1] <= bottom:  # no mutant: spares work
                found = contact_fraction(place, heading, way, shape)
                if found is not None:
                    best = _sooner(best, found, what)
        return best

    def edge_contact(self, place: Point, heading: int, way: Point) -> Contact | None:
        """Where a car touches the table's edge on its way, if it does (CC-049)."""
        best: Contact | None = None
        for at, reach, side, go in zip(place, SPANS[heading], (self.width, self.height), way, strict=True):
            if not go:
                continue
            room = side - at - reach if go > 0 else at - reach  # no mutant: it is not 0
            if room <= abs(go):
                best = _sooner(best, (max(room, 0), abs(go)), EDGE)
        return best


def swept_bounds(place: Point, heading: int, way: Point) -> tuple[int, int, int, int]:
    """The bounds along x and y of everything a car passes over on its way."""
    (x, y), (vx, vy), (span_x, span_y) = place, way, SPANS[heading]
    left, right = (x, x + vx) if vx > 0 else (x + vx, x)  # no mutant: 0 leads nowhere
    top, bottom = (y, y + vy) if vy > 0 else (y + vy, y)  # no mutant: the same
    return left - span_x, top - span_y, right + span_x, bottom + span_y


def _sooner(best: Contact | None, found: tuple[int, int], what: str) -> Contact:
    if best is not None and found[0] * best.whole >= best.part * found[1]:
        return best
    return Contact(*found, what)


def counter_shape(x: int, y: int) -> Shape:
    """A counter of oil or caltrops there (CC-082)."""
    return shape_of([(x + dx, y + dy) for dx, dy in COUNTER])


def distances_inside(
    place: Point, heading: int, way: Point, forward: int, *, until: tuple[int, int], shapes: Sequence[Shape]
) -> list[int]:
    """How far a car moves within each rough shape, in hundredths of an inch of the way ahead, none as -1 (CC-045).

    It goes so far along x and y without turning, which is so far ahead, and is stopped after a fraction of it.
    """
    left, top, right, bottom = swept_bounds(place, heading, way)
    found = []
    for shape in shapes:
        box = shape.box
        met = None
        if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom:  # no mutant: spares work
            met = passage(place, heading, way, shape)
        found.append(-1 if met is None else _within(met, forward, until))
    return found


def _within(met: Passage, forward: int, until: tuple[int, int]) -> int:
    """The part of a way inside, in hundredths of an inch rounded down; -1 where it does not get there."""
    (enter, enter_whole), (leave, leave_whole), (stop, stop_whole) = (*met, until)
    enter = max(enter, 0)
    if leave * stop_whole > stop * leave_whole:  # no mutant: as far
        leave, leave_whole = stop, stop_whole
    inside = leave * enter_whole - enter * leave_whole
    return -1 if inside <= 0 else forward * inside // (enter_whole * leave_whole)

"""Facings and headings as angles: half sides of a hex, and how far and which way one lies from another. Rules RH-004,
RH-063, RH-064.

A facing or heading is a number of half sides of 30 degrees, clockwise, 0 to 11: the even ones are the six sides of a
hex, and the odd ones the corners between them.
"""

from __future__ import annotations

HALF_SIDES = 12
"""Half sides in a full circle (RH-004, RH-063)."""
ONE_SIDE = 2
"""Half sides from one side to the next: 60 degrees (RH-004)."""
HALF_CIRCLE = 6
"""Half sides in half a circle (RH-004, RH-064)."""


def turn_by(half: int, by: int) -> int:
    """A facing or heading turned clockwise by that many half sides (RH-004)."""
    return (half + by) % HALF_SIDES


def half_sides_off(facing: int, heading: int) -> int:
    """The angle between facing and heading in half sides, 0 to 6 (RH-064)."""
    off = (facing - heading) % HALF_SIDES
    return min(off, HALF_SIDES - off)


def shorter_turn(from_: int, to: int) -> int:
    """The shorter direction to turn from one facing to another: -1 left, 1 right, and 0 for none.

    Opposite facings give 1 (RH-064).
    """
    off = (to - from_) % HALF_SIDES
    if off == 0:
        return 0
    return 1 if off <= HALF_CIRCLE else -1

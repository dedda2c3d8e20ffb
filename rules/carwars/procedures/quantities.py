"""What procedures ask for, each with its bounds: names, lists, moments, speeds, distances, directions, handling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias, TypeVar

import msgspec

from rules.carwars.procedures.procedure import InputsImpossible

Element = TypeVar("Element")
Few = Annotated[tuple[Element, ...], msgspec.Meta(min_length=1, max_length=20)]
"""A list of 1 to 20."""
Many = Annotated[tuple[Element, ...], msgspec.Meta(min_length=1, max_length=100)]
"""A list of 1 to 100."""
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
"""The name of a vehicle, a driver, a counter, a hazard or an item."""
Speed: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=500, extra={"unit": "mph"})]
"""A speed in miles an hour, ahead or in reverse."""
SignedSpeed: TypeAlias = Annotated[int, msgspec.Meta(ge=-500, le=500, extra={"unit": "mph"})]
"""A speed in miles an hour, below 0 in reverse."""
Distance: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=100_000, extra={"unit": "1/100 inch"})]
"""A distance in hundredths of an inch, up to 1,000 inches."""
Coordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000, extra={"unit": "1/100 inch"})]
"""A coordinate on the map in hundredths of an inch."""
Heading: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=359, extra={"unit": "degrees"})]
"""A direction on the map in degrees, clockwise from north."""
Handling: TypeAlias = Annotated[int, msgspec.Meta(ge=-6, le=20)]
"""A handling status."""
HandlingClass: TypeAlias = Annotated[int, msgspec.Meta(ge=-10, le=20)]
"""A handling class or a part of it."""
Skill: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""A skill of a driver, as the bonus that it gives."""
Difficulty: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""The number in the difficulty of a hazard: 3 for a D3."""
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""Points of damage or of armor."""
Turn: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
"""A turn of the duel, from 1."""
Phase: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10)]
"""A phase of a turn, from 1."""


def turn_heading(heading: int, degrees: int) -> int:
    """The heading after a turn, to the right for degrees above 0."""
    return (heading + degrees) % 360


def angle_between(first: int, second: int) -> int:
    """The angle between two headings, 0 to 180 degrees."""
    difference = (first - second) % 360
    return min(difference, 360 - difference)


def refuse_repeated(names: Iterable[str], things: str) -> None:
    """Raise `InputsImpossible` if two of those things have one name."""
    known: set[str] = set()
    for name in names:
        if name in known:
            raise InputsImpossible(f"Two {things} are named {name!r}: give each of them its own name.")
        known.add(name)


def inches(hundredths: int) -> str:
    """A distance in words: `1.5 inches`, `1 inch`."""
    whole, part = divmod(hundredths, 100)
    number = f"{whole}.{part:02}".rstrip("0").rstrip(".")
    return f"{number} inch" if number == "1" else f"{number} inches"


def counted(count: int, singular: str, plural: str) -> str:
    """A number with its noun: `1 inch`, `2 inches`."""
    return f"{count} {singular if count == 1 else plural}"

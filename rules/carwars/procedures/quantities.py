"""The quantities that procedures ask for, each with its bounds: names, speeds, distances, directions, handling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec

from rules.carwars.procedures.procedure import InputsImpossible

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
"""The name of a vehicle, a driver, a counter or a hazard."""
Speed: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=500, extra={"unit": "mph"})]
"""A speed in miles an hour, ahead or in reverse."""
SignedSpeed: TypeAlias = Annotated[int, msgspec.Meta(ge=-500, le=500, extra={"unit": "mph"})]
"""A speed in miles an hour, below 0 in reverse."""
Distance: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000, extra={"unit": "1/100 inch"})]
"""A distance in hundredths of an inch."""
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
Turn: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1000)]
"""A turn of the duel."""
Phase: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10)]
"""A phase of a turn."""


def turn_heading(heading: int, degrees: int) -> int:
    """The heading after a turn, to the right for degrees above 0."""
    return (heading + degrees) % 360


def angle_between(first: int, second: int) -> int:
    """The angle between two headings, 0 to 180 degrees."""
    difference = (first - second) % 360
    return min(difference, 360 - difference)


def refuse_same_names(names: Sequence[str]) -> None:
    """Raise `InputsImpossible` if a name is given twice."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputsImpossible(f"More than one is named {twice[0]}: give each a name of its own.")


def inches(hundredths: int) -> str:
    """A distance in words: `1.5 inches`, `1 inch`."""
    whole, part = divmod(hundredths, 100)
    number = f"{whole}.{part:02}".rstrip("0").rstrip(".")
    return f"{number} inch" if number == "1" else f"{number} inches"


def counted(count: int, singular: str, plural: str) -> str:
    """A number with its noun: `1 inch`, `2 inches`."""
    return f"{count} {singular if count == 1 else plural}"

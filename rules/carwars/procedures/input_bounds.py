"""The bounds of inputs: how long a name and a list may be, how large a figure, and that nothing is named twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeVar

from msgspec import Meta

from rules.carwars.procedures.procedure import InputsImpossible

Element = TypeVar("Element")
Name = Annotated[str, Meta(min_length=1, max_length=60)]
"""What a vehicle, a counter or an item is called."""
Few = Annotated[tuple[Element, ...], Meta(min_length=1, max_length=20)]
"""A list of 1 to 20."""
Many = Annotated[tuple[Element, ...], Meta(min_length=1, max_length=100)]
"""A list of 1 to 100."""
Length = Annotated[int, Meta(ge=0, le=100_000, extra={"unit": "1/100 inch"})]
"""A distance in hundredths of an inch, up to 1,000 inches."""
Points = Annotated[int, Meta(ge=0, le=1000)]
"""Points of damage or of armor."""
Turn = Annotated[int, Meta(ge=1, le=10_000)]
"""A turn of the duel, from 1."""


def refuse_repeated(names: Iterable[str], things: str) -> None:
    """Raise `InputsImpossible` if two of those things have one name."""
    known: set[str] = set()
    for name in names:
        if name in known:
            raise InputsImpossible(f"Two {things} are named {name!r}: give each of them its own name.")
        known.add(name)

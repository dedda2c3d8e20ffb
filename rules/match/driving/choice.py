"""Choosing among orders by what they are worth, as well as a driver can tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Choice = TypeVar("Choice")


def best_choice(choices: Iterable[Choice], worth: Callable[[Choice], float], *, notices: float = 0) -> Choice:
    """The first of the choices that the driver cannot tell from the best: those worth at most `notices` less.

    Raises `ValueError` if there is no choice.
    """
    valued = [(worth(choice), choice) for choice in choices]
    best = max(value for value, _ in valued)
    return next(choice for value, choice in valued if value >= best - notices)

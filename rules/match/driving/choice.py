"""Choosing among orders by what they are worth, as well as a driver can tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Choice = TypeVar("Choice")


def best_choice(choices: Iterable[Choice], worth: Callable[[Choice], float], *, notices: float = 0) -> Choice:
    """The choice worth most. Of those that are within `notices` of it, which the driver cannot tell apart, the first.

    Raises `ValueError` without any choice.
    """
    weighed = [(worth(choice), choice) for choice in choices]
    best = max(value for value, _ in weighed)
    return next(choice for value, choice in weighed if value >= best - notices)

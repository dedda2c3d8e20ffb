"""Counts of things in words."""

from __future__ import annotations

ENDINGS = {1: "st", 2: "nd", 3: "rd"}
TEENS = range(11, 14)


def count_phrase(number: int, thing: str) -> str:
    """A number of things: "1 critical", "2 criticals"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """A place as a figure with its ending: "1st", "22nd", "113th"."""
    return f"{number}{'th' if number % 100 in TEENS else ENDINGS.get(number % 10, 'th')}"

"""Counts of things in words."""

from __future__ import annotations


def count_phrase(number: int, thing: str) -> str:
    """A number of things: "1 critical", "2 criticals"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"

"""Suggests an existing name for one that does not exist."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

MOST_LISTED_NAMES = 12
"""Up to this number, all known names are listed."""
LONGEST_COMPARED_NAME = 60
"""How many characters of a name are compared."""
SIMILARITY_CUTOFF = 0.7
"""How similar a name must be to be suggested, from 0 to 1."""


def suggestion_clause(name: str, known: Collection[str]) -> str:
    """The clause that says what to use instead: all known names if there are few, else the most similar ones.

    If a known name shares the part before the last dot, that part is not compared.
    """
    if len(known) <= MOST_LISTED_NAMES:
        return f"use one of {', '.join(sorted(known))}" if known else "leave it out"
    head, dot, _ = name[:LONGEST_COMPARED_NAME].rpartition(".")
    ends = {known_name.removeprefix(head + dot): known_name for known_name in sorted(known)}
    near = [
        ends[close_match]
        for close_match in get_close_matches(
            name[:LONGEST_COMPARED_NAME].removeprefix(head + dot), ends, cutoff=SIMILARITY_CUTOFF
        )
    ]
    return f"use {' or '.join(near)}" if near else "look its name up in the rulebook"

"""What to name instead of something that there is not."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

MOST_LISTED_NAMES = 12
"""So many names are told all together."""
LONGEST_COMPARED_NAME = 60
"""So much of a name is compared."""
SIMILARITY_CUTOFF = 0.7
"""How alike two names are, of 1, before one is told for the other."""


def suggestion_clause(name: str, known: Collection[str]) -> str:
    """The clause of a refusal that says what to name instead: one of all, where they are few, or of the nearest.

    What stands before the last dot of a name is not compared.
    """
    if len(known) <= MOST_LISTED_NAMES:
        return f"use one of {', '.join(sorted(known))}" if known else "leave it out"
    head, dot, _ = name[:LONGEST_COMPARED_NAME].rpartition(".")
    ends = {each.removeprefix(head + dot): each for each in sorted(known)}
    near = [
        ends[close_match]
        for close_match in get_close_matches(
            name[:LONGEST_COMPARED_NAME].removeprefix(head + dot), ends, cutoff=SIMILARITY_CUTOFF
        )
    ]
    return f"use {' or '.join(near)}" if near else "look its name up in the rulebook"

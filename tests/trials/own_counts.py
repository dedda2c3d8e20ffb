"""What a book counts in its random matches besides entries and orders, and what a long run of them must meet.

A book that has any has them in `own_counts` of its test folder: `COUNTS`, and in `KINDS_TO_MEET` the kinds of entry,
if its modules do not name all of them literally or name some that occur only where people give orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

TESTS = Path(__file__).parents[1] / "rules"
MODULE = "own_counts"


class OwnCount(NamedTuple):
    """One thing that is counted: its name, every item that a long run must meet, and a function that finds the items
    of a match. Its line in the table has the `title`; without one, the table has the line anyway.
    """

    what: str
    title: str
    wanted: tuple[Any, ...]
    items_in: Callable[[Any], Iterable[Any]]


def counts_of(book: str) -> tuple[OwnCount, ...]:
    """The counts of a book."""
    counts: tuple[OwnCount, ...] = _own(book).get("COUNTS", ())
    return counts


def kinds_to_meet(book: str) -> frozenset[str]:
    """The kinds of entry that a book lists for a long run; empty if it lists none."""
    kinds: frozenset[str] = _own(book).get("KINDS_TO_MEET", frozenset())
    return kinds


def _own(book: str) -> Mapping[str, Any]:
    has_any = (TESTS / book / f"{MODULE}.py").exists()
    return vars(import_module(f"tests.rules.{book}.{MODULE}")) if has_any else {}

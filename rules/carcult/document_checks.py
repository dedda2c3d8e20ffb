"""What somebody wrote out, a design or a table: whether its parts are of the kind they should be. Rules CC-070,
CC-090.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from rules.core.terms import LONGEST_NAME

PRINTABLE_NAME = f"1 to {LONGEST_NAME} characters that can be printed"


def is_printable_name(told: object) -> TypeGuard[str]:
    """Whether it is a text of so many characters that can stand on a line."""
    return isinstance(told, str) and 1 <= len(told) <= LONGEST_NAME and told.isprintable()


def is_int(told: object) -> TypeGuard[int]:
    """Whether it is a whole number; true and false are none."""
    return type(told) is int


def unknown_field_errors(told: Mapping[Any, Any], known: tuple[str, ...], what: str) -> Iterator[str]:
    """A sentence for each field that nobody reads."""
    for name in told:
        if name not in known:
            yield f"{what} has no field {str(name)[:LONGEST_NAME]!r}: it has {', '.join(known)}."

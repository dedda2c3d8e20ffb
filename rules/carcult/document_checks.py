"""Checks of single values in documents that people write: designs and tables. Rules CC-070, CC-090."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from rules.core.readable_text import is_legible
from rules.core.terms import LONGEST_NAME

PRINTABLE_NAME = f"1 to {LONGEST_NAME} characters that can be printed"


def is_printable_name(value: object) -> TypeGuard[str]:
    """Whether a value is a printable text of 1 to `LONGEST_NAME` characters."""
    return isinstance(value, str) and 1 <= len(value) <= LONGEST_NAME and is_legible(value)


def is_int(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; true and false are not."""
    return type(value) is int


def unknown_field_errors(document: Mapping[Any, Any], known: tuple[str, ...], what: str) -> Iterator[str]:
    """A sentence for each field of a document that is not among the known ones."""
    for name in document:
        if name not in known:
            yield f"{what} has no field {str(name)[:LONGEST_NAME]!r}: it has {', '.join(known)}."

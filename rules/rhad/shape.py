"""Whether a document has the shape of a dataclass: every field that is wrong, not the first only. Rule RH-085."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

KINDS = {int: "a whole number", str: "a text"}
LONGEST = 60  # no mutant: no rule prints it
"""Characters of a text."""
LARGEST = 100_000  # no mutant: the same
"""The largest whole number, either way."""


def shape_faults(document: object, expected: Any, where: str) -> Iterator[str]:
    """What is wrong with the kinds of a document's fields, as clauses that name the field.

    `expected` is `int`, `int | None`, `str`, `tuple[…, ...]` or a dataclass of those.
    """
    if isinstance(expected, UnionType):
        (kind,) = (each for each in get_args(expected) if each is not NoneType)
        if document is not None:
            yield from shape_faults(document, kind, where)
    elif is_dataclass(expected):
        yield from _object_faults(document, expected, where)
    elif get_origin(expected) is tuple:
        if not isinstance(document, list | tuple):
            yield f"{where} is no list"
            return
        for number, each in enumerate(document, start=1):
            yield from shape_faults(each, get_args(expected)[0], f"{where} {number}")
    elif type(document) is not expected:
        yield f"{where} is not {KINDS[expected]}"
    elif isinstance(document, str) and len(document) > LONGEST:
        yield f"{where} is longer than {LONGEST} characters"
    elif isinstance(document, int) and abs(document) > LARGEST:
        yield f"{where} is larger than {LARGEST}"


def _object_faults(document: object, expected: Any, where: str) -> Iterator[str]:
    if not isinstance(document, Mapping):
        yield f"{where} is no object with fields"
        return
    known = _kinds(expected)
    yield from (f"{where} has no field {str(name)[:LONGEST]!r}" for name in document if name not in known)
    for each in fields(expected):
        if each.name in document:
            yield from shape_faults(document[each.name], known[each.name], f"{where}.{each.name}")
        elif each.default is MISSING and each.default_factory is MISSING:
            yield f"{where} lacks {each.name!r}"


@cache
def _kinds(expected: Any) -> dict[str, Any]:
    return get_type_hints(expected)

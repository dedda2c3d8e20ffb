"""Whether a document has the shape of a dataclass: every field that is wrong, not the first only. Rules CC-070,
DM-M-036, FW-002, RH-085.

What the rules say of a figure is not looked at here, so that one which is out of its bounds hides no other fault. A
text or a list that is too long is told here and hides what the rules would say, since nobody reads on in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from rules.refusal import Refusal

Shaped = TypeVar("Shaped")
KINDS = {int: "a whole number", str: "a text"}
LONGEST = 60  # no mutant: no rule prints it
"""Characters of a text."""
MOST = 40  # no mutant: the same
"""Entries of a list."""
LARGEST = 10**9  # no mutant: farther out than any rule looks
"""A figure beyond it, either way, is read as it: the rules refuse both, and can reckon with this one."""


class DesignUnreadable(Refusal):
    """A document is no design: fields are missing, unknown or of the wrong kind."""


def shape_faults(document: Any, expected: Any, where: str) -> Iterator[str]:
    """What is wrong with the kinds of a document's fields, as clauses that name the field.

    `expected` is `int`, `str`, `dict[str, Any]` for any object, one of these or None, `Any`, `tuple[…, ...]`, or a
    dataclass of all those.
    """
    kind = _unless_none(expected)
    if kind is not expected and document is None:
        return
    if is_dataclass(kind):
        yield from _object_faults(document, kind, where)
    elif get_origin(kind) is tuple:
        yield from _list_faults(document, get_args(kind)[0], where)
    elif get_origin(kind) is dict:
        if not isinstance(document, Mapping):
            yield f"{where} is no object with fields"
    elif kind is not Any and type(document) is not kind:
        yield f"{where} is not {KINDS[kind]}"
    elif kind is str and len(document) > LONGEST:
        yield f"{where} is longer than {LONGEST} characters"


def _object_faults(document: object, expected: Any, where: str) -> Iterator[str]:
    if not isinstance(document, Mapping):
        yield f"{where} is no object with fields"
        return
    known = _kinds(expected)
    yield from (f"{where} has no field {str(name)[:LONGEST]!r}" for name in document if name not in known)
    lacking: list[str] = []
    for each in fields(expected):
        if each.name in document:
            yield from shape_faults(document[each.name], known[each.name], f"{where}.{each.name}")
        elif each.default is MISSING and each.default_factory is MISSING:
            lacking.append(repr(each.name))
    if lacking:
        yield f"{where} lacks {', '.join(lacking)}"


def _list_faults(document: object, entry: Any, where: str) -> Iterator[str]:
    if not isinstance(document, list | tuple):
        yield f"{where} is no list"
    elif len(document) > MOST:
        yield f"{where} has more than {MOST} entries"
    else:
        for number, each in enumerate(document, start=1):
            yield from shape_faults(each, entry, f"{where} {number}")


def shaped(document: Any, kind: type[Shaped]) -> Shaped:
    """A document without faults of shape as what it is of."""
    found: Shaped = _read(document, kind)
    return found


def read_shaped(document: object, kind: type[Shaped]) -> Shaped:
    """The design a document holds. Raises `DesignUnreadable`, which names everything that is wrong with its shape."""
    if wrong := list(shape_faults(document, kind, "design")):
        raise unreadable(wrong)
    return shaped(document, kind)


def unreadable(wrong: list[str]) -> DesignUnreadable:
    """The refusal of a document with that wrong with its shape."""
    return DesignUnreadable(f"The design cannot be read: {'; '.join(wrong)}. Mend each of these.")


def figure_told(figure: int) -> str:
    """A figure of something read as it stands in a sentence; one that may have been cut is told as that."""
    if abs(figure) < LARGEST:
        return str(figure)
    return f"{figure} or {'more' if figure > 0 else 'less'}"


def document_of(shape: Any) -> dict[str, Any]:
    """The document a dataclass is read from, defaults left out."""
    made: dict[str, Any] = {}
    for each in fields(shape):
        held = getattr(shape, each.name)
        default = each.default if each.default_factory is MISSING else each.default_factory()
        if held != default:
            made[each.name] = _plain(held)
    return made


def _plain(held: Any) -> Any:
    if is_dataclass(held):
        return document_of(held)
    return [_plain(part) for part in held] if isinstance(held, tuple) else held


def _read(document: Any, expected: Any) -> Any:
    kind = _unless_none(expected)
    if is_dataclass(kind):
        return _read_object(document, kind)
    if get_origin(kind) is tuple:
        return tuple(_read(each, get_args(kind)[0]) for each in document)
    return max(-LARGEST, min(document, LARGEST)) if type(document) is int else document


def _read_object(document: Any, kind: Any) -> Any:
    known = _kinds(kind)
    return kind(**{name: _read(value, known[name]) for name, value in document.items()})


def _unless_none(expected: Any) -> Any:
    """The kind of what may be left empty, and any other kind as it is."""
    if isinstance(expected, UnionType):
        (expected,) = (each for each in get_args(expected) if each is not NoneType)
    return expected


@cache
def _kinds(expected: Any) -> dict[str, Any]:
    return get_type_hints(expected)

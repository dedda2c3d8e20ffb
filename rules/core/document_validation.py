"""Whether a document has the shape of a dataclass: every field that is wrong, not the first only. Rules CC-070,
DM-M-036, FW-002, FW-144, RH-020, RH-085.

What the rules say of a figure is not looked at here, so that one which is out of its bounds hides no other fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from rules.core.refusals import Refusal

Shaped = TypeVar("Shaped")
KINDS = {int: "not a whole number", str: "not a text", bool: "neither true nor false"}
LONGEST = 60  # no mutant: no rule prints it
"""Characters of a text."""
MOST = 40  # no mutant: the same
"""Entries of a list."""
LARGEST = 10**9  # no mutant: farther out than any rule looks
"""A figure beyond it, either way, is read as it: the rules refuse both, and can reckon with this one."""


class DesignUnreadable(Refusal):
    """A document is no design: fields are missing, unknown or of the wrong kind, or hold too much."""


class Wrong(NamedTuple):
    """A clause that names a field and says what is wrong with it.

    One that is `too_long` holds more than it may of what it should: it can be read as far as that.
    """

    clause: str
    too_long: bool = False


def shape_faults(document: Any, expected: Any, where: str, *, most: int = MOST) -> Iterator[str]:
    """What is wrong with the kinds and lengths of a document's fields, as clauses that name the field."""
    return (each.clause for each in wrong_with(document, expected, where, most=most))


def wrong_with(document: Any, expected: Any, where: str, *, most: int = MOST) -> Iterator[Wrong]:
    """The same, with what is merely too long marked so. A list may have that many entries; no more are looked at.

    `expected` is `int`, `str`, `bool`, `dict[str, …]`, one of these or None, `Any`, `tuple[…, ...]`, a tuple of so
    many kinds, or a dataclass or struct of all those.
    """
    kind = _unless_none(expected)
    if kind is not expected and document is None:
        return
    if _has_fields(kind):
        yield from _object_faults(document, kind, where, most)
    elif get_origin(kind) is tuple:
        yield from _list_faults(document, get_args(kind), where, most)
    elif get_origin(kind) is dict:
        yield from _named_faults(document, get_args(kind)[1], where, most)
    elif kind is not Any and type(document) is not kind:
        yield Wrong(f"{where} is {KINDS[kind]}")
    elif kind is str and len(document) > LONGEST:
        yield Wrong(f"{where} is longer than {LONGEST} characters", too_long=True)


def _object_faults(document: object, expected: Any, where: str, most: int) -> Iterator[Wrong]:
    if not isinstance(document, Mapping):
        yield Wrong(f"{where} is no object with fields")
        return
    known = _kinds(expected)
    if unknown := [repr(str(name)[:LONGEST]) for name in document if name not in known]:
        yield Wrong(f"{where} has no field {' or '.join(unknown[:most])} (it has {', '.join(known)})")
    for name, kind in known.items():
        if name in document:
            yield from wrong_with(document[name], kind, f"{where}.{name}", most=most)
    if lacking := [repr(name) for name in _needed(expected) if name not in document]:
        yield Wrong(f"{where} lacks {', '.join(lacking)}")


def _list_faults(document: object, entries: tuple[Any, ...], where: str, most: int) -> Iterator[Wrong]:
    if not isinstance(document, list | tuple):
        yield Wrong(f"{where} is no list")
        return
    if entries[-1] is not Ellipsis:
        if len(document) != len(entries):
            yield Wrong(f"{where} is no list of {len(entries)} entries")
            return
    elif len(document) > most:
        yield Wrong(f"{where} has more than {most} entries", too_long=True)
    for number, each in enumerate(document[:most]):
        kind = entries[0] if entries[-1] is Ellipsis else entries[number]
        yield from wrong_with(each, kind, f"{where} {number + 1}", most=most)


def _named_faults(document: object, kind: Any, where: str, most: int) -> Iterator[Wrong]:
    """What is wrong with an object whose names are anybody's."""
    if not isinstance(document, Mapping):
        yield Wrong(f"{where} is no object with fields")
        return
    if kind is Any:
        return
    if len(document) > most:
        yield Wrong(f"{where} has more than {most} entries", too_long=True)
    for name, each in islice(document.items(), most):
        yield from wrong_with(each, kind, f"{where} {str(name)[:LONGEST]!r}", most=most)


def shaped(document: Any, kind: type[Shaped]) -> Shaped:
    """A document of the right kinds as what it is of; what is too long in it, as far as it may go."""
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
        return tuple(_read(each, get_args(kind)[0]) for each in document[:MOST])
    if get_origin(kind) is dict and document is not None and (entry := get_args(kind)[1]) is not Any:
        return {name: _read(each, entry) for name, each in islice(document.items(), MOST)}
    if kind is str and document is not None:
        return document[:LONGEST]
    return max(-LARGEST, min(document, LARGEST)) if type(document) is int else document


def _read_object(document: Any, kind: Any) -> Any:
    known = _kinds(kind)
    return kind(**{name: _read(value, known[name]) for name, value in document.items()})


def _unless_none(expected: Any) -> Any:
    """The kind of what may be left empty, and any other kind as it is."""
    if isinstance(expected, UnionType):
        (expected,) = (each for each in get_args(expected) if each is not NoneType)
    return expected


def _has_fields(kind: Any) -> bool:
    return is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, Struct))


@cache
def _kinds(expected: Any) -> dict[str, Any]:
    """The kind of every field by its name."""
    return get_type_hints(expected)


@cache
def _needed(expected: Any) -> list[str]:
    """The names of the fields without a default."""
    if is_dataclass(expected):
        return [each.name for each in fields(expected) if each.default is MISSING and each.default_factory is MISSING]
    return [each.name for each in structs.fields(expected) if each.required]

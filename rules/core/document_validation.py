"""Checks that a document has the shape of a dataclass, and reports every wrong field at once. Rules CC-070, DM-M-036,
FW-002, FW-144, RH-020, RH-085.

Only types and lengths are checked here, not the limits that the rules set. So a number out of bounds does not hide
other errors.
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
TYPE_MISMATCH_PHRASES = {int: "not a whole number", str: "not a text", bool: "neither true nor false"}
LONGEST_TEXT = 60  # no mutant: no rule prints it
"""The most characters a text may have."""
LONGEST_LIST = 40  # no mutant: the same
"""The most entries a list may have."""
LARGEST_FIGURE = 10**9  # no mutant: farther out than any rule looks
"""Numbers beyond this, positive or negative, are read as this one: the rules refuse both and can calculate with this
one.
"""


class DesignUnreadable(Refusal):
    """The document is not a design: fields are missing, unknown, of the wrong type or too large."""


class SchemaError(NamedTuple):
    """A clause that names a field and says what is wrong with it.

    `too_long` is true if the value has the right type and only holds too much: it can be read up to the limit.
    """

    clause: str
    too_long: bool = False


def schema_error_clauses(document: Any, expected: Any, where: str, *, most: int = LONGEST_LIST) -> Iterator[str]:
    """The clauses of `schema_errors`: what is wrong with the types and lengths of a document's fields."""
    return (schema_error.clause for schema_error in schema_errors(document, expected, where, most=most))


def schema_errors(document: Any, expected: Any, where: str, *, most: int = LONGEST_LIST) -> Iterator[SchemaError]:
    """Every error in the types and lengths of a document's fields, with whether it is merely too long.

    `most` is the most entries a list or object may have; entries beyond it are not checked. `expected` is `int`,
    `str`, `bool`, `dict[str, …]`, one of these or None, `Any`, `tuple[…, ...]`, a tuple of a fixed number of types,
    or a dataclass or struct of all those.
    """
    kind = _unless_none(expected)
    if kind is not expected and document is None:
        return
    if _has_fields(kind):
        yield from _object_errors(document, kind, where, most)
    elif get_origin(kind) is tuple:
        yield from _list_errors(document, get_args(kind), where, most)
    elif get_origin(kind) is dict:
        yield from _mapping_errors(document, get_args(kind)[1], where, most)
    elif kind is not Any and type(document) is not kind:
        yield SchemaError(f"{where} is {TYPE_MISMATCH_PHRASES[kind]}")
    elif kind is str and len(document) > LONGEST_TEXT:
        yield SchemaError(f"{where} is longer than {LONGEST_TEXT} characters", too_long=True)


def _object_errors(document: object, expected: Any, where: str, most: int) -> Iterator[SchemaError]:
    if not isinstance(document, Mapping):
        yield SchemaError(f"{where} is no object with fields")
        return
    known = _kinds(expected)
    if unknown := [repr(str(name)[:LONGEST_TEXT]) for name in document if name not in known]:
        yield SchemaError(f"{where} has no field {' or '.join(unknown[:most])} (it has {', '.join(known)})")
    for name, kind in known.items():
        if name in document:
            yield from schema_errors(document[name], kind, f"{where}.{name}", most=most)
    if missing := [repr(name) for name in _needed(expected) if name not in document]:
        yield SchemaError(f"{where} lacks {', '.join(missing)}")


def _list_errors(document: object, entries: tuple[Any, ...], where: str, most: int) -> Iterator[SchemaError]:
    if not isinstance(document, list | tuple):
        yield SchemaError(f"{where} is no list")
        return
    if entries[-1] is not Ellipsis:
        if len(document) != len(entries):
            yield SchemaError(f"{where} is no list of {len(entries)} entries")
            return
    elif len(document) > most:
        yield SchemaError(f"{where} has more than {most} entries", too_long=True)
    for number, entry in enumerate(document[:most]):
        kind = entries[0] if entries[-1] is Ellipsis else entries[number]
        yield from schema_errors(entry, kind, f"{where} {number + 1}", most=most)


def _mapping_errors(document: object, kind: Any, where: str, most: int) -> Iterator[SchemaError]:
    """Errors of an object with arbitrary keys."""
    if not isinstance(document, Mapping):
        yield SchemaError(f"{where} is no object with fields")
        return
    if kind is Any:
        return
    if len(document) > most:
        yield SchemaError(f"{where} has more than {most} entries", too_long=True)
    for name, value in islice(document.items(), most):
        yield from schema_errors(value, kind, f"{where} {str(name)[:LONGEST_TEXT]!r}", most=most)


def read_document(document: Any, kind: type[Shaped]) -> Shaped:
    """The value of that type that a valid document describes. Anything too long is cut to its limit."""
    value: Shaped = _read(document, kind)
    return value


def read_design_document(document: object, kind: type[Shaped]) -> Shaped:
    """The design a document holds. Raises `DesignUnreadable`, which lists everything wrong with its shape."""
    if clauses := list(schema_error_clauses(document, kind, "design")):
        raise unreadable_design(clauses)
    return read_document(document, kind)


def unreadable_design(clauses: list[str]) -> DesignUnreadable:
    """The refusal for a document with those errors of shape."""
    return DesignUnreadable(f"The design cannot be read: {'; '.join(clauses)}. Fix each of these.")


def format_figure(figure: int) -> str:
    """A number that was read from a document, as text; one that may have been cut gets "or more" or "or less"."""
    if abs(figure) < LARGEST_FIGURE:
        return str(figure)
    return f"{figure} or {'more' if figure > 0 else 'less'}"


def document_of(shape: Any) -> dict[str, Any]:
    """The document that would be read as this dataclass, defaults left out."""
    document: dict[str, Any] = {}
    for field in fields(shape):
        value = getattr(shape, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if value != default:
            document[field.name] = _plain(value)
    return document


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return document_of(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _read(document: Any, expected: Any) -> Any:
    kind = _unless_none(expected)
    if is_dataclass(kind):
        return _read_object(document, kind)
    if get_origin(kind) is tuple:
        return tuple(_read(item, get_args(kind)[0]) for item in document[:LONGEST_LIST])
    if get_origin(kind) is dict and document is not None and (entry := get_args(kind)[1]) is not Any:
        return {name: _read(value, entry) for name, value in islice(document.items(), LONGEST_LIST)}
    if kind is str and document is not None:
        return document[:LONGEST_TEXT]
    return max(-LARGEST_FIGURE, min(document, LARGEST_FIGURE)) if type(document) is int else document


def _read_object(document: Any, kind: Any) -> Any:
    known = _kinds(kind)
    return kind(**{name: _read(value, known[name]) for name, value in document.items()})


def _unless_none(expected: Any) -> Any:
    """The type without `None`: X for X or None, and any other type unchanged."""
    if isinstance(expected, UnionType):
        (expected,) = (kind for kind in get_args(expected) if kind is not NoneType)
    return expected


def _has_fields(kind: Any) -> bool:
    return is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, Struct))


@cache
def _kinds(expected: Any) -> dict[str, Any]:
    """The type of every field, by name."""
    return get_type_hints(expected)


@cache
def _needed(expected: Any) -> list[str]:
    """The names of the fields without a default."""
    if is_dataclass(expected):
        return [
            field.name for field in fields(expected) if field.default is MISSING and field.default_factory is MISSING
        ]
    return [field.name for field in structs.fields(expected) if field.required]

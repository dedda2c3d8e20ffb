"""What was sent held against its shape, field by field: every fault at once, each with a pointer and its own type.

`rendering.read_as` says where the first fault is; this says all of them, for documents that are long.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from rules.refusal import Malformed, refuse_any

S = TypeVar("S", bound=msgspec.Struct)
WORDS: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "a whole number",
    inspect.BoolType: "true or false",
    inspect.ListType: "a list",
    inspect.VarTupleType: "a list",
    inspect.DictType: "an object",
    inspect.DataclassType: "an object",
    inspect.StructType: "an object",
}
KINDS: dict[type[inspect.Type], type] = {
    inspect.StrType: str,
    inspect.IntType: int,
    inspect.BoolType: bool,
    inspect.ListType: list,
    inspect.VarTupleType: list,
    inspect.DictType: dict,
    inspect.DataclassType: dict,
    inspect.StructType: dict,
}
"""What a value of each type is in JSON."""


class FieldMissing(Malformed):
    """A field that has no default was left out."""


class FieldUnknown(Malformed):
    """A field was sent that its object does not have."""


class WrongKind(Malformed):
    """A value is not of the kind its field takes."""


def read_strictly(shape: type[S], sent: Any) -> S:
    """What was sent as that shape. Raises everything that is wrong with it at once, the first of it ahead."""
    refuse_any(faults_of_shape(shape, sent))
    return msgspec.convert(sent, shape)


def faults_of_shape(shape: type[msgspec.Struct], sent: Any) -> Iterator[Malformed]:
    """Everything in which what was sent is not of that shape."""
    yield from _faults(inspect.type_info(shape), sent, ())


def _faults(expected: inspect.Type, value: Any, at: tuple[str | int, ...]) -> Iterator[Malformed]:
    if isinstance(expected, inspect.UnionType):
        if value is None and any(isinstance(each, inspect.NoneType) for each in expected.types):
            return
        (expected,) = [each for each in expected.types if not isinstance(each, inspect.NoneType)]
    held: Any = value
    if type(value) is not KINDS[type(expected)]:
        yield WrongKind(f"{_named(at)} is {_told(value)} and takes {WORDS[type(expected)]}: mend it.").at(*at)
    elif isinstance(expected, inspect.StructType | inspect.DataclassType):
        yield from _of_object(expected, held, at)
    elif isinstance(expected, inspect.ListType | inspect.VarTupleType):
        for place, each in enumerate(held):
            yield from _faults(expected.item_type, each, (*at, place))
    elif isinstance(expected, inspect.DictType):
        for name, each in held.items():
            yield from _faults(expected.value_type, each, (*at, name))


def _of_object(
    expected: inspect.StructType | inspect.DataclassType, value: dict[str, Any], at: tuple[str | int, ...]
) -> Iterator[Malformed]:
    known = {each.encode_name: each for each in expected.fields}
    for name, field in known.items():
        if name in value:
            yield from _faults(field.type, value[name], (*at, name))
        elif field.required:
            yield FieldMissing(f"{_named((*at, name))} is missing: send it.").at(*at, name)
    for name in sorted(value.keys() - known.keys()):
        where = _named(at) if at else "The request"
        yield FieldUnknown(f"{where} has no field {name[:80]!r}: take it out, or spell it as the schema does.").at(
            *at, name
        )


def _named(at: tuple[str | int, ...]) -> str:
    return ".".join(str(each)[:80] for each in at) or "The request"


def _told(value: Any) -> str:
    """A value of the wrong kind in words."""
    if value is None:
        return "null"
    found = {dict: "an object", list: "a list", str: "text", bool: "true or false", float: "a broken number"}
    return found.get(type(value), "a whole number")

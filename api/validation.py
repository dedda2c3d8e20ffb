"""What was sent held against its shape, field by field: every fault at once, each with a pointer and its own type.

There are four: a field is missing, unknown, of the wrong kind, or none of the values that are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from django.http import QueryDict
from msgspec import inspect

from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command, command_type
from rules.core.refusals import Malformed, Refusal, Unknown, refuse_any

S = TypeVar("S", bound=msgspec.Struct)
TYPE_NAMES: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "a whole number",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
    inspect.ListType: "a list",
    inspect.VarTupleType: "a list",
    inspect.DictType: "an object",
    inspect.DataclassType: "an object",
    inspect.StructType: "an object",
}
JSON_TYPES: dict[type[inspect.Type], type] = {
    inspect.StrType: str,
    inspect.IntType: int,
    inspect.BoolType: bool,
    inspect.NoneType: type(None),
    inspect.ListType: list,
    inspect.VarTupleType: list,
    inspect.DictType: dict,
    inspect.DataclassType: dict,
    inspect.StructType: dict,
}
"""What a value of each type is in JSON."""


class FieldMissing(Malformed):
    """A required field is missing."""


class FieldUnknown(Malformed):
    """An object has a field that its schema does not have."""


class WrongKind(Malformed):
    """The value of a field has the wrong type."""


class NotOneOf(Malformed):
    """The value of a field is not one of those that the field accepts."""


class _TypedObject(msgspec.Struct, frozen=True):
    """What every command has: its kind."""

    type: str


class _EmptyBody(msgspec.Struct, frozen=True):
    """What an operation without a body is sent."""


_TYPED_OBJECT_TYPE = inspect.type_info(_TypedObject)


def parse_body(shape: type[S], sent: Any) -> S:
    """What was sent as that shape. Raises everything that is wrong with it at once, the first of it ahead."""
    refuse_any(schema_errors(shape, sent))
    return msgspec.convert(sent, shape)


def refuse_body(sent: Any) -> None:
    """Raise everything that was sent to an operation that takes nothing: no body, or an object without a field."""
    refuse_any(schema_errors(_EmptyBody, dict(sent) if isinstance(sent, QueryDict) else sent))


def schema_errors(shape: type, sent: Any) -> Iterator[Malformed]:
    """Everything in which what was sent is not of that shape."""
    yield from _value_errors(_msgspec_type(shape), sent, ())


def parse_commands(sent: Mapping[str, Sequence[Any]], *, beside: Iterable[Refusal] = ()) -> dict[str, list[Command]]:
    """Commands that were sent, by the JSON pointer of the list that each stands in.

    Raises everything that is wrong with the shape of any of them at once, `Unknown` for a kind there is not, after
    what is wrong `beside` them in the request: a thing that is no object is told there, and passed over here.
    """
    refuse_any(
        [*beside, *(error for pointer, listed in sent.items() for error in _command_list_errors(pointer, listed))]
    )
    return {
        pointer: [command_from_document(document) for document in documents] for pointer, documents in sent.items()
    }


def _command_list_errors(pointer: str, documents: Sequence[Any]) -> Iterator[Refusal]:
    for place, document in enumerate(documents):
        if isinstance(document, dict):
            for fault in _command_errors(document):
                yield fault.below(f"{pointer}/{place}")


def _command_errors(document: dict[str, Any]) -> Iterator[Refusal]:
    if not isinstance(document.get("type"), str):
        yield from _value_errors(
            _TYPED_OBJECT_TYPE, {name: each for name, each in document.items() if name == "type"}, ()
        )
        return
    try:
        row = command_type(document["type"])
    except Unknown as no:
        yield no.at("type")
        return
    yield from schema_errors(row.cls, {name: each for name, each in document.items() if name != "type"})


@cache
def _msgspec_type(shape: type) -> inspect.Type:
    return inspect.type_info(shape)


def _value_errors(expected: inspect.Type, value: Any, at: tuple[str | int, ...]) -> Iterator[Malformed]:
    fitting = next((kind for kind in accepted_types(expected) if is_of_type(kind, value)), None)
    held: Any = value
    if fitting is None:
        yield _type_error(accepted_types(expected), value, at)
    elif isinstance(fitting, inspect.StructType | inspect.DataclassType):
        yield from _object_errors(fitting, held, at)
    elif isinstance(fitting, inspect.ListType | inspect.VarTupleType):
        for place, item in enumerate(held):
            yield from _value_errors(fitting.item_type, item, (*at, place))
    elif isinstance(fitting, inspect.DictType):
        for name, item in held.items():
            yield from _value_errors(fitting.value_type, item, (*at, name))


def accepted_types(expected: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a field of a type takes: it is one of several, or itself."""
    return expected.types if isinstance(expected, inspect.UnionType) else (expected,)


def is_of_type(expected: inspect.Type, value: Any) -> bool:
    """Whether a value is of a type at all, whatever may be wrong within it."""
    if isinstance(expected, inspect.AnyType):
        return True
    if (values := _literal_values(expected)) is not None:
        return type(value) is str and value in values
    return type(value) is JSON_TYPES[type(expected)]


def _literal_values(expected: inspect.Type) -> list[str] | None:
    """The few values a type has; None for one that has many."""
    if isinstance(expected, inspect.LiteralType):
        return [str(value) for value in expected.values]
    return [str(member.value) for member in expected.cls] if isinstance(expected, inspect.EnumType) else None


def _type_error(types: tuple[inspect.Type, ...], value: Any, at: tuple[str | int, ...]) -> Malformed:
    named = [repr(each) for one in types for each in _literal_values(one) or ()]
    if named and type(value) is str:
        return NotOneOf(f"{_field_path(at)} is {value[:80]!r} and takes {' or '.join(named)}: choose one.").at(*at)
    known = [*named, *(TYPE_NAMES[type(each)] for each in types if _literal_values(each) is None)]
    return WrongKind(f"{_field_path(at)} is {_describe_value(value)} and takes {' or '.join(known)}: mend it.").at(
        *at
    )


def _object_errors(
    expected: inspect.StructType | inspect.DataclassType, value: dict[str, Any], at: tuple[str | int, ...]
) -> Iterator[Malformed]:
    known = {each.encode_name: each for each in expected.fields}
    for name, field in known.items():
        if name in value:
            yield from _value_errors(field.type, value[name], (*at, name))
        elif field.required:
            yield FieldMissing(f"{_field_path((*at, name))} is missing: send it.").at(*at, name)
    for name in sorted(value.keys() - known.keys()):
        where = _field_path(at) if at else "The request"
        yield FieldUnknown(f"{where} has no field {name[:80]!r}: take it out, or spell it as the schema does.").at(
            *at, name
        )


def _field_path(at: tuple[str | int, ...]) -> str:
    return ".".join(str(each)[:80] for each in at) or "The request"


def _describe_value(value: Any) -> str:
    """A value of the wrong kind in words."""
    if value is None:
        return "null"
    found = {dict: "an object", list: "a list", str: "text", bool: "true or false", float: "a broken number"}
    return found.get(type(value), "a whole number")

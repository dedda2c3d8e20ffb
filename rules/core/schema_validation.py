"""Validation of decoded JSON against the schema of a struct or dataclass, reporting all errors at once.

There are four kinds of errors: a field is missing, unknown, of the wrong type, or not one of the allowed values. Each
has a JSON pointer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import inspect

from rules.core.refusals import Malformed

TYPE_NAMES: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
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
    inspect.FloatType: float,
    inspect.BoolType: bool,
    inspect.NoneType: type(None),
    inspect.ListType: list,
    inspect.VarTupleType: list,
    inspect.DictType: dict,
    inspect.DataclassType: dict,
    inspect.StructType: dict,
}
"""The Python type of a decoded JSON value, by the msgspec type it may be converted to."""


class FieldMissing(Malformed):
    """A required field is missing."""


class FieldUnknown(Malformed):
    """An object has a field that its schema does not have."""


class WrongKind(Malformed):
    """The value of a field has the wrong type."""


class NotOneOf(Malformed):
    """The value of a field is not one of those that the field accepts."""


def schema_errors(schema_class: type, body: Any) -> Iterator[Malformed]:
    """Every way in which a decoded body differs from the schema of a struct or dataclass."""
    yield from value_errors(_msgspec_type(schema_class), body, ())


@cache
def _msgspec_type(schema_class: type) -> inspect.Type:
    return inspect.type_info(schema_class)


def value_errors(expected: inspect.Type, value: Any, at: tuple[str | int, ...]) -> Iterator[Malformed]:
    """Every way in which a decoded value, which is found at that place of a document, differs from a type."""
    if isinstance(value, dict) and (tagged_types := _tagged_types(expected)):
        yield from _tagged_object_errors(tagged_types, value, at)
        return
    matched_type = next((kind for kind in accepted_types(expected) if is_of_type(kind, value)), None)
    plain_value: Any = value
    if matched_type is None:
        yield _type_error(accepted_types(expected), value, at)
    elif isinstance(matched_type, inspect.StructType | inspect.DataclassType):
        yield from _object_errors(matched_type, plain_value, at)
    elif isinstance(matched_type, inspect.ListType | inspect.VarTupleType):
        for place, item in enumerate(plain_value):
            yield from value_errors(matched_type.item_type, item, (*at, place))
    elif isinstance(matched_type, inspect.DictType):
        for name, item in plain_value.items():
            yield from value_errors(matched_type.value_type, item, (*at, name))


def _tagged_types(expected: inspect.Type) -> dict[str, inspect.StructType]:
    """The structs that a value may be, by the tag that tells them apart; empty if none has a tag."""
    return {
        str(kind.tag): kind
        for kind in accepted_types(expected)
        if isinstance(kind, inspect.StructType) and kind.tag is not None
    }


def _tagged_object_errors(
    tagged_types: Mapping[str, inspect.StructType], value: dict[str, Any], at: tuple[str | int, ...]
) -> Iterator[Malformed]:
    tag_field = next(str(kind.tag_field) for kind in tagged_types.values())
    tag = value.get(tag_field)
    if tag_field not in value:
        yield FieldMissing(f"{_field_path((*at, tag_field))} is missing: send it.").at(*at, tag_field)
    elif type(tag) is not str:
        yield WrongKind(f"{_field_path((*at, tag_field))} is {_describe_value(tag)} and takes text: correct it.").at(
            *at, tag_field
        )
    elif tag not in tagged_types:
        yield NotOneOf(
            f"{_field_path((*at, tag_field))} is {tag[:80]!r} and takes {' or '.join(map(repr, tagged_types))}: "
            "choose one."
        ).at(*at, tag_field)
    else:
        fields = {name: part for name, part in value.items() if name != tag_field}
        yield from _object_errors(tagged_types[tag], fields, at)


def accepted_types(expected: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types a value may have: the members of a union, else the type itself."""
    return expected.types if isinstance(expected, inspect.UnionType) else (expected,)


def is_of_type(expected: inspect.Type, value: Any) -> bool:
    """Whether a value has a type at the top level, without looking at its fields or items."""
    if isinstance(expected, inspect.AnyType):
        return True
    if (values := _literal_values(expected)) is not None:
        return type(value) is str and value in values
    return type(value) is JSON_TYPES[type(expected)]


def _literal_values(expected: inspect.Type) -> list[str] | None:
    """The values of a literal or enum type; None for other types."""
    if isinstance(expected, inspect.LiteralType):
        return [str(value) for value in expected.values]
    return [str(member.value) for member in expected.cls] if isinstance(expected, inspect.EnumType) else None


def _type_error(types: tuple[inspect.Type, ...], value: Any, at: tuple[str | int, ...]) -> Malformed:
    allowed = [repr(literal) for kind in types for literal in _literal_values(kind) or ()]
    if allowed and type(value) is str:
        return NotOneOf(f"{_field_path(at)} is {value[:80]!r} and takes {' or '.join(allowed)}: choose one.").at(*at)
    choices = [*allowed, *(TYPE_NAMES[type(kind)] for kind in types if _literal_values(kind) is None)]
    return WrongKind(
        f"{_field_path(at)} is {_describe_value(value)} and takes {' or '.join(choices)}: correct it."
    ).at(*at)


def _object_errors(
    expected: inspect.StructType | inspect.DataclassType, value: dict[str, Any], at: tuple[str | int, ...]
) -> Iterator[Malformed]:
    fields = {known.encode_name: known for known in expected.fields}
    for name, field in fields.items():
        if name in value:
            yield from value_errors(field.type, value[name], (*at, name))
        elif field.required:
            yield FieldMissing(f"{_field_path((*at, name))} is missing: send it.").at(*at, name)
    for name in sorted(value.keys() - fields.keys()):
        where = _field_path(at) if at else "The request"
        yield FieldUnknown(f"{where} has no field {name[:80]!r}: take it out, or spell it as the schema does.").at(
            *at, name
        )


def _field_path(at: tuple[str | int, ...]) -> str:
    return ".".join(str(part)[:80] for part in at) or "The request"


def _describe_value(value: Any) -> str:
    """The type of a decoded value in words, for an error message."""
    if value is None:
        return "null"
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", float: "a broken number"}
    return names.get(type(value), "a whole number")

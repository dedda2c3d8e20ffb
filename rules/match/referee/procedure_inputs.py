"""Everything wrong with the inputs of a procedure, a sentence each that points to its field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

from msgspec import inspect

from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed
from rules.core.suggestions import suggestion_clause
from rules.match.referee.procedures import Inputs

Place = tuple[str | int, ...]
LONGEST_TEXT = 200
"""The most characters of a text that has no bound of its own."""
LONGEST_LIST = 200
"""The most entries of a list that has no bound of its own."""


@cache
def input_type(inputs: type[Inputs]) -> inspect.StructType:
    """The fields of a procedure's inputs with their types and bounds."""
    kind = inspect.type_info(inputs)
    assert isinstance(kind, inspect.StructType)  # noqa: S101 - inputs are structs
    return kind


def input_faults(inputs: type[Inputs], document: object) -> Iterator[Malformed]:
    """Everything wrong with the types and bounds of a procedure's inputs, each with a pointer to its field."""
    yield from _faults(input_type(inputs), document, ())


def unless_null(kind: inspect.Type) -> inspect.Type:
    """The type of a field besides null, and besides what is said about it."""
    kind = _unless_described(kind)
    if isinstance(kind, inspect.UnionType):
        (kind,) = (other for other in kind.types if not isinstance(other, inspect.NoneType))
    return _unless_described(kind)


def may_be_null(kind: inspect.Type) -> bool:
    """Whether a field may be null."""
    return isinstance(_unless_described(kind), inspect.UnionType)


def described(kind: inspect.Type, name: str) -> Any:
    """What the type of a field says about itself under a name: its `unit`, or the names of its `parts`; else None."""
    if isinstance(kind, inspect.UnionType):
        return next((found for other in kind.types if (found := described(other, name)) is not None), None)
    return (kind.extra or {}).get(name) if isinstance(kind, inspect.Metadata) else None


def _unless_described(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def list_bounds(kind: inspect.VarTupleType) -> tuple[int, int]:
    """The fewest and the most entries of a list."""
    return kind.min_length or 0, LONGEST_LIST if kind.max_length is None else kind.max_length


def text_bounds(kind: inspect.StrType) -> tuple[int, int]:
    """The fewest and the most characters of a text."""
    return kind.min_length or 0, LONGEST_TEXT if kind.max_length is None else kind.max_length


def _faults(kind: inspect.Type, value: Any, at: Place) -> Iterator[Malformed]:
    if value is None and may_be_null(kind):
        return
    match unless_null(kind):
        case inspect.StructType() as struct:
            yield from _object_faults(struct, value, at)
        case inspect.VarTupleType() as row:
            yield from _list_faults(row, value, at)
        case inspect.TupleType() as row:
            yield from _row_faults(row, value, at)
        case inspect.BoolType():
            if not isinstance(value, bool):
                yield Malformed("Answer yes or no: true or false.").at(*at)
        case inspect.LiteralType() as choice:
            if value not in choice.values:
                yield Malformed(f"Choose one of {', '.join(map(str, choice.values))}.").at(*at)
        case inspect.IntType() as number:
            yield from _number_faults(number, value, at)
        case inspect.StrType() as text:
            yield from _text_faults(text, value, at)


def _object_faults(kind: inspect.StructType, value: Any, at: Place) -> Iterator[Malformed]:
    if not isinstance(value, Mapping):
        yield Malformed("Give an object with fields.").at(*at)
        return
    known = {field.name: field for field in kind.fields}
    for name in islice((name for name in value if name not in known), LONGEST_LIST):
        yield Malformed(f"There is no field {str(name)[:80]!r}: {suggestion_clause(str(name), known)}.").at(
            *at, str(name)[:80]
        )
    for name, field in known.items():
        if name in value:
            yield from _faults(field.type, value[name], (*at, name))
        elif field.required:
            yield Malformed("This is needed: fill it in.").at(*at, name)


def _list_faults(kind: inspect.VarTupleType, value: Any, at: Place) -> Iterator[Malformed]:
    if not isinstance(value, list | tuple):
        yield Malformed("Give a list.").at(*at)
        return
    fewest, most = list_bounds(kind)
    if not fewest <= len(value) <= most:
        bounds = f"at most {most}" if not fewest else f"{fewest} to {most}"
        yield Malformed(f"Give {bounds} of these; there are {len(value)}.").at(*at)
    for number, entry in enumerate(value[:most]):
        yield from _faults(kind.item_type, entry, (*at, number))


def _row_faults(kind: inspect.TupleType, value: Any, at: Place) -> Iterator[Malformed]:
    if not isinstance(value, list | tuple) or len(value) != len(kind.item_types):
        yield Malformed(f"Give a list of {len(kind.item_types)}.").at(*at)
        return
    for number, (item_type, entry) in enumerate(zip(kind.item_types, value, strict=True)):
        yield from _faults(item_type, entry, (*at, number))


def _number_faults(kind: inspect.IntType, value: Any, at: Place) -> Iterator[Malformed]:
    if not isinstance(value, int) or isinstance(value, bool):
        yield Malformed("Give a whole number.").at(*at)
    elif (kind.ge is not None and value < kind.ge) or (kind.le is not None and value > kind.le):
        yield Malformed(f"Give a whole number from {kind.ge} to {kind.le}.").at(*at)


def _text_faults(kind: inspect.StrType, value: Any, at: Place) -> Iterator[Malformed]:
    fewest, most = text_bounds(kind)
    if not isinstance(value, str):
        yield Malformed("Give a text.").at(*at)
    elif not value and fewest:
        yield Malformed("This is needed: fill it in.").at(*at)
    elif len(value) > most:
        yield Malformed(f"Write at most {most} characters.").at(*at)
    elif not is_readable(value):
        yield Malformed("Write it in one line, without control characters.").at(*at)

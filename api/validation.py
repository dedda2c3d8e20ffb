"""Validation of request bodies against their schemas, reporting all errors at once, each with a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from django.http import QueryDict
from msgspec import inspect

from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command, command_type
from rules.core.refusals import Refusal, Unknown, refuse_any
from rules.core.schema_validation import schema_errors, value_errors

S = TypeVar("S", bound=msgspec.Struct)


class _TypedObject(msgspec.Struct, frozen=True):
    """The field that every command has."""

    type: str


class _EmptyBody(msgspec.Struct, frozen=True):
    """The schema of an operation that takes no body."""


_TYPED_OBJECT_TYPE = inspect.type_info(_TypedObject)


def parse_body(struct_type: type[S], body: Any) -> S:
    """Convert a decoded body to a struct. Raises the first error, which carries all others."""
    refuse_any(schema_errors(struct_type, body))
    return msgspec.convert(body, struct_type)


def refuse_body(body: Any) -> None:
    """Raise an error for each field sent to an operation that takes only an empty body or an empty object."""
    refuse_any(schema_errors(_EmptyBody, dict(body) if isinstance(body, QueryDict) else body))


def parse_commands(
    command_lists: Mapping[str, Sequence[Any]], *, beside: Iterable[Refusal] = ()
) -> dict[str, list[Command]]:
    """The commands of each list in a request, by the JSON pointer of the list.

    Raises all errors at once: first those `beside` the commands in the request, then every schema error of a command,
    or `Unknown` for a command type that does not exist. List items that are no objects are skipped here, since they
    are among the errors `beside`.
    """
    refuse_any(
        [
            *beside,
            *(error for pointer, listed in command_lists.items() for error in _command_list_errors(pointer, listed)),
        ]
    )
    return {
        pointer: [command_from_document(document) for document in documents]
        for pointer, documents in command_lists.items()
    }


def _command_list_errors(pointer: str, documents: Sequence[Any]) -> Iterator[Refusal]:
    for place, document in enumerate(documents):
        if isinstance(document, dict):
            for error in _command_errors(document):
                yield error.below(f"{pointer}/{place}")


def _command_errors(document: dict[str, Any]) -> Iterator[Refusal]:
    if not isinstance(document.get("type"), str):
        yield from value_errors(
            _TYPED_OBJECT_TYPE, {name: value for name, value in document.items() if name == "type"}, ()
        )
        return
    try:
        row = command_type(document["type"])
    except Unknown as error:
        yield error.at("type")
        return
    yield from schema_errors(row.cls, {name: value for name, value in document.items() if name != "type"})

"""What the description of a shape names is there: a field of it, or a word that the shape says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import msgspec
from msgspec import inspect

from api import shapes
from api.documents import openapi_document
from tests.guards.findings import report

NAMED = re.compile(r"`([^`]+)`")
NAME = re.compile(r"[a-z][a-z0-9_]*")
VALUES: dict[str, tuple[str, ...]] = {
    "CarOut": ("scrapped",),
    "ContractOut": ("reserved",),
    "DeliveryOut": ("dead",),
    "FactFieldOut": ("credits",),
    "HitOut": ("rule",),
    "JobOut": ("queued", "failed", "cancelled"),
    "PacketOut": ("locked",),
    "PendingOut": ("r4",),
    "ReceiptOut": ("version", "head", "at"),
    "RulingIn": ("id",),
    "RulingOut": ("confirmed", "declined", "withdrawn", "alone"),
    "SignedOut": ("version", "season_edition", "switches", "edition", "commitment", "key_hash", "locked"),
    "SubjectOut": ("round",),
    "WebhookOut": ("stopped",),
}
"""What descriptions name that is no field: values that no example of the document has, the fields of a packet's
statement, which is a text, and the number of a claim.
"""


def described() -> list[type[msgspec.Struct]]:
    """Every shape of the API, what it takes as what it answers."""
    modules = [import_module(f"{shapes.__name__}.{each.name}") for each in iter_modules(shapes.__path__)]
    found = [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each.__module__ == module.__name__
    ]
    return sorted(found, key=lambda each: each.__name__)


def fields_of(shape: type[msgspec.Struct]) -> set[str]:
    """The names of a shape's fields as they are sent."""
    return {each.encode_name for each in msgspec.structs.fields(shape)}


def parts_of(shape: type[msgspec.Struct]) -> set[type[Any]]:
    """Everything that a shape is made of, itself among it."""
    return {each.cls for each in _types(inspect.type_info(shape)) if hasattr(each, "cls")}


def words_of(shape: type[msgspec.Struct]) -> set[str]:
    """The values that the fields of a shape take, where they are listed."""
    found: set[str] = set()
    for each in _types(inspect.type_info(shape)):
        if isinstance(each, inspect.LiteralType):
            found |= {str(value) for value in each.values}
        elif isinstance(each, inspect.Metadata):
            found |= {str(value) for value in (each.extra_json_schema or {}).get("enum", ())}
    return found


def _types(of: Any, before: set[int] | None = None) -> Iterator[Any]:
    """A type and all types within it, each once."""
    before = set() if before is None else before
    if id(of) in before:
        return
    before.add(id(of))
    yield of
    for part in ("type", "item_type", "item_types", "key_type", "value_type", "types", "fields"):
        inner = getattr(of, part, None)
        for each in inner if isinstance(inner, tuple) else () if inner is None else (inner,):
            yield from _types(each, before)


def said_elsewhere() -> set[str]:
    """The names of queries, and every word that stands as a value in an example or a list of the document."""
    found: set[str] = set()

    def look(at: Any, name: str = "") -> None:
        if isinstance(at, dict):
            if at.get("in") == "query":
                found.add(at["name"])
            for inner, each in at.items():
                look(each, inner)
        elif isinstance(at, list):
            for each in at:
                look(each, name)
        elif isinstance(at, str) and name not in ("required", "description"):
            found.add(at)

    look(openapi_document())
    return found


def astray(
    described: Iterable[tuple[str, str, Collection[str]]],
) -> Iterator[str]:
    """A sentence for each name in the words of a shape that is none of what there is to name."""
    for name, words, there in described:
        for each in NAMED.findall(words):
            if NAME.fullmatch(each) and each not in there:
                yield (
                    f"The description of {name} names {each!r}, and it has no such field: mend its docstring in "
                    "api/shapes, give it the field, or list a value in VALUES of this guard."
                )


def test_every_field_that_a_description_of_a_shape_names_exists() -> None:
    found = described()
    assert len(found) > 80
    holders = {
        each: {part.__name__ for part in parts_of(each) if part is not each and issubclass(part, msgspec.Struct)}
        for each in found
    }
    looked_at, words = [], said_elsewhere()
    for each in found:
        around = [other for other in found if each.__name__ in holders[other]]
        names = set[str]().union(
            *(fields_of(part) for part in parts_of(each) if issubclass(part, msgspec.Struct)),
            *(fields_of(other) for other in around),
        )
        looked_at.append(
            (each.__name__, each.__doc__ or "", names | words_of(each) | words | {*VALUES.get(each.__name__, ())})
        )
    named = {(name, word) for name, words_said, _ in looked_at for word in NAMED.findall(words_said)}
    listed = {(name, word) for name, words_listed in VALUES.items() for word in words_listed}
    gone = [
        f"{name} names no {word!r} any more: take it out of VALUES in tests/guards/test_shapes_described.py."
        for name, word in sorted(listed - named)
    ]
    report([*astray(looked_at), *gone], seen=found, of="shapes")


def test_a_field_that_is_not_there_is_named() -> None:
    (said,) = astray([("EntryOut", "`number` and `stands`, by `If-Match`.", {"number"})])
    assert said == (
        "The description of EntryOut names 'stands', and it has no such field: mend its docstring in "
        "api/shapes, give it the field, or list a value in VALUES of this guard."
    )

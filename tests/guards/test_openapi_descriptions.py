"""The OpenAPI document describes everything in it, and its descriptions name only existing fields and values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import msgspec
from msgspec import inspect

import api
from api.documentation.field_descriptions import SHARED_FIELDS, field_texts
from api.documentation.field_formats import ADDRESSES_BY_NAME, FORMATS, OWN_FORMATS
from api.documentation.operations import PATH_PARAMETERS
from api.documentation.views import openapi_document
from tests.guards.findings import report

NAMED = re.compile(r"`([^`]+)`")
NAME = re.compile(r"[a-z][a-z0-9_]*")
VALUES: dict[str, tuple[str, ...]] = {
    "AnswersIn": ("setting",),
    "CarOut": ("scrapped",),
    "CommandsIn": ("type",),
    "ContractOut": ("reserved", "veteran"),
    "DeliveryOut": ("dead",),
    "DuelActionIn": ("undo", "redo", "reopen", "rule"),
    "DuelLogLineOut": ("ruling",),
    "EntryOut": ("steward", "clock", "type"),
    "EventOut": ("kinds",),
    "FactFieldOut": ("credits",),
    "HitOut": ("rule",),
    "ItemOut": ("gears", "tires", "electronics", "medical", "personal", "heavy", "special", "triggered"),
    "JobOut": ("queued", "failed", "cancelled"),
    "LeagueCalendarIn": ("any",),
    "OfferOut": ("new_contract",),
    "PacketOut": ("locked",),
    "PendingOut": ("r4",),
    "PersonalMessageOut": ("dead", "notice"),
    "PersonalSecretOut": ("whsec_",),
    "ReceiptOut": ("version", "head", "at"),
    "ReportIn": ("claimed_as",),
    "RulingIn": ("id",),
    "RulingOut": ("confirmed", "declined", "withdrawn", "alone"),
    "SecretOut": ("whsec_",),
    "SheetOut": ("heart_out", "season_out", "barred", "retired"),
    "SignedOut": ("version", "season_edition", "switches", "edition", "commitment", "key_hash", "locked"),
    "StandingAnswersOut": ("setting", "own"),
    "StoredOut": ("tires", "personal", "house", "opening"),
    "SubjectOut": ("round",),
    "SwitchKindOut": ("text",),
    "TradeOut": ("cars", "items", "pays"),
    "WebhookOut": ("stopped",),
}
"""Names in descriptions that are no fields of the schema: values that no example has, fields of a packet's statement,
of a trade's goods and of commands, and fields of other schemas.
"""


LONGEST = 300
"""The most characters of a description."""
BESIDE_ITS_VIEW = "where its view has its `extend_schema`"
BELOW_THE_FIELD = (
    "right below the field in its class, or where its name means the same everywhere in SHARED_FIELDS in "
    "api/documentation/field_descriptions.py"
)
IN_THE_MESSAGE = "with EVENT_FIELDS in api/webhooks/openapi.py"
IN_THE_ADDRESS = "with PATH_PARAMETERS in api/documentation/operations.py"


def described() -> list[type[msgspec.Struct]]:
    """All schemas of the API, for requests and answers, sorted by name."""
    found_modules = (module.name for module in walk_packages(api.__path__, f"{api.__name__}."))
    modules = [import_module(name) for name in found_modules if name.endswith("schemas")]
    found = [
        var
        for module in modules
        for var in vars(module).values()
        if isinstance(var, type) and issubclass(var, msgspec.Struct) and var.__module__ == module.__name__
    ]
    return sorted(found, key=lambda struct: struct.__name__)


def fields_of(shape: type[msgspec.Struct]) -> set[str]:
    """The names of a schema's fields in JSON."""
    return {field.encode_name for field in msgspec.structs.fields(shape)}


def parts_of(shape: type[msgspec.Struct]) -> set[type[Any]]:
    """The classes that a schema consists of, including itself."""
    return {part.cls for part in _types(inspect.type_info(shape)) if hasattr(part, "cls")}


def words_of(shape: type[msgspec.Struct]) -> set[str]:
    """The values of a schema's fields that are literals or enums."""
    found: set[str] = set()
    for part in _types(inspect.type_info(shape)):
        if isinstance(part, inspect.LiteralType):
            found |= {str(value) for value in part.values}
        elif isinstance(part, inspect.Metadata):
            found |= {str(value) for value in (part.extra_json_schema or {}).get("enum", ())}
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
        for inner_type in inner if isinstance(inner, tuple) else () if inner is None else (inner,):
            yield from _types(inner_type, before)


def said_elsewhere() -> set[str]:
    """The names of query parameters, and all strings in the document but descriptions and required names."""
    found: set[str] = set()

    def look(node: Any, name: str = "") -> None:
        if isinstance(node, dict):
            if node.get("in") == "query":
                found.add(node["name"])
            for inner, value in node.items():
                look(value, inner)
        elif isinstance(node, list):
            for item in node:
                look(item, name)
        elif isinstance(node, str) and name not in ("required", "description"):
            found.add(node)

    look(openapi_document())
    return found


def astray(
    described: Iterable[tuple[str, str, Collection[str]]],
) -> Iterator[str]:
    """A sentence for each name in a description that is not among the known names."""
    for name, words, known_names in described:
        for word in NAMED.findall(words):
            if NAME.fullmatch(word) and word not in known_names:
                yield (
                    f"The description of {name} names {word!r}, and it has no such field: mend its docstring in "
                    "api/<noun>/schemas.py, give it the field, or list a value in VALUES of this guard."
                )


def test_every_field_that_a_description_of_a_shape_names_exists() -> None:
    found = described()
    assert len(found) > 80
    holders = {
        shape: {part.__name__ for part in parts_of(shape) if part is not shape and issubclass(part, msgspec.Struct)}
        for shape in found
    }
    looked_at, words = [], said_elsewhere()
    for shape in found:
        around = [other for other in found if shape.__name__ in holders[other]]
        names = set[str]().union(
            *(fields_of(part) for part in parts_of(shape) if issubclass(part, msgspec.Struct)),
            *(fields_of(other) for other in around),
        )
        looked_at.append(
            (
                shape.__name__,
                "\n".join([shape.__doc__ or "", *field_texts(shape).values()]),
                names | words_of(shape) | words | {*VALUES.get(shape.__name__, ())},
            )
        )
    named = {(name, word) for name, words_said, _ in looked_at for word in NAMED.findall(words_said)}
    listed = {(name, word) for name, words_listed in VALUES.items() for word in words_listed}
    gone = [
        f"{name} names no {word!r} any more: take it out of VALUES in tests/guards/test_openapi_descriptions.py."
        for name, word in sorted(listed - named)
    ]
    report([*astray(looked_at), *gone], seen=found, of="shapes")


def test_a_field_that_is_not_there_is_named() -> None:
    (sentence,) = astray([("EntryOut", "`number` and `stands`, by `If-Match`.", {"number"})])
    assert sentence == (
        "The description of EntryOut names 'stands', and it has no such field: mend its docstring in "
        "api/<noun>/schemas.py, give it the field, or list a value in VALUES of this guard."
    )


def field_descriptions(shape: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """The fields of a schema and of objects inside it, in the form of `descriptions`."""
    for name, field in schema.get("properties", {}).items():
        of_event = shape.partition(".")[0].endswith("Message") and not shape.startswith("Discord")
        place = IN_THE_MESSAGE if of_event else BELOW_THE_FIELD
        yield f"The field {shape}.{name}", name, field.get("description", ""), place
        for inner in (field, field.get("items"), field.get("additionalProperties")):
            if isinstance(inner, dict):
                yield from field_descriptions(f"{shape}.{name}", inner)


def descriptions(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """For every operation, parameter, field and tag: a phrase for it, its name, its description, and where to write
    that.
    """
    for methods in (*document["paths"].values(), *document["webhooks"].values()):
        for operation in methods.values():
            called = operation["operationId"]
            yield f"The operation {called}", called, operation.get("description", ""), BESIDE_ITS_VIEW
            for parameter in operation.get("parameters", ()):
                name, text = parameter["name"], parameter.get("description", "")
                place = IN_THE_ADDRESS if parameter["in"] == "path" else BESIDE_ITS_VIEW
                yield f"The parameter {name} of {called}", name, text, place
    for shape, schema in document["components"]["schemas"].items():
        yield from field_descriptions(shape, schema)
    for tag in document["tags"]:
        place = "in TAGS in api/documentation/operations.py"
        yield f"The tag {tag['name']}", tag["name"], tag.get("description", ""), place


def badly_described(told: Iterable[tuple[str, str, str, str]]) -> Iterator[str]:
    """A sentence for each description that is missing, says only the name, has no period, or is too long."""
    for called, name, text, place in told:
        its = f"The description of {called[0].lower()}{called[1:]}"
        if not text:
            yield f"{called} has no description in the OpenAPI document: write one {place}."
        elif words_in(text) == words_in(name):
            yield f"{called} is described by its name alone: say what it means {place}."
        elif not text.endswith("."):
            yield f"{its} ends without a period: write a sentence {place}."
        elif len(text) > LONGEST:
            yield f"{its} has {len(text)} characters and may have {LONGEST}: shorten it {place}."


def words_in(text: str) -> list[str]:
    """The words of a text or a name, without articles."""
    return [word for word in re.findall(r"[a-z]+", text.lower()) if word not in ("a", "an", "the")]


def test_every_operation_parameter_and_field_is_described() -> None:
    described_things = list(descriptions(openapi_document()))
    assert len(described_things) > 2000
    report(badly_described(described_things), seen=described_things, of="operations, parameters and fields")


def test_what_is_not_described_is_named_with_where_to_write_it() -> None:
    limit, league = {"name": "limit", "in": "query", "description": "The limit."}, {"name": "league", "in": "path"}
    cars = {"operationId": "cars", "description": "All cars", "parameters": [league, limit]}
    event = {"operationId": "told_car_made", "description": "x" * LONGEST + "."}
    about = {"description": "What it is about.", "properties": {"car": {"type": "string"}}}
    described_things = descriptions(
        {
            "paths": {"/cars": {"get": cars}},
            "webhooks": {"car.made": {"post": event}},
            "components": {
                "schemas": {
                    "CarOut": {
                        "properties": {"paid": {"type": "integer"}, "name": {"description": "A word for it."}}
                    },
                    "CarMadeMessage": {"properties": {"about": about}},
                }
            },
            "tags": [{"name": "Cars"}],
        }
    )
    none = "has no description in the OpenAPI document: write one"
    assert list(badly_described(described_things)) == [
        f"The description of the operation cars ends without a period: write a sentence {BESIDE_ITS_VIEW}.",
        f"The parameter league of cars {none} {IN_THE_ADDRESS}.",
        f"The parameter limit of cars is described by its name alone: say what it means {BESIDE_ITS_VIEW}.",
        (
            f"The description of the operation told_car_made has 301 characters and may have 300: shorten it "
            f"{BESIDE_ITS_VIEW}."
        ),
        f"The field CarOut.paid {none} {BELOW_THE_FIELD}.",
        f"The field CarMadeMessage.about.car {none} {IN_THE_MESSAGE}.",
        f"The tag Cars {none} in TAGS in api/documentation/operations.py.",
    ]


def test_every_description_and_format_by_name_is_still_needed() -> None:
    document = openapi_document()
    schemas = document["components"]["schemas"]
    fields = [(name, field) for schema in schemas.values() for name, field in schema.get("properties", {}).items()]
    texts = [(name, field["description"]) for name, field in fields]
    parts = {
        parameter["description"]
        for methods in document["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", ())
    }
    schema_fields = {(shape, name) for shape, schema in schemas.items() for name in schema.get("properties", {})}
    unneeded = [
        *(
            f"SHARED_FIELDS in api/documentation/field_descriptions.py describes {name} of fewer than two shapes: "
            "write it below the field instead."
            for (name, *_), text in SHARED_FIELDS.items()
            if texts.count((name, text)) < 2
        ),
        *(
            f"PATH_PARAMETERS in api/documentation/operations.py describes {part}, which is in no address: "
            "take it out."
            for part, text in PATH_PARAMETERS.items()
            if text not in parts
        ),
        *(
            f"FORMATS in api/documentation/field_formats.py has {name}, which is no field: take it out."
            for name in sorted(FORMATS.keys() - {name for name, _ in fields})
        ),
        *(
            f"api/documentation/field_formats.py has a format of {shape}.{name}, which is no field: take it out."
            for shape, name in sorted({*OWN_FORMATS, *ADDRESSES_BY_NAME} - schema_fields)
        ),
    ]
    report(unneeded, seen=fields, of="fields")

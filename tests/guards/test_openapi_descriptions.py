"""The OpenAPI document describes everything in it, and what the description of a shape or a field names is there."""

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
    "CarOut": ("scrapped",),
    "CommandsIn": ("type",),
    "ContractOut": ("reserved", "veteran"),
    "DeliveryOut": ("dead",),
    "EntryOut": ("steward", "clock", "type"),
    "EventOut": ("kinds",),
    "FactFieldOut": ("credits",),
    "HitOut": ("rule",),
    "ItemOut": ("gears", "tires", "electronics", "medical", "personal", "heavy", "special", "triggered"),
    "JobOut": ("queued", "failed", "cancelled"),
    "OfferOut": ("new_contract",),
    "PacketOut": ("locked",),
    "PendingOut": ("r4",),
    "ReceiptOut": ("version", "head", "at"),
    "ReportIn": ("claimed_as",),
    "RulingIn": ("id",),
    "RulingOut": ("confirmed", "declined", "withdrawn", "alone"),
    "SecretOut": ("whsec_",),
    "SheetOut": ("heart_out", "season_out", "barred", "retired"),
    "SignedOut": ("version", "season_edition", "switches", "edition", "commitment", "key_hash", "locked"),
    "StoredOut": ("tires", "personal", "house", "opening"),
    "SubjectOut": ("round",),
    "SwitchKindOut": ("text",),
    "TradeOut": ("cars", "items", "pays"),
    "WebhookOut": ("stopped",),
}
"""What descriptions name that is no field of theirs: values that no example of the document has, fields of a packet's
statement, which is a text, of a trade's goods and of commands, which are objects, and what another shape has.
"""


LONGEST = 300
"""Characters of a description at most."""
BESIDE_ITS_VIEW = "where its view has its `extend_schema`"
BELOW_THE_FIELD = (
    "right below the field in its class, or where its name means the same everywhere in SHARED_FIELDS in "
    "api/documentation/field_descriptions.py"
)
IN_THE_MESSAGE = "with EVENT_FIELDS in api/webhooks/openapi.py"
IN_THE_ADDRESS = "with PATH_PARAMETERS in api/documentation/operations.py"


def described() -> list[type[msgspec.Struct]]:
    """Every shape of the API, what it takes as what it answers."""
    found_modules = (module.name for module in walk_packages(api.__path__, f"{api.__name__}."))
    modules = [import_module(name) for name in found_modules if name.endswith("schemas")]
    found = [
        var
        for module in modules
        for var in vars(module).values()
        if isinstance(var, type) and issubclass(var, msgspec.Struct) and var.__module__ == module.__name__
    ]
    return sorted(found, key=lambda each: each.__name__)


def fields_of(shape: type[msgspec.Struct]) -> set[str]:
    """The names of a shape's fields as they are sent."""
    return {field.encode_name for field in msgspec.structs.fields(shape)}


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
                    "api/<noun>/schemas.py, give it the field, or list a value in VALUES of this guard."
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
            (
                each.__name__,
                "\n".join([each.__doc__ or "", *field_texts(each).values()]),
                names | words_of(each) | words | {*VALUES.get(each.__name__, ())},
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
    (said,) = astray([("EntryOut", "`number` and `stands`, by `If-Match`.", {"number"})])
    assert said == (
        "The description of EntryOut names 'stands', and it has no such field: mend its docstring in "
        "api/<noun>/schemas.py, give it the field, or list a value in VALUES of this guard."
    )


def field_descriptions(shape: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Every field of a schema and of the objects in it, as `descriptions` has it."""
    for name, field in schema.get("properties", {}).items():
        of_event = shape.partition(".")[0].endswith("Message") and not shape.startswith("Discord")
        place = IN_THE_MESSAGE if of_event else BELOW_THE_FIELD
        yield f"The field {shape}.{name}", name, field.get("description", ""), place
        for inner in (field, field.get("items"), field.get("additionalProperties")):
            if isinstance(inner, dict):
                yield from field_descriptions(f"{shape}.{name}", inner)


def descriptions(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Every operation, parameter, field and tag of a document: what it is called, its name, what is said of it, and
    where that is written.
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
    """A sentence for each of them of which nothing is said, or not as everything else is described."""
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
    """The words of a text or a name, but for articles."""
    return [word for word in re.findall(r"[a-z]+", text.lower()) if word not in ("a", "an", "the")]


def test_every_operation_parameter_and_field_is_described() -> None:
    told = list(descriptions(openapi_document()))
    assert len(told) > 2000
    report(badly_described(told), seen=told, of="operations, parameters and fields")


def test_what_is_not_described_is_named_with_where_to_write_it() -> None:
    limit, league = {"name": "limit", "in": "query", "description": "The limit."}, {"name": "league", "in": "path"}
    cars = {"operationId": "cars", "description": "All cars", "parameters": [league, limit]}
    made = {"operationId": "told_car_made", "description": "x" * LONGEST + "."}
    about = {"description": "What it is about.", "properties": {"car": {"type": "string"}}}
    told = descriptions(
        {
            "paths": {"/cars": {"get": cars}},
            "webhooks": {"car.made": {"post": made}},
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
    assert list(badly_described(told)) == [
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
    there = {(shape, name) for shape, schema in schemas.items() for name in schema.get("properties", {})}
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
            for shape, name in sorted({*OWN_FORMATS, *ADDRESSES_BY_NAME} - there)
        ),
    ]
    report(unneeded, seen=fields, of="fields")

"""The HTML page of the OpenAPI document: operations with examples, webhook events, schemas and problem kinds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from api.documentation.operations import PATH_PARAMETERS
from api.errors import ProblemKind, all_problem_kinds
from rules.rulebook.rule_text import Line, split_segments

METHODS = ("get", "post", "put", "patch", "delete")
BASE_PATH = "/api/v1"
PARAMETER_PLACES = ("query", "header")
JSON_MEDIA_TYPE = "application/json"
FIRST_ERROR_STATUS = 400
MOST_ENUM_VALUES = 32
"""The most values of an enum that the page lists; the document has all of them."""


@dataclass(frozen=True, slots=True)
class TypeSegment:
    """A piece of a type's text; it becomes a link if it names a schema."""

    words: str
    shape: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDoc:
    """A field of a schema, or a parameter: its type, whether it is required, and its description."""

    name: str
    kind: tuple[TypeSegment, ...]
    needed: bool
    says: Line = ()
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyDoc:
    """The body of a request or response: its schema and an example."""

    status: str
    says: str
    shape: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDoc:
    """An operation as the page shows it; `problems` are the error statuses with their phrases."""

    id: str
    method: str
    path: tuple[str, ...]
    summary: str
    says: Line
    parameters: tuple[FieldDoc, ...]
    body: BodyDoc | None
    answers: tuple[BodyDoc, ...]
    problems: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OperationGroup:
    """The operations of one tag, with the tag's description."""

    name: str
    says: str
    anchor: str
    operations: list[OperationDoc] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDoc:
    """A webhook event: the schema of its message, and an example for each format a webhook may have."""

    id: str
    name: str
    says: str
    shape: str
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaDoc:
    """A component schema: its description in paragraphs, and its fields."""

    name: str
    says: tuple[Line, ...]
    fields: tuple[FieldDoc, ...]


def operation_groups(document: Mapping[str, Any]) -> list[OperationGroup]:
    """The operations of a document, grouped by tag and in the order of the document."""
    groups = {
        tag["name"]: OperationGroup(tag["name"], tag["description"], f"chapter-{number}")
        for number, tag in enumerate(document["tags"], 1)
    }
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                groups[operation["tags"][0]].operations.append(_operation_doc(path, method, operation))
    return list(groups.values())


def event_docs(document: Mapping[str, Any]) -> list[EventDoc]:
    """The webhook events of a document, in its order."""
    events = []
    for name, methods in document["webhooks"].items():
        content = methods["post"]["requestBody"]["content"][JSON_MEDIA_TYPE]
        events.append(
            EventDoc(
                id=methods["post"]["operationId"],
                name=name,
                says=methods["post"]["summary"],
                shape=_reference_name(content["schema"]["oneOf"][0]),
                examples=tuple(
                    (shape, _format_json(example["value"])) for shape, example in content["examples"].items()
                ),
            )
        )
    return events


def webhook_headers(document: Mapping[str, Any]) -> list[FieldDoc]:
    """The headers of webhook messages, which are the same for every event."""
    return [_parameter_doc(header) for header in _first_event(document)["parameters"]]


def webhook_answers(document: Mapping[str, Any]) -> list[tuple[str, Line]]:
    """The statuses a webhook receiver may answer with, and what follows from each."""
    answers = _first_event(document)["responses"].items()
    return [
        ("else" if status == "default" else status, split_segments(response["description"]))
        for status, response in answers
    ]


def _first_event(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first webhook event, for what is the same in all of them."""
    first: Mapping[str, Any] = next(iter(document["webhooks"].values()))["post"]
    return first


def schema_docs(document: Mapping[str, Any]) -> list[SchemaDoc]:
    """The component schemas of a document, sorted by name."""
    return [_schema_doc(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]


def sorted_problem_kinds() -> Sequence[ProblemKind]:
    """The kinds of problems by status and name."""
    return sorted(all_problem_kinds().values(), key=lambda kind: (kind.status, kind.name))


def _operation_doc(path: str, method: str, operation: Mapping[str, Any]) -> OperationDoc:
    responses, problems = [], []
    for status, response in operation["responses"].items():
        if int(status) >= FIRST_ERROR_STATUS:
            problems.append((status, HTTPStatus(int(status)).phrase))
            continue
        responses.append(_body_doc(status, response.get("description", ""), response.get("content", {})))
    body = operation.get("requestBody")
    return OperationDoc(
        id=operation["operationId"],
        method=method.upper(),
        path=tuple(path.removeprefix(BASE_PATH).split("/")[1:]),
        summary=operation["summary"],
        says=split_segments(operation.get("description", "")),
        parameters=tuple(
            _parameter_doc(parameter) for parameter in _ordered_parameters(operation.get("parameters", ()))
        ),
        body=None if body is None else _body_doc("", "", body["content"]),
        answers=tuple(responses),
        problems=tuple(problems),
    )


def _ordered_parameters(parameters: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Query parameters, then headers. Path parameters are left out: the page lists them once for all operations."""
    shown = [parameter for parameter in parameters if parameter["in"] in PARAMETER_PLACES]
    return sorted(shown, key=lambda parameter: PARAMETER_PLACES.index(parameter["in"]))


def address_parts() -> list[tuple[str, Line]]:
    """The path parameters and their descriptions."""
    return [
        (f"{before}{slash}{{{name}}}", split_segments(text))
        for before, slash, name, text in ((*part.rpartition("/"), text) for part, text in PATH_PARAMETERS.items())
    ]


def _parameter_doc(parameter: Mapping[str, Any]) -> FieldDoc:
    return FieldDoc(
        name=parameter["name"],
        kind=tuple(_type_segments(parameter["schema"])),
        needed=bool(parameter.get("required")),
        says=split_segments(parameter.get("description", "")),
        where=parameter["in"],
    )


def _body_doc(status: str, says: str, content: Mapping[str, Any]) -> BodyDoc:
    media = content.get(JSON_MEDIA_TYPE, {})
    example = next((named_example["value"] for named_example in media.get("examples", {}).values()), None)
    return BodyDoc(
        status=status,
        says=says,
        shape=_reference_name(media.get("schema", {})),
        example="" if example is None else _format_json(example),
    )


def _format_json(example: Any) -> str:
    return json.dumps(example, indent=2, ensure_ascii=False)


def _schema_doc(name: str, schema: Mapping[str, Any]) -> SchemaDoc:
    paragraphs = [" ".join(paragraph.split()) for paragraph in schema.get("description", "").split("\n\n")]
    return SchemaDoc(
        name=name,
        says=tuple(split_segments(paragraph) for paragraph in paragraphs if paragraph),
        fields=tuple(_field_docs(schema)),
    )


def _field_docs(schema: Mapping[str, Any], within: str = "") -> Iterator[FieldDoc]:
    """The fields of an object schema, each followed by the fields of its inline object under dotted names."""
    needed = set(schema.get("required", ()))
    for field_name, field_schema in schema.get("properties", {}).items():
        name = f"{within}{field_name}"
        says = split_segments(field_schema.get("description", ""))
        yield FieldDoc(name=name, kind=tuple(_type_segments(field_schema)), needed=field_name in needed, says=says)
        yield from _field_docs(field_schema, f"{name}.")


def _reference_name(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _type_segments(schema: Mapping[str, Any]) -> Iterator[TypeSegment]:
    """A JSON Schema in words: `list of StandingOut`, `text or null`, `number from 1 to 200`."""
    if name := _reference_name(schema):
        yield TypeSegment(name, name)
    elif "anyOf" in schema:
        for number, choice in enumerate(schema["anyOf"]):
            if number:
                yield TypeSegment(" or ")
            yield from _type_segments(choice)
    elif "enum" in schema:
        values = [str(value) for value in schema["enum"]]
        more = f" … {len(values)} in all" if len(values) > MOST_ENUM_VALUES else ""
        yield TypeSegment(f"one of {', '.join(values[:MOST_ENUM_VALUES])}{more}")
    elif "const" in schema:
        yield TypeSegment(str(schema["const"]))
    elif isinstance(schema.get("type"), list):
        yield TypeSegment(" or ".join(TYPE_NAMES.get(kind, kind) for kind in schema["type"]))
    elif schema.get("type") == "array":
        yield TypeSegment("list of ")
        yield from _type_segments(schema.get("items") or {})
    elif schema.get("type") == "object":
        value_schema = schema.get("additionalProperties")
        yield TypeSegment("object of " if isinstance(value_schema, dict) and value_schema else "object")
        if isinstance(value_schema, dict) and value_schema:
            yield from _type_segments(value_schema)
    else:
        yield TypeSegment(_scalar_type_name(schema))


TYPE_NAMES = {
    "string": "text",
    "integer": "number",
    "number": "decimal number",
    "boolean": "true or false",
    "null": "null",
}
"""Names of the JSON types on the page."""
FORMAT_NAMES = {"date-time": "time", "byte": "base64"}


def _scalar_type_name(schema: Mapping[str, Any]) -> str:
    """A scalar type in words, with its bounds and default."""
    name = schema.get("type")
    words = FORMAT_NAMES.get(schema.get("format", ""), TYPE_NAMES.get(str(name), "anything"))
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        words += f" from {low} to {high}"
    if "default" in schema:
        words += f", {schema['default']} if left out"
    return words

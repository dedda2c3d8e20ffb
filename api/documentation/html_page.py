"""The page that shows the API's document: every operation with its examples, every shape, every kind of problem."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from api.documentation.operations import PATH_PARAMETERS
from api.documentation.views import openapi_document
from api.errors import OPENAPI_URL, PROBLEM_TYPES_URL, ProblemKind, all_problem_kinds
from api.limits import limits
from api.view_decorators import read_only_page
from league.pages.base_context import Breadcrumb
from rules.rulebook.rule_text import Line, split_segments

METHODS = ("get", "post", "put", "patch", "delete")
BASE_PATH = "/api/v1"
PARAMETER_PLACES = ("query", "header")
JSON_MEDIA_TYPE = "application/json"
FIRST_ERROR_STATUS = 400
MOST_ENUM_VALUES = 32
"""So many words that something may be are told at most; the document has all of them."""


@dataclass(frozen=True, slots=True)
class TypeSegment:
    """A run of words of a type, a link where it names a shape."""

    words: str
    shape: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDoc:
    """A field of a shape, or a parameter: its type, whether it must be there, and what else is known of it."""

    name: str
    kind: tuple[TypeSegment, ...]
    needed: bool
    says: Line = ()
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyDoc:
    """A body, of a request or an answer: its shape and an example of it."""

    status: str
    says: str
    shape: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDoc:
    """An operation as the page shows it; `problems` are the statuses it may be turned down with."""

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
    """Operations that belong together: those of a tag, and what it says of them."""

    name: str
    says: str
    anchor: str
    operations: list[OperationDoc] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDoc:
    """An event that webhooks are told: the shape of its message, and an example in each shape a webhook may have."""

    id: str
    name: str
    says: str
    shape: str
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaDoc:
    """A shape: what it is, its fields, and the words it may be where it is no object."""

    name: str
    says: tuple[Line, ...]
    fields: tuple[FieldDoc, ...]


@read_only_page
def docs(request: HttpRequest) -> HttpResponse:
    """The document of this version, for people."""
    crumbs = [Breadcrumb("Leagues", "/"), Breadcrumb("API")]
    return render(request, "league/api_docs.html", {"crumbs": crumbs, "told": _render_body()})


@read_only_page
def redirect_to_docs(_request: HttpRequest) -> HttpResponse:
    """From where the API begins to what is said of it."""
    return HttpResponseRedirect(reverse("docs"))


@cache
def _render_body() -> SafeString:
    """All of the page that is the same for everybody, made once: nothing of it hangs on who reads it."""
    whole = openapi_document()
    groups = operation_groups(whole)
    context = {
        "base": BASE_PATH,
        "release": whole["info"]["version"],
        "document_at": OPENAPI_URL,
        "problems_at": PROBLEM_TYPES_URL,
        "groups": groups,
        "how_many": sum(len(group.operations) for group in groups),
        "events": event_docs(whole),
        "headers": webhook_headers(whole),
        "limits": limits(),
        "parts": address_parts(),
        "receivers": webhook_answers(whole),
        "shapes": schema_docs(whole),
        "problems": _sorted_problem_kinds(),
    }
    return render_to_string("league/partials/api_docs.html", context)


def operation_groups(whole: Mapping[str, Any]) -> list[OperationGroup]:
    """The operations of a document, tag by tag, in the order of their addresses."""
    found = {
        tag["name"]: OperationGroup(tag["name"], tag["description"], f"chapter-{number}")
        for number, tag in enumerate(whole["tags"], 1)
    }
    for path, methods in whole["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                found[operation["tags"][0]].operations.append(_operation_doc(path, method, operation))
    return list(found.values())


def event_docs(whole: Mapping[str, Any]) -> list[EventDoc]:
    """The events of a document, in its order."""
    found = []
    for name, methods in whole["webhooks"].items():
        content = methods["post"]["requestBody"]["content"][JSON_MEDIA_TYPE]
        found.append(
            EventDoc(
                id=methods["post"]["operationId"],
                name=name,
                says=methods["post"]["summary"],
                shape=_reference_name(content["schema"]["oneOf"][0]),
                examples=tuple((shape, _format_json(each["value"])) for shape, each in content["examples"].items()),
            )
        )
    return found


def webhook_headers(whole: Mapping[str, Any]) -> list[FieldDoc]:
    """What every message of a document's webhooks is sent with."""
    return [_parameter_doc(each) for each in _first_event(whole)["parameters"]]


def webhook_answers(whole: Mapping[str, Any]) -> list[tuple[str, Line]]:
    """What a receiver of a document's webhooks may answer, and what follows."""
    answers = _first_event(whole)["responses"].items()
    return [
        ("else" if status == "default" else status, split_segments(each["description"])) for status, each in answers
    ]


def _first_event(whole: Mapping[str, Any]) -> Mapping[str, Any]:
    """One of the events, to tell what is the same of all."""
    first: Mapping[str, Any] = next(iter(whole["webhooks"].values()))["post"]
    return first


def schema_docs(whole: Mapping[str, Any]) -> list[SchemaDoc]:
    """The shapes of a document by name."""
    return [_schema_doc(name, schema) for name, schema in sorted(whole["components"]["schemas"].items())]


def _sorted_problem_kinds() -> Sequence[ProblemKind]:
    return sorted(all_problem_kinds().values(), key=lambda each: (each.status, each.name))


def _operation_doc(path: str, method: str, told: Mapping[str, Any]) -> OperationDoc:
    answers, refused = [], []
    for status, answer in told["responses"].items():
        if int(status) >= FIRST_ERROR_STATUS:
            refused.append((status, HTTPStatus(int(status)).phrase))
            continue
        answers.append(_body_doc(status, answer.get("description", ""), answer.get("content", {})))
    body = told.get("requestBody")
    return OperationDoc(
        id=told["operationId"],
        method=method.upper(),
        path=tuple(path.removeprefix(BASE_PATH).split("/")[1:]),
        summary=told["summary"],
        says=split_segments(told.get("description", "")),
        parameters=tuple(_parameter_doc(parameter) for parameter in _ordered_parameters(told.get("parameters", ()))),
        body=None if body is None else _body_doc("", "", body["content"]),
        answers=tuple(answers),
        problems=tuple(refused),
    )


def _ordered_parameters(parameters: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The query, then headers; the page says once for all operations what the parts of addresses are."""
    beside = [parameter for parameter in parameters if parameter["in"] in PARAMETER_PLACES]
    return sorted(beside, key=lambda parameter: PARAMETER_PLACES.index(parameter["in"]))


def address_parts() -> list[tuple[str, Line]]:
    """The parts of addresses that stand for something, and what each is."""
    return [
        (f"{before}{slash}{{{name}}}", split_segments(text))
        for before, slash, name, text in ((*part.rpartition("/"), text) for part, text in PATH_PARAMETERS.items())
    ]


def _parameter_doc(told: Mapping[str, Any]) -> FieldDoc:
    return FieldDoc(
        name=told["name"],
        kind=tuple(_type_segments(told["schema"])),
        needed=bool(told.get("required")),
        says=split_segments(told.get("description", "")),
        where=told["in"],
    )


def _body_doc(status: str, says: str, content: Mapping[str, Any]) -> BodyDoc:
    told = content.get(JSON_MEDIA_TYPE, {})
    example = next((each["value"] for each in told.get("examples", {}).values()), None)
    return BodyDoc(
        status=status,
        says=says,
        shape=_reference_name(told.get("schema", {})),
        example="" if example is None else _format_json(example),
    )


def _format_json(example: Any) -> str:
    return json.dumps(example, indent=2, ensure_ascii=False)


def _schema_doc(name: str, schema: Mapping[str, Any]) -> SchemaDoc:
    paragraphs = [" ".join(each.split()) for each in schema.get("description", "").split("\n\n")]
    return SchemaDoc(
        name=name,
        says=tuple(split_segments(paragraph) for paragraph in paragraphs if paragraph),
        fields=tuple(_field_docs(schema)),
    )


def _field_docs(schema: Mapping[str, Any], within: str = "") -> Iterator[FieldDoc]:
    """The fields of an object, and after an object in it that has no name of its own those of that one."""
    needed = set(schema.get("required", ()))
    for each, told in schema.get("properties", {}).items():
        name = f"{within}{each}"
        says = split_segments(told.get("description", ""))
        yield FieldDoc(name=name, kind=tuple(_type_segments(told)), needed=each in needed, says=says)
        yield from _field_docs(told, f"{name}.")


def _reference_name(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _type_segments(schema: Mapping[str, Any]) -> Iterator[TypeSegment]:
    """A JSON Schema as people read it: `list of StandingOut`, `text or null`, `number from 1 to 200`."""
    if name := _reference_name(schema):
        yield TypeSegment(name, name)
    elif "anyOf" in schema:
        for number, each in enumerate(schema["anyOf"]):
            if number:
                yield TypeSegment(" or ")
            yield from _type_segments(each)
    elif "enum" in schema:
        words = [str(each) for each in schema["enum"]]
        more = f" … {len(words)} in all" if len(words) > MOST_ENUM_VALUES else ""
        yield TypeSegment(f"one of {', '.join(words[:MOST_ENUM_VALUES])}{more}")
    elif "const" in schema:
        yield TypeSegment(str(schema["const"]))
    elif isinstance(schema.get("type"), list):
        yield TypeSegment(" or ".join(TYPE_NAMES.get(each, each) for each in schema["type"]))
    elif schema.get("type") == "array":
        yield TypeSegment("list of ")
        yield from _type_segments(schema.get("items") or {})
    elif schema.get("type") == "object":
        within = schema.get("additionalProperties")
        yield TypeSegment("object of " if isinstance(within, dict) and within else "object")
        if isinstance(within, dict) and within:
            yield from _type_segments(within)
    else:
        yield TypeSegment(_scalar_type_name(schema))


TYPE_NAMES = {
    "string": "text",
    "integer": "number",
    "number": "decimal number",
    "boolean": "true or false",
    "null": "null",
}
"""What the types of JSON are called here."""
FORMAT_NAMES = {"date-time": "time", "byte": "base64"}


def _scalar_type_name(schema: Mapping[str, Any]) -> str:
    """A type that holds nothing, with its bounds and what it is where nothing is said."""
    name = schema.get("type")
    words = FORMAT_NAMES.get(schema.get("format", ""), TYPE_NAMES.get(str(name), "anything"))
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        words += f" from {low} to {high}"
    if "default" in schema:
        words += f", {schema['default']} if left out"
    return words

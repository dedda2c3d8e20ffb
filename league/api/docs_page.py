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

from league.api.answering import page
from league.api.documents import document
from league.api.limits import limits
from league.api.problems import DOCUMENT_AT, PROBLEMS_AT, Kind, kinds
from league.pages.frame import Crumb
from rules.rulebook.rule_text import Line, split_segments

METHODS = ("get", "post", "put", "patch", "delete")
BASE = "/api/v1"
GROUPS = (
    ("Catalogue", ("/catalogue",)),
    ("Sandboxes", ("/sandboxes",)),
    ("Webhooks", ("/webhooks", "/deliveries")),
    ("Franchises and drivers", ("/franchises", "/drivers")),
    ("Reports and appeals", ("/packet", "/report", "/appeal", "/keys")),
    ("Rounds and matches", ("/matches", "/rounds", "/windows")),
    ("Market and season's end", ("/market", "/draft", "/pool", "/end")),
    ("Journal and facts", ("/entries", "/facts", "/amends")),
    ("Commands", ("/commands", "/trials")),
    ("Leagues and seasons", ("/leagues",)),
    ("The API itself", ("",)),
)
"""Chapters of the page, each with the parts of addresses that belong to it; the first that fits is taken."""
ORDER = (
    "Leagues and seasons", "Franchises and drivers", "Rounds and matches", "Market and season's end",
    "Journal and facts", "Commands", "Reports and appeals", "Sandboxes", "Webhooks", "Catalogue", "The API itself",
)  # fmt: skip
PLACES = ("path", "query", "header")
JSON = "application/json"
FIRST_ERROR = 400
MOST_WORDS = 32
"""So many words that something may be are told at most; the document has all of them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words of a type, a link where it names a shape."""

    words: str
    shape: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a shape, or a parameter: its type, whether it must be there, and what else is known of it."""

    name: str
    kind: tuple[Piece, ...]
    needed: bool
    says: Line = ()
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A body, of a request or an answer: its shape and an example of it."""

    status: str
    says: str
    shape: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operation as the page shows it; `problems` are the statuses it may be turned down with."""

    id: str
    method: str
    path: tuple[str, ...]
    summary: str
    says: Line
    parameters: tuple[Field, ...]
    body: Sent | None
    answers: tuple[Sent, ...]
    problems: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Operations that belong together."""

    name: str
    anchor: str
    operations: list[Operation] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An event that webhooks are told: the shape of its message, and an example in each shape a webhook may have."""

    id: str
    name: str
    says: str
    shape: str
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A shape: what it is, its fields, and the words it may be where it is no object."""

    name: str
    says: tuple[Line, ...]
    fields: tuple[Field, ...]


@page
def docs(request: HttpRequest) -> HttpResponse:
    """The document of this version, for people."""
    crumbs = [Crumb("Leagues", "/"), Crumb("API")]
    return render(request, "league/api_docs.html", {"crumbs": crumbs, "told": _told()})


@page
def docs_here(_request: HttpRequest) -> HttpResponse:
    """From where the API begins to what is said of it."""
    return HttpResponseRedirect(reverse("docs"))


@cache
def _told() -> SafeString:
    """All of the page that is the same for everybody, made once: nothing of it hangs on who reads it."""
    whole = document()
    groups = grouped(whole)
    context = {
        "base": BASE,
        "document_at": DOCUMENT_AT,
        "problems_at": PROBLEMS_AT,
        "groups": groups,
        "how_many": sum(len(each.operations) for each in groups),
        "events": events(whole),
        "headers": headers_told(whole),
        "limits": limits(),
        "receivers": receivers(whole),
        "shapes": shapes(whole),
        "problems": _problems(),
    }
    return render_to_string("league/partials/api_docs.html", context)


def grouped(whole: Mapping[str, Any]) -> list[Group]:
    """The operations of a document, chapter by chapter, in the order of their addresses."""
    found = {name: Group(name, f"chapter-{number}") for number, name in enumerate(ORDER, 1)}
    for path, methods in whole["paths"].items():
        name = next(name for name, parts in GROUPS if any(part in path for part in parts))
        found[name].operations.extend(
            _operation(path, method, methods[method]) for method in METHODS if method in methods
        )
    return [each for each in found.values() if each.operations]


def events(whole: Mapping[str, Any]) -> list[Told]:
    """The events of a document, in its order."""
    found = []
    for name, methods in whole["webhooks"].items():
        content = methods["post"]["requestBody"]["content"][JSON]
        found.append(
            Told(
                id=methods["post"]["operationId"],
                name=name,
                says=methods["post"]["summary"],
                shape=_named(content["schema"]["oneOf"][0]),
                examples=tuple((shape, _written(each["value"])) for shape, each in content["examples"].items()),
            )
        )
    return found


def headers_told(whole: Mapping[str, Any]) -> list[Field]:
    """What every message of a document's webhooks is sent with."""
    return [_parameter(each) for each in _any_event(whole)["parameters"]]


def receivers(whole: Mapping[str, Any]) -> list[tuple[str, Line]]:
    """What a receiver of a document's webhooks may answer, and what follows."""
    answers = _any_event(whole)["responses"].items()
    return [
        ("else" if status == "default" else status, split_segments(each["description"])) for status, each in answers
    ]


def _any_event(whole: Mapping[str, Any]) -> Mapping[str, Any]:
    """One of the events, to tell what is the same of all."""
    first: Mapping[str, Any] = next(iter(whole["webhooks"].values()))["post"]
    return first


def shapes(whole: Mapping[str, Any]) -> list[Shape]:
    """The shapes of a document by name."""
    return [_shape(name, schema) for name, schema in sorted(whole["components"]["schemas"].items())]


def _problems() -> Sequence[Kind]:
    return sorted(kinds().values(), key=lambda each: (each.status, each.name))


def _operation(path: str, method: str, told: Mapping[str, Any]) -> Operation:
    answers, refused = [], []
    for status, answer in told["responses"].items():
        if int(status) >= FIRST_ERROR:
            refused.append((status, HTTPStatus(int(status)).phrase))
            continue
        answers.append(_sent(status, answer.get("description", ""), answer.get("content", {})))
    body = told.get("requestBody")
    return Operation(
        id=told["operationId"],
        method=method.upper(),
        path=tuple(path.removeprefix(BASE).split("/")[1:]),
        summary=told["summary"],
        says=split_segments(told.get("description", "")),
        parameters=tuple(_parameter(each) for each in _in_order(told.get("parameters", ()))),
        body=None if body is None else _sent("", "", body["content"]),
        answers=tuple(answers),
        problems=tuple(refused),
    )


def _in_order(parameters: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The query, then headers; parts of the address that nothing is said of stand in it already."""
    told = [each for each in parameters if each["in"] != "path" or each.get("description")]
    return sorted(told, key=lambda each: PLACES.index(each["in"]))


def _parameter(told: Mapping[str, Any]) -> Field:
    return Field(
        name=told["name"],
        kind=tuple(_type(told["schema"])),
        needed=bool(told.get("required")),
        says=split_segments(told.get("description", "")),
        where="address" if told["in"] == "path" else told["in"],
    )


def _sent(status: str, says: str, content: Mapping[str, Any]) -> Sent:
    told = content.get(JSON, {})
    example = next((each["value"] for each in told.get("examples", {}).values()), None)
    return Sent(
        status=status,
        says=says,
        shape=_named(told.get("schema", {})),
        example="" if example is None else _written(example),
    )


def _written(example: Any) -> str:
    return json.dumps(example, indent=2, ensure_ascii=False)


def _shape(name: str, schema: Mapping[str, Any]) -> Shape:
    paragraphs = [" ".join(each.split()) for each in schema.get("description", "").split("\n\n")]
    return Shape(
        name=name,
        says=tuple(split_segments(each) for each in paragraphs if each),
        fields=tuple(_fields(schema)),
    )


def _fields(schema: Mapping[str, Any], within: str = "") -> Iterator[Field]:
    """The fields of an object, and after an object in it that has no name of its own those of that one."""
    needed = set(schema.get("required", ()))
    for each, told in schema.get("properties", {}).items():
        name = f"{within}{each}"
        says = split_segments(told.get("description", ""))
        yield Field(name=name, kind=tuple(_type(told)), needed=each in needed, says=says)
        yield from _fields(told, f"{name}.")


def _named(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _type(schema: Mapping[str, Any]) -> Iterator[Piece]:
    """A JSON Schema as people read it: `list of StandingOut`, `text or null`, `number from 1 to 200`."""
    if name := _named(schema):
        yield Piece(name, name)
    elif "anyOf" in schema:
        for number, each in enumerate(schema["anyOf"]):
            if number:
                yield Piece(" or ")
            yield from _type(each)
    elif "enum" in schema:
        words = [str(each) for each in schema["enum"]]
        more = f" … {len(words)} in all" if len(words) > MOST_WORDS else ""
        yield Piece(f"one of {', '.join(words[:MOST_WORDS])}{more}")
    elif "const" in schema:
        yield Piece(str(schema["const"]))
    elif isinstance(schema.get("type"), list):
        yield Piece(" or ".join(WORDS.get(each, each) for each in schema["type"]))
    elif schema.get("type") == "array":
        yield Piece("list of ")
        yield from _type(schema.get("items") or {})
    elif schema.get("type") == "object":
        within = schema.get("additionalProperties")
        yield Piece("object of " if isinstance(within, dict) and within else "object")
        if isinstance(within, dict) and within:
            yield from _type(within)
    else:
        yield Piece(_plain(schema))


WORDS = {
    "string": "text",
    "integer": "number",
    "number": "decimal number",
    "boolean": "true or false",
    "null": "null",
}
"""What the types of JSON are called here."""
FORMATS = {"date-time": "time", "byte": "base64"}


def _plain(schema: Mapping[str, Any]) -> str:
    """A type that holds nothing, with its bounds and what it is where nothing is said."""
    name = schema.get("type")
    words = FORMATS.get(schema.get("format", ""), WORDS.get(str(name), "anything"))
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        words += f" from {low} to {high}"
    if "default" in schema:
        words += f", {schema['default']} if left out"
    return words

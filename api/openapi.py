"""The OpenAPI document: shapes become its components, and every operation tells the problems it may answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiRequest, OpenApiResponse

from api.authentication import SCHEME
from api.documentation.field_descriptions import describe_fields, object_types
from api.documentation.field_formats import add_formats
from api.errors import PROBLEM_MEDIA_TYPE, Problem
from api.idempotency_key import KEY_HEADER, KEY_PATTERN
from rules.campaign.core.command import COMMAND_TYPES, Giver

SCHEMA_TYPES: dict[str, type[msgspec.Struct]] = {Problem.__name__: Problem}
INVALID_QUERY_STATUS = 400
MOST_COMMANDS = 100
"""Commands of one request."""
REF_TEMPLATE = "#/components/schemas/{name}"
IDEMPOTENCY_KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    {"type": "string", "minLength": 1, "pattern": KEY_PATTERN},
    OpenApiParameter.HEADER,
    required=True,
    description="A key of your own, new for each new request, in quotes or bare; the same request sent again "
    "gets the same answer.",
)


def schema_ref(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """A reference to a shape, which is put among the document's components."""
    if SCHEMA_TYPES.setdefault(shape.__name__, shape) is not shape:
        raise ValueError(f"two shapes are called {shape.__name__}")
    return {"$ref": REF_TEMPLATE.format(name=shape.__name__)}


def response_schema(shape: type[msgspec.Struct], says: str, *, example: Mapping[str, Any]) -> OpenApiResponse:
    """An answer of that shape, with an example."""
    return OpenApiResponse(schema_ref(shape), says, [OpenApiExample("example", dict(example), response_only=True)])


def request_schema(shape: type[msgspec.Struct], *, example: Mapping[str, Any]) -> OpenApiRequest:
    """A request's body of that shape, with an example."""
    return OpenApiRequest(schema_ref(shape), examples=[OpenApiExample("example", dict(example), request_only=True)])


def problem_responses(*statuses: int) -> dict[Any, OpenApiResponse]:
    """The problems an operation may answer with, and that of a query it does not take, which any may."""
    every = sorted({INVALID_QUERY_STATUS, *statuses})
    return {(each, PROBLEM_MEDIA_TYPE): OpenApiResponse(schema_ref(Problem), "A problem.") for each in every}


def add_schemas(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """The document with every shape among its components.

    It says that one may read without a token, which requests need a body, and that none takes a field it does not
    name.
    """
    shapes = [SCHEMA_TYPES[name] for name in sorted(SCHEMA_TYPES)]
    _, components = msgspec.json.schema_components(shapes, ref_template=REF_TEMPLATE)
    types = object_types(shapes)
    describe_fields(components, types)
    for operations in result["paths"].values():
        for method, operation in operations.items():
            operation["security"] = [{BearerScheme.name: []}, *([{}] if method == "get" else [])]
            for body in operation.get("requestBody", {}).get("content", {}).values():
                within = _referenced_schemas(body["schema"], components)
                operation["requestBody"]["required"] = bool(components[within[0]].get("required"))
                for name in within:
                    components[name]["additionalProperties"] = False
    sent = [name for name, schema in components.items() if schema.get("additionalProperties") is False]
    add_formats(components, types, sent=sent)
    _describe_commands(components)
    result.setdefault("components", {}).setdefault("schemas", {}).update(components)
    return result


def _referenced_schemas(schema: Any, components: Mapping[str, Any]) -> list[str]:
    """The shapes a schema refers to, and those within them, by name, the outermost first."""
    found: dict[str, None] = {}
    left = [schema]
    while left:
        held = left.pop()
        if isinstance(held, list):
            left += held
        elif isinstance(held, dict):
            name = str(held.get("$ref", "")).removeprefix(REF_TEMPLATE.format(name=""))
            if name and name not in found:
                found[name] = None
                left.append(components[name])
            left += held.values()
    return list(found)


def _describe_commands(components: dict[str, Any]) -> None:
    """Say wherever commands are sent that each names its kind, and which there are."""
    command = {
        "type": "object",
        "description": "A command, as `catalogue/commands/{command}` has its schema.",
        "properties": {
            "type": {
                "enum": sorted(row.tag for row in COMMAND_TYPES.values() if row.by is not Giver.SEASON),
                "description": "Type of the command, as `catalogue/commands` has it.",
            }
        },
        "required": ["type"],
    }
    given, corrected = (components[name]["properties"] for name in ("CommandsIn", "AmendIn"))
    given["commands"] |= {"items": command, "minItems": 1, "maxItems": MOST_COMMANDS}
    corrected["corrections"]["additionalProperties"] |= {"items": command, "maxItems": MOST_COMMANDS}


class BearerScheme(OpenApiAuthenticationExtension):
    """How the document says that a token is sent."""

    target_class = "api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        """The security scheme."""
        return {"type": "http", "scheme": SCHEME.lower(), "description": "A token of a league: `dm_…`."}

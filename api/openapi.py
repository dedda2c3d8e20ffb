"""Building blocks of the OpenAPI document: structs as components, request and response schemas, and problems."""

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
"""The most commands of one request."""
OPEN_OPERATIONS = frozenset(("score_duel", "work_out_procedure"))
"""Operations that calculate from their body alone, and so need no token."""
REF_TEMPLATE = "#/components/schemas/{name}"
IDEMPOTENCY_KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    {"type": "string", "minLength": 1, "pattern": KEY_PATTERN},
    OpenApiParameter.HEADER,
    required=True,
    description="A key of your own, new for each new request, in quotes or bare; the same request sent again "
    "gets the same answer.",
)


def schema_ref(struct_type: type[msgspec.Struct]) -> dict[str, Any]:
    """A reference to the schema of a struct, which is registered as a component of the document."""
    if SCHEMA_TYPES.setdefault(struct_type.__name__, struct_type) is not struct_type:
        raise ValueError(f"two shapes are called {struct_type.__name__}")
    return {"$ref": REF_TEMPLATE.format(name=struct_type.__name__)}


def response_schema(
    struct_type: type[msgspec.Struct], description: str, *, example: Mapping[str, Any]
) -> OpenApiResponse:
    """A response whose body is that struct, with an example."""
    return OpenApiResponse(
        schema_ref(struct_type), description, [OpenApiExample("example", dict(example), response_only=True)]
    )


def request_schema(struct_type: type[msgspec.Struct], *, example: Mapping[str, Any]) -> OpenApiRequest:
    """A request whose body is that struct, with an example."""
    return OpenApiRequest(
        schema_ref(struct_type), examples=[OpenApiExample("example", dict(example), request_only=True)]
    )


def problem_responses(*statuses: int) -> dict[Any, OpenApiResponse]:
    """Problem responses of an operation, for these statuses and for 400, which every operation may answer with."""
    all_statuses = sorted({INVALID_QUERY_STATUS, *statuses})
    return {
        (status, PROBLEM_MEDIA_TYPE): OpenApiResponse(schema_ref(Problem), "A problem.") for status in all_statuses
    }


def add_schemas(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """drf-spectacular hook: add the schemas of all structs to the components of the document.

    It also makes the token optional for GET and `OPEN_OPERATIONS`, marks required request bodies, and forbids
    additional properties in them.
    """
    struct_types = [SCHEMA_TYPES[name] for name in sorted(SCHEMA_TYPES)]
    _, components = msgspec.json.schema_components(struct_types, ref_template=REF_TEMPLATE)
    described_types = object_types(struct_types)
    describe_fields(components, described_types)
    for operations in result["paths"].values():
        for method, operation in operations.items():
            needs_no_token = method == "get" or operation["operationId"] in OPEN_OPERATIONS
            operation["security"] = [{BearerScheme.name: []}, *([{}] if needs_no_token else [])]
            for body in operation.get("requestBody", {}).get("content", {}).values():
                referenced = _referenced_schemas(body["schema"], components)
                operation["requestBody"]["required"] = bool(components[referenced[0]].get("required"))
                for name in referenced:
                    components[name]["additionalProperties"] = False
    request_schemas = [name for name, schema in components.items() if schema.get("additionalProperties") is False]
    add_formats(components, described_types, sent=request_schemas)
    _describe_commands(components)
    result.setdefault("components", {}).setdefault("schemas", {}).update(components)
    return result


def _referenced_schemas(schema: Any, components: Mapping[str, Any]) -> list[str]:
    """Names of the component schemas that a schema refers to, directly or through others, the outermost first."""
    found: dict[str, None] = {}
    pending = [schema]
    while pending:
        part = pending.pop()
        if isinstance(part, list):
            pending += part
        elif isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix(REF_TEMPLATE.format(name=""))
            if name and name not in found:
                found[name] = None
                pending.append(components[name])
            pending += part.values()
    return list(found)


def _describe_commands(components: dict[str, Any]) -> None:
    """Write the schema of a command, with all its types, into the bodies that take commands."""
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
    batch, amend = (components[name]["properties"] for name in ("CommandsIn", "AmendIn"))
    batch["commands"] |= {"items": command, "minItems": 1, "maxItems": MOST_COMMANDS}
    amend["corrections"]["additionalProperties"] |= {"items": command, "maxItems": MOST_COMMANDS}


class BearerScheme(OpenApiAuthenticationExtension):
    """Describes authentication by token in the document."""

    target_class = "api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        """The security scheme."""
        return {"type": "http", "scheme": SCHEME.lower(), "description": "A token of a league: `dm_…`."}

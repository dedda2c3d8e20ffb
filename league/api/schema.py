"""The OpenAPI document: shapes become its components, and every operation tells the problems it may answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiRequest, OpenApiResponse

from league.api.authenticating import SCHEME
from league.api.once import HEADER
from league.api.problems import KIND, Problem

SHAPES: dict[str, type[msgspec.Struct]] = {Problem.__name__: Problem}
AT = "#/components/schemas/{name}"
KEYED = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="A key of your own, new for each thing you ask; the same request again is answered as before.",
)


def shaped(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """A reference to a shape, which is put among the document's components."""
    if SHAPES.setdefault(shape.__name__, shape) is not shape:
        raise ValueError(f"two shapes are called {shape.__name__}")
    return {"$ref": AT.format(name=shape.__name__)}


def told(shape: type[msgspec.Struct], says: str, *, example: Mapping[str, Any]) -> OpenApiResponse:
    """An answer of that shape, with an example."""
    return OpenApiResponse(shaped(shape), says, [OpenApiExample("example", dict(example), response_only=True)])


def asked(shape: type[msgspec.Struct], *, example: Mapping[str, Any]) -> OpenApiRequest:
    """A request's body of that shape, with an example."""
    return OpenApiRequest(shaped(shape), examples=[OpenApiExample("example", dict(example), request_only=True)])


def problems(*statuses: int) -> dict[Any, OpenApiResponse]:
    """The problems an operation may answer with, beside those that any may."""
    return {(each, KIND): OpenApiResponse(shaped(Problem), "A problem.") for each in sorted(statuses)}


def with_shapes(result: dict[str, Any], **_asked: object) -> dict[str, Any]:
    """The document with every shape among its components; it says that one may read without a token."""
    for operations in result["paths"].values():
        for method, each in operations.items():
            each["security"] = [{BearerScheme.name: []}, *([{}] if method == "get" else [])]
    shapes = [SHAPES[name] for name in sorted(SHAPES)]
    _, components = msgspec.json.schema_components(shapes, ref_template=AT)
    result.setdefault("components", {}).setdefault("schemas", {}).update(components)
    return result


class BearerScheme(OpenApiAuthenticationExtension):
    """How the document says that a token is sent."""

    target_class = "league.api.authenticating.TokenAuthentication"
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        """The security scheme."""
        return {"type": "http", "scheme": SCHEME.lower(), "description": "A token of a league: `dm_…`."}

"""Operations that describe the API: the OpenAPI document and the kinds of problems."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from django.http import Http404
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import HTTP_PROBLEM_KINDS, PROBLEM_TYPES_URL, ProblemKind, all_problem_kinds
from api.openapi import problem_responses, response_schema


class ProblemKindOut(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of problem: the `type` of its documents, their status, and when they occur."""

    type: str
    """Type that problems of the kind have, an address that never changes."""
    title: str
    """The kind in a few words for people."""
    status: int
    """Status of such a problem."""
    says: str
    """When it occurs, in a sentence."""


class ProblemKindsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of problem there is, by name."""

    kinds: tuple[ProblemKindOut, ...]
    """The kinds of problems, by name."""


PROBLEM_KIND_EXAMPLE = {
    "type": f"{PROBLEM_TYPES_URL}not-found",
    "title": "Not found",
    "status": 404,
    "says": HTTP_PROBLEM_KINDS[404].says,
}


@extend_schema(exclude=True)
@api_view(["GET"])
def openapi_json(_request: Any) -> Response:
    """The OpenAPI document as JSON."""
    return Response(openapi_document())


@cache
def openapi_document() -> dict[str, Any]:
    """The OpenAPI document of this version, as plain values."""
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document


@extend_schema(
    operation_id="problem_kinds",
    summary="The kinds of problems there are",
    description="Every `type` that an error of the API may have, and when it occurs.",
    responses={
        200: response_schema(ProblemKindsOut, "By name.", example={"kinds": [PROBLEM_KIND_EXAMPLE]}),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def problem_kinds(_request: Any) -> Response:
    """Every `type` that an error of the API may have."""
    return Response(
        ProblemKindsOut(kinds=tuple(_serialize_problem_kind(kind) for kind in all_problem_kinds().values()))
    )


@extend_schema(
    operation_id="problem_kind",
    summary="A kind of problem",
    description="When an error of that `type` occurs, and its status.",
    responses={
        200: response_schema(ProblemKindOut, "The kind.", example=PROBLEM_KIND_EXAMPLE),
        **problem_responses(401, 404, 406, 429),
    },
)
@api_view(["GET"])
def problem_kind(_request: Any, name: str) -> Response:
    """A kind of problem, by its name."""
    found = all_problem_kinds().get(name)
    if found is None:
        raise Http404(f"There is no kind of problem {name[:80]!r}: see {PROBLEM_TYPES_URL}.")
    return Response(_serialize_problem_kind(found))


def _serialize_problem_kind(kind: ProblemKind) -> ProblemKindOut:
    return ProblemKindOut(type=PROBLEM_TYPES_URL + kind.name, title=kind.title, status=kind.status, says=kind.says)

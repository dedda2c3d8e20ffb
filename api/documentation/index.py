"""The index of the API, and the 404 problem for unknown addresses below `/api/`."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.documentation.views import openapi_document
from api.errors import OPENAPI_URL, PROBLEM_TYPES_URL, rejection_response
from api.openapi import problem_responses, response_schema

NOT_FOUND_URL_NAME = "api_nothing"


class IndexOut(msgspec.Struct, frozen=True, kw_only=True):
    """What is read at which address, by the names of the operations; `{…}` stands for a name of your own.

    `document` is the OpenAPI document, `docs` the same for people, `problems` every kind of problem.
    """

    document: str
    """Address of the OpenAPI document."""
    docs: str
    """Address of the page that shows the document to people."""
    problems: str
    """Address of the list of all kinds of problems."""
    reads: dict[str, str]
    """Addresses of everything that is read, by the operation's id; `{…}` stands for a part of your own."""


INDEX_EXAMPLE = {
    "document": OPENAPI_URL,
    "docs": "/api/v1/docs",
    "problems": PROBLEM_TYPES_URL,
    "reads": {"leagues": "/api/v1/leagues", "season": "/api/v1/leagues/{league}/seasons/{season}"},
}


@extend_schema(
    operation_id="index",
    summary="Where everything is",
    description="The addresses of everything that is read, of the document, and of the kinds of problems.",
    responses={
        200: response_schema(IndexOut, "The addresses.", example=INDEX_EXAMPLE),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def index(_request: Any) -> Response:
    """The addresses of everything that is read, of the document, and of the kinds of problems."""
    return Response(
        IndexOut(
            document=reverse("api_openapi"),
            docs=reverse("docs"),
            problems=PROBLEM_TYPES_URL,
            reads=dict(_read_operations()),
        )
    )


@csrf_exempt
def api_not_found(request: HttpRequest, **_parts: object) -> HttpResponse:
    """A 404 problem for an unknown address. It suggests the address with or without a final slash if that exists."""
    path = request.path
    alternative = path.rstrip("/") if path.endswith("/") else f"{path}/"
    suggestion = f"ask for {alternative[:200]}" if _path_exists(alternative) else f"see {OPENAPI_URL}"
    return rejection_response(request, Http404(f"There is nothing at {path[:200]}: {suggestion}."))


@cache
def _read_operations() -> tuple[tuple[str, str], ...]:
    return tuple(
        (str(methods["get"]["operationId"]), path)
        for path, methods in sorted(openapi_document()["paths"].items())
        if "get" in methods
    )


def _path_exists(path: str) -> bool:
    try:
        return resolve(path).url_name != NOT_FOUND_URL_NAME
    except Resolver404:
        return False

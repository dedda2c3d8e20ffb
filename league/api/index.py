"""Where the API begins: an index of its addresses, and what an address answers at which there is nothing."""

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

from league.api.documents import document
from league.api.problems import DOCUMENT_AT, PROBLEMS_AT, turned_down
from league.api.schema import problems, told

NOTHING = "api_nothing"


class IndexOut(msgspec.Struct, frozen=True, kw_only=True):
    """What is read at which address, by the names of the operations; `{…}` stands for a name of your own.

    `document` is the OpenAPI document, `docs` the same for people, `problems` every kind of problem.
    """

    document: str
    docs: str
    problems: str
    reads: dict[str, str]


EXAMPLE = {
    "document": DOCUMENT_AT,
    "docs": "/api/v1/docs",
    "problems": PROBLEMS_AT,
    "reads": {"leagues": "/api/v1/leagues", "season": "/api/v1/leagues/{league}/seasons/{season}"},
}


@extend_schema(
    operation_id="index",
    summary="Where everything is",
    responses={200: told(IndexOut, "The addresses.", example=EXAMPLE), **problems(401, 406, 429)},
)
@api_view(["GET"])
def index(_request: Any) -> Response:
    """The addresses of everything that is read, of the document, and of the kinds of problems."""
    return Response(
        IndexOut(document=reverse("api_openapi"), docs=reverse("docs"), problems=PROBLEMS_AT, reads=dict(_reads()))
    )


@csrf_exempt
def nothing_here(request: HttpRequest, **_parts: object) -> HttpResponse:
    """What an address below `/api/` answers at which there is nothing; it names the one that was meant by a slash."""
    path = request.path
    other = path.rstrip("/") if path.endswith("/") else f"{path}/"
    meant = f"ask for {other[:200]}" if _is_there(other) else f"see {DOCUMENT_AT}"
    return turned_down(request, Http404(f"There is nothing at {path[:200]}: {meant}."))


@cache
def _reads() -> tuple[tuple[str, str], ...]:
    return tuple(
        (str(methods["get"]["operationId"]), path)
        for path, methods in sorted(document()["paths"].items())
        if "get" in methods
    )


def _is_there(path: str) -> bool:
    try:
        return resolve(path).url_name != NOTHING
    except Resolver404:
        return False

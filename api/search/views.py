"""Operation that searches a league."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title
from api.errors import QueryWrong
from api.etags import content_not_modified_or
from api.jobs.views import READ_PROBLEMS
from api.openapi import response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LIMIT_PARAMETER,
    parse_limit,
)
from api.request_context import league_and_viewer
from api.response_examples import response_example
from api.search.schemas import FoundOut, HitOut
from league.pages.search import MAX_QUERY_LENGTH, hits_of
from league.queries.seasons import seasons

SEARCH_PARAMETER = OpenApiParameter(
    "q",
    {"type": "string", "minLength": 1, "maxLength": MAX_QUERY_LENGTH},
    required=True,
    description=f"Words that all have to be found, in at most {MAX_QUERY_LENGTH} characters.",
)


@extend_schema(
    operation_id="search",
    summary="Search a league",
    description=(
        "Franchises, drivers, cars, matches, rules, house rules and pages in whose names all of the words are "
        f"found. {ETAG_DESCRIPTION}"
    ),
    parameters=[SEARCH_PARAMETER, LIMIT_PARAMETER],
    responses={
        200: response_schema(FoundOut, "The best first.", example=response_example("search")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def search(request: Any, league: str) -> Response:
    """Everything in a league whose name has all of the words."""
    league_row, viewer = league_and_viewer(request, league)
    limit, query = parse_limit(request), request.query_params.get("q", "")
    if not 1 <= len(query) <= MAX_QUERY_LENGTH:
        raise QueryWrong(f"?q= takes the words that are sought, in 1 to {MAX_QUERY_LENGTH} characters.")
    hits = hits_of(league_row, seasons(league_row.pk).first(), viewer, query)
    body = FoundOut(
        league=league_row.pk,
        found=tuple(
            HitOut(
                kind=hit.kind,
                id=hit.id,
                season=hit.of or None,
                name=hit.name,
                beside=hit.beside,
                page=hit.href,
            )
            for hit in hits[:limit]
        ),
        more=len(hits) > limit,
    )
    return content_not_modified_or(request, body)

"""Heads of the journals, with which anybody checks that nothing was taken out."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import league_not_modified_or
from api.heads.schemas import HeadOut, HeadsOut, SeasonHeadsOut
from api.openapi import problem_responses, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
)
from api.request_context import league_and_viewer
from api.response_examples import response_example
from league.queries.journal_heads import published_heads, seasons_with_last_entry_time


@extend_schema(
    operation_id="heads",
    summary="The published heads of a league",
    description=(
        "Hashes of entries at which a match was settled, a round closed or the past amended. Journals are checked "
        f"against them. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(HeadsOut, "The newest season first.", example=response_example("heads")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def heads(request: Any, league: str) -> Response:
    """The links at which a match was settled, a round closed, or an entry amended."""
    found, viewer = league_and_viewer(request, league)
    seasons = seasons_with_last_entry_time(found.pk)

    def build() -> HeadsOut:
        published = published_heads(found.pk)
        return HeadsOut(
            league=found.pk,
            seasons=tuple(
                SeasonHeadsOut(
                    season=season.pk,
                    entries=season.length,
                    head=season.head,
                    heads=tuple(
                        HeadOut(number=it.number, hash=it.hash, at=it.at, command=it.command)
                        for it in published.get(season.pk, ())
                    ),
                )
                for season, _ in seasons
            ),
        )

    at = "/".join(f"{season.pk} {season.length} {season.head}" for season, _ in seasons)
    return league_not_modified_or(request, found, viewer, build, of=f"heads {at}")

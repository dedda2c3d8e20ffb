"""Operation that reads published journal heads, by which anybody can check that no entry was removed."""

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
    """The published heads of a league, season by season."""
    league_row, viewer = league_and_viewer(request, league)
    seasons = seasons_with_last_entry_time(league_row.pk)

    def build() -> HeadsOut:
        published = published_heads(league_row.pk)
        return HeadsOut(
            league=league_row.pk,
            seasons=tuple(
                SeasonHeadsOut(
                    season=season.pk,
                    entries=season.length,
                    head=season.head,
                    heads=tuple(
                        HeadOut(number=head.number, hash=head.hash, at=head.at, command=head.command)
                        for head in published.get(season.pk, ())
                    ),
                )
                for season, _ in seasons
            ),
        )

    seasons_version = "/".join(f"{season.pk} {season.length} {season.head}" for season, _ in seasons)
    return league_not_modified_or(request, league_row, viewer, build, of=f"heads {seasons_version}")

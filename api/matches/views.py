"""Operations that read the matches of a season."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import not_modified_or
from api.matches.schemas import MatchesOut, MatchOut
from api.matches.serializers import serialize_match
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import season_and_viewer
from api.response_examples import response_example
from league.models import Season
from league.queries.match_times import agreed_times
from league.queries.standings import season_table
from scheduling.evidence import evidence_by_match


@extend_schema(
    operation_id="matches",
    summary="The matches of a season",
    description=f"Every match that was announced, with its result where there is one. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(MatchesOut, "In the order they are played.", example=response_example("matches")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def matches(request: Any, league: str, season: str) -> Response:
    """Every announced match of a season, with its result if there is one."""
    row, viewer = season_and_viewer(request, league, season)
    times = agreed_times(row.pk)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: MatchesOut(season=row.pk, matches=_serialize_matches(row, times)),
        of=f"matches {sorted(times.items())}",
    )


@extend_schema(
    operation_id="match",
    summary="A match",
    description=f"A match with its teams, and their points once they stand. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(MatchOut, "The match.", example=response_example("match")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def match(request: Any, league: str, season: str, match: str) -> Response:
    """A match of a season, by its short id."""
    row, viewer = season_and_viewer(request, league, season)
    times = agreed_times(row.pk)

    def build() -> MatchOut:
        serialized = next((candidate for candidate in _serialize_matches(row, times) if candidate.id == match), None)
        if serialized is None:
            raise Http404(f"{row.pk} has no match {match[:80]!r}.")
        return serialized

    return not_modified_or(request, row, viewer, build, of=f"match {match} {times.get(match, '')}")


def _serialize_matches(row: Season, times: Mapping[str, datetime]) -> tuple[MatchOut, ...]:
    grades = evidence_by_match(row.pk)
    return tuple(serialize_match(fixture, grades, times) for fixture in season_table(row).fixtures)

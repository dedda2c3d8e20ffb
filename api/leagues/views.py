"""Operations that read leagues."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import content_not_modified_or
from api.leagues.schemas import LeagueOut, LeaguesOut
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import league_and_viewer
from api.response_examples import response_example
from league.models import NameChange
from league.queries.names import former_names_of
from league.queries.seasons import seasons, visible_leagues
from league.tokens import READ_SCOPE

MOST_ENTRIES, ENTRIES = 200, 50


@extend_schema(
    operation_id="leagues",
    summary="The leagues there are",
    description=f"Every public league, and with a token the league it is for. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(LeaguesOut, "By name.", example=response_example("leagues")),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def leagues(request: Any) -> Response:
    """Every public league, and with a token the league it is for."""
    token = request.auth
    own = token.league_id if token is not None and READ_SCOPE in token.scopes else None
    shown = visible_leagues(request.user).filter(Q(public=True) | Q(pk=own))
    return content_not_modified_or(
        request, LeaguesOut(leagues=tuple(_serialize_league(league_row) for league_row in shown))
    )


@extend_schema(
    operation_id="league",
    summary="A league",
    description=f"A league with the season that is played now. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(LeagueOut, "The league.", example=response_example("league")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def league(request: Any, league: str) -> Response:
    """A league with its current season."""
    league_row, _ = league_and_viewer(request, league)
    current = seasons(league_row.pk).first()
    return content_not_modified_or(
        request,
        LeagueOut(
            id=league_row.pk,
            name=league_row.name,
            public=league_row.public,
            season=current.name if current else None,
            step=current.step if current else None,
            former_names=former_names_of(league_row, NameChange.Kind.LEAGUE, "", present=league_row.name),
            archived_at=league_row.archived_at,
            delete_at=league_row.delete_at,
        ),
    )


def _serialize_league(row: Any) -> LeagueOut:
    return LeagueOut(
        id=row.pk,
        name=row.name,
        public=row.public,
        season=row.current_name,
        step=row.current_step,
        archived_at=row.archived_at,
        delete_at=row.delete_at,
    )

"""Operations that read franchises, with their garages, stores, ledgers, histories and standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import not_modified_or
from api.franchises.garage_schemas import GarageOut, StoresOut
from api.franchises.schemas import FranchiseOut, FranchisesOut, HistoryOut, LedgerOut
from api.franchises.serializers import (
    serialize_franchise,
    serialize_franchise_line,
    serialize_garage,
    serialize_history,
    serialize_ledger,
    serialize_stores,
)
from api.openapi import problem_responses, response_schema
from api.query_params import AFTER_PARAMETER, ETAG_DESCRIPTION, LIMIT_PARAMETER, parse_cursor, parse_limit
from api.request_context import season_and_viewer, season_viewer_and_crests
from api.response_examples import response_example
from franchises.crests import Crest
from franchises.queries.season_franchises import franchise_of, franchises_of
from league.access import Viewer
from league.models import Season

READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="franchises",
    summary="The franchises of a season",
    description=f"Every franchise of the season at a glance. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(FranchisesOut, "By name.", example=response_example("franchises")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def franchises(request: Any, league: str, season: str) -> Response:
    """The summary of every franchise of a season."""
    row, viewer, crests = season_viewer_and_crests(request, league, season)

    def build() -> FranchisesOut:
        return FranchisesOut(
            season=row.pk,
            franchises=tuple(serialize_franchise_line(found, crests) for found in franchises_of(row.pk)),
        )

    return not_modified_or(request, row, viewer, build, of=f"franchises {_crests_tag(crests)}")


@extend_schema(
    operation_id="franchise",
    summary="A franchise",
    description=f"Its balance, income by source, roster, staff, sponsors and points. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(FranchiseOut, "The franchise.", example=response_example("franchise")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def franchise(request: Any, league: str, season: str, franchise: str) -> Response:
    """A franchise in a season: balance, income by source, roster, staff, sponsors and points."""
    row, viewer, crests = season_viewer_and_crests(request, league, season)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: serialize_franchise(_get_franchise_or_404(row, franchise), row, viewer, crests),
        of=f"franchise of {franchise} {_crests_tag(crests)}",
    )


@extend_schema(
    operation_id="garage",
    summary="The cars of a franchise",
    description=(
        "Its cars, each with its design and sheet for every ruleset. Owners who meet the franchise in a duel do not "
        f"see everything of them until its result stands (CW-Q-013). {ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(GarageOut, "By id.", example=response_example("garage")), **READ_PROBLEMS},
)
@api_view(["GET"])
def garage(request: Any, league: str, season: str, franchise: str) -> Response:
    """The cars of a franchise with their designs, own or stock, and sheets in every ruleset."""
    return _franchise_response(
        request,
        (league, season, franchise),
        "garage",
        serialize_garage,
    )


@extend_schema(
    operation_id="stores",
    summary="The stores of a franchise",
    description=f"Every item it has, wherever it is. {ETAG_DESCRIPTION}",
    responses={200: response_schema(StoresOut, "By id.", example=response_example("stores")), **READ_PROBLEMS},
)
@api_view(["GET"])
def stores(request: Any, league: str, season: str, franchise: str) -> Response:
    """Every item of a franchise."""
    return _franchise_response(
        request,
        (league, season, franchise),
        "stores",
        serialize_stores,
    )


@extend_schema(
    operation_id="ledger",
    summary="The ledger of a franchise",
    description=f"Every line with the fact it was made from: its entry, rule and dice. {ETAG_DESCRIPTION}",
    parameters=[AFTER_PARAMETER, LIMIT_PARAMETER],
    responses={
        200: response_schema(LedgerOut, "The oldest line first.", example=response_example("ledger")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def ledger(request: Any, league: str, season: str, franchise: str) -> Response:
    """The ledger of a franchise, page by page."""
    after, limit = parse_cursor(request), parse_limit(request)
    return _franchise_response(
        request,
        (league, season, franchise),
        f"ledger {after} {limit}",
        lambda franchise_row, _, viewer: serialize_ledger(franchise_row, viewer, after=after, limit=limit),
    )


@extend_schema(
    operation_id="history",
    summary="The matches and seasons of a franchise",
    description=f"Its matches of the season, and what it was in every season. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(HistoryOut, "Its history.", example=response_example("history")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def history(request: Any, league: str, season: str, franchise: str) -> Response:
    """The matches of a franchise in the season, and all of its seasons."""
    return _franchise_response(
        request,
        (league, season, franchise),
        "history",
        lambda franchise_row, row, _: serialize_history(franchise_row, row),
    )


def _franchise_response(
    request: Any, ids: tuple[str, str, str], of: str, build: Callable[[Any, Season, Viewer], msgspec.Struct]
) -> Response:
    """The response that `build` makes for a franchise, or 304; `ids` has its league, season and short id."""
    league, season, franchise = ids
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: build(_get_franchise_or_404(row, franchise), row, viewer),
        of=f"{of} of {franchise}",
    )


def _crests_tag(crests: Mapping[str, Crest]) -> str:
    """The crests of a league for the tag of a response that has them: no entry says that one was chosen."""
    return " ".join(crest.blazon for crest in crests.values())


def _get_franchise_or_404(row: Season, franchise: str) -> Any:
    found = franchise_of(row.pk, franchise)
    if found is None:
        raise Http404(f"{row.pk} has no franchise {franchise[:80]!r}.")
    return found

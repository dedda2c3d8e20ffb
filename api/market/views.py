"""Operations that read the current market, draft and sponsor pool."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import not_modified_or
from api.market.schemas import DraftOut, MarketOut, PoolOut
from api.market.serializers import serialize_draft, serialize_market, serialize_pool
from api.openapi import problem_responses, response_schema
from api.query_params import ETAG_DESCRIPTION
from api.request_context import season_and_viewer
from api.response_examples import response_example

READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="market",
    summary="The market",
    description=(
        "Shops, offers and trades as they are now. Only its two sides see a trade that is not answered, unless "
        f"the league plays with open offers. {ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(MarketOut, "The market.", example=response_example("market")), **READ_PROBLEMS},
)
@api_view(["GET"])
def market(request: Any, league: str, season: str) -> Response:
    """The shops, offers and trades of a season."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: serialize_market(row, viewer), of="market")


@extend_schema(
    operation_id="draft",
    summary="The draft",
    description=(
        "Who protects whom, the order of the turns, and who may still be picked. Whom an owner protects is sealed "
        f"until the draft opens. {ETAG_DESCRIPTION}"
    ),
    responses={200: response_schema(DraftOut, "The draft.", example=response_example("draft")), **READ_PROBLEMS},
)
@api_view(["GET"])
def draft(request: Any, league: str, season: str) -> Response:
    """The draft: its order, protected drivers, the turn, and who may still be picked."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: serialize_draft(row, viewer), of="draft")


@extend_schema(
    operation_id="pool",
    summary="The sponsor pool",
    description=f"Who chooses a sponsor when, and from which. {ETAG_DESCRIPTION}",
    responses={200: response_schema(PoolOut, "The pool.", example=response_example("pool")), **READ_PROBLEMS},
)
@api_view(["GET"])
def pool(request: Any, league: str, season: str) -> Response:
    """The sponsor pool: the order of choosing, and the sponsors in it."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(request, row, viewer, lambda: serialize_pool(row, viewer), of="pool")

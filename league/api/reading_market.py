"""What is read of the market, the draft and the sponsor pool as they are now."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.api.examples_reading import example_of
from league.api.querying import TAGGED
from league.api.schema import problems, told
from league.api.shapes.market import DraftOut, MarketOut, PoolOut
from league.api.sight import season_at, unless_known
from league.api.telling_market import draft_told, market_told, pool_told

READ = problems(401, 403, 404, 406, 429)


@extend_schema(
    operation_id="market",
    summary="The market",
    description=(
        "Shops, offers and trades of now; what was bought is read from the facts. A trade that nobody has answered "
        f"is shown to its two sides alone, unless the league plays with open offers. {TAGGED}"
    ),
    responses={200: told(MarketOut, "The market.", example=example_of("market")), **READ},
)
@api_view(["GET"])
def market(request: Any, league: str, season: str) -> Response:
    """Who shops after which match, what is offered to whom, and which trades wait."""
    row, viewer = season_at(request, league, season)
    return unless_known(request, row, viewer, lambda: market_told(row, viewer), of="market")


@extend_schema(
    operation_id="draft",
    summary="The draft",
    description=f"Who is protected is sealed until it opens, and told to owners of their own. {TAGGED}",
    responses={200: told(DraftOut, "The draft.", example=example_of("draft")), **READ},
)
@api_view(["GET"])
def draft(request: Any, league: str, season: str) -> Response:
    """The draft: its order, whoever is protected, who is on turn, and who may still be picked."""
    row, viewer = season_at(request, league, season)
    return unless_known(request, row, viewer, lambda: draft_told(row, viewer), of="draft")


@extend_schema(
    operation_id="pool",
    summary="The sponsor pool",
    description=TAGGED,
    responses={200: told(PoolOut, "The pool.", example=example_of("pool")), **READ},
)
@api_view(["GET"])
def pool(request: Any, league: str, season: str) -> Response:
    """The sponsor pool: who chooses when, and from what."""
    row, viewer = season_at(request, league, season)
    return unless_known(request, row, viewer, lambda: pool_told(row, viewer), of="pool")

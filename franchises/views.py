"""The franchises' pages: fetch, show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from franchises.pages.finances import finances_page
from franchises.pages.history import history_page
from franchises.pages.market import market_page
from franchises.pages.orders import orders_page
from franchises.pages.sponsors import sponsors_page
from franchises.pages.stores import stores_page
from franchises.pages.tabs import Asked
from franchises.pages.team import team_page

PAGES: dict[str, Callable[[Asked], dict[str, Any] | None]] = {
    "": team_page,
    "stores": stores_page,
    "market": market_page,
    "finances": finances_page,
    "sponsors": sponsors_page,
    "history": history_page,
    "orders": orders_page,
}
"""A franchise's pages by the last part of their address."""


def franchise(request: Any, league: str, franchise: str, part: str = "") -> HttpResponse:
    """A page of a franchise. Raises `Http404` when the league has none of that name, or it is not for the person."""
    context = PAGES[part](
        Asked(
            league=request.league,
            viewer=request.viewer,
            franchise=franchise,
            season=request.GET.get("season", ""),
            before=request.GET.get("before", ""),
        )
    )
    if context is None:
        raise Http404("This league has no such franchise.")
    return render(request, f"franchises/{part or 'team'}.html", context)

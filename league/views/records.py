"""Pages of records and standings."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.records.records import records_page
from league.pages.season.standings import standings_page


@require_safe
def records(request: Any, league: str) -> HttpResponse:
    """The records of a league over all its seasons."""
    context = records_page(league=request.league, viewer=request.viewer, query=request.GET.dict())
    return render(request, "league/records.html", context)


@require_safe
def standings(request: Any, league: str, season: str) -> HttpResponse:
    """The standings of a season, now or after a round. Raises `Http404` if that round has no result."""
    context = standings_page(
        league=request.league, season=request.season, viewer=request.viewer, after=request.GET.get("after", "")
    )
    if context is None:
        raise Http404("There is no result of that round.")
    return render(request, "league/standings.html", context)

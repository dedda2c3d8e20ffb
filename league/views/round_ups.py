"""The round-ups of rounds and seasons."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.round_ups.page import round_up_page


@require_safe
def season_round_up(request: Any, league: str, season: str) -> HttpResponse:
    """The round-up of a season, with links to those of its rounds."""
    context = round_up_page(league=request.league, season=request.season, viewer=request.viewer)
    return render(request, "league/round_up.html", context)


@require_safe
def round_up(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """The round-up of a round. Raises `Http404` if the round is not complete."""
    context = round_up_page(league=request.league, season=request.season, viewer=request.viewer, round=number)
    if context is None:
        raise Http404("There is no round-up of this round.")
    return render(request, "league/round_up.html", context)

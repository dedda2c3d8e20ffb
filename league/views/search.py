"""The search of a league, as a page or as a fragment for the palette."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.search import search_page


@require_safe
def search(request: Any, league: str) -> HttpResponse:
    """The hits for the words of `q`; `part=1` returns the list alone."""
    part = request.GET.get("part") == "1"
    context = search_page(league=request.league, viewer=request.viewer, query=request.GET.get("q", ""), part=part)
    return render(request, "league/partials/found.html" if part else "league/search.html", context)

"""The search of a league, as a page of its own or as the palette's part of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.search import search_page


@require_safe
def search(request: Any, league: str) -> HttpResponse:
    """What was found by the words of `q`; `part=1` asks for the list alone."""
    part = request.GET.get("part") == "1"
    context = search_page(league=request.league, viewer=request.viewer, query=request.GET.get("q", ""), part=part)
    return render(request, "league/partials/found.html" if part else "league/search.html", context)

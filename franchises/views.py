"""The franchises' pages: fetch, show."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from franchises.pages import franchise_page


def franchise(request: Any, league: str, franchise: str) -> HttpResponse:
    """A franchise. Raises `Http404` when the league has none of that name."""
    context = franchise_page(
        league=request.league, viewer=request.viewer, franchise=franchise, before=request.GET.get("before", "")
    )
    if context is None:
        raise Http404("This league has no such franchise.")
    return render(request, "franchises/franchise.html", context)

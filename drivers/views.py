"""Views of the pages of drivers."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from drivers.pages.driver import driver_page


@require_safe
def driver(request: Any, league: str, driver: str) -> HttpResponse:
    """The page of a driver. Raises `Http404` if the league has none of that name."""
    context = driver_page(league=request.league, viewer=request.viewer, driver=driver, query=request.GET.dict())
    if context is None:
        raise Http404("This league has no such driver.")
    return render(request, "drivers/driver.html", context)

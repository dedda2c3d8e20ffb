"""What is taken along: the list of all tables, and each as a file."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.exports.exports import ExportRequest
from league.pages.exports.page import table_file, tables_page
from rules.core.terms import ID_PATTERN


@require_safe
def tables(request: Any, league: str, season: str) -> HttpResponse:
    """All there is to take along of a season."""
    context = tables_page(league=request.league, season=request.season, viewer=request.viewer)
    return render(request, "league/tables.html", context)


@require_safe
def table(request: Any, league: str, season: str, table: str, ending: str) -> HttpResponse:
    """A table as a file. Raises `Http404` when there is no such table, match or franchise."""
    which = {name: request.GET.get(name, "") for name in ("match", "franchise")}
    if any(each and not ID_PATTERN.fullmatch(each) for each in which.values()):
        raise Http404("There is no such table.")
    export_request = ExportRequest(
        league=request.league, season=request.season, viewer=request.viewer, query=request.GET, **which
    )
    found = table_file(export_request, table, ending)
    if found is None:
        raise Http404("There is no such table.")
    answer = HttpResponse(found.content, content_type=found.type)
    answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    return answer

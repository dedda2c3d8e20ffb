"""Exports: the list of tables, and each table as a file."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.exports.exports import ExportRequest
from league.pages.exports.page import table_file, tables_page
from league.pages.number_fields import whole_number
from rules.core.terms import ID_PATTERN


@require_safe
def tables(request: Any, league: str, season: str) -> HttpResponse:
    """The page that lists all exports of a season, or those of one franchise or match.

    Raises `Http404` if there is no such franchise or match.
    """
    context = tables_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        franchise=request.GET.get("franchise", ""),
        match=request.GET.get("match", ""),
        page=whole_number(request.GET.get("page", "")) or 1,
    )
    if context is None:
        raise Http404("There are no such tables.")
    return render(request, "league/tables.html", context)


@require_safe
def table(request: Any, league: str, season: str, table: str, ending: str) -> HttpResponse:
    """A table as a file. Raises `Http404` if there is no such table, match or franchise."""
    filters = {name: request.GET.get(name, "") for name in ("match", "franchise")}
    if any(value and not ID_PATTERN.fullmatch(value) for value in filters.values()):
        raise Http404("There is no such table.")
    export_request = ExportRequest(
        league=request.league, season=request.season, viewer=request.viewer, query=request.GET, **filters
    )
    found = table_file(export_request, table, ending)
    if found is None:
        raise Http404("There is no such table.")
    response = HttpResponse(found.content, content_type=found.type)
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    return response

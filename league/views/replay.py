"""The replay of a match that was run here: a page for each frame, and all frames as JSON."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from league.pages.matches.replay import ReplayQuery, replay_document, replay_page


@require_safe
def replay(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """One frame of a match, drawn and in words."""
    context = replay_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=match,
        asked=ReplayQuery.from_query(request.GET),
    )
    if context is None:
        raise Http404("There is no such match.")
    return render(request, "league/replay.html", context)


@require_safe
@gzip_page
def replay_frames(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """All frames as JSON: where each car is, its description, and what happened."""
    document = replay_document(
        season=request.season, viewer=request.viewer, match=match, asked=ReplayQuery.from_query(request.GET)
    )
    if document is None:
        raise Http404("There is no replay of this match.")
    return JsonResponse(document)

"""The replay of a match that was run here: a page and a picture for each frame, clips, and all frames as JSON."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from league.pages.matches.replay.card import replay_card as draw_card
from league.pages.matches.replay.page import ReplayQuery, replay_document, replay_page, replay_picture


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
def replay_still(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """One frame as a picture that can be saved, shared or shown on another page."""
    return _picture(request, match, name="replay")


@require_safe
def replay_card(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """A moment as the picture of a social card."""
    drawn = draw_card(
        season=request.season, viewer=request.viewer, match=match, asked=ReplayQuery.from_query(request.GET)
    )
    if drawn is None:
        raise Http404("There is no replay of this match.")
    return HttpResponse(
        drawn,
        content_type="image/png",
        headers={"Content-Disposition": f'inline; filename="{match}-card.png"'},
    )


@require_safe
@gzip_page
def replay_clip(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Some frames as one moving picture."""
    return _picture(request, match, name="clip", moving=True)


def _picture(request: Any, match: str, *, name: str, moving: bool = False) -> HttpResponse:
    drawn = replay_picture(
        season=request.season,
        viewer=request.viewer,
        match=match,
        asked=ReplayQuery.from_query(request.GET),
        moving=moving,
    )
    if drawn is None:
        raise Http404("There is no replay of this match.")
    return HttpResponse(
        drawn,
        content_type="image/svg+xml",
        headers={"Content-Disposition": f'inline; filename="{match}-{name}.svg"'},
    )


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

"""The rulebook: all books, or one of them, by itself or with the house rules of a season."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.rulebook import RulebookSeason, book_page, rulebook_page


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Every book, and the rules that match the words of `q`."""
    return render(request, "league/rulebook.html", rulebook_page(query=request.GET.get("q", "")))


@require_safe
def book(request: HttpRequest, book: str) -> HttpResponse:
    """A book, chapter by chapter."""
    return _render_book(request, book, None)


@require_safe
def season_rulebook(request: Any, league: str, season: str) -> HttpResponse:
    """Every book, within a season."""
    context = rulebook_page(query=request.GET.get("q", ""), within=_season_context(request))
    return render(request, "league/rulebook.html", context)


@require_safe
def season_book(request: Any, league: str, season: str, book: str) -> HttpResponse:
    """A book with the house rules of a season."""
    return _render_book(request, book, _season_context(request))


def _season_context(request: Any) -> RulebookSeason:
    return RulebookSeason(league=request.league, season=request.season, viewer=request.viewer)


def _render_book(request: HttpRequest, name: str, within: RulebookSeason | None) -> HttpResponse:
    context = book_page(name=name, within=within)
    if context is None:
        raise Http404("The rulebook has no such book.")
    return render(request, "league/rulebook_book.html", context)

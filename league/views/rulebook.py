"""The rulebook: all books, or one of them, by itself or with the house rules of a season."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages.rulebook import RulebookSeason, book_page, chapter_page, glossary_page, rulebook_page


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Every book, and the rules that match the words of `q`."""
    return render(request, "league/rulebook.html", rulebook_page(query=request.GET.get("q", "")))


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The rulebook's own terms and what they mean."""
    return render(request, "league/rulebook_glossary.html", glossary_page())


@require_safe
def book(request: HttpRequest, book: str) -> HttpResponse:
    """The contents of a book."""
    return _render_book(request, book, None)


@require_safe
def chapter(request: HttpRequest, book: str, chapter: str) -> HttpResponse:
    """A chapter of a book, or a part of a long one."""
    return _render_chapter(request, book, chapter, None)


@require_safe
def season_rulebook(request: Any, league: str, season: str) -> HttpResponse:
    """Every book, within a season."""
    context = rulebook_page(query=request.GET.get("q", ""), within=_season_context(request))
    return render(request, "league/rulebook.html", context)


@require_safe
def season_book(request: Any, league: str, season: str, book: str) -> HttpResponse:
    """The contents of a book, with what a season plays otherwise."""
    return _render_book(request, book, _season_context(request))


@require_safe
def season_chapter(request: Any, league: str, season: str, book: str, chapter: str) -> HttpResponse:
    """A chapter of a book with the house rules of a season."""
    return _render_chapter(request, book, chapter, _season_context(request))


def _season_context(request: Any) -> RulebookSeason:
    return RulebookSeason(league=request.league, season=request.season, viewer=request.viewer)


def _render_book(request: HttpRequest, name: str, within: RulebookSeason | None) -> HttpResponse:
    context = book_page(name=name, within=within)
    if context is None:
        raise Http404("The rulebook has no such book.")
    return render(request, "league/rulebook_book.html", context)


def _render_chapter(request: HttpRequest, name: str, slug: str, within: RulebookSeason | None) -> HttpResponse:
    context = chapter_page(name=name, slug=slug, within=within)
    if context is None:
        raise Http404("The rulebook has no such chapter.")
    return render(request, "league/rulebook_chapter.html", context)

"""The league's pages: fetch, show."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.pages.draft import draft_page
from league.pages.drivers import Wanted, drivers_page
from league.pages.house_rules import Sought, house_rules_page
from league.pages.journal import Asked, entry_page, journal_page
from league.pages.leagues import leagues_page
from league.pages.market import market_page
from league.pages.match import match_page
from league.pages.pool import pool_page
from league.pages.season import season_page


def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues a person may read."""
    return render(request, "league/leagues.html", leagues_page(request.user))


def league_home(request: Any, league: str) -> HttpResponse:
    """The home of a league: its current season."""
    return _shown(
        request, "league/season.html", season_page(league=request.league, season=None, viewer=request.viewer)
    )


def season_home(request: Any, league: str, season: str) -> HttpResponse:
    """A season, as the league's home shows the current one."""
    context = season_page(league=request.league, season=request.season, viewer=request.viewer)
    return _shown(request, "league/season.html", context)


def season_drivers(request: Any, league: str, season: str) -> HttpResponse:
    """The drivers of a season."""
    wanted = Wanted.of(request.GET)
    context = drivers_page(league=request.league, season=request.season, viewer=request.viewer, wanted=wanted)
    return _shown(request, "league/drivers.html", context)


def season_rules(request: Any, league: str, season: str) -> HttpResponse:
    """The house rules of a season, and its house acts."""
    sought = Sought.of(request.GET)
    context = house_rules_page(league=request.league, season=request.season, viewer=request.viewer, sought=sought)
    return _shown(request, "league/rules.html", context)


def season_draft(request: Any, league: str, season: str) -> HttpResponse:
    """The draft of a season."""
    context = draft_page(league=request.league, season=request.season, viewer=request.viewer)
    return _shown(request, "league/draft.html", context)


def season_pool(request: Any, league: str, season: str) -> HttpResponse:
    """The sponsor pool of a season."""
    context = pool_page(league=request.league, season=request.season, viewer=request.viewer)
    return _shown(request, "league/pool.html", context)


def season_market(request: Any, league: str, season: str) -> HttpResponse:
    """The market of a season, one match's shopping at a time."""
    context = market_page(
        league=request.league, season=request.season, viewer=request.viewer, match=request.GET.get("match", "")
    )
    return _shown(request, "league/market.html", context)


def match(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """A match with its settlement."""
    context = match_page(league=request.league, season=request.season, viewer=request.viewer, match=match)
    return _shown(request, "league/match.html", context)


def journal(request: Any, league: str, season: str) -> HttpResponse:
    """A season's journal."""
    asked = Asked.of(request.GET)
    context = journal_page(league=request.league, season=request.season, viewer=request.viewer, asked=asked)
    return _shown(request, "league/journal.html", context)


def entry(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """One entry of a season's journal."""
    context = entry_page(league=request.league, season=request.season, viewer=request.viewer, number=number)
    return _shown(request, "league/entry.html", context)


def _shown(request: HttpRequest, template: str, context: dict[str, Any] | None) -> HttpResponse:
    """The page, or `Http404` when there is nothing to show."""
    if context is None:
        raise Http404("There is nothing at this address.")
    return render(request, template, context)

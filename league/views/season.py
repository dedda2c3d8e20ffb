"""The read-only pages of a league and its seasons."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title and whether it may be given up
from drivers.pages.driver_table import DriverTableQuery, drivers_page
from explain import links
from franchises.pages.season_market import season_market_page
from franchises.pages.sponsor_pool import pool_page
from journal.transfer.season_export import season_lines
from league.middleware import reader_zone
from league.pages.amends.amend import amend_page, amends_page
from league.pages.dice.fairness import fairness_page, requested_hashes
from league.pages.dice.heads import export_file, heads_page
from league.pages.form_recovery import restore_form_and_notify
from league.pages.leagues import FrontPageQuery, leagues_page
from league.pages.matches.log import MatchLogQuery, log_file, match_log_page
from league.pages.matches.match import match_page
from league.pages.matches.reward import reward_page, set_card_cookie
from league.pages.matches.settlement import settlement_page
from league.pages.number_fields import whole_number
from league.pages.people import last_visit
from league.pages.records.records import records_page
from league.pages.reports.appeals import RejectedAppeal
from league.pages.round_ups.page import round_up_page
from league.pages.search import search_page
from league.pages.season.house_rules import house_rules_page
from league.pages.season.journal import JournalQuery, entry_page, journal_page
from league.pages.season.season import season_page
from league.pages.season.season_end import season_end_page
from league.pages.season.standings import standings_page
from rules.campaign.core.questionnaires import HOUSE_RULES

UNPROCESSABLE = 422
"""Status of a refused form, which is shown again with the reason."""


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues a person may read, a page of them at a time, by name or with a free seat where asked."""
    query = FrontPageQuery.from_query(request.GET)
    context = leagues_page(request.user, query, at=timezone.now())
    context["offers_zone"] = request.user.is_authenticated and not reader_zone(request)
    return render(request, "league/leagues.html", context)


@require_safe
def league_home(request: Any, league: str) -> HttpResponse:
    """The home of a league: its current season."""
    context = season_page(
        league=request.league, season=None, viewer=request.viewer, at=timezone.now(), seen=_read_seen_cookie(request)
    )
    return _render_home(request, context)


@require_safe
def season_home(request: Any, league: str, season: str) -> HttpResponse:
    """The home of a season, like the league's home for the current one."""
    context = season_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        seen=_read_seen_cookie(request),
    )
    return _render_home(request, context)


@require_safe
def season_end(request: Any, league: str, season: str) -> HttpResponse:
    """The steps of a season's end, a page of them at a time."""
    context = season_end_page(
        league=request.league, season=request.season, viewer=request.viewer, page=_page_number(request)
    )
    return _render_page(request, "league/season_end.html", context)


@require_safe
def season_drivers(request: Any, league: str, season: str) -> HttpResponse:
    """The drivers of a season."""
    query = DriverTableQuery.from_query(request.GET)
    context = drivers_page(league=request.league, season=request.season, viewer=request.viewer, wanted=query)
    return _render_page(request, "league/drivers.html", context)


@require_safe
def season_rules(request: Any, league: str, season: str) -> HttpResponse:
    """The house rules of a season, and its house acts; what is sought among them is a page of the questionnaire."""
    if words := request.GET.get("q"):
        return HttpResponseRedirect(
            f"{links.questionnaire_url(request.season.pk, HOUSE_RULES)}?{urlencode({'q': words})}"
        )
    before = whole_number(request.GET.get("before", ""))
    context = house_rules_page(league=request.league, season=request.season, viewer=request.viewer, before=before)
    return _render_page(request, "league/rules.html", context)


@require_safe
def season_pool(request: Any, league: str, season: str) -> HttpResponse:
    """The sponsor pool of a season."""
    context = pool_page(league=request.league, season=request.season, viewer=request.viewer)
    return _render_page(request, "league/pool.html", context)


@require_safe
def season_market(request: Any, league: str, season: str) -> HttpResponse:
    """The market of a season, for one match at a time."""
    context = season_market_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=request.GET.get("match", ""),
        query=request.GET.dict(),
    )
    return _render_page(request, "league/market.html", context)


@require_safe
def match(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """A match with its settlement."""
    restored = restore_form_and_notify(request)
    typed = (
        RejectedAppeal() if restored is None else RejectedAppeal(restored.get("about", ""), restored.get("said", ""))
    )
    context = match_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=match,
        at=timezone.now(),
        typed=typed,
    )
    return _render_page(request, "league/match.html", context)


@require_safe
def reward(request: Any, league: str, season: str, match: str, franchise: str) -> HttpResponse:
    """What a settled match came to for one of its franchises."""
    context = reward_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=match,
        franchise=franchise,
        at=timezone.now(),
    )
    response = _render_page(request, "league/reward.html", context)
    own = request.viewer.franchise
    if own is not None and links.short_id(own.pk) == franchise and not request.season.forked_from:
        set_card_cookie(response, request.league.pk, f"{request.season.pk}/{match}")
    return response


@require_safe
def settlement(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The steps of a match's settlement, a page of them at a time."""
    context = settlement_page(
        league=request.league, season=request.season, viewer=request.viewer, match=match, page=_page_number(request)
    )
    return _render_page(request, "league/settlement.html", context)


@require_safe
def match_log(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The log of a match that was run here, in words."""
    query = MatchLogQuery.from_query(request.GET)
    context = match_log_page(
        league=request.league, season=request.season, viewer=request.viewer, match=match, asked=query
    )
    return _render_page(request, "league/match_log.html", context)


@require_safe
def match_log_file(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The log file of a match that was run here, byte for byte what its digest covers."""
    named_log = log_file(season=request.season, match=match)
    if named_log is None:
        raise Http404
    name, log = named_log
    response = HttpResponse(log, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def journal(request: Any, league: str, season: str) -> HttpResponse:
    """A season's journal."""
    query = JournalQuery.from_query(request.GET)
    context = journal_page(league=request.league, season=request.season, viewer=request.viewer, asked=query)
    return _render_page(request, "league/journal.html", context)


@require_safe
def entry(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """One entry of a season's journal, a page of it at a time."""
    context = entry_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        number=number,
        page=_page_number(request),
    )
    return _render_page(request, "league/entry.html", context)


@require_safe
def heads(request: Any, league: str) -> HttpResponse:
    """The published heads of a league's journals, a page of them at a time."""
    context = heads_page(league=request.league, viewer=request.viewer, page=_page_number(request))
    return _render_page(request, "league/heads.html", context)


@require_safe
def fairness(request: Any, league: str, season: str) -> HttpResponse:
    """The fairness page of a season, where a browser also checks the receipts it has kept."""
    context = fairness_page(league=request.league, season=request.season, viewer=request.viewer)
    return _render_page(request, "league/fair.html", context)


@require_safe
@never_cache
def entry_hashes(request: Any, league: str, season: str) -> JsonResponse:
    """Hashes of the entries whose numbers are in `entries`, for a browser that checks its receipts."""
    return JsonResponse(requested_hashes(request.season, request.GET.get("entries", "")))


@require_safe
def season_export(request: Any, league: str, season: str) -> StreamingHttpResponse:
    """The public export of a season, streamed."""
    response = StreamingHttpResponse(season_lines(request.season), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{export_file(request.season)}"'
    return response


@require_safe
def amends(request: Any, league: str, season: str) -> HttpResponse:
    """The amends of a season, including previews."""
    before = whole_number(request.GET.get("before", ""))
    context = amends_page(league=request.league, season=request.season, viewer=request.viewer, before=before)
    return _render_page(request, "league/amends.html", context)


@require_safe
def amend(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """An amend with its effects."""
    context = amend_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        number=number,
        page=_page_number(request),
    )
    return _render_page(request, "league/amend.html", context)


def _read_seen_cookie(request: HttpRequest) -> last_visit.LastVisit:
    """The visitor's last visit, from their cookie."""
    return last_visit.read_cookie(request.COOKIES.get(last_visit.COOKIE_NAME, ""))


def _render_home(request: Any, context: dict[str, Any]) -> HttpResponse:
    """The page of a season, with a cookie that remembers this visit to the league; one to a sandbox is none."""
    response = _render_page(request, "league/season.html", context)
    if (season := context["season"]) is not None and not season.forked_from:
        response.set_cookie(
            last_visit.COOKIE_NAME,
            last_visit.write_cookie(_read_seen_cookie(request).after_visit(season, at=timezone.now())),
            max_age=last_visit.COOKIE_AGE,
            path=links.league_url(request.league.pk),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    patch_vary_headers(response, ["Cookie"])
    return response


def _page_number(request: HttpRequest) -> int:
    """The number of the page that is asked for; the first, unless it is a number from 1."""
    return whole_number(request.GET.get("page", "")) or 1


def _render_page(request: HttpRequest, template: str, context: dict[str, Any] | None) -> HttpResponse:
    """The page. Raises `Http404` if there is no context."""
    if context is None:
        raise Http404("There is nothing at this address.")
    return render(request, template, context)


@require_safe
def records(request: Any, league: str) -> HttpResponse:
    """The records of a league over all its seasons."""
    context = records_page(league=request.league, viewer=request.viewer, query=request.GET.dict())
    return render(request, "league/records.html", context)


@require_safe
def standings(request: Any, league: str, season: str) -> HttpResponse:
    """The standings of a season, now or after a round. Raises `Http404` if that round has no result."""
    context = standings_page(
        league=request.league, season=request.season, viewer=request.viewer, after=request.GET.get("after", "")
    )
    if context is None:
        raise Http404("There is no result of that round.")
    return render(request, "league/standings.html", context)


@require_safe
def season_round_up(request: Any, league: str, season: str) -> HttpResponse:
    """The round-up of a season, with links to those of its rounds."""
    context = round_up_page(league=request.league, season=request.season, viewer=request.viewer)
    return render(request, "league/round_up.html", context)


@require_safe
def round_up(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """The round-up of a round. Raises `Http404` if the round is not complete."""
    context = round_up_page(league=request.league, season=request.season, viewer=request.viewer, round=number)
    if context is None:
        raise Http404("There is no round-up of this round.")
    return render(request, "league/round_up.html", context)


@require_safe
def search(request: Any, league: str) -> HttpResponse:
    """The hits for the words of `q`; `part=1` returns the list alone."""
    part = request.GET.get("part") == "1"
    context = search_page(league=request.league, viewer=request.viewer, query=request.GET.get("q", ""), part=part)
    return render(request, "league/partials/found.html" if part else "league/search.html", context)

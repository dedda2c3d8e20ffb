"""The league's pages: fetch, show; and the forms of its clock, its jobs and its inboxes: one act, say so, go."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

import league.tasks  # noqa: F401 - registers every kind of job, with its title and whether it may be given up
from league.access import Viewer
from league.clock import acts
from league.jobs import book
from league.journal.export import season_lines
from league.models import Membership
from league.pages import routes
from league.pages.amends import amend_page, amends_page
from league.pages.deadlines import Asked as AskedOfClock
from league.pages.deadlines import moment
from league.pages.draft import draft_page
from league.pages.drivers import Wanted, drivers_page
from league.pages.heads import export_file, heads_page
from league.pages.house_rules import Sought, house_rules_page
from league.pages.inbox import inbox_page, marked_read
from league.pages.jobs import job_page, jobs_page
from league.pages.journal import Asked, entry_page, journal_page, whole_number
from league.pages.leagues import leagues_page
from league.pages.market import market_page
from league.pages.match import match_page
from league.pages.match_log import LogAsked, kept_log, match_log_page
from league.pages.pool import pool_page
from league.pages.season import season_page
from rules.refusal import Malformed, Refusal

UNPROCESSABLE = 422
"""The answer to a form that was refused: its page again, with the reason why."""


def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues a person may read."""
    return render(request, "league/leagues.html", leagues_page(request.user))


def league_home(request: Any, league: str) -> HttpResponse:
    """The home of a league: its current season."""
    context = season_page(league=request.league, season=None, viewer=request.viewer, at=timezone.now())
    return _shown(request, "league/season.html", context)


def season_home(request: Any, league: str, season: str) -> HttpResponse:
    """A season, as the league's home shows the current one."""
    context = season_page(league=request.league, season=request.season, viewer=request.viewer, at=timezone.now())
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
    context = draft_page(league=request.league, season=request.season, viewer=request.viewer, at=timezone.now())
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


def match_log(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """What happened in a match that was resolved here."""
    asked = LogAsked.of(request.GET)
    context = match_log_page(
        league=request.league, season=request.season, viewer=request.viewer, match=match, asked=asked
    )
    return _shown(request, "league/match_log.html", context)


def match_log_file(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The log of a match that was resolved here, the very bytes that its digest is of."""
    kept = kept_log(season=request.season, match=match)
    if kept is None:
        raise Http404
    name, log = kept
    answer = HttpResponse(log, content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def journal(request: Any, league: str, season: str) -> HttpResponse:
    """A season's journal."""
    asked = Asked.of(request.GET)
    context = journal_page(league=request.league, season=request.season, viewer=request.viewer, asked=asked)
    return _shown(request, "league/journal.html", context)


def entry(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """One entry of a season's journal."""
    context = entry_page(league=request.league, season=request.season, viewer=request.viewer, number=number)
    return _shown(request, "league/entry.html", context)


def heads(request: Any, league: str) -> HttpResponse:
    """The published heads of a league's journals."""
    return _shown(request, "league/heads.html", heads_page(league=request.league, viewer=request.viewer))


def season_export(request: Any, league: str, season: str) -> StreamingHttpResponse:
    """The public export of a season, sent as it is made."""
    answer = StreamingHttpResponse(season_lines(request.season), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{export_file(request.season)}"'
    return answer


def amends(request: Any, league: str, season: str) -> HttpResponse:
    """The amends of a season, previews among them."""
    before = whole_number(request.GET.get("before", ""))
    context = amends_page(league=request.league, season=request.season, viewer=request.viewer, before=before)
    return _shown(request, "league/amends.html", context)


def amend(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """What one amend came to."""
    context = amend_page(league=request.league, season=request.season, viewer=request.viewer, number=number)
    return _shown(request, "league/amend.html", context)


@require_POST
def clock(request: Any, league: str, season: str) -> HttpResponse:
    """One act of a commissioner on the clock, from the season's page or the draft's; then that page again."""
    member, at = _commissioner(request.viewer), timezone.now()
    asked = {name: request.POST.get(name, "").strip() for name in ("act", "what", "until", "reason")}
    by = {"member": member, "at": at, "reason": asked["reason"]}
    on_draft = request.POST.get("on") == "draft"
    try:
        match asked["act"]:
            case "extend":
                until = moment(request.league, asked["until"])
                if until is None:
                    raise Malformed("Say until when: a day and a time.")
                acts.extend(request.season.pk, asked["what"], until=until, **by)
                said = "There is more time now."
            case "close":
                acts.close_now(request.season.pk, asked["what"], **by)
                said = "Time is up: what happens at the deadline happens as soon as the clock looks next."
            case "pause":
                acts.pause(request.season.pk, asked["what"], **by)
                said = "The clock stands still."
            case "resume":
                acts.resume(request.season.pk, asked["what"], **by)
                said = "The clock goes on."
            case _:
                raise Malformed("The clock knows extend, close, pause and resume: ask for one of them.")
    except Refusal as no:
        page, template = (draft_page, "league/draft.html") if on_draft else (season_page, "league/season.html")
        refused = AskedOfClock(**asked, refusal=no.sentence)
        context = page(league=request.league, season=request.season, viewer=request.viewer, at=at, refused=refused)
        return render(request, template, context, status=UNPROCESSABLE)
    messages.success(request, said)
    home = routes.draft_at(request.season.pk) if on_draft else routes.season_at(request.season.pk)
    return HttpResponseRedirect(f"{home}#clock")


def jobs(request: Any, league: str) -> HttpResponse:
    """The jobs of a league, for its members."""
    page = whole_number(request.GET.get("page", "")) or 1
    return _shown(request, "league/jobs.html", jobs_page(league=request.league, viewer=request.viewer, page=page))


def job(request: Any, league: str, job: UUID) -> HttpResponse:
    """One job; a commissioner's form asks for it again, or gives it up."""
    context = job_page(league=request.league, viewer=request.viewer, id=job)
    if context is None:
        raise Http404("There is no such job.")
    if request.method != "POST":
        return render(request, "league/job.html", context)
    member, at = _commissioner(request.viewer), timezone.now()
    try:
        if request.POST.get("act") == "cancel":
            ended = book.cancel(job, at=at, asked_by=f"a {member.role}").ended_at is not None
            said = "The job was given up." if ended else "The job ends where it is safe."
        else:
            book.again(book.job_of(job), at=at, asked_by=f"a {member.role}")
            said = "The job is queued once more."
    except Refusal as no:
        messages.error(request, no.sentence)
    else:
        messages.success(request, said)
    return HttpResponseRedirect(request.path)


@login_required
def inbox(request: Any) -> HttpResponse:
    """What a person was told in all his leagues; a form marks it as read."""
    if request.method == "POST":
        wanted = [number for each in request.POST.getlist("notice") if (number := whole_number(each)) is not None]
        marked_read(request.user, wanted=wanted, at=timezone.now())
        return HttpResponseRedirect(request.get_full_path())
    before = whole_number(request.GET.get("before", ""))
    return render(request, "league/inbox.html", inbox_page(request.user, before=before))


def _commissioner(viewer: Viewer) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for each in viewer.memberships:
        if each.role == Membership.Role.COMMISSIONER:
            return each
    raise PermissionDenied("That is for the league's commissioners.")


def _shown(request: HttpRequest, template: str, context: dict[str, Any] | None) -> HttpResponse:
    """The page, or `Http404` when there is nothing to show."""
    if context is None:
        raise Http404("There is nothing at this address.")
    return render(request, template, context)

"""Views of the clock's form, of jobs, and of the inbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

import scheduling.background_work  # noqa: F401 - registers every kind of job, with its title and whether it may be given up
from drivers.pages.draft import draft_page
from explain import links
from explain.name_lookup import sentence_with_names_of_season
from jobs import queue
from league.access import Viewer
from league.models import League, Membership, Season
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    LOGIN_EXPIRED_PRESS_AGAIN,
    UNKNOWN_BUTTON,
    restore_form,
    restore_form_and_notify,
)
from league.pages.number_fields import whole_number
from league.pages.people.inbox import inbox_page, mark_read
from league.pages.season.board import board_page
from league.pages.season.deadlines import RefusedClockAction as AskedOfClock
from league.pages.season.deadlines import parse_local_time, understood_time
from league.pages.season.jobs import job_page, jobs_page
from league.pages.season.season import season_page
from league.times import DEADLINE, current_zones, write_time
from rules.core.refusals import Malformed, Refusal
from scheduling import clock_controls

UNPROCESSABLE = 422
"""Status of a refused form, which is shown again with the reason."""
ClockPage = Callable[[League, Season, Viewer, datetime, AskedOfClock], dict[str, Any]]


def _season_context(
    league: League, season: Season, viewer: Viewer, at: datetime, refused: AskedOfClock
) -> dict[str, Any]:
    return season_page(league=league, season=season, viewer=viewer, at=at, refused=refused)


def _draft_context(
    league: League, season: Season, viewer: Viewer, at: datetime, refused: AskedOfClock
) -> dict[str, Any]:
    return draft_page(league=league, season=season, viewer=viewer, at=at, refused=refused)


def _board_context(
    league: League, season: Season, viewer: Viewer, at: datetime, refused: AskedOfClock
) -> dict[str, Any]:
    return board_page(league=league, season=season, viewer=viewer, at=at, refused_by_clock=refused)


CLOCK_PAGES: dict[str, tuple[ClockPage, str, Callable[[str], str]]] = {
    "season": (_season_context, "league/season.html", links.season_url),
    "draft": (_draft_context, "league/draft.html", links.draft_url),
    "board": (_board_context, "league/board.html", links.board_url),
}
"""The pages that have the clock's form: their context, template and URL."""


def clock(request: Any, league: str, season: str) -> HttpResponse:
    """Perform a commissioner's action on the clock, and go back to the page of its form."""
    if request.method != "POST":
        return _restore_clock_form(request)
    member, at = _commissioner(request.viewer), timezone.now()
    fields = _clock_form_fields(request.POST)
    arguments: dict[str, Any] = {"member": member, "at": at, "reason": fields["reason"]}
    page = request.POST.get("on", "")
    try:
        match fields["act"]:
            case "extend":
                seen = _seen_deadline(request.POST)
                until = parse_local_time(request.league, fields["until"], seen=seen)
                if until is None:
                    raise Malformed("Say until when: give a day and a time.")
                clock_controls.move_deadline(
                    request.season.pk,
                    fields["what"],
                    until=until,
                    seen=seen,
                    **arguments,
                )
                moved_to = write_time(until, current_zones(), DEADLINE)
                note = understood_time(request.league, fields["until"], until)
                message = f"The deadline is moved to {moved_to}, and everybody affected is notified. {note}".strip()
            case "close":
                clock_controls.close_window(request.season.pk, fields["what"], **arguments)
                message = "Time is up: what happens at the deadline happens as soon as the clock looks next."
            case "pause":
                clock_controls.pause_clock(request.season.pk, fields["what"], **arguments)
                message = "The clock is stopped."
            case "resume":
                clock_controls.resume_clock(request.season.pk, fields["what"], **arguments)
                message = "The clock is running again."
            case _:
                raise Malformed("The clock knows extend, close, pause and resume: ask for one of them.")
    except Refusal as refusal:
        rejected_action = AskedOfClock(
            **fields, refusal=sentence_with_names_of_season(refusal.sentence, request.season.pk)
        )
        return _render_clock_page(request, page, rejected_action, status=UNPROCESSABLE)
    messages.success(request, message)
    home = CLOCK_PAGES.get(page, CLOCK_PAGES["season"])[2](request.season.pk)
    return HttpResponseRedirect(f"{home}#clock")


def _restore_clock_form(request: Any) -> HttpResponse:
    """The page with the clock's form, filled with what an expired login kept."""
    _commissioner(request.viewer)
    restored = restore_form(request)
    if restored is None:
        return HttpResponseRedirect(links.season_url(request.season.pk))
    return _render_clock_page(
        request,
        restored.get("on", ""),
        AskedOfClock(**_clock_form_fields(restored), refusal=LOGIN_EXPIRED),
        status=200,
    )


def _seen_deadline(form: Mapping[str, str]) -> datetime | None:
    """The deadline that the form showed; None where it says none, as one that was kept for a log-in."""
    try:
        return datetime.fromisoformat(form.get("seen", ""))
    except ValueError:
        return None


def _clock_form_fields(form: Mapping[str, str]) -> dict[str, str]:
    return {name: form.get(name, "").strip() for name in ("act", "what", "until", "reason")}


def _render_clock_page(request: Any, page_name: str, rejected_action: AskedOfClock, *, status: int) -> HttpResponse:
    page, template, _ = CLOCK_PAGES.get(page_name, CLOCK_PAGES["season"])
    context = page(request.league, request.season, request.viewer, timezone.now(), rejected_action)
    return render(request, template, context, status=status)


@require_safe
def jobs(request: Any, league: str) -> HttpResponse:
    """The jobs of a league, for its members."""
    page = whole_number(request.GET.get("page", "")) or 1
    context = jobs_page(league=request.league, viewer=request.viewer, page=page)
    if context is None and not request.user.is_authenticated:
        raise PermissionDenied("The jobs of a league are for its members.")
    if context is None:
        raise Http404("There is nothing at this address.")
    return render(request, "league/jobs.html", context)


def job(request: Any, league: str, job: UUID) -> HttpResponse:
    """A job; POST retries or cancels it, for commissioners."""
    context = job_page(league=request.league, viewer=request.viewer, id=job)
    if context is None and not request.user.is_authenticated:
        raise PermissionDenied("The jobs of a league are for its members.")
    if context is None:
        raise Http404("There is no such job.")
    if request.method != "POST":
        restore_form_and_notify(request, said=LOGIN_EXPIRED_PRESS_AGAIN)
        return render(request, "league/job.html", context)
    member, at = _commissioner(request.viewer), timezone.now()
    try:
        match request.POST.get("act"):
            case "cancel":
                canceled = queue.cancel_job(job, at=at, asked_by=f"a {member.role}").ended_at is not None
                message = "The job was given up." if canceled else "The job ends where it is safe."
            case "again":
                queue.retry_job(queue.get_job(job), at=at, asked_by=f"a {member.role}")
                message = "The job is queued once more."
            case _:
                raise Malformed(UNKNOWN_BUTTON)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, message)
    return HttpResponseRedirect(request.path)


@login_required
def inbox(request: Any) -> HttpResponse:
    """A person's notices from all their leagues; POST marks notices as read."""
    if request.method == "POST":
        numbers = [number for text in request.POST.getlist("notice") if (number := whole_number(text)) is not None]
        mark_read(request.user, wanted=numbers, at=timezone.now())
        return HttpResponseRedirect(request.get_full_path())
    before = whole_number(request.GET.get("before", ""))
    return render(request, "league/inbox.html", inbox_page(request.user, before=before))


def _commissioner(viewer: Viewer) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for membership in viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("That is for the league's commissioners.")

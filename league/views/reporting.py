"""Reports at the table: claimed by either side, confirmed by the other; and the sheet that is printed for a match."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.clock.accepting import accepting
from league.clock.claiming import StalePacket, claim_report
from league.models import Membership, ReportClaim
from league.pages import routes
from league.pages.desk.page import command_at
from league.pages.kept import LAPSED, NO_SUCH_BUTTON, kept_form, log_in_first
from league.pages.match_sheet import sheet_page
from league.pages.names import said_plainly
from league.pages.receipts import keep_receipt_of
from league.pages.report_form_page import (
    LOCKED_ANEW,
    Reported,
    ReportForm,
    confirmers,
    form_for,
    report_page,
    reported,
)
from league.pages.sent_words import words_in
from rules.campaign.core.names import clean_text
from rules.core.refusals import Malformed, Refusal
from rules.match.report import Report

UNPROCESSABLE = 422


@never_cache
def report(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """A match's report: entered (`act=claim`), summed up (`act=sum`), or another side's confirmed (`act=confirm`)."""
    asked = reported(request.season, request.viewer, match)
    if asked is None:
        raise Http404("There is no such match.")
    if request.method == "POST":
        return _sent(request, asked)
    kept = kept_form(request)
    side = _side(asked, (kept or request.GET).get("side"))
    code = (kept or request.GET).get("code", "")
    form = None
    if asked.sides and asked.packet and not asked.match.ruleset:
        form = form_for(asked, side=side, code=code, given=kept)
        if kept is not None:
            messages.info(request, LAPSED)
    return _shown(request, asked, form, side=side, code=code, status=200)


@require_safe
def sheet(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The sheet of a match to print."""
    context = sheet_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=match,
        site=request.build_absolute_uri("/").rstrip("/"),
    )
    if context is None:
        raise Http404("There is no such match.")
    return render(request, "league/sheet.html", context)


def _sent(request: Any, asked: Reported) -> HttpResponse:
    if not request.user.is_authenticated:
        return log_in_first(request)
    side, act = request.POST.get("side", ""), request.POST.get("act", "claim")
    if side not in asked.sides:
        raise PermissionDenied("That is for the owners of the teams in the match, and for the commissioners.")
    code = request.POST.get("code", "")
    if act == "confirm":
        return _confirmed(request, asked, side=side)
    if not asked.packet:
        return HttpResponseRedirect(request.path)
    form = form_for(asked, side=side, code=code, given=request.POST)
    if act not in ("claim", "sum"):
        form.add_error(None, NO_SUCH_BUTTON)
    if not form.is_valid() or act == "sum":
        status = 200 if act == "sum" and form.is_valid() else UNPROCESSABLE
        return _shown(request, asked, form, side=side, code=code, status=status)
    try:
        about = form.cleaned_data["packet"]
        key = form.cleaned_data["key"]
        made, entry = _claim(request, asked, side=side, report=form.report(), key=key, about=about)
    except StalePacket:
        form.add_error(None, LOCKED_ANEW)
        form.about(asked.packet)
        return _shown(request, asked, form, side=side, code=code, status=UNPROCESSABLE)
    except Refusal as no:
        form.add_error(_spoken_of(form, no), said_plainly(no.sentence, request.season.pk))
        return _shown(request, asked, form, side=side, code=code, status=UNPROCESSABLE)
    return keep_receipt_of(_entered(request, asked, made, side=side), request.season, entry, at=timezone.now())


def _entered(request: Any, asked: Reported, made: ReportClaim, *, side: str) -> HttpResponse:
    """Say who confirms a report that was entered; where nobody can, its commissioner goes on to accept it."""
    entered = f"The report of match {asked.match.id} is entered"
    if confirmers(asked, side=side, person=request.user.pk):
        messages.success(request, f"{entered}: the other side is asked to confirm it.")
    elif not request.viewer.is_commissioner:
        messages.success(request, f"{entered}: nobody else has a seat in the match, so a commissioner accepts it.")
    else:
        messages.success(
            request, f"{entered}. Nobody else has a seat in the match: look at what it comes to, and accept it."
        )
        wanted = {"match": asked.match.id, "claim": str(made.pk), "back": routes.match_at(_stored(request, asked))}
        return HttpResponseRedirect(command_at(request.season.pk, "accept_report", **wanted))
    return HttpResponseRedirect(_back(request, side))


def _stored(request: Any, asked: Reported) -> str:
    return f"{request.season.pk}/{asked.match.id}"


def _confirmed(request: Any, asked: Reported, *, side: str) -> HttpResponse:
    """Claim for one's own side what another claims, as it stands."""
    claimed = next((each for each in asked.standing if str(each.pk) == request.POST.get("claim")), None)
    try:
        if claimed is None:
            raise Malformed("That report was replaced meanwhile, or accepted: look at what is claimed now.")
        command = accepting(claimed.document, match=asked.match.id)
        key = request.POST.get("key", "")
        _, entry = _claim(request, asked, side=side, report=command.report, key=key, about=claimed.packet)
    except Refusal as no:
        messages.error(request, said_plainly(no.sentence, request.season.pk))
        return HttpResponseRedirect(_back(request, side))
    messages.success(request, f"You confirmed the report of match {asked.match.id}.")
    return keep_receipt_of(HttpResponseRedirect(_back(request, side)), request.season, entry, at=timezone.now())


def _claim(
    request: Any, asked: Reported, *, side: str, report: Report, key: str, about: str
) -> tuple[ReportClaim, int | None]:
    """Claim it, with the words that the form came with; the claim, and the entry by which it was accepted at once."""
    clean_text(key, thing="key of the form", longest=120)
    return claim_report(
        request.season.pk,
        match=asked.match.id,
        side=side,
        report=report,
        member=_member(request, side),
        key=key,
        at=timezone.now(),
        about=about,
        words=words_in(request.POST),
    )


def _member(request: Any, side: str) -> Membership:
    """The membership by which a side's report is claimed."""
    for each in request.viewer.memberships:
        if side and routes.local(each.franchise_id or "") == side:
            return each
        if not side and each.role == Membership.Role.COMMISSIONER:
            return each
    raise PermissionDenied("That is for the owners of the teams in the match, and for the commissioners.")


def _side(asked: Reported, wanted: str | None) -> str:
    """The side the viewer acts for: the one he asked for, or the first he has."""
    if wanted is not None and wanted in asked.sides:
        return wanted
    return asked.sides[0] if asked.sides else ""


def _spoken_of(form: ReportForm, refusal: Refusal) -> str | None:
    """The field of the driver, team or car that a refusal's sentence names, if there is one."""
    named = [
        name for name in form.fields if name.partition(":")[2] and name.split(":")[1] in refusal.sentence.split()
    ]
    return named[0] if named else None


def _back(request: Any, side: str) -> str:
    return f"{request.path}?{urlencode({'side': side})}" if side else request.path


def _shown(
    request: Any, asked: Reported, form: ReportForm | None, *, side: str, code: str, status: int
) -> HttpResponse:
    context = report_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        asked=asked,
        form=form,
        side=side,
        code=code,
    )
    return render(request, "league/report.html", context, status=status)

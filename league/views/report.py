"""Reports of matches with appeals against them, rulings that wait for another member, and the match sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from explain import links
from explain.links import short_id
from explain.name_lookup import sentence_with_names_of_season
from league.models import Appeal, Duel, Membership, ReportClaim, Ruling
from league.pages.command_forms.page import command_form_url
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.duels.actions import is_referee, set_reported
from league.pages.duels.report import duel_of_match, duel_source
from league.pages.duels.table import load_table
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    UNKNOWN_BUTTON,
    redirect_to_login,
    restore_form,
    restore_form_and_notify,
)
from league.pages.matches.match import match_page
from league.pages.matches.sheet import sheet_page
from league.pages.number_fields import whole_number
from league.pages.reports.appeals import RejectedAppeal
from league.pages.reports.corrections import corrected_report, picked_sources
from league.pages.reports.page import (
    LINE_UPS_CHANGED,
    MatchToReport,
    ReportForm,
    can_be_confirmed,
    form_for,
    match_to_report,
    report_page,
)
from league.pages.season.rulings import rulings_page
from rules.campaign.core.names import clean_text
from rules.core.canonical_json import json_digest
from rules.core.refusals import Malformed, Refusal
from rules.match.report import Report
from scheduling.appeals import DISMISSED, UPHELD, answer_appeal, file_appeal
from scheduling.automatic_acceptance import accept_report_command
from scheduling.claims import StalePacket, claim_match_report
from scheduling.rulings import answer_ruling

UNPROCESSABLE = 422


@never_cache
def report(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The report of a match.

    POST enters it (`act=claim`), shows it as a table (`act=sum`), confirms a claim (`act=confirm`), or claims it with
    corrections (`act=correct`).
    """
    to_report = match_to_report(request.season, request.viewer, match)
    if to_report is None:
        raise Http404("There is no such match.")
    if request.method == "POST":
        return _submit_form(request, to_report)
    restored = restore_form(request)
    side = _acting_side(to_report, (restored or request.GET).get("side"))
    code = (restored or request.GET).get("code", "")
    duel = _duel(request, to_report, (restored or request.GET).get("duel", ""))
    form = None
    if to_report.sides and to_report.packet and not to_report.match.ruleset:
        form = form_for(to_report, side=side, code=code, given=restored, duel=duel)
        if restored is not None:
            messages.info(request, LOGIN_EXPIRED)
    return _render_report(request, to_report, form, side=side, code=code, duel=duel, status=200)


@require_safe
def match_sheet(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """The match sheet, for printing."""
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


def _submit_form(request: Any, to_report: MatchToReport) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    side, act = request.POST.get("side", ""), request.POST.get("act", "claim")
    if side not in to_report.sides:
        raise PermissionDenied("That is for the owners of the teams in the match, and for the commissioners.")
    code = request.POST.get("code", "")
    if act in ("confirm", "correct"):
        return _confirm_claim(request, to_report, side=side, corrected=act == "correct")
    if not to_report.packet:
        return HttpResponseRedirect(request.path)
    duel = _duel(request, to_report, request.POST.get("duel", ""))
    shown: dict[str, Any] = {"side": side, "code": code, "duel": duel}
    form = form_for(to_report, side=side, code=code, given=request.POST, duel=duel)
    if act not in ("claim", "sum"):
        form.add_error(None, UNKNOWN_BUTTON)
    if not form.is_valid() or act == "sum":
        status = 200 if act == "sum" and form.is_valid() else UNPROCESSABLE
        return _render_report(request, to_report, form, status=status, **shown)
    try:
        about = form.cleaned_data["packet"]
        key = form.cleaned_data["key"]
        claim, entry = _make_claim(
            request, to_report, side=side, report=form.report(), key=key, about=about, duel=duel
        )
    except StalePacket:
        form.add_error(None, LINE_UPS_CHANGED)
        form.rebind_to_packet(to_report.packet)
        return _render_report(request, to_report, form, status=UNPROCESSABLE, **shown)
    except Refusal as refusal:
        form.add_error(
            _refused_field(form, refusal), sentence_with_names_of_season(refusal.sentence, request.season.pk)
        )
        return _render_report(request, to_report, form, status=UNPROCESSABLE, **shown)
    return set_receipt_cookie_by_number(
        _redirect_after_claim(request, to_report, claim, side=side), request.season, entry, at=timezone.now()
    )


def _redirect_after_claim(request: Any, to_report: MatchToReport, claim: ReportClaim, *, side: str) -> HttpResponse:
    """Redirect with a message that says who confirms the report.

    If nobody can, a commissioner goes on to the form that accepts it.
    """
    entered = f"The report of {to_report.match_words} is entered"
    if can_be_confirmed(to_report, side=side, person=request.user.pk):
        messages.success(request, f"{entered}: the other side is asked to confirm it.")
    elif not request.viewer.is_commissioner:
        messages.success(request, f"{entered}: nobody else has a seat in the match, so a commissioner accepts it.")
    else:
        messages.success(request, f"{entered}. Nobody else has a seat in the match: check the result, and accept it.")
        query = {
            "match": to_report.match.id,
            "claim": str(claim.pk),
            "back": links.match_url(_match_id(request, to_report)),
        }
        return HttpResponseRedirect(command_form_url(request.season.pk, "accept_report", **query))
    return HttpResponseRedirect(_return_url(request, side))


def _match_id(request: Any, to_report: MatchToReport) -> str:
    return f"{request.season.pk}/{to_report.match.id}"


def _confirm_claim(request: Any, to_report: MatchToReport, *, side: str, corrected: bool) -> HttpResponse:
    """Confirm another side's claim by claiming the same report for one's own side, or claim it with corrections."""
    other_claim = next((claim for claim in to_report.standing if str(claim.pk) == request.POST.get("claim")), None)
    key = request.POST.get("key", "")
    document: Mapping[str, Any] = {}
    try:
        if other_claim is None:
            raise Malformed("That report has been replaced or accepted in the meantime: look at the current reports.")
        document = other_claim.document
        if corrected:
            sources = {source.key: source.document for source in to_report.sources}
            picks = picked_sources(request.POST.dict())
            document = corrected_report(document, sources, picks, to_report.match)
            key = f"{key}.{json_digest(document)[:16]}"
        command = accept_report_command(document, match=to_report.match.id)
        claim, entry = _make_claim(
            request, to_report, side=side, report=command.report, key=key, about=other_claim.packet
        )
    except Refusal as refusal:
        messages.error(request, sentence_with_names_of_season(refusal.sentence, request.season.pk))
        return HttpResponseRedirect(_return_url(request, side))
    if claim.digest == other_claim.digest:
        messages.success(request, f"You confirmed the report of {to_report.match_words}.")
    else:
        messages.success(request, "Your corrections are sent: the other side is asked to confirm them.")
    return set_receipt_cookie_by_number(
        HttpResponseRedirect(_return_url(request, side)), request.season, entry, at=timezone.now()
    )


@transaction.atomic
def _make_claim(
    request: Any,
    to_report: MatchToReport,
    *,
    side: str,
    report: Report,
    key: str,
    about: str,
    duel: Duel | None = None,
) -> tuple[ReportClaim, int | None]:
    """Claim a report, with the words of the form; one filled in from a duel names it as its source.

    Returns the claim, and the number of the entry that accepted it, None if it was not accepted at once.
    """
    clean_text(key, thing="key of the form", longest=120)
    at = timezone.now()
    if duel is not None:
        report = replace(report, source=duel_source(load_table(duel)))
        if is_referee(request.viewer, duel):
            set_reported(duel, at=at)
    return claim_match_report(
        request.season.pk,
        match=to_report.match.id,
        side=side,
        report=report,
        member=_side_member(request, side),
        key=key,
        at=at,
        about=about,
        words=submitted_words(request.POST),
    )


def _duel(request: Any, to_report: MatchToReport, number: str) -> Duel | None:
    """The duel of the match with that number, None if there is none."""
    return duel_of_match(request.season.pk, to_report.match.id, whole_number(number))


def _side_member(request: Any, side: str) -> Membership:
    """The membership by which the viewer claims for a side. Raises `PermissionDenied`."""
    for membership in request.viewer.memberships:
        if side and links.short_id(membership.franchise_id or "") == side:
            return membership
        if not side and membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("That is for the owners of the teams in the match, and for the commissioners.")


def _acting_side(to_report: MatchToReport, wanted: str | None) -> str:
    """The side the viewer acts for: the wanted one if it is theirs, else their first; empty without any."""
    if wanted is not None and wanted in to_report.sides:
        return wanted
    return to_report.sides[0] if to_report.sides else ""


def _refused_field(form: ReportForm, refusal: Refusal) -> str | None:
    """The form field of the driver, team or car that a refusal's sentence names; None if there is none."""
    fields = [
        name for name in form.fields if name.partition(":")[2] and name.split(":")[1] in refusal.sentence.split()
    ]
    return fields[0] if fields else None


def _return_url(request: Any, side: str) -> str:
    return f"{request.path}?{urlencode({'side': side})}" if side else request.path


def _render_report(
    request: Any,
    to_report: MatchToReport,
    form: ReportForm | None,
    *,
    side: str,
    code: str,
    status: int,
    duel: Duel | None = None,
) -> HttpResponse:
    context = report_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        asked=to_report,
        form=form,
        side=side,
        code=code,
        duel=duel,
    )
    return render(request, "league/report.html", context, status=status)


APPEAL_MESSAGES = {UPHELD: "The appeal is upheld: amend the result now.", DISMISSED: "The appeal is dismissed."}


@never_cache
@require_POST
def appeal_or_answer(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Make an appeal for a team (`act=appeal`), or answer one (`act=upheld` or `act=dismissed`)."""
    match_id = f"{request.season.pk}/{match}"
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=links.match_url(match_id))
    roles = {Membership.Role.COMMISSIONER, Membership.Role.OWNER}
    members = [membership for membership in request.viewer.memberships if membership.role in roles]
    if not members:
        raise PermissionDenied("Appeals are for the owners of the teams in the match, and for the commissioners.")
    act, about, said = (request.POST.get(name, "") for name in ("act", "about", "said"))
    try:
        message = _perform_appeal(request, match, members, act=act, about=about, said=said)
    except Refusal as refusal:
        sentence = sentence_with_names_of_season(refusal.sentence, request.season.pk)
        context = match_page(
            league=request.league,
            season=request.season,
            viewer=request.viewer,
            match=match,
            at=timezone.now(),
            typed=RejectedAppeal(about, said, sentence),
        )
        if context is None:
            raise Http404("There is no such match.") from None
        return render(request, "league/match.html", context, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(f"{links.match_url(match_id)}#appeals")


def _perform_appeal(request: Any, match: str, members: list[Membership], *, act: str, about: str, said: str) -> str:
    at = timezone.now()
    if act != "appeal":
        number = whole_number(about) or 0
        appeal = answer_appeal(request.season, number, act, members=members, said=said, at=at)
        return APPEAL_MESSAGES[Appeal.Answer(appeal.answer)]
    owner = next((member for member in members if short_id(member.franchise_id or "") == about), members[0])
    file_appeal(request.season, match=match, side=about, member=owner, said=said, at=at)
    if request.season.forked_from:
        return "Your appeal is made. Nobody is notified of it."
    return "Your appeal is made. The members who may answer it are notified."


RULING_MESSAGES = {
    Ruling.Standing.CONFIRMED: "Confirmed, and done.",
    Ruling.Standing.DECLINED: "Declined. Nothing has changed, and the commissioner who proposed it is told why.",
    Ruling.Standing.WITHDRAWN: "Taken back. Nothing has changed.",
}


@never_cache
def rulings(request: Any, league: str, season: str) -> HttpResponse:
    """The rulings of a season, pending ones first; POST confirms, declines or withdraws one."""
    if request.method == "POST":
        return _submit_answer(request)
    restored = restore_form_and_notify(request)
    return _render_rulings(
        request, status=200, said={} if restored is None else {restored.get("ruling", ""): restored.get("said", "")}
    )


def _submit_answer(request: Any) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    roles = {Membership.Role.COMMISSIONER, Membership.Role.OWNER}
    members = [membership for membership in request.viewer.memberships if membership.role in roles]
    if not members:
        raise PermissionDenied("Rulings are for the league's commissioners and owners to answer.")
    number, at = whole_number(request.POST.get("ruling", "")), timezone.now()
    try:
        ruling = answer_ruling(
            request.season,
            number or 0,
            request.POST.get("act", ""),
            members=members,
            at=at,
            said=request.POST.get("said", ""),
            words=submitted_words(request.POST),
        )
    except Refusal as refusal:
        said = {request.POST.get("ruling", ""): request.POST.get("said", "")}
        return _render_rulings(request, status=UNPROCESSABLE, refused=refusal.sentence, said=said)
    messages.success(request, RULING_MESSAGES[Ruling.Standing(ruling.standing)])
    response = HttpResponseRedirect(links.rulings_url(request.season.pk))
    return set_receipt_cookie_by_number(response, request.season, ruling.entry, at=at)


def _render_rulings(request: Any, *, status: int, said: dict[str, str], refused: str = "") -> HttpResponse:
    before = whole_number(request.GET.get("before", ""))
    context = rulings_page(
        league=request.league, season=request.season, viewer=request.viewer, before=before, refused=refused, said=said
    )
    return render(request, "league/rulings.html", context, status=status)

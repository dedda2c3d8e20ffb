"""The procedures of a referee: everybody reads them and their uses, and commissioners perform them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from journal.writer import OutOfDate
from league.access import NotAMember, NotYours
from league.models import Season
from league.pages.command_forms.answers import success_message
from league.pages.command_forms.context import NobodyHere, command_context, may_give
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED, UNKNOWN_BUTTON, redirect_to_login, restore_form
from league.pages.number_fields import whole_number
from league.pages.procedures.form import ProcedureForm
from league.pages.procedures.inputs import BUTTON, change_list
from league.pages.procedures.page import procedure_chapter_page, procedure_page, procedures_page
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.match.registry import find_procedure
from scheduling.rulings import perform_or_request_approval

UNPROCESSABLE, CONFLICT, FORBIDDEN = 422, 409, 403
GIVE = "give"
SERVED = ("duel", "turn", "phase")
"""The fields whose values an address may give."""


@require_safe
def procedures(request: Any, league: str, season: str) -> HttpResponse:
    """The chapters of procedures, or those searched for, and the uses in the season or for one duel."""
    context = procedures_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        search=request.GET.get("q", ""),
        duel=request.GET.get("duel", ""),
        before=whole_number(request.GET.get("before", "")),
    )
    return render(request, "league/procedures.html", context)


@require_safe
def procedure_chapter(request: Any, league: str, season: str, group: str) -> HttpResponse:
    """A chapter of procedures."""
    context = procedure_chapter_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        slug=group,
        duel=request.GET.get("duel", ""),
    )
    if context is None:
        raise Http404("There is no such chapter.")
    return render(request, "league/procedure_chapter.html", context)


@never_cache
def procedure(request: Any, league: str, season: str, tag: str) -> HttpResponse:
    """A procedure with its uses; POST performs it for a commissioner, or changes how many entries a list shows."""
    try:
        find_procedure(tag)
    except Unknown as refusal:
        raise Http404(refusal.sentence) from None
    may_perform = may_give(request.viewer, ProcedureForm.row_of())
    if request.method != "POST" and (restored := restore_form(request)) is None:
        asked = {name: request.GET[name] for name in SERVED if request.GET.get(name)}
        form = _form(request, tag, asked=asked) if may_perform and request.season.step != "closed" else None
        return _render_page(request, tag, form, status=200)
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not may_perform:
        raise PermissionDenied("Procedures are for the league's commissioners to perform.")
    if request.method != "POST":
        form = _form(request, tag, given=restored)
        messages.info(request, LOGIN_EXPIRED)
        form.renew()
        return _render_page(request, tag, form, status=200)
    form = _form(request, tag, given=request.POST)
    act = request.POST.get("act", GIVE)
    if BUTTON.fullmatch(act):
        form.typed = change_list(form.typed, act)
        form.pause()
        return _render_page(request, tag, form, status=200)
    if act != GIVE:
        return _render_refusal(request, tag, form, Malformed(UNKNOWN_BUTTON))
    return _perform(request, tag, form) if form.is_valid() else _render_page(request, tag, form, status=UNPROCESSABLE)


def _form(
    request: Any, tag: str, *, given: QueryDict | None = None, asked: dict[str, str] | None = None
) -> ProcedureForm:
    desk = command_context(request.season, request.viewer)
    return ProcedureForm(desk=desk, asks=find_procedure(tag)[1], given=given, asked=asked)


def _perform(request: Any, tag: str, form: ProcedureForm) -> HttpResponse:
    """Perform the procedure and show the use, or show the form again with what is wrong or which dice are needed."""
    desk, at = form.desk, timezone.now()
    try:
        member = desk.membership_for(form.row)
        outcome = perform_or_request_approval(
            desk.row,
            desk.season,
            form.commands(),
            member=member,
            at=at,
            key=form.cleaned_data["key"],
            seen=form.cleaned_data["seen"],
            typed=form.read_typed_faces(member.handle),
            words=submitted_words(request.POST),
        )
    except NeedsDice as needs_dice:
        form.add_faces_field(needs_dice)
        return _render_page(request, tag, form, status=UNPROCESSABLE)
    except Refusal as refusal:
        return _render_refusal(request, tag, form, refusal)
    if outcome.answer is None:
        messages.info(request, outcome.waiting_message)
        return _redirect(form)
    messages.success(request, success_message(form, outcome.answer))
    return set_receipt_cookie(_redirect(form), outcome.answer.entries[-1].entry, at=at)


def _redirect(form: ProcedureForm) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{form.get_success_url()}#use")


def _render_refusal(request: Any, tag: str, form: ProcedureForm, refusal: Refusal) -> HttpResponse:
    """The form again, built from the season's current state, with the typed values and the refusal."""
    request.season = Season.objects.select_related("league").get(pk=form.desk.row.pk)
    shown = _form(request, tag, given=request.POST)
    shown.is_valid()
    shown.add_refusal(refusal)
    shown.renew()
    match refusal:
        case OutOfDate():
            status = CONFLICT
        case NotYours() | NotAMember() | NobodyHere():
            status = FORBIDDEN
        case _:
            status = UNPROCESSABLE
    return _render_page(request, tag, shown, status=status)


def _render_page(request: Any, tag: str, form: ProcedureForm | None, *, status: int) -> HttpResponse:
    book, found = find_procedure(tag)
    context = procedure_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        book=book,
        procedure=found,
        form=form,
        use=request.GET.get("use", ""),
        before=whole_number(request.GET.get("before", "")),
    )
    return render(request, "league/procedure.html", context, status=status)

"""Forms of commands: shown, tried and given. What was typed survives an expired login."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from explain.command_preview import CommandPreview
from journal.writer import OutOfDate
from league.access import NotAMember, NotYours
from league.middleware import CARD_WAITS
from league.models import Season
from league.pages.command_forms.answers import answer_section, return_url, success_message, teams_with_new_card
from league.pages.command_forms.base import FORMS, CommandForm
from league.pages.command_forms.context import NobodyHere, may_give
from league.pages.command_forms.page import bound_form, command_page, preview_form, unbound_form
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED, UNKNOWN_BUTTON, redirect_to_login, restore_form
from league.pages.matches.reward import set_card_cookie
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed, Refusal
from scheduling.first_names import with_proper_names
from scheduling.rulings import perform_or_request_approval

UNPROCESSABLE, CONFLICT, FORBIDDEN = 422, 409, 403
GIVE, TRY = "give", "try"
UNCHANGED = "That is as it was already: nothing had to change."
NOT_YOUR_FRANCHISE = "That franchise is another's: only its owner, or a commissioner, acts for it."


@never_cache
def command(request: Any, league: str, season: str, tag: str) -> HttpResponse:
    """The form of a command; POST tries it (`act=try`) or gives it (`act=give`)."""
    if tag not in FORMS:
        raise Http404("There is no such command.")
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not may_give(request.viewer, FORMS[tag].row_of()):
        raise PermissionDenied("That is for the league's commissioners, or for a franchise's owner.")
    restored = restore_form(request)
    if request.method != "POST" and restored is None:
        form = unbound_form(request.season, request.viewer, tag, asked=request.GET)
        _check_own_franchise(form)
        return _render_form(request, form, status=200)
    form = bound_form(request.season, request.viewer, tag, given=restored or request.POST)
    if restored is not None:
        _check_own_franchise(form)
        messages.info(request, LOGIN_EXPIRED)
        form.renew()
        return _render_form(request, form, status=200)
    if form.desk.is_forbidden:
        return _render_refusal(request, form, NobodyHere(NOT_YOUR_FRANCHISE))
    act = request.POST.get("act", GIVE)
    if act not in (GIVE, TRY):
        return _render_refusal(request, form, Malformed(UNKNOWN_BUTTON))
    if not form.is_valid():
        return _render_form(request, form, status=UNPROCESSABLE)
    if act == GIVE:
        return _give_command(request, form)
    refusal = _name_refusal(form)
    return _render_form(request, form, status=200) if refusal is None else _render_refusal(request, form, refusal)


def _name_refusal(form: CommandForm) -> Refusal | None:
    """Why a name that the form gives would be refused, which a preview by the rules does not say; else None."""
    try:
        commands = form.commands()
    except Refusal:
        return None
    try:
        with_proper_names(form.desk.row, commands)
    except Refusal as refusal:
        return refusal
    return None


def _check_own_franchise(form: CommandForm) -> None:
    """Raise `PermissionDenied` if the person may not act for the form's franchise, whose choices are secret."""
    if form.desk.is_forbidden:
        raise PermissionDenied(NOT_YOUR_FRANCHISE)


def _give_command(request: Any, form: CommandForm) -> HttpResponse:
    """Give the command and redirect to the page it came from, or show the form again with the refusal."""
    desk, at = form.desk, timezone.now()
    if form.is_done():
        url = return_url(form)
        messages.success(request, UNCHANGED, extra_tags=answer_section(url))
        return HttpResponseRedirect(url)
    try:
        member = desk.membership_for(form.row)
        outcome = perform_or_request_approval(
            desk.row,
            desk.season,
            form.commands(),
            member=member,
            at=at,
            key=form.cleaned_data["key"],
            on_behalf_of=desk.on_behalf_of(form.row),
            reason=form.cleaned_data.get("reason", ""),
            seen=form.cleaned_data["seen"],
            typed=form.read_typed_faces(member.handle),
            words=submitted_words(request.POST),
        )
    except NeedsDice as needs_dice:
        form.add_faces_field(needs_dice)
        return _render_form(request, form, status=UNPROCESSABLE)
    except Refusal as refusal:
        return _render_refusal(request, form, refusal)
    if outcome.answer is None:
        messages.info(request, outcome.waiting_message)
        return HttpResponseRedirect(links.rulings_url(desk.row.pk))
    url = return_url(form)
    messages.success(request, success_message(form, outcome.answer), extra_tags=answer_section(url))
    response = HttpResponseRedirect(url)
    own = None if desk.row.forked_from else request.viewer.franchise
    if own is not None and links.short_id(own.pk) in teams_with_new_card(outcome.answer):
        set_card_cookie(response, desk.row.league_id, CARD_WAITS)
    return set_receipt_cookie(response, outcome.answer.entries[-1].entry, at=at)


def _render_refusal(request: Any, form: CommandForm, refusal: Refusal) -> HttpResponse:
    """The form again, built from the season's current state, with the typed values and the refusal."""
    current_row = Season.objects.select_related("league").get(pk=form.desk.row.pk)
    new_form = bound_form(current_row, request.viewer, form.tag, given=request.POST)
    new_form.is_valid()
    trial = preview_form(new_form) if isinstance(refusal, OutOfDate) else None
    new_form.add_refusal(refusal)
    new_form.renew()
    match refusal:
        case OutOfDate():
            status = CONFLICT
        case NotYours() | NotAMember() | NobodyHere():
            status = FORBIDDEN
        case _:
            status = UNPROCESSABLE
    return _render_with_preview(request, new_form, trial, status=status)


def _render_form(request: Any, form: CommandForm, *, status: int) -> HttpResponse:
    return _render_with_preview(request, form, None if form.errors else preview_form(form), status=status)


def _render_with_preview(
    request: Any, form: CommandForm, trial: CommandPreview | None, *, status: int
) -> HttpResponse:
    if trial is not None and trial.refusal and not form.is_bound:
        trial = replace(trial, not_now=True) if trial.not_now or not form.has_open_fields else None
    return render(request, form.template, command_page(form, trial=trial, at=timezone.now()), status=status)

"""The desk: a command's form is shown, tried, and given; and what was typed survives a log-in that had run out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache

from league.access import NotAMember, NotYours
from league.clock.ruling import give_or_ask
from league.journal import Answer
from league.journal.writer import OutOfDate
from league.models import Season
from league.pages import routes
from league.pages.desk.desk import NobodyHere, may_give
from league.pages.desk.forms import FORMS, CommandForm
from league.pages.desk.page import command_page, leads_back, opened_form, sent_form, tried
from league.pages.kept import LAPSED, NO_SUCH_BUTTON, kept_form, log_in_first
from league.pages.names import names_in
from league.pages.receipts import keep_receipt
from league.pages.sent_words import words_in
from league.pages.telling import tell
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE, CONFLICT, FORBIDDEN = 422, 409, 403
GIVE, TRY = "give", "try"
ANOTHERS = "That franchise is another's: only its owner, or a commissioner, acts for it."
TOLD_AT_ONCE = 3
"""Facts that are told on the page one goes back to; the entry has them all."""


@never_cache
def command(request: Any, league: str, season: str, tag: str) -> HttpResponse:
    """The form of one command: shown, tried (`act=try`), or given (`act=give`)."""
    if tag not in FORMS:
        raise Http404("There is no such command.")
    if not request.user.is_authenticated:
        return log_in_first(request)
    if not may_give(request.viewer, FORMS[tag].row_of()):
        raise PermissionDenied("That is for the league's commissioners, or for a franchise's owner.")
    kept = kept_form(request)
    if request.method != "POST" and kept is None:
        form = opened_form(request.season, request.viewer, tag, asked=request.GET)
        _refuse_anothers(form)
        return _shown(request, form, status=200)
    form = sent_form(request.season, request.viewer, tag, given=kept or request.POST)
    if kept is not None:
        _refuse_anothers(form)
        messages.info(request, LAPSED)
        form.renewed()
        return _shown(request, form, status=200)
    if form.desk.is_anothers:
        return _refused(request, form, NobodyHere(ANOTHERS))
    act = request.POST.get("act", GIVE)
    if act not in (GIVE, TRY):
        return _refused(request, form, Malformed(NO_SUCH_BUTTON))
    if not form.is_valid():
        return _shown(request, form, status=UNPROCESSABLE)
    return _given(request, form) if act == GIVE else _shown(request, form, status=200)


def _refuse_anothers(form: CommandForm) -> None:
    """Raise `PermissionDenied` for a form of a franchise that the person may not act for: its choices are secret."""
    if form.desk.is_anothers:
        raise PermissionDenied(ANOTHERS)


def _given(request: Any, form: CommandForm) -> HttpResponse:
    """Give the command, and go back to where it was asked; or show the form again with the reason why not."""
    desk, at = form.desk, timezone.now()
    try:
        member = desk.member(form.row)
        ruled = give_or_ask(
            desk.row,
            desk.season,
            form.commands(),
            member=member,
            at=at,
            key=form.cleaned_data["key"],
            on_behalf_of=desk.on_behalf_of(form.row),
            reason=form.cleaned_data.get("reason", ""),
            seen=form.cleaned_data["seen"],
            typed=form.typed(member.handle),
            words=words_in(request.POST),
        )
    except NeedsDice as wanted:
        form.ask_for(wanted)
        return _shown(request, form, status=UNPROCESSABLE)
    except Refusal as no:
        return _refused(request, form, no)
    if ruled.answer is None:
        messages.info(request, ruled.said)
        return HttpResponseRedirect(routes.rulings_at(desk.row.pk))
    messages.success(request, said(form, ruled.answer))
    return keep_receipt(HttpResponseRedirect(way_back(form)), ruled.answer.entries[-1].entry, at=at)


def _refused(request: Any, form: CommandForm, refusal: Refusal) -> HttpResponse:
    """The form again, read anew from the season as it is now, with what was typed and the reason why not."""
    now = Season.objects.select_related("league").get(pk=form.desk.row.pk)
    again = sent_form(now, request.viewer, form.tag, given=request.POST)
    again.is_valid()
    again.refuse(refusal)
    again.renewed()
    match refusal:
        case OutOfDate():
            status = CONFLICT
        case NotYours() | NotAMember() | NobodyHere():
            status = FORBIDDEN
        case _:
            status = UNPROCESSABLE
    return _shown(request, again, status=status)


def _shown(request: Any, form: CommandForm, *, status: int) -> HttpResponse:
    trial = None if form.errors else tried(form)
    if trial is not None and trial.refusal and not form.is_bound:
        trial = replace(trial, not_now=True) if trial.not_now or not form.is_open else None
    return render(request, form.template, command_page(form, trial=trial), status=status)


def said(form: CommandForm, answer: Answer) -> str:
    """What came of it, in a few sentences, with the way to the entry."""
    desk = form.desk
    facts = answer.facts[:TOLD_AT_ONCE]
    names = names_in(desk.called.names, facts)
    told = " ".join(tell(each, names).sentence for each in facts) or f"{form.title}: done."
    more = len(answer.facts) - len(facts)
    number = answer.entries[0].number
    return format_html(
        '{}{}{} <a href="{}">{}{}</a>',
        "This was done already. " if answer.repeated else "",
        "" if answer.left_out is None else f"{answer.left_out.sentence} ",
        told,
        routes.entry_at(desk.row.pk, number),
        f"Entry {number}",
        f", and {more} more" if more > 0 else "",
    )


def way_back(form: CommandForm) -> str:
    """The page to go back to: the one that asked, where it is one of ours."""
    asked = form.cleaned_data.get("back", "")
    if asked.startswith("/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None):
        return asked
    return leads_back(form)

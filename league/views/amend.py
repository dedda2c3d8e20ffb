"""Putting an entry right: the form is shown, what would follow is previewed and written down, a preview is saved."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from explain.name_lookup import sentence_with_names_of_season
from journal import preview_amend, take_back
from league.access import NotAMember, NotYours
from league.models import Membership
from league.pages.amends.form import AmendRequest, PreviewToSave, amend_request_for, amend_subject, preview_to_save
from league.pages.amends.form_page import amend_form_page
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED, redirect_to_login, restore_form
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal
from scheduling.rulings import amend_or_request_approval

UNPROCESSABLE, FORBIDDEN = 422, 403
SAVE, BACK = "save", "back"
NOT_ALLOWED = "Entries are put right by the league's commissioners, or taken back by whoever gave them."


@never_cache
def amend_entry(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """An entry put right: asked how, previewed or taken back, as the form says; a preview saved (`act=save`)."""
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    kept = restore_form(request)
    saved = preview_to_save(request.season, number) if request.viewer.is_commissioner else None
    if saved is not None:
        return _apply_preview(request, saved, number=number)
    subject = amend_subject(request.season, request.viewer, number)
    if subject is None:
        raise Http404("There is no such entry.")
    if not subject.ways and not request.viewer.is_commissioner:
        raise PermissionDenied(subject.why_not if request.viewer.franchises and subject.why_not else NOT_ALLOWED)
    given = kept or (request.POST if request.method == "POST" else None)
    amend_request = amend_request_for(subject, given=given, way=request.GET.get("way", ""))
    if request.method != "POST" or kept is not None:
        if kept is not None:
            messages.info(request, LOGIN_EXPIRED)
            amend_request.choice.renew()
        return _render_form(request, amend_request, status=200)
    if not subject.ways or not amend_request.is_valid():
        return _render_form(request, amend_request, status=UNPROCESSABLE)
    return (
        _take_back_entry(request, amend_request)
        if amend_request.way == BACK
        else _save_new_preview(request, amend_request)
    )


def _save_new_preview(request: Any, asked: AmendRequest) -> HttpResponse:
    """Preview what is asked, and show what would follow; or the form again with the reason why not."""
    row, member, cleaned_data = request.season, _commissioner(request), asked.choice.cleaned_data
    try:
        result = preview_amend(
            row.pk,
            asked.corrections(),
            actor=member.handle,
            at=timezone.now(),
            key=cleaned_data["key"],
            reason=cleaned_data["reason"],
            typed=asked.choice.read_typed_faces(member.handle),
            misread=asked.misreadings(),
        )
    except NeedsDice as needs_dice:
        asked.choice.add_faces_field(needs_dice)
        return _render_form(request, asked, status=UNPROCESSABLE)
    except Refusal as no:
        return _render_refusal(request, asked, no)
    return HttpResponseRedirect(links.amend_url(row.pk, result.number))


def _take_back_entry(request: Any, asked: AmendRequest) -> HttpResponse:
    """Take back what its owner did; or show the form again with the reason why not."""
    row, subject, at = request.season, asked.subject, timezone.now()
    try:
        result = take_back(
            row.pk,
            subject.number,
            actor=_owner(request, str(subject.own.get("franchise", ""))).handle,
            at=at,
            key=asked.choice.cleaned_data["key"],
            words=submitted_words(request.POST),
        )
    except Refusal as no:
        return _render_refusal(request, asked, no)
    messages.success(request, f"Entry {subject.number} is taken back: it counts as never given.")
    there = HttpResponseRedirect(links.amend_url(row.pk, result.number))
    return set_receipt_cookie_by_number(there, row, result.number, at=at)


def _apply_preview(request: Any, saved: PreviewToSave, *, number: int) -> HttpResponse:
    """Save a preview; where the season went on since, preview it anew, so that nothing follows unseen."""
    row, member = request.season, _commissioner(request)
    here = HttpResponseRedirect(links.amend_url(row.pk, number))
    if request.method != "POST" or request.POST.get("act") != SAVE:
        return here
    arguments: dict[str, Any] = {
        "at": timezone.now(),
        "typed": saved.typed,
        "reason": saved.reason,
        "misread": saved.misread,
    }
    try:
        if saved.stale:
            key = f"again.{number}.{row.length}"
            again = preview_amend(row.pk, saved.corrections, actor=member.handle, key=key, **arguments)
            messages.info(request, "The season went on since that preview. This is what would follow now.")
            return HttpResponseRedirect(links.amend_url(row.pk, again.number))
        arguments |= {"preview": number, "words": submitted_words(request.POST)}
        outcome = amend_or_request_approval(row, saved.corrections, member=member, key=f"save.{number}", **arguments)
    except Refusal as no:
        messages.error(request, sentence_with_names_of_season(no.sentence, row.pk))
        return here
    if outcome.ruling is not None:
        messages.success(request, outcome.waiting_message)
        return HttpResponseRedirect(links.rulings_url(row.pk))
    messages.success(request, "It is put right. Everything that followed from it is shown here.")
    there = HttpResponseRedirect(links.amend_url(row.pk, outcome.number))
    return set_receipt_cookie_by_number(there, row, outcome.number, at=arguments["at"])


def _render_refusal(request: Any, asked: AmendRequest, refusal: Refusal) -> HttpResponse:
    given = asked.choice.given
    again = amend_request_for(asked.subject, given=given if given is not None else QueryDict())
    again.is_valid()
    again.add_refusal(refusal)
    again.choice.renew()
    status = FORBIDDEN if isinstance(refusal, NotYours | NotAMember) else UNPROCESSABLE
    return _render_form(request, again, status=status)


def _commissioner(request: Any) -> Membership:
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            found: Membership = membership
            return found
    raise PermissionDenied(NOT_ALLOWED)


def _owner(request: Any, franchise: str) -> Membership:
    for membership in request.viewer.memberships:
        if links.short_id(membership.franchise_id or "") == franchise:
            found: Membership = membership
            return found
    raise PermissionDenied(NOT_ALLOWED)


def _render_form(request: Any, asked: AmendRequest, *, status: int) -> HttpResponse:
    template, context = amend_form_page(asked)
    return render(request, template, context, status=status)

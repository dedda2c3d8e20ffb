"""Amending an entry: the form, its preview, which is written to the journal, and saving the preview."""

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
from scheduling.first_names import with_proper_corrections
from scheduling.rulings import amend_or_request_approval

UNPROCESSABLE, FORBIDDEN = 422, 403
SAVE, BACK = "save", "back"
NOT_ALLOWED = "Only the league's commissioners correct entries, and only the person who gave an entry takes it back."


@never_cache
def amend_entry(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """The form that amends an entry. POST makes a preview or takes the entry back, as the form says.

    On the page of a preview, `act=save` saves it.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    restored = restore_form(request)
    preview = preview_to_save(request.season, number) if request.viewer.is_commissioner else None
    if preview is not None:
        return _apply_preview(request, preview, number=number)
    subject = amend_subject(request.season, request.viewer, number)
    if subject is None:
        raise Http404("There is no such entry.")
    if not subject.ways and not request.viewer.is_commissioner:
        raise PermissionDenied(subject.why_not if request.viewer.franchises and subject.why_not else NOT_ALLOWED)
    form_fields = restored or (request.POST if request.method == "POST" else None)
    amend_request = amend_request_for(subject, given=form_fields, way=request.GET.get("way", ""))
    if request.method != "POST" or restored is not None:
        if restored is not None:
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


def _save_new_preview(request: Any, amend_request: AmendRequest) -> HttpResponse:
    """Make a preview and redirect to it, or show the form again with the refusal."""
    row, member, cleaned_data = request.season, _commissioner(request), amend_request.choice.cleaned_data
    try:
        result = preview_amend(
            row.pk,
            with_proper_corrections(row, amend_request.corrections()),
            actor=member.handle,
            at=timezone.now(),
            key=cleaned_data["key"],
            reason=cleaned_data["reason"],
            typed=amend_request.choice.read_typed_faces(member.handle),
            misread=amend_request.misreadings(),
        )
    except NeedsDice as needs_dice:
        amend_request.choice.add_faces_field(needs_dice)
        return _render_form(request, amend_request, status=UNPROCESSABLE)
    except Refusal as refusal:
        return _render_refusal(request, amend_request, refusal)
    return HttpResponseRedirect(links.amend_url(row.pk, result.number))


def _take_back_entry(request: Any, amend_request: AmendRequest) -> HttpResponse:
    """Take back an owner's entry and redirect to the amend, or show the form again with the refusal."""
    row, subject, at = request.season, amend_request.subject, timezone.now()
    try:
        result = take_back(
            row.pk,
            subject.number,
            actor=_owner(request, str(subject.own.get("franchise", ""))).handle,
            at=at,
            key=amend_request.choice.cleaned_data["key"],
            words=submitted_words(request.POST),
        )
    except Refusal as refusal:
        return _render_refusal(request, amend_request, refusal)
    messages.success(request, f"Entry {subject.number} is taken back: it counts as never done.")
    redirect = HttpResponseRedirect(links.amend_url(row.pk, result.number))
    return set_receipt_cookie_by_number(redirect, row, result.number, at=at)


def _apply_preview(request: Any, preview: PreviewToSave, *, number: int) -> HttpResponse:
    """Save a preview. If the season has changed since, make a new preview, so that no effect goes unseen."""
    row, member = request.season, _commissioner(request)
    preview_redirect = HttpResponseRedirect(links.amend_url(row.pk, number))
    if request.method != "POST" or request.POST.get("act") != SAVE:
        return preview_redirect
    arguments: dict[str, Any] = {
        "at": timezone.now(),
        "typed": preview.typed,
        "reason": preview.reason,
        "misread": preview.misread,
    }
    try:
        if preview.stale:
            key = f"again.{number}.{row.length}"
            new_preview = preview_amend(row.pk, preview.corrections, actor=member.handle, key=key, **arguments)
            messages.info(request, "The season went on since that preview. This is what would follow now.")
            return HttpResponseRedirect(links.amend_url(row.pk, new_preview.number))
        arguments |= {"preview": number, "words": submitted_words(request.POST)}
        outcome = amend_or_request_approval(
            row, preview.corrections, member=member, key=f"save.{number}", **arguments
        )
    except Refusal as refusal:
        messages.error(request, sentence_with_names_of_season(refusal.sentence, row.pk))
        return preview_redirect
    if outcome.ruling is not None:
        messages.success(request, outcome.waiting_message)
        return HttpResponseRedirect(links.rulings_url(row.pk))
    messages.success(request, "It is corrected. Everything that followed from it is shown here.")
    redirect = HttpResponseRedirect(links.amend_url(row.pk, outcome.number))
    return set_receipt_cookie_by_number(redirect, row, outcome.number, at=arguments["at"])


def _render_refusal(request: Any, amend_request: AmendRequest, refusal: Refusal) -> HttpResponse:
    form_fields = amend_request.choice.given
    new_request = amend_request_for(
        amend_request.subject, given=form_fields if form_fields is not None else QueryDict()
    )
    new_request.is_valid()
    new_request.add_refusal(refusal)
    new_request.choice.renew()
    status = FORBIDDEN if isinstance(refusal, NotYours | NotAMember) else UNPROCESSABLE
    return _render_form(request, new_request, status=status)


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


def _render_form(request: Any, amend_request: AmendRequest, *, status: int) -> HttpResponse:
    template, context = amend_form_page(amend_request)
    return render(request, template, context, status=status)

"""Putting an entry right: the form is shown, what would follow is previewed and written down, a preview is saved."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.access import NotAMember, NotYours
from league.clock.ruling import amend_or_ask
from league.journal import preview_amend, take_back
from league.models import Membership
from league.pages import routes
from league.pages.amend_form import Asked, Saving, asked_of, saving, subject_of
from league.pages.amend_page import put_right_page
from league.pages.kept import LAPSED, kept_form, log_in_first
from league.pages.names import said_plainly
from league.pages.receipts import keep_receipt_of
from league.pages.sent_words import words_in
from rules.core.dice import NeedsDice
from rules.core.refusals import Refusal

UNPROCESSABLE, FORBIDDEN = 422, 403
SAVE, BACK = "save", "back"
NOT_HIS = "Entries are put right by the league's commissioners, or taken back by whoever gave them."


@never_cache
def put_right(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """An entry put right: asked how, previewed or taken back, as the form says; a preview saved (`act=save`)."""
    if not request.user.is_authenticated:
        return log_in_first(request)
    kept = kept_form(request)
    saved = saving(request.season, number) if request.viewer.is_commissioner else None
    if saved is not None:
        return _saved(request, saved, number=number)
    subject = subject_of(request.season, request.viewer, number)
    if subject is None:
        raise Http404("There is no such entry.")
    if not subject.ways and not request.viewer.is_commissioner:
        raise PermissionDenied(subject.why_not if request.viewer.franchises and subject.why_not else NOT_HIS)
    given = kept or (request.POST if request.method == "POST" else None)
    asked = asked_of(subject, given=given, way=request.GET.get("way", ""))
    if request.method != "POST" or kept is not None:
        if kept is not None:
            messages.info(request, LAPSED)
            asked.choice.renewed()
        return _shown(request, asked, status=200)
    if not subject.ways or not asked.is_valid():
        return _shown(request, asked, status=UNPROCESSABLE)
    return _taken_back(request, asked) if asked.way == BACK else _previewed(request, asked)


def _previewed(request: Any, asked: Asked) -> HttpResponse:
    """Preview what is asked, and show what would follow; or the form again with the reason why not."""
    row, member, told = request.season, _commissioner(request), asked.choice.cleaned_data
    try:
        came = preview_amend(
            row.pk,
            asked.corrections(),
            actor=member.handle,
            at=timezone.now(),
            key=told["key"],
            reason=told["reason"],
            typed=asked.choice.typed(member.handle),
            misread=asked.misread(),
        )
    except NeedsDice as wanted:
        asked.choice.ask_for(wanted)
        return _shown(request, asked, status=UNPROCESSABLE)
    except Refusal as no:
        return _refused(request, asked, no)
    return HttpResponseRedirect(routes.amend_at(row.pk, came.number))


def _taken_back(request: Any, asked: Asked) -> HttpResponse:
    """Take back what its owner did; or show the form again with the reason why not."""
    row, subject, at = request.season, asked.subject, timezone.now()
    try:
        came = take_back(
            row.pk,
            subject.number,
            actor=_owner(request, str(subject.own.get("franchise", ""))).handle,
            at=at,
            key=asked.choice.cleaned_data["key"],
            words=words_in(request.POST),
        )
    except Refusal as no:
        return _refused(request, asked, no)
    messages.success(request, f"Entry {subject.number} is taken back: it counts as never given.")
    there = HttpResponseRedirect(routes.amend_at(row.pk, came.number))
    return keep_receipt_of(there, row, came.number, at=at)


def _saved(request: Any, saved: Saving, *, number: int) -> HttpResponse:
    """Save a preview; where the season went on since, preview it anew, so that nothing follows unseen."""
    row, member = request.season, _commissioner(request)
    here = HttpResponseRedirect(routes.amend_at(row.pk, number))
    if request.method != "POST" or request.POST.get("act") != SAVE:
        return here
    asked: dict[str, Any] = {
        "at": timezone.now(),
        "typed": saved.typed,
        "reason": saved.reason,
        "misread": saved.misread,
    }
    try:
        if saved.stale:
            key = f"again.{number}.{row.length}"
            again = preview_amend(row.pk, saved.corrections, actor=member.handle, key=key, **asked)
            messages.info(request, "The season went on since that preview. This is what would follow now.")
            return HttpResponseRedirect(routes.amend_at(row.pk, again.number))
        asked |= {"preview": number, "words": words_in(request.POST)}
        came = amend_or_ask(row, saved.corrections, member=member, key=f"save.{number}", **asked)
    except Refusal as no:
        messages.error(request, said_plainly(no.sentence, row.pk))
        return here
    if came.ruling is not None:
        messages.success(request, came.said)
        return HttpResponseRedirect(routes.rulings_at(row.pk))
    messages.success(request, "It is put right. Everything that followed from it is shown here.")
    there = HttpResponseRedirect(routes.amend_at(row.pk, came.number))
    return keep_receipt_of(there, row, came.number, at=asked["at"])


def _refused(request: Any, asked: Asked, refusal: Refusal) -> HttpResponse:
    given = asked.choice.given
    again = asked_of(asked.subject, given=given if given is not None else QueryDict())
    again.is_valid()
    again.refuse(refusal)
    again.choice.renewed()
    status = FORBIDDEN if isinstance(refusal, NotYours | NotAMember) else UNPROCESSABLE
    return _shown(request, again, status=status)


def _commissioner(request: Any) -> Membership:
    for each in request.viewer.memberships:
        if each.role == Membership.Role.COMMISSIONER:
            found: Membership = each
            return found
    raise PermissionDenied(NOT_HIS)


def _owner(request: Any, franchise: str) -> Membership:
    for each in request.viewer.memberships:
        if routes.local(each.franchise_id or "") == franchise:
            found: Membership = each
            return found
    raise PermissionDenied(NOT_HIS)


def _shown(request: Any, asked: Asked, *, status: int) -> HttpResponse:
    template, context = put_right_page(asked)
    return render(request, template, context, status=status)

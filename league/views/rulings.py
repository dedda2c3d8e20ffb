"""Rulings: everybody reads them, and the members who may answer do so here."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league.models import Membership, Ruling
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import redirect_to_login, restore_form_and_notify
from league.pages.season.journal import whole_number
from league.pages.season.rulings import rulings_page
from rules.core.refusals import Refusal
from scheduling.rulings import answer_ruling

UNPROCESSABLE = 422
ANSWER_MESSAGES = {
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
    return _render_page(
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
        return _render_page(request, status=UNPROCESSABLE, refused=refusal.sentence, said=said)
    messages.success(request, ANSWER_MESSAGES[Ruling.Standing(ruling.standing)])
    response = HttpResponseRedirect(links.rulings_url(request.season.pk))
    return set_receipt_cookie_by_number(response, request.season, ruling.entry, at=at)


def _render_page(request: Any, *, status: int, said: dict[str, str], refused: str = "") -> HttpResponse:
    before = whole_number(request.GET.get("before", ""))
    context = rulings_page(
        league=request.league, season=request.season, viewer=request.viewer, before=before, refused=refused, said=said
    )
    return render(request, "league/rulings.html", context, status=status)

"""Questions put to the commissioners during play: everybody reads them, members put them, commissioners rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league.models import Membership
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login, restore_form_and_notify
from league.pages.number_fields import whole_number
from league.pages.season.put_questions import RejectedForm, put_questions_page
from rules.core.refusals import Malformed, Refusal
from scheduling.put_questions import ASKERS, put_question, rule_on_question, withdraw_question

UNPROCESSABLE = 422
ASKED = "Your question is asked: a commissioner rules on it, and you are notified."
ASKED_IN_FORK = "Your question stands here. Nobody is notified: put it in the season itself to have it ruled on."
RULED = "Ruled. Everybody can read it, and the member who asked is notified."
RULED_IN_FORK = "Ruled. Nobody is notified of what is ruled here."
ABOUT_FIELDS = ("match", "questionnaire", "question")


@never_cache
def put_questions(request: Any, league: str, season: str) -> HttpResponse:
    """The questions of a season; POST puts one (`act=ask`), rules on one, or takes one back."""
    if request.method == "POST":
        return _submit(request)
    restored = restore_form_and_notify(request)
    rejected = None
    if restored is not None:
        rejected = RejectedForm(whole_number(restored.get("number", "")) or 0, restored, "")
    return _render(request, rejected=rejected)


def _submit(request: Any) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    number, act, at = whole_number(request.POST.get("number", "")) or 0, request.POST.get("act", ""), timezone.now()
    try:
        if act == "ask":
            asked = put_question(
                request.season,
                member=_member(request, ASKERS),
                put=request.POST.get("put", ""),
                cited=request.POST.get("cited", ""),
                match=request.POST.get("match", ""),
                about=(request.POST.get("questionnaire", ""), request.POST.get("question", "")),
                at=at,
            )
            messages.success(request, ASKED_IN_FORK if request.season.forked_from else ASKED)
        elif act == "withdraw":
            asked = withdraw_question(request.season, number, handles=request.viewer.handles, at=at)
            messages.success(request, "Taken back.")
            return HttpResponseRedirect(links.put_questions_url(request.season.pk))
        elif act != "rule":
            _member(request, ASKERS)
            raise Malformed(UNKNOWN_BUTTON)
        else:
            asked = rule_on_question(
                request.season,
                number,
                actor=_member(request, {Membership.Role.COMMISSIONER}).handle,
                answer=request.POST.get("answer", ""),
                cited=request.POST.get("cited", ""),
                words=submitted_words(request.POST),
                at=at,
            )
            messages.success(request, RULED_IN_FORK if request.season.forked_from else RULED)
    except Refusal as refusal:
        rejected = RejectedForm(0 if act == "ask" else number, request.POST, refusal.sentence)
        return _render(request, rejected=rejected, status=UNPROCESSABLE)
    response = HttpResponseRedirect(links.put_questions_url(request.season.pk, asked.number))
    if asked.entry is None:
        return response
    return set_receipt_cookie_by_number(response, request.season, asked.entry, at=at)


def _member(request: Any, roles: Any) -> Membership:
    """The viewer's membership in one of these roles. Raises `PermissionDenied`."""
    membership: Membership | None = next(
        (member for member in request.viewer.memberships if member.role in roles), None
    )
    if membership is None:
        raise PermissionDenied(
            "Only owners and commissioners may ask questions, and only commissioners rule on them."
        )
    return membership


def _render(request: Any, *, rejected: RejectedForm | None = None, status: int = 200) -> HttpResponse:
    about: Mapping[str, str] = {name: request.GET.get(name, "")[:140] for name in ABOUT_FIELDS}
    context = put_questions_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        before=whole_number(request.GET.get("before", "")),
        about=about,
        rejected=rejected,
    )
    return render(request, "league/put_questions.html", context, status=status)

"""A questionnaire to print, what is different here, and its answers beside those of others."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from explain import links
from explain.printed_names import quantity
from league.models import Membership
from league.pages.form_recovery import redirect_to_login
from league.pages.questionnaire.comparison_page import answers_to_take, comparison_page
from league.pages.questionnaire.editions import booklet_page, differences_page
from league.pages.questionnaire.league_questionnaire import DraftChanged, LeagueQuestionnaire
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from league.pages.questionnaire.starting_points import starting_points
from league.pages.questionnaire.versions import save_draft, versions
from league.pages.season.journal import whole_number
from rules.core.refusals import Unknown

CONFLICT = 409


@require_safe
def booklet(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """Every question with its answer in force, to print."""
    asked = _questionnaire(request, questionnaire)
    context = booklet_page(league=request.league, season=request.season, viewer=request.viewer, asked=asked)
    return render(request, "league/questionnaire_booklet.html", context)


@require_safe
def differences(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """The answers that are not the printed ones, on one page."""
    asked = _questionnaire(request, questionnaire)
    context = differences_page(league=request.league, season=request.season, viewer=request.viewer, asked=asked)
    return render(request, "league/questionnaire_differences.html", context)


def comparison(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """The answers beside those of a starting point (`with`); POST takes some of them into the draft."""
    asked = _questionnaire(request, questionnaire)
    if request.method != "POST":
        return _render_comparison(request, asked, request.GET.get("with", ""))
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    actor = _commissioner(request)
    points = starting_points(asked, request.season, request.user)
    beside = request.POST.get("with", "")
    point = next((other for other in points if other.id == beside), None)
    if point is None:
        raise Http404("There are no such answers to compare with.")
    offered, wanted = answers_to_take(asked, request.season, point), set(request.POST.getlist("take"))
    taken = {key: answer for key, answer in offered.items() if key in wanted or request.POST.get("act") == "take_all"}
    if not taken:
        messages.info(request, "Nothing was chosen: check the answers to take, or take all of them.")
        return _render_comparison(request, asked, beside)
    draft = versions(request.season.pk, asked.id).filter(published_at=None).first()
    try:
        save_draft(
            request.season,
            {**({} if draft is None else draft.answers), **taken},
            questionnaire=asked.id,
            actor=actor.handle,
            at=timezone.now(),
            revision=whole_number(request.POST.get("revision", "")) or 0,
            note="" if draft is None else draft.note,
            step="" if draft is None else draft.step,
        )
    except DraftChanged as refusal:
        return _render_comparison(request, asked, beside, refusal=refusal.sentence, status=CONFLICT)
    messages.success(request, f"In the draft now: {quantity(len(taken), 'answer')}. Nothing is published yet.")
    return HttpResponseRedirect(links.answers_draft_url(request.season.pk, asked.id))


def _render_comparison(
    request: Any, asked: LeagueQuestionnaire, beside: str, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = comparison_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        user=request.user,
        asked=asked,
        beside=beside,
        refusal=refusal,
    )
    return render(request, "league/questionnaire_comparison.html", context, status=status)


def _questionnaire(request: Any, id: str) -> LeagueQuestionnaire:
    try:
        return find_questionnaire(id, request.season)
    except Unknown as refusal:
        raise Http404(refusal.sentence) from refusal


def _commissioner(request: Any) -> Membership:
    """The viewer's commissioner membership. Raises `PermissionDenied`."""
    role = Membership.Role.COMMISSIONER
    membership: Membership | None = next(
        (member for member in request.viewer.memberships if member.role == role), None
    )
    if membership is None:
        raise PermissionDenied("Only the league's commissioners can answer questionnaires.")
    return membership

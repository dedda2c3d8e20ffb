"""Awaited dice: their page, its status for scripts, and members' input of beacon rounds and words."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from explain import links
from explain.name_lookup import sentence_with_names_of_season
from league.models import Membership
from league.pages.dice.awaited import awaited_dice_page, awaited_dice_status, words_membership
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login
from league.pages.number_fields import whole_number
from rules.core.refusals import Malformed, Refusal
from scheduling.awaited_dice import (
    agree_to_waive_beacon,
    apply_pasted_round,
    let_due_dice_fall,
    reveal_words,
    submit_words_hash,
)

UNPROCESSABLE = 422


@never_cache
@require_safe
def awaited_dice(request: Any, league: str, season: str) -> HttpResponse:
    """The awaited dice of a season."""
    context = awaited_dice_page(
        league=request.league, season=request.season, viewer=request.viewer, at=timezone.now()
    )
    return render(request, "league/awaited.html", context)


@never_cache
@require_safe
def awaited_dice_json(request: Any, league: str, season: str) -> JsonResponse:
    """The status of awaited dice as JSON, for scripts that wait for them or give words."""
    seen = whole_number(request.GET.get("seen", ""))
    return JsonResponse(awaited_dice_status(request.season, request.viewer, seen=seen, at=timezone.now()))


@never_cache
@require_POST
def awaited_dice_action(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Fetch (`act=fetch`) or paste (`round`) the beacon round an entry awaits, or agree to go on without (`waive`).

    Scripts of the pages also send the hash of words (`hash`) and the words (`words`), and get JSON.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=links.awaited_dice_url(request.season.pk))
    if not request.viewer.is_member:
        raise PermissionDenied("This is for the members of the league.")
    member, act, value = words_membership(request.viewer), request.POST.get("act", ""), request.POST.get("given", "")
    if act in ("hash", "words", "waive") and member is None:
        raise PermissionDenied("This is for the owners of the league, and for its commissioners.")
    if act in ("hash", "words") and member is not None:
        return _give_words(request, number, act, value, member)
    try:
        message = _perform_action(request, number, act, value)
    except Refusal as refusal:
        sentence = sentence_with_names_of_season(refusal.sentence, request.season.pk)
        context = awaited_dice_page(
            league=request.league,
            season=request.season,
            viewer=request.viewer,
            at=timezone.now(),
            typed={number: value},
            refused=sentence,
        )
        return render(request, "league/awaited.html", context, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(links.awaited_dice_url(request.season.pk))


def _perform_action(request: Any, number: int, act: str, value: str) -> str:
    season, at = request.season.pk, timezone.now()
    if act == "fetch":
        return "The dice have fallen." if let_due_dice_fall(season, at=at) else "Nothing that is due is awaited."
    if act == "round":
        apply_pasted_round(season, number, value, at=at)
        return "The round is the beacon's, and the dice have fallen."
    if act == "waive":
        owners = [membership for membership in request.viewer.memberships if membership.role == Membership.Role.OWNER]
        agreed = [
            agree_to_waive_beacon(season, number, member=member, at=at)
            for member in owners or request.viewer.memberships
        ]
        if not any(agreed):
            return "There is nothing to agree to: the dice have fallen, or you agreed before."
        return "You agreed to go on without the beacon."
    raise Malformed(UNKNOWN_BUTTON)


def _give_words(request: Any, number: int, act: str, value: str, member: Membership) -> JsonResponse:
    submit = submit_words_hash if act == "hash" else reveal_words
    try:
        submit(request.season.pk, number, value, member=member, at=timezone.now())
    except Refusal as refusal:
        return JsonResponse({"refused": refusal.sentence}, status=UNPROCESSABLE)
    return JsonResponse({"taken": act})

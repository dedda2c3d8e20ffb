"""The commissioner's board: its buttons advance the season by one step, or until it waits for people."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from explain.fact_rendering import command_words
from journal import BatchResult
from league.models import Membership
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED_PRESS_AGAIN, restore_form_and_notify
from league.pages.season.board import RejectedAction, board_page
from rules.campaign.core.command import tag_of
from rules.core.refusals import Malformed, Refusal
from scheduling.advance import MOST_STEPS, AdvanceResult, advance_season
from scheduling.reminders import send_reminder

UNPROCESSABLE = 422


@never_cache
def board(request: Any, league: str, season: str) -> HttpResponse:
    """The board of a season, for its commissioners; POST performs a button and redirects back."""
    member = next(
        (member for member in request.viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    if member is None:
        raise PermissionDenied("The board is for the league's commissioners.")
    restore_form_and_notify(request, said=LOGIN_EXPIRED_PRESS_AGAIN)
    at = timezone.now()
    if request.method == "POST":
        try:
            batches = _perform_action(request, member, at=at)
        except Refusal as refusal:
            request.season.refresh_from_db()
            rejected = RejectedAction(refusal.sentence)
            context = board_page(
                league=request.league, season=request.season, viewer=request.viewer, at=at, refused=rejected
            )
            return render(request, "league/board.html", context, status=UNPROCESSABLE)
        redirect = HttpResponseRedirect(links.board_url(request.season.pk))
        entries = [entry for response in batches for entry in response.entries]
        return set_receipt_cookie(redirect, entries[-1].entry, at=at) if entries else redirect
    context = board_page(league=request.league, season=request.season, viewer=request.viewer, at=at)
    return render(request, "league/board.html", context)


def _perform_action(request: Any, member: Membership, *, at: datetime) -> list[BatchResult]:
    """Perform a button and add its message. Returns the batches that were written. Raises a `Refusal`."""
    post = request.POST
    match post.get("act"):
        case "next" | "on" as act:
            most = 1 if act == "next" else MOST_STEPS
            key, words = post.get("key", ""), submitted_words(post)
            advanced = advance_season(request.season.pk, member=member, at=at, key=key, most=most, words=words)
            messages.success(request, _success_message(advanced))
            return advanced.answers
        case "remind":
            count = send_reminder(request.season.pk, post.get("what", ""), member=member, at=at)
            messages.success(
                request,
                f"{count} {'person was' if count == 1 else 'people were'} reminded."
                if count
                else "They were reminded within this hour already.",
            )
            return []
        case _:
            raise Malformed("The board knows next, on and remind: press one of its buttons.")


def _success_message(advanced: AdvanceResult) -> str:
    """The message about an advance, in a sentence."""
    steps = [command_words(tag_of(type(step))).lower() for step in advanced.steps]
    entries = sum(len(response.entries) for response in advanced.answers)
    if not entries:
        return "Nothing was left to give: the season waits."
    phrase = ", ".join(dict.fromkeys(steps)) or "standing orders answered"
    return f"{phrase[:1].upper()}{phrase[1:]}: {entries} entr{'y' if entries == 1 else 'ies'} written."

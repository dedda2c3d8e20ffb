"""The board: shown to commissioners; one press gives the next step, or goes on until people are asked."""

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
    """A season's board, for its commissioners: what is pressed there is done, said, and the board shown again."""
    member = next(
        (member for member in request.viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    if member is None:
        raise PermissionDenied("The board is for the league's commissioners.")
    restore_form_and_notify(request, said=LOGIN_EXPIRED_PRESS_AGAIN)
    at = timezone.now()
    if request.method == "POST":
        try:
            answers = _perform_action(request, member, at=at)
        except Refusal as no:
            request.season.refresh_from_db()
            refused = RejectedAction(no.sentence)
            context = board_page(
                league=request.league, season=request.season, viewer=request.viewer, at=at, refused=refused
            )
            return render(request, "league/board.html", context, status=UNPROCESSABLE)
        here = HttpResponseRedirect(links.board_url(request.season.pk))
        written = [entry for answer in answers for entry in answer.entries]
        return set_receipt_cookie(here, written[-1].entry, at=at) if written else here
    context = board_page(league=request.league, season=request.season, viewer=request.viewer, at=at)
    return render(request, "league/board.html", context)


def _perform_action(request: Any, member: Membership, *, at: datetime) -> list[BatchResult]:
    """Do what was pressed, say it, and return what was answered. Raises a `Refusal`."""
    post = request.POST
    match post.get("act"):
        case "next" | "on" as act:
            most = 1 if act == "next" else MOST_STEPS
            key, words = post.get("key", ""), submitted_words(post)
            pressed = advance_season(request.season.pk, member=member, at=at, key=key, most=most, words=words)
            messages.success(request, _success_message(pressed))
            return pressed.answers
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


def _success_message(pressed: AdvanceResult) -> str:
    """What a press came to, in a sentence."""
    steps = [command_words(tag_of(type(step))).lower() for step in pressed.steps]
    entries = sum(len(answer.entries) for answer in pressed.answers)
    if not entries:
        return "Nothing was left to give: the season waits."
    given = ", ".join(dict.fromkeys(steps)) or "standing orders answered"
    return f"{given[:1].upper()}{given[1:]}: {entries} entr{'y' if entries == 1 else 'ies'} written."

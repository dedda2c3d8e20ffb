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
from explain.fact_rendering import command_words, render_fact
from explain.name_lookup import complete_names
from explain.names import Names
from journal import BatchResult
from league.models import Membership
from league.pages.command_forms.answers import MOST_FACTS_SHOWN
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED_PRESS_AGAIN, restore_form_and_notify
from league.pages.season.board import RejectedAction, board_page
from rules.campaign.core.command import tag_of
from rules.campaign.core.season_steps import SeasonStepReached
from rules.core.refusals import Malformed, Refusal
from scheduling.automatic_steps import MOST_STEPS, AdvanceResult, advance_season
from scheduling.clock_controls import send_reminder
from scheduling.watch_parties import reveal_now

UNPROCESSABLE = 422
LONGEST_ROUND_NUMBER = 6


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
            messages.success(request, _success_message(advanced, request.season.pk))
            return advanced.answers
        case "reveal_now":
            number = post.get("round", "")
            if not number.isascii() or not number.isdecimal() or len(number) > LONGEST_ROUND_NUMBER:
                raise Malformed("Name the round that is to be revealed.")
            batches = reveal_now(request.season.pk, int(number), member=member, at=at)
            messages.success(request, f"Round {int(number)} is being played now.")
            return batches
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
            raise Malformed("The board knows next, on, remind and reveal_now: press one of its buttons.")


def _success_message(advanced: AdvanceResult, season: str) -> str:
    """The message about an advance: its steps, and the first fact of each entry, or the first of the only one."""
    titles = [command_words(tag_of(type(step))) for step in advanced.steps]
    steps = [f"{title[:1].lower()}{title[1:]}" for title in titles]
    if not any(response.entries for response in advanced.answers):
        return "Nothing was left to give: the season waits."
    phrase = ", ".join(dict.fromkeys(steps)) or "standing orders answered"
    by_entry = [
        [fact for fact in entry.facts if not isinstance(fact, SeasonStepReached)]
        for response in advanced.answers
        for entry in response.entries
    ]
    eventful = [facts for facts in by_entry if facts]
    shown = (eventful[0] if len(eventful) == 1 else [facts[0] for facts in eventful])[:MOST_FACTS_SHOWN]
    names = complete_names(Names(season), shown)
    outcome = " ".join(render_fact(fact, names).sentence for fact in shown)
    return f"{phrase[:1].upper()}{phrase[1:]}: done. {outcome}".strip()

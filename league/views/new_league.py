"""The form that founds a league, safe to resubmit."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache

from explain import links
from league.founding import create_playable_league
from league.models import Season
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED, redirect_to_login, restore_form
from league.pages.founding import FoundingForm, founding_page
from rules.core.refusals import Refusal
from scheduling.awaited_dice import beacon_is_reachable

UNPROCESSABLE = 422
HIRING_OPEN = '{} is founded, and hiring is open. <a href="{}">Invite owners</a> to its franchises.'
DICE_FIRST = '{} is founded. <a href="{}">Its dice</a> fall first; then hiring opens, and owners can be invited.'
"""Success messages, with the name of the league and a URL."""


@never_cache
def new_league(request: Any) -> HttpResponse:
    """The form that founds a league; POST founds it and redirects to its home."""
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    restored = restore_form(request)
    if restored is not None:
        messages.info(request, LOGIN_EXPIRED)
    now = timezone.now()
    form = FoundingForm(request.POST if request.method == "POST" else restored, beacon=beacon_is_reachable(at=now))
    if request.method != "POST":
        return render(request, "league/new.html", founding_page(form))
    if form.is_valid():
        try:
            key, words, at = form.cleaned_data["key"], submitted_words(request.POST), now
            league = create_playable_league(form.to_request(), founder=request.user, at=at, key=key, words=words)
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            season = Season.objects.filter(league=league).earliest("number")
            message, url = HIRING_OPEN, links.people_url(league.pk)
            if season.awaited:
                message, url = DICE_FIRST, links.awaited_dice_url(season.pk)
            messages.success(request, format_html(message, league.name, url))
            return set_receipt_cookie_by_number(
                HttpResponseRedirect(links.league_url(league.pk)), season, season.length, at=at
            )
    return render(request, "league/new.html", founding_page(form), status=UNPROCESSABLE)

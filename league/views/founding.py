"""Founding a league: one form, sent once however often."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache

from league.clock.awaited_dice import reaches_beacon
from league.founding import found
from league.models import Season
from league.pages import routes
from league.pages.founding import FoundingForm, founding_page
from league.pages.kept import LAPSED, kept_form, log_in_first
from league.pages.receipts import keep_receipt_of
from league.pages.sent_words import words_in
from rules.core.refusals import Refusal

UNPROCESSABLE = 422
HIRING_OPEN = '{} is founded, and hiring is open. <a href="{}">Invite owners</a> to its franchises.'
DICE_FIRST = '{} is founded. <a href="{}">Its dice</a> fall first; then hiring opens, and owners can be invited.'
"""What a founder is told, with the name of the league and an address."""


@never_cache
def new(request: Any) -> HttpResponse:
    """The form a league is founded with; then the league's home."""
    if not request.user.is_authenticated:
        return log_in_first(request)
    kept = kept_form(request)
    if kept is not None:
        messages.info(request, LAPSED)
    now = timezone.now()
    form = FoundingForm(request.POST if request.method == "POST" else kept, beacon=reaches_beacon(at=now))
    if request.method != "POST":
        return render(request, "league/new.html", founding_page(form))
    if form.is_valid():
        try:
            key, words, at = form.cleaned_data["key"], words_in(request.POST), now
            league = found(form.asked(), founder=request.user, at=at, key=key, words=words)
        except Refusal as no:
            form.add_error(None, no.sentence)
        else:
            season = Season.objects.filter(league=league).earliest("number")
            said, leads = HIRING_OPEN, routes.people_at(league.pk)
            if season.awaited:
                said, leads = DICE_FIRST, routes.awaited_at(season.pk)
            messages.success(request, format_html(said, league.name, leads))
            return keep_receipt_of(HttpResponseRedirect(routes.league_at(league.pk)), season, season.length, at=at)
    return render(request, "league/new.html", founding_page(form), status=UNPROCESSABLE)

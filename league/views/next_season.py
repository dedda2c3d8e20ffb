"""The commissioners' form that opens the next season, safe to resubmit."""

from __future__ import annotations

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
from league.pages.form_recovery import restore_form_and_notify
from league.pages.season.next_season import NextSeasonForm, next_season_page
from rules.core.refusals import Refusal
from scheduling.next_season import open_next_by_commissioner

UNPROCESSABLE = 422


@never_cache
def open_next_season(request: Any, league: str, season: str) -> HttpResponse:
    """The form that opens the next season; POST opens it and redirects to its board."""
    member = next(
        (member for member in request.viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    if member is None:
        raise PermissionDenied("The next season is opened by the league's commissioners.")
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        return _render_page(
            request, None if restored is None else NextSeasonForm(request.season, restored), status=200
        )
    form = NextSeasonForm(request.season, request.POST)
    if not form.is_valid():
        return _render_page(request, form, status=UNPROCESSABLE)
    arguments: dict[str, Any] = {name: form.cleaned_data[name] for name in ("rounds", "key")}
    at = timezone.now()
    try:
        new_season = open_next_by_commissioner(
            request.season, member=member, at=at, words=submitted_words(request.POST), **arguments
        )
    except Refusal as refusal:
        form.add_error(None, refusal.sentence)
        return _render_page(request, form, status=UNPROCESSABLE)
    messages.success(
        request, f"Season {new_season.number} is open. Change its house rules first, or go on to hiring."
    )
    return set_receipt_cookie_by_number(
        HttpResponseRedirect(links.board_url(new_season.pk)), new_season, new_season.length, at=at
    )


def _render_page(request: Any, form: NextSeasonForm | None, *, status: int) -> HttpResponse:
    context = next_season_page(league=request.league, season=request.season, viewer=request.viewer, form=form)
    return render(request, "league/following.html", context, status=status)

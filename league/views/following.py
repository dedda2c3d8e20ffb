"""Opening the season after a closed one: for commissioners, one form, given once however often it is sent."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.clock.following import open_after
from league.models import Membership
from league.pages import routes
from league.pages.following import FollowingForm, following_page
from league.pages.kept import kept_and_said
from league.pages.receipts import keep_receipt_of
from league.pages.sent_words import words_in
from rules.core.refusals import Refusal

UNPROCESSABLE = 422


@never_cache
def following(request: Any, league: str, season: str) -> HttpResponse:
    """The form by which the next season is opened; then that season's board."""
    member = next((each for each in request.viewer.memberships if each.role == Membership.Role.COMMISSIONER), None)
    if member is None:
        raise PermissionDenied("The next season is opened by the league's commissioners.")
    if request.method != "POST":
        kept = kept_and_said(request)
        return _shown(request, None if kept is None else FollowingForm(request.season, kept), status=200)
    form = FollowingForm(request.season, request.POST)
    if not form.is_valid():
        return _shown(request, form, status=UNPROCESSABLE)
    told: dict[str, Any] = {name: form.cleaned_data[name] for name in ("rounds", "key")}
    at = timezone.now()
    try:
        opened = open_after(request.season, member=member, at=at, words=words_in(request.POST), **told)
    except Refusal as no:
        form.add_error(None, no.sentence)
        return _shown(request, form, status=UNPROCESSABLE)
    messages.success(request, f"Season {opened.number} is open. Change its house rules first, or go on to hiring.")
    return keep_receipt_of(HttpResponseRedirect(routes.board_at(opened.pk)), opened, opened.length, at=at)


def _shown(request: Any, form: FollowingForm | None, *, status: int) -> HttpResponse:
    context = following_page(league=request.league, season=request.season, viewer=request.viewer, form=form)
    return render(request, "league/following.html", context, status=status)

"""The draft of a season, and the viewer's queue on its page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache

from drivers.pages.draft import (
    PICKING_STEP,
    QUEUE_PAGE,
    draft_page,
    free_driver_ids,
    load_draft,
    queue_page_of,
)
from drivers.pages.draft_queue import ADD, DOWN, UP, change_queue
from explain import links
from league.models import Membership
from league.pages.form_recovery import redirect_to_login, restore_form_and_notify
from rules.core.refusals import Refusal

QUEUE_UNCHANGED_LOGIN_EXPIRED = "You had been logged out, so your draft queue was not changed. Change it once more."
NOBODY_PICKS = "Nobody picks drivers now, so your draft queue stays as it is."
QUEUE_OF_SEASON = "Your draft queue is that of the season itself. A sandbox leaves it as it is: change it there."


@never_cache
def season_draft(request: Any, league: str, season: str) -> HttpResponse:
    """The draft of a season; POST changes the queue of the viewer's franchise."""
    if request.method == "POST":
        return _change_queue(request)
    if request.user.is_authenticated:  # not where an open page of somebody who is logged out looks for news
        restore_form_and_notify(request, said=QUEUE_UNCHANGED_LOGIN_EXPIRED)
    context = draft_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        sort=request.GET.get("sort", ""),
        query=request.GET.dict(),
    )
    response = render(request, "league/draft.html", context)
    patch_vary_headers(response, ["Cookie"])
    return response


def _change_queue(request: Any) -> HttpResponse:
    """Change the queue, and go back to where it was asked, or to the page of the queue to which a driver moved."""
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    member = _owner(request, request.POST.get("franchise", ""))
    franchise = links.short_id(member.franchise_id or "")
    act, _, driver = request.POST.get("do", "").partition(":")
    query = request.GET.copy()
    if request.season.forked_from:
        messages.error(request, QUEUE_OF_SEASON, extra_tags="at-queue")
    elif request.season.step == PICKING_STEP:
        free = free_driver_ids(load_draft(request.season), franchise)
        try:
            queue = change_queue(request.POST, franchise=franchise, member=member, free=free, at=timezone.now())
            if act in (UP, DOWN):
                query.pop(QUEUE_PAGE, None)
                if (page := queue_page_of(queue, driver)) > 1:
                    query[QUEUE_PAGE] = str(page)
        except Refusal as refusal:
            messages.error(request, refusal.sentence, extra_tags="at-available" if act == ADD else "at-queue")
    else:
        messages.info(request, NOBODY_PICKS)
    address = f"{request.path}?{query.urlencode()}" if query else request.path
    return HttpResponseRedirect(f"{address}#{'available' if act == ADD else 'queue'}")


def _owner(request: Any, franchise: str) -> Membership:
    """The membership by which the viewer owns that franchise, or the only one they own. Raises `PermissionDenied`."""
    owned = [member for member in request.viewer.memberships if member.role == Membership.Role.OWNER]
    for member in owned:
        if franchise in ("", links.short_id(member.franchise_id or "")):
            return member
    raise PermissionDenied("Only the owner of a draft queue can see or change it.")

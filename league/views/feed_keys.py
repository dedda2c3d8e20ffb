"""A member's own calendar and feed addresses: their key is made, shown once, replaced and revoked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from explain import league_links
from league.feed_keys import make_feed_key, replace_feed_key, revoke_feed_key
from league.middleware import changes_read_only
from league.pages.form_recovery import LOGIN_EXPIRED_PRESS_AGAIN, UNKNOWN_BUTTON, restore_form
from league.pages.people.calendar_address import calendar_address_page, keyed_addresses
from league.pages.people.invitation_link import link_for_others
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE = 422


@changes_read_only
@never_cache
@sensitive_variables("text", "made", "context")
def calendar_address(request: Any, league: str) -> HttpResponse:
    """A member's calendar and feed addresses; POST makes, replaces or revokes the key in them.

    The text of a new key is in this response and nowhere else.
    """
    if not request.viewer.is_member:
        raise PermissionDenied("Calendar addresses are for the members of a league.")
    if request.method != "POST":
        if restore_form(request) is not None:
            messages.info(request, LOGIN_EXPIRED_PRESS_AGAIN)
        return _render_page(request)
    act, seen, at = request.POST.get("act", ""), request.POST.get("seen", ""), timezone.now()
    try:
        if act == "revoke":
            revoke_feed_key(league=request.league, user=request.user, seen=seen)
            messages.success(request, "Your address no longer works: what used it gets nothing any more.")
            return HttpResponseRedirect(league_links.calendar_address_url(league))
        if act == "make":
            _, text = make_feed_key(league=request.league, user=request.user, at=at)
        elif act == "replace":
            _, text = replace_feed_key(league=request.league, user=request.user, at=at, seen=seen)
        else:
            raise Malformed(UNKNOWN_BUTTON)
    except Refusal as refusal:
        return _render_page(request, refusal=refusal.sentence, status=UNPROCESSABLE)
    site = link_for_others(request.build_absolute_uri("/")).rstrip("/")
    return _render_page(request, made=keyed_addresses(league, text, site=site))


@sensitive_variables("page_arguments", "context")
def _render_page(request: Any, *, status: int = 200, **page_arguments: Any) -> HttpResponse:
    context = calendar_address_page(league=request.league, viewer=request.viewer, **page_arguments)
    return render(request, "league/calendar_address.html", context, status=status)

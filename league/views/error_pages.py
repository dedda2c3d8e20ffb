"""Error pages, which keep what was typed into a form."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import LeagueGone, LeagueReadOnly
from league.middleware import LEAGUE_PATH
from league.pages.form_recovery import redirect_to_login, refused_form_text, store_form

FORBIDDEN, MISSING, CONFLICT, GONE = 403, 404, 409, 410


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 403 page with the reason. In a readable league, people who are not logged in go to the login instead."""
    if hasattr(request, "viewer") and not request.user.is_authenticated:
        return redirect_to_login(request)
    context = {"reason": str(exception), "sent": refused_form_text(request)}
    return render(request, "403.html", context, status=FORBIDDEN)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page. A form that was sent to a league while logged out is stored for after the login."""
    sent = refused_form_text(request)
    if sent and not request.user.is_authenticated and LEAGUE_PATH.match(request.path_info):
        store_form(request)
    return render(request, "404.html", {"sent": sent}, status=MISSING)


def league_refused(request: HttpRequest, refusal: LeagueGone | LeagueReadOnly) -> HttpResponse:
    """The page for the address of a deleted league, or for a form that was sent to one that can only be read."""
    gone = isinstance(refusal, LeagueGone)
    context = {"reason": refusal.sentence, "gone": gone, "sent": refused_form_text(request)}
    return render(request, "league_refused.html", context, status=GONE if gone else CONFLICT)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a wrong CSRF token, with the text of the form."""
    return render(request, "403_csrf.html", {"sent": refused_form_text(request)}, status=FORBIDDEN)

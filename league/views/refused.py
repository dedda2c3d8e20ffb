"""What is answered to whoever may not do what he asked for: nothing he typed is lost."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.addressed import LEAGUE_PATH
from league.pages.kept import keep_form, log_in_first, sent_in_vain

FORBIDDEN, MISSING = 403, 404


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """To the log-in, for whoever is not logged in to a league that he may read; else the page that says no."""
    if hasattr(request, "viewer") and not request.user.is_authenticated:
        return log_in_first(request)
    return render(request, "403.html", {"sent": sent_in_vain(request)}, status=FORBIDDEN)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for an address that is none, or none for whoever asks; what a member sent logged out is kept."""
    sent = sent_in_vain(request)
    if sent and not request.user.is_authenticated and LEAGUE_PATH.match(request.path_info):
        keep_form(request)
    return render(request, "404.html", {"sent": sent}, status=MISSING)


def form_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form whose token is not this browser's, with what was sent."""
    return render(request, "403_csrf.html", {"sent": sent_in_vain(request)}, status=FORBIDDEN)

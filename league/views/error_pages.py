"""What is answered to whoever may not do what they asked for: nothing they typed is lost."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.middleware import LEAGUE_PATH
from league.pages.form_recovery import redirect_to_login, refused_form_text, store_form

FORBIDDEN, MISSING = 403, 404


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """To the log-in, for whoever is not logged in to a league that they may read; else the page that says why not."""
    if hasattr(request, "viewer") and not request.user.is_authenticated:
        return redirect_to_login(request)
    context = {"reason": str(exception), "sent": refused_form_text(request)}
    return render(request, "403.html", context, status=FORBIDDEN)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for an address that is none, or none for whoever asks; what a member sent logged out is kept."""
    sent = refused_form_text(request)
    if sent and not request.user.is_authenticated and LEAGUE_PATH.match(request.path_info):
        store_form(request)
    return render(request, "404.html", {"sent": sent}, status=MISSING)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form whose token is not this browser's, with what was sent."""
    return render(request, "403_csrf.html", {"sent": refused_form_text(request)}, status=FORBIDDEN)

"""The language the site is shown in: a cookie of the browser, set by the form at a page's foot and by logging in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.accounts import save_language


@csrf_exempt  # a token would make every page of strangers one of its own; what is changed is only the language
@require_POST
def set_language(request: Any) -> HttpResponse:
    """Show the site in the language that was chosen, from the page on which it was; a person's choice is kept."""
    chosen, back = request.POST.get("language", ""), request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    answer = HttpResponseRedirect(back if safe else "/")
    if chosen in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            save_language(user=request.user, language=chosen)
        set_language_cookie(answer, chosen)
    return answer


def set_language_cookie(answer: HttpResponse, chosen: str) -> None:
    """Have a browser keep the language its person chose."""
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )

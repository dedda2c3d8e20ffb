"""The language of the site, kept in a cookie that the form in the footer and a login set."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.accounts import save_language


@csrf_exempt  # a token would make every anonymous page different; only the language is changed
@require_POST
def set_language(request: Any) -> HttpResponse:
    """Set the chosen language, save it for a person with an account, and go back to the page of the form."""
    language, next_url = request.POST.get("language", ""), request.POST.get("next", "")
    is_safe = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(next_url if is_safe else "/")
    if language in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            save_language(user=request.user, language=language)
        set_language_cookie(response, language)
    return response


def set_language_cookie(response: HttpResponse, language: str) -> None:
    """Set the language cookie on a response."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )

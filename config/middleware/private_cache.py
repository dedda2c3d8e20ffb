"""Who may keep an answer: the browser that asked, and no cache it shares with others."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

PRIVATE_CACHE_CONTROL = "private, no-cache"
"""Kept by the browser that asked alone, which asks again before it shows it."""


class PrivateCacheMiddleware:
    """Marks every answer as private and as one that hangs on the cookie, unless its view says otherwise.

    It stands below what serves files, which are the same for everybody.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer with both headers."""
        answer = self.answer(request)
        answer.setdefault("Cache-Control", PRIVATE_CACHE_CONTROL)
        patch_vary_headers(answer, ["Cookie"])
        return answer

"""Who may cache a response: the browser that sent the request, and no shared cache."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

PRIVATE_CACHE_CONTROL = "private, no-cache"
"""Only the browser may cache it, and it must revalidate before reuse."""


class PrivateCacheMiddleware:
    """Marks every response as private and as varying with the cookie, unless its view says otherwise.

    It comes after the middleware that serves files, which are the same for everybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response with both headers."""
        response = self.answer(request)
        response.setdefault("Cache-Control", PRIVATE_CACHE_CONTROL)
        patch_vary_headers(response, ["Cookie"])
        return response

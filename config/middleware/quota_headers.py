"""Adds what is left of the API's rate limits to every response to a request that counted against one."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from api.quotas import quota_headers, quotas_of


class QuotaHeadersMiddleware:
    """Sets `RateLimit` and `RateLimit-Policy`, also on stored, unchanged and failed responses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with the headers where a throttle counted the request."""
        response = self.get_response(request)
        for name, value in quota_headers(quotas_of(request).values()).items():
            response[name] = value
        return response

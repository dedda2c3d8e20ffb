"""HEAD requests get only headers, whatever serves the site."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse


class HeadWithoutBodyMiddleware:
    """Removes the body from the response to a HEAD request and keeps the headers of the full response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, without its body for HEAD."""
        response = self.answer(request)
        if request.method != "HEAD":
            return response
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = iter(())
        else:
            response.content = b""
        return response

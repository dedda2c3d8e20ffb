"""HEAD requests get only headers, whatever serves the site."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse


class HeadWithoutBodyMiddleware:
    """Removes the body from the response to a HEAD request and keeps the headers of the full response."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, without its body for HEAD."""
        answer = self.answer(request)
        if request.method != "HEAD":
            return answer
        if isinstance(answer, StreamingHttpResponse):
            answer.streaming_content = iter(())
        else:
            answer.content = b""
        return answer

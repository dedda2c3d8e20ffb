"""What is asked by HEAD: the head of the answer alone, whatever serves the site."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse


class HeadWithoutBodyMiddleware:
    """Takes the body from the answer to a HEAD, with the headers of the whole answer left as they are."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, without a body where none was asked for."""
        answer = self.answer(request)
        if request.method != "HEAD":
            return answer
        if isinstance(answer, StreamingHttpResponse):
            answer.streaming_content = iter(())
        else:
            answer.content = b""
        return answer

"""A page for the error that an address does not accept a request method."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render


class MethodNotAllowedMiddleware:
    """Gives an empty 405 response an error page; its `Allow` header is kept."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, replaced by a page if it is an empty 405."""
        answer = self.answer(request)
        if not isinstance(answer, HttpResponseNotAllowed) or answer.content:
            return answer
        page = render(request, "405.html", status=answer.status_code)
        page["Allow"] = answer["Allow"]
        return page

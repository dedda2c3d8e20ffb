"""What a browser is shown when it asks for an address in a way it does not answer."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render


class MethodNotAllowedMiddleware:
    """Gives a 405 that would be an empty page the words of a page; its `Allow` stays."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer itself, unless it is a 405 without a word."""
        answer = self.answer(request)
        if not isinstance(answer, HttpResponseNotAllowed) or answer.content:
            return answer
        page = render(request, "405.html", status=answer.status_code)
        page["Allow"] = answer["Allow"]
        return page

"""What is answered while the database is busy for too long: "try again", and when, with what was sent to copy.

A database is waited for as long as its settings say. Whoever got no turn by then changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from league.api.answering import OWN
from league.api.problems import OF_HTTP, plain, problem
from league.busy_database import TRY_AGAIN_SECONDS, is_busy
from league.pages.kept import sent_in_vain

API = "/api/"
BUSY = 503


class BusyDatabase:
    """Answers 503 where a view waited in vain for the database; what breaks elsewhere comes to `config.broken`."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer itself."""
        return self.answer(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer in the place of such an exception; None lets any other through."""
        return try_again(request) if is_busy(exception) else None


def try_again(request: HttpRequest) -> HttpResponse:
    """A problem below `/api/`, else a page; both say when to ask again. The page asks the database nothing."""
    if request.path_info.startswith(API):
        answer = plain(problem(OF_HTTP[BUSY], f"{OF_HTTP[BUSY].says} Send it again then, under the same key."))
        answer["Cache-Control"] = OWN
    else:
        answer = render(request, "503.html", {"sent": sent_in_vain(request)}, status=BUSY)
        add_never_cache_headers(answer)
    answer["Retry-After"] = str(TRY_AGAIN_SECONDS)
    return answer

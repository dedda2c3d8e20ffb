"""The response while the database is busy for too long: "try again", and when, with the sent text to copy.

The wait for a database lasts as long as its settings say. A request that timed out changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from api.errors import HTTP_PROBLEM_KINDS, make_problem, problem_response
from api.view_decorators import PRIVATE_CACHE_CONTROL
from league.pages.form_recovery import refused_form_text
from sql.busy_errors import RETRY_AFTER_SECONDS, is_busy

API = "/api/"
BUSY = 503


class BusyDatabaseMiddleware:
    """Responds with 503 if a view timed out waiting for the database; `config.error_views` gets other errors."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, unchanged."""
        return self.answer(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The response to such an exception; None for any other."""
        return busy_response(request) if is_busy(exception) else None


def busy_response(request: HttpRequest) -> HttpResponse:
    """A problem below `/api/`, else a page; both say when to try again. The page makes no query."""
    if request.path_info.startswith(API):
        response = problem_response(
            make_problem(
                HTTP_PROBLEM_KINDS[BUSY], f"{HTTP_PROBLEM_KINDS[BUSY].says} Send it again then, under the same key."
            )
        )
        response["Cache-Control"] = PRIVATE_CACHE_CONTROL
    else:
        response = render(request, "503.html", {"sent": refused_form_text(request)}, status=BUSY)
        add_never_cache_headers(response)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response

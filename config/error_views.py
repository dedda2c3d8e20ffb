"""Responses where Django itself refuses or something failed: problems below `/api/`, else a page."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from api.errors import HTTP_PROBLEM_KINDS, Problem, make_problem, problem_response
from api.view_decorators import PRIVATE_CACHE_CONTROL
from config.middleware.busy_database import API, busy_response
from sql.busy_errors import is_busy


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response to a request that is not read at all, such as one for an unknown host; it says nothing else."""
    if not request.path_info.startswith(API):
        return defaults.bad_request(request, exception)
    return _problem_response(
        make_problem(HTTP_PROBLEM_KINDS[400], "The request cannot be read: see that its host is the site's own name.")
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """The response to a request that failed with an error of the site; details are in the site's log only.

    If waiting for the database timed out, nothing is broken: the client should try again.
    """
    if is_busy(sys.exception()):
        return busy_response(request)
    if not request.path_info.startswith(API):
        return defaults.server_error(request)
    return _problem_response(
        make_problem(
            HTTP_PROBLEM_KINDS[500], f"{HTTP_PROBLEM_KINDS[500].says} Ask the same again later, under the same key."
        )
    )


def _problem_response(problem: Problem) -> HttpResponse:
    response = problem_response(problem)
    response["Cache-Control"] = PRIVATE_CACHE_CONTROL
    return response

"""Wrappers around every view of the API.

They reject undocumented query parameters and conditions the operation would ignore, answer HEAD as GET, and set the
headers that keep a cache from serving one reader's response to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any

from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import SAFE_METHODS

from api.errors import ConditionNotTaken, QueryWrong, rejection_response

VARY_HEADERS = ("Authorization", "Cookie")
PRIVATE_CACHE_CONTROL = "private, no-cache"
"""Responses depend on the reader, so shared caches may not store them, and browsers revalidate them by `ETag`."""
LONGEST_ECHOED_NAME = 80
IF_MATCH_HEADER = "If-Match"
READ_METHODS = ("GET", "HEAD")
OPERATION_METHODS = frozenset(("get", "post", "put", "patch", "delete"))
View = Callable[..., HttpResponseBase]


def wrap_patterns(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """The same URL patterns with each view wrapped for the API."""
    return [
        URLPattern(pattern.pattern, _wrap_view(pattern.callback), pattern.default_args, pattern.name)
        for pattern in patterns
    ]


def _wrap_view(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        method = request.method
        if method == "HEAD":
            request.method = "GET"
        try:
            response = _rejection(view, request) or view(request, **parts)
        finally:
            request.method = method
        if "GET" in (allowed := response.get("Allow", "").split(", ")) and "HEAD" not in allowed:
            response["Allow"] = ", ".join([*allowed, "HEAD"])
        response.setdefault("Cache-Control", PRIVATE_CACHE_CONTROL)
        patch_vary_headers(response, VARY_HEADERS)
        return response

    return wrapper


def read_only_page(view: View) -> View:
    """Decorator for an HTML page below `/api/`: methods other than GET and HEAD get the API's 405 problem."""

    @csrf_exempt
    @wraps(view)
    def wrapper(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        if request.method in READ_METHODS:
            return view(request, **parts)
        response = rejection_response(request, MethodNotAllowed(request.method or ""))
        response["Allow"] = ", ".join(READ_METHODS)
        return response

    return wrapper


def _rejection(view: View, request: HttpRequest) -> HttpResponse | None:
    """The response that rejects an unknown query parameter or an unsupported condition; None if both are fine."""
    try:
        _refuse_unknown_query(view, request)
        _refuse_unsupported_condition(view, request)
    except (QueryWrong, ConditionNotTaken) as error:
        return rejection_response(request, error)
    return None


def _refuse_unsupported_condition(view: View, request: HttpRequest) -> None:
    """Raise `ConditionNotTaken` if a write sends `If-Match` to an operation that would ignore it."""
    if request.method in SAFE_METHODS or IF_MATCH_HEADER not in request.headers:
        return
    header_names = parameter_names(view, request.method or "", OpenApiParameter.HEADER)
    if header_names is not None and IF_MATCH_HEADER not in header_names:
        raise ConditionNotTaken(f"Nothing here is held against a tag: leave `{IF_MATCH_HEADER}` out.")


def _refuse_unknown_query(view: View, request: HttpRequest) -> None:
    if not request.META.get("QUERY_STRING"):
        return
    try:
        query = request.GET
    except TooManyFieldsSent:
        raise QueryWrong("The query has too many parameters: send those the document lists, each once.") from None
    known = query_names(view, request.method or "")
    if known is None:
        return
    for name, values in query.lists():
        if name not in known:
            accepted = f"takes {', '.join(f'?{parameter}=' for parameter in known)}" if known else "takes no query"
            raise QueryWrong(f"?{name[:LONGEST_ECHOED_NAME]}= is unknown: this address {accepted}.")
        if len(values) > 1:
            raise QueryWrong(f"?{name}= stands there {len(values)} times: send it once.")


def query_names(view: View, method: str) -> tuple[str, ...] | None:
    """The query parameters an operation documents; None if the view does not have that method."""
    return parameter_names(view, method, OpenApiParameter.QUERY)


@cache
def parameter_names(view: View, method: str, place: str) -> tuple[str, ...] | None:
    """The parameters an operation documents in one place (query or header); None if the view lacks that method."""
    cls: Any = getattr(view, "cls")  # noqa: B009 - set by the framework's `api_view`, unknown to the types
    if method.lower() not in OPERATION_METHODS.intersection(cls.http_method_names):
        return None
    schema = getattr(cls, method.lower()).kwargs["schema"]()
    schema.view, schema.method = cls(request=None, kwargs={}), method
    return tuple(parameter.name for parameter in schema.get_override_parameters() if parameter.location == place)

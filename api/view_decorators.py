"""What holds for every operation alike: its query is the one the document tells, no condition of it is ignored, it
answers a HEAD as its GET, and no cache gives one reader's answer to another.
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
"""An answer is its reader's own, and asked for again under its tag."""
LONGEST_ECHOED_NAME = 80
IF_MATCH_HEADER = "If-Match"
READ_METHODS = ("GET", "HEAD")
OPERATION_METHODS = frozenset(("get", "post", "put", "patch", "delete"))
View = Callable[..., HttpResponseBase]


def wrap_patterns(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """The same addresses, each answering as every operation does."""
    return [
        URLPattern(pattern.pattern, _wrap_view(pattern.callback), pattern.default_args, pattern.name)
        for pattern in patterns
    ]


def _wrap_view(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        asked = request.method
        if asked == "HEAD":
            request.method = "GET"
        try:
            made = _rejection(view, request) or view(request, **parts)
        finally:
            request.method = asked
        if "GET" in (allowed := made.get("Allow", "").split(", ")) and "HEAD" not in allowed:
            made["Allow"] = ", ".join([*allowed, "HEAD"])
        made.setdefault("Cache-Control", PRIVATE_CACHE_CONTROL)
        patch_vary_headers(made, VARY_HEADERS)
        return made

    return wrapper


def read_only_page(view: Callable[[HttpRequest], HttpResponse]) -> View:
    """A page of the API, which is read: whoever asks for it otherwise is told so as by any address of the API."""

    @csrf_exempt
    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        if request.method in READ_METHODS:
            return view(request)
        no = rejection_response(request, MethodNotAllowed(request.method or ""))
        no["Allow"] = ", ".join(READ_METHODS)
        return no

    return wrapper


def _rejection(view: View, request: HttpRequest) -> HttpResponse | None:
    """The problem of a query or a condition that the operation does not take, None where it takes them."""
    try:
        _refuse_unknown_query(view, request)
        _refuse_unsupported_condition(view, request)
    except (QueryWrong, ConditionNotTaken) as no:
        return rejection_response(request, no)
    return None


def _refuse_unsupported_condition(view: View, request: HttpRequest) -> None:
    """A write whose condition nobody looks at would be performed where it was not to be."""
    if request.method in SAFE_METHODS or IF_MATCH_HEADER not in request.headers:
        return
    taken = parameter_names(view, request.method or "", OpenApiParameter.HEADER)
    if taken is not None and IF_MATCH_HEADER not in taken:
        raise ConditionNotTaken(f"Nothing here is held against a tag: leave `{IF_MATCH_HEADER}` out.")


def _refuse_unknown_query(view: View, request: HttpRequest) -> None:
    if not request.META.get("QUERY_STRING"):
        return
    try:
        sent = request.GET
    except TooManyFieldsSent:
        raise QueryWrong("The query has too many parameters: send those the document lists, each once.") from None
    known = query_names(view, request.method or "")
    if known is None:
        return
    for name, values in sent.lists():
        if name not in known:
            takes = f"takes {', '.join(f'?{each}=' for each in known)}" if known else "takes no query"
            raise QueryWrong(f"?{name[:LONGEST_ECHOED_NAME]}= is unknown: this address {takes}.")
        if len(values) > 1:
            raise QueryWrong(f"?{name}= stands there {len(values)} times: send it once.")


def query_names(view: View, method: str) -> tuple[str, ...] | None:
    """The names that the query of an operation may have, as the document tells them; None of a method it has not."""
    return parameter_names(view, method, OpenApiParameter.QUERY)


@cache
def parameter_names(view: View, method: str, place: str) -> tuple[str, ...] | None:
    """The names of what an operation takes at one place, as the document tells them; None of a method it has not."""
    cls: Any = getattr(view, "cls")  # noqa: B009 - a view of the framework's, which types do not know
    if method.lower() not in OPERATION_METHODS.intersection(cls.http_method_names):
        return None
    schema = getattr(cls, method.lower()).kwargs["schema"]()
    schema.view, schema.method = cls(request=None, kwargs={}), method
    return tuple(parameter.name for parameter in schema.get_override_parameters() if parameter.location == place)

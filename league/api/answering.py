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

from league.api.problems import ConditionNotTaken, QueryWrong, turned_down

VARIES = ("Authorization", "Cookie")
OWN = "private, no-cache"
"""An answer is its reader's own, and asked for again under its tag."""
MOST_NAMED = 80
CONDITION = "If-Match"
READ_BY = ("GET", "HEAD")
OPERATIONS = frozenset(("get", "post", "put", "patch", "delete"))
View = Callable[..., HttpResponseBase]


def answering(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """The same addresses, each answering as every operation does."""
    return [URLPattern(each.pattern, _answering(each.callback), each.default_args, each.name) for each in patterns]


def _answering(view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        asked = request.method
        if asked == "HEAD":
            request.method = "GET"
        try:
            made = _refused(view, request) or view(request, **parts)
        finally:
            request.method = asked
        if "GET" in (allowed := made.get("Allow", "").split(", ")) and "HEAD" not in allowed:
            made["Allow"] = ", ".join([*allowed, "HEAD"])
        made.setdefault("Cache-Control", OWN)
        patch_vary_headers(made, VARIES)
        return made

    return answer


def page(view: Callable[[HttpRequest], HttpResponse]) -> View:
    """A page of the API, which is read: whoever asks for it otherwise is told so as by any address of the API."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method in READ_BY:
            return view(request)
        no = turned_down(request, MethodNotAllowed(request.method or ""))
        no["Allow"] = ", ".join(READ_BY)
        return no

    return answer


def _refused(view: View, request: HttpRequest) -> HttpResponse | None:
    """The problem of a query or a condition that the operation does not take, None where it takes them."""
    try:
        _refuse_unless_known(view, request)
        _refuse_unless_conditional(view, request)
    except (QueryWrong, ConditionNotTaken) as no:
        return turned_down(request, no)
    return None


def _refuse_unless_conditional(view: View, request: HttpRequest) -> None:
    """A write whose condition nobody looks at would be performed where it was not to be."""
    if request.method in SAFE_METHODS or CONDITION not in request.headers:
        return
    taken = names_of(view, request.method or "", OpenApiParameter.HEADER)
    if taken is not None and CONDITION not in taken:
        raise ConditionNotTaken(f"Nothing here is held against a tag: leave `{CONDITION}` out.")


def _refuse_unless_known(view: View, request: HttpRequest) -> None:
    if not request.META.get("QUERY_STRING"):
        return
    try:
        sent = request.GET
    except TooManyFieldsSent:
        raise QueryWrong("That are too many parts of a query: send those the document tells, each once.") from None
    known = query_of(view, request.method or "")
    if known is None:
        return
    for name, values in sent.lists():
        if name not in known:
            takes = f"takes {', '.join(f'?{each}=' for each in known)}" if known else "takes no query"
            raise QueryWrong(f"?{name[:MOST_NAMED]}= is unknown: this address {takes}.")
        if len(values) > 1:
            raise QueryWrong(f"?{name}= stands there {len(values)} times: send it once.")


def query_of(view: View, method: str) -> tuple[str, ...] | None:
    """The names that the query of an operation may have, as the document tells them; None of a method it has not."""
    return names_of(view, method, OpenApiParameter.QUERY)


@cache
def names_of(view: View, method: str, place: str) -> tuple[str, ...] | None:
    """The names of what an operation takes at one place, as the document tells them; None of a method it has not."""
    cls: Any = getattr(view, "cls")  # noqa: B009 - a view of the framework's, which types do not know
    if method.lower() not in OPERATIONS.intersection(cls.http_method_names):
        return None
    schema = getattr(cls, method.lower()).kwargs["schema"]()
    schema.view, schema.method = cls(request=None, kwargs={}), method
    return tuple(each.name for each in schema.get_override_parameters() if each.location == place)

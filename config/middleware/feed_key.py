"""The key of a feed is taken out of a request before anything can log or report it."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict

from league.feed_key_access import set_key_digest
from league.secret_digest import secret_digest

FEED_PATH = re.compile(r"/l/[^?]*\.(?:ics|atom)")
KEY_PARAMETER = "key"
RAW_ADDRESSES = ("RAW_URI", "REQUEST_URI")
"""Where servers keep the address as it was sent."""


class FeedKeyMiddleware:
    """Replaces the key in the address of a calendar or feed by its SHA-256, which only this request holds.

    It comes first, so that no log line and no error report has the key. The response says that the browser may not
    pass its address on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response; to a request with a key, with a Referrer-Policy of its own."""
        keyed = _take_key(request)
        response = self.answer(request)
        if keyed:
            response["Referrer-Policy"] = "no-referrer"
        return response


def _take_key(request: HttpRequest) -> bool:
    """Whether the request had a key, which is no longer in its address."""
    if not FEED_PATH.fullmatch(request.path_info) or KEY_PARAMETER not in request.GET:
        return False
    query = request.GET.copy()
    set_key_digest(request, secret_digest(str(query.pop(KEY_PARAMETER)[-1]).strip()))
    request.META["QUERY_STRING"] = query.urlencode()
    for name in RAW_ADDRESSES:
        request.META.pop(name, None)
    request.GET = QueryDict(request.META["QUERY_STRING"])
    return True

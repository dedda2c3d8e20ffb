"""What was typed by somebody whose log-in had run out, kept until he has logged in; and what was sent in vain."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict, UnreadablePostError
from django.shortcuts import resolve_url
from django.utils.cache import add_never_cache_headers

from league.pages.sent_words import FIELD

LAPSED = "Your log-in had run out and nothing was done: here is what you had typed."
NOTHING_DONE = "Your log-in had run out and nothing was done: press it once more."
NO_SUCH_BUTTON = "Nothing was done: press one of the buttons of this page."
KEPT = "kept_form"
LONGEST_KEPT = 60_000
"""Characters of a form that are kept while its sender logs in again."""
NOT_TYPED = frozenset(
    {"csrfmiddlewaretoken", "key", "seen", "revision", "back", "act", "on", "code", "side", "packet", FIELD}
)
"""Fields that a page fills in by itself."""
SECRET = ("password", "otp", "credential")
"""What the name of a field contains whose content is shown to nobody."""


def log_in_first(request: HttpRequest, *, back: str = "") -> HttpResponse:
    """To the log-in, and to `back`, or else to the address asked for; a form that was sent is kept till then."""
    if request.method == "POST" and not keep_form(request, back=back):
        messages.warning(request, "Your log-in had run out, and what you sent was too long to keep till then.")
    asked = urlencode({"next": back or request.get_full_path()})
    answer = HttpResponseRedirect(f"{resolve_url('account_login')}?{asked}")
    add_never_cache_headers(answer)
    return answer


def keep_form(request: HttpRequest, *, back: str = "") -> bool:
    """Keep what was sent for the address `back`, or for that which it was sent to; False where it is too long."""
    typed = request.POST.urlencode()
    if len(typed) > LONGEST_KEPT:
        return False
    request.session[KEPT] = {"path": back or request.path, "typed": typed}
    return True


def kept_form(request: Any) -> QueryDict | None:
    """The form that was kept for this address, once."""
    if request.method == "POST" or request.session.get(KEPT, {}).get("path") != request.path:
        return None
    return QueryDict(request.session.pop(KEPT)["typed"], mutable=True)


def kept_and_said(request: Any, *, said: str = LAPSED) -> QueryDict | None:
    """The same, and the person is told that nothing was done."""
    if (kept := kept_form(request)) is not None:
        messages.info(request, said)
    return kept


def sent_in_vain(request: HttpRequest) -> str:
    """What was typed into a form that is refused as a whole, a field a line, to be copied; "" where nothing was."""
    if request.method != "POST" or request.path.startswith("/accounts/"):
        return ""
    try:
        given = request.POST.lists()
    except (UnreadablePostError, SuspiciousOperation):
        return ""  # what cannot be read is refused for that elsewhere
    typed = [
        (name, value.strip())
        for name, values in given
        if name not in NOT_TYPED and not any(each in name for each in SECRET)
        for value in values
        if isinstance(value, str)
    ]
    return "\n".join(f"{name}: {value}" for name, value in typed if value)

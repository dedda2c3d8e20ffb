"""What was typed by somebody whose log-in had run out, kept until they have logged in; and what was sent in vain."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict, UnreadablePostError
from django.shortcuts import resolve_url
from django.utils.cache import add_never_cache_headers

from league.pages.dice.words import WORDS_FIELD

LOGIN_EXPIRED = "Your log-in had run out and nothing was done: here is what you had typed."
LOGIN_EXPIRED_PRESS_AGAIN = "Your log-in had run out and nothing was done: press it once more."
UNKNOWN_BUTTON = "Nothing was done: press one of the buttons of this page."
SESSION_KEY = "kept_form"
MAX_FORM_LENGTH = 60_000
"""Characters of a form that are kept while its sender logs in again."""
PAGE_FILLED_FIELDS = frozenset(
    {"csrfmiddlewaretoken", "key", "seen", "revision", "back", "act", "on", "code", "side", "packet", WORDS_FIELD}
)
"""Fields that a page fills in by itself."""
SECRET_FIELD_PARTS = ("password", "otp", "credential")
"""What the name of a field contains whose content is shown to nobody."""


def redirect_to_login(request: HttpRequest, *, back: str = "") -> HttpResponse:
    """To the log-in, and to `back`, or else to the address asked for; a form that was sent is kept till then."""
    if request.method == "POST" and not store_form(request, back=back):
        messages.warning(request, "Your log-in had run out, and what you sent was too long to keep till then.")
    query = urlencode({"next": back or request.get_full_path()})
    answer = HttpResponseRedirect(f"{resolve_url('account_login')}?{query}")
    add_never_cache_headers(answer)
    return answer


def store_form(request: HttpRequest, *, back: str = "") -> bool:
    """Keep what was sent for the address `back`, or for that which it was sent to; False where it is too long."""
    typed = request.POST.urlencode()
    if len(typed) > MAX_FORM_LENGTH:
        return False
    request.session[SESSION_KEY] = {"path": back or request.path, "typed": typed}
    return True


def restore_form(request: Any) -> QueryDict | None:
    """The form that was kept for this address, once."""
    if request.method == "POST" or request.session.get(SESSION_KEY, {}).get("path") != request.path:
        return None
    return QueryDict(request.session.pop(SESSION_KEY)["typed"], mutable=True)


def restore_form_and_notify(request: Any, *, said: str = LOGIN_EXPIRED) -> QueryDict | None:
    """The same, and the person is told that nothing was done."""
    if (kept := restore_form(request)) is not None:
        messages.info(request, said)
    return kept


def refused_form_text(request: HttpRequest) -> str:
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
        if name not in PAGE_FILLED_FIELDS and not any(part in name for part in SECRET_FIELD_PARTS)
        for value in values
        if isinstance(value, str)
    ]
    return "\n".join(f"{name}: {value}" for name, value in typed if value)

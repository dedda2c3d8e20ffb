"""Shows a refused form again: kept while its sender logs in, quoted if refused as a whole, its focus in place."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict, UnreadablePostError
from django.shortcuts import resolve_url
from django.utils.cache import add_never_cache_headers

from league.login_limits import device_of
from league.pages.dice.words import WORDS_FIELD


def focus_first_error(form: BaseForm) -> None:
    """Give the focus to the first field that has errors, unless it is hidden."""
    first_wrong = next((name for name in form.fields if name in form.errors), None)
    if first_wrong is not None and not form.fields[first_wrong].widget.is_hidden:
        form.fields[first_wrong].widget.attrs["autofocus"] = True


LOGIN_EXPIRED = "You had been logged out, so nothing was done yet. Here is what you had typed."
LOGIN_EXPIRED_PRESS_AGAIN = "You had been logged out, so nothing was done yet. Press the button once more."
UNKNOWN_BUTTON = "Nothing was done: press one of the buttons of this page."
SESSION_KEY = "kept_form"
MAX_FORM_LENGTH = 60_000
"""The longest form, in characters, that is kept while its sender logs in again."""
PAGE_FILLED_FIELDS = frozenset(
    {"csrfmiddlewaretoken", "key", "seen", "revision", "back", "act", "on", "code", "side", "packet", WORDS_FIELD}
)
"""Fields that the page fills in by itself."""
SECRET_FIELD_PARTS = ("password", "otp", "credential")
"""Parts of names of fields whose values are never shown again."""


def redirect_to_login(request: HttpRequest, *, back: str = "") -> HttpResponse:
    """Redirect to the log-in and then to `back` or the requested address; a posted form is kept meanwhile."""
    if request.method == "POST" and not store_form(request, back=back):
        messages.warning(
            request, "You had been logged out, and your text was too long to keep until you logged in again."
        )
    query = urlencode({"next": back or request.get_full_path()})
    response = HttpResponseRedirect(f"{resolve_url('account_login')}?{query}")
    add_never_cache_headers(response)
    return response


def redirect_to_signup_or_login(request: HttpRequest) -> HttpResponse:
    """Redirect a new visitor to the sign-up page, and a browser that has logged in here before to the log-in page.

    Both return to the requested address. A posted form is kept; it is sent to the log-in page, since only somebody
    with an account could have had it.
    """
    if request.method == "POST" or device_of(request).accounts:
        return redirect_to_login(request)
    query = urlencode({"next": request.get_full_path()})
    response = HttpResponseRedirect(f"{resolve_url('account_signup')}?{query}")
    add_never_cache_headers(response)
    return response


def store_form(request: HttpRequest, *, back: str = "") -> bool:
    """Keep the posted form for the address `back`, or the requested one; return False if it is too long."""
    encoded = request.POST.urlencode()
    if len(encoded) > MAX_FORM_LENGTH:
        return False
    request.session[SESSION_KEY] = {"path": back or request.path, "typed": encoded}
    return True


def restore_form(request: Any) -> QueryDict | None:
    """The form that was kept for this address, which is then forgotten; None if there is none."""
    if request.method == "POST" or request.session.get(SESSION_KEY, {}).get("path") != request.path:
        return None
    return QueryDict(request.session.pop(SESSION_KEY)["typed"], mutable=True)


def restore_form_and_notify(request: Any, *, said: str = LOGIN_EXPIRED) -> QueryDict | None:
    """Like `restore_form`, with a message to the person that nothing was done."""
    if (form := restore_form(request)) is not None:
        messages.info(request, said)
    return form


def refused_form_text(request: HttpRequest) -> str:
    """The values of a form that was refused as a whole, one field a line, to be copied; "" if there are none."""
    if request.method != "POST" or request.path.startswith("/accounts/"):
        return ""
    try:
        fields = request.POST.lists()
    except (UnreadablePostError, SuspiciousOperation):
        return ""  # an unreadable body is refused elsewhere
    typed = [
        (name, value.strip())
        for name, values in fields
        if name not in PAGE_FILLED_FIELDS and not any(part in name for part in SECRET_FIELD_PARTS)
        for value in values
        if isinstance(value, str)
    ]
    return "\n".join(f"{name}: {value}" for name, value in typed if value)

"""A member's tokens: made, shown once, and revoked. Commissioners revoke anybody's."""

from __future__ import annotations

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from explain import links
from league.middleware import changes_read_only
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    LOGIN_EXPIRED_PRESS_AGAIN,
    UNKNOWN_BUTTON,
    focus_first_error,
    restore_form,
    store_form,
)
from league.pages.number_fields import whole_number
from league.pages.people.tokens import NewToken, commissioner_membership, token_form, tokens_page
from league.tokens import create_token, revoke_member_token, revoke_token
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE = 422
ALREADY_MADE = "It was made already, and its text was shown: take it back and make another if you have lost it."
LAST_FORM_SESSION_KEY = "last_token_form"
"""Session key of the form that made the last token, so that resubmitting it does not make another."""


@changes_read_only("revoke", "revoke_of_member")
@never_cache
def tokens(request: Any, league: str) -> HttpResponse:
    """A member's tokens; POST makes or revokes one. In an archived league none is made, and all can be revoked."""
    if not request.viewer.is_member:
        raise PermissionDenied("Tokens are for the members of a league.")
    if request.method != "POST":
        restored = restore_form(request)
        is_make = restored is not None and restored.get("act") == "make"
        if restored is not None:
            messages.info(request, LOGIN_EXPIRED if is_make else LOGIN_EXPIRED_PRESS_AGAIN)
        form = token_form(request.league, request.viewer, restored if is_make else None)
        return _render_page(request, form=form, before=whole_number(request.GET.get("before", "")))
    act = request.POST.get("act", "")
    if act == "make":
        return _make_from_form(request)
    number = whole_number(request.POST.get("token", "")) or 0
    try:
        messages.success(request, _revoke_token(request, act, number))
    except Refusal as refusal:
        reason = request.POST.get("reason", "")
        return _render_page(request, refusal=refusal.sentence, asked=number, reason=reason, status=UNPROCESSABLE)
    return HttpResponseRedirect(links.tokens_url(league))


@sensitive_variables("text", "told", "made", "context")  # hidden in error reports, in callees too
def _make_from_form(request: Any) -> HttpResponse:
    """Make a token from the form. Its text is in this response and nowhere else."""
    form = token_form(request.league, request.viewer, request.POST)
    if not form.is_valid():
        focus_first_error(form)
        return _render_page(request, form=form, status=UNPROCESSABLE)
    if not _has_recent_login(request):
        store_form(request)
        messages.info(request, "A token is a way in: show that it is you first.")
        return HttpResponseRedirect(f"{resolve_url('account_reauthenticate')}?{urlencode({'next': request.path})}")
    key = request.POST.get("key", "")[:40]
    if key and request.session.get(LAST_FORM_SESSION_KEY) == key:
        return _render_page(request, refusal=ALREADY_MADE, status=UNPROCESSABLE)
    cleaned_data = form.cleaned_data
    try:
        token, text = create_token(
            league=request.league,
            user=request.user,
            name=cleaned_data["name"],
            scopes=cleaned_data["scopes"],
            at=timezone.now(),
            days=cleaned_data["days"],
        )
    except Refusal as refusal:
        return _render_page(request, form=form, refusal=refusal.sentence, status=UNPROCESSABLE)
    request.session[LAST_FORM_SESSION_KEY] = key
    return _render_page(request, made=NewToken(token.name, text, token.expires_at))


def _revoke_token(request: Any, act: str, token: int) -> str:
    """Revoke a token, and return the success message. Raises a `Refusal`."""
    league, at = request.league, timezone.now()
    if act == "revoke":
        revoked = revoke_token(token=token, league=league, user=request.user, at=at)
    elif act == "revoke_of_member":
        if (commissioner := commissioner_membership(request.viewer)) is None:
            raise PermissionDenied("That is for the league's commissioners.")
        revoked = revoke_member_token(
            token=token, league=league, by=commissioner, at=at, reason=request.POST.get("reason", "")
        )
    else:
        raise Malformed(UNKNOWN_BUTTON)
    return f"{revoked.name} ({revoked.shown}…) no longer works."


def _has_recent_login(request: Any) -> bool:
    """Whether the person authenticated in the last minutes; also true if their account has no way to do so again."""
    if not get_adapter().get_reauthentication_methods(request.user):
        return True
    times = [record.get("at", 0) for record in get_authentication_records(request, request.user)]
    return bool(times) and time.time() - max(times) < app_settings.REAUTHENTICATION_TIMEOUT


def _render_page(request: Any, *, status: int = 200, form: Any = None, **told: Any) -> HttpResponse:
    form = form or token_form(request.league, request.viewer)
    context = tokens_page(league=request.league, viewer=request.viewer, at=timezone.now(), form=form, **told)
    return render(request, "league/tokens.html", context, status=status)

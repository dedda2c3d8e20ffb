"""A member's webhooks: made, tested, stopped, given new secrets, and their messages resent. Commissioners see all."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
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
)
from league.pages.number_fields import whole_number
from league.pages.people.tokens import commissioner_membership
from league.pages.webhooks import NewSecret, WebhookForm, webhooks_page
from league.queries.webhooks import visible_webhook
from rules.core.refusals import Malformed, Refusal, Unknown
from webhooks import subscriptions

UNPROCESSABLE = 422
ALREADY_MADE = "It was made already, and its secret was shown: give it a new one if you have lost it."
LAST_FORM_SESSION_KEY = "last_webhook_form"
"""Session key of the form that made the last webhook, so that resubmitting it does not make another."""


@changes_read_only("stop", "stop_of_member")
@never_cache
def webhooks(request: Any, league: str) -> HttpResponse:
    """The webhooks that a member may see; POST makes or changes one."""
    if not request.viewer.is_member:
        raise PermissionDenied("Webhooks are for the members of a league.")
    if request.method != "POST":
        restored = restore_form(request)
        is_make = restored is not None and restored.get("act") == "make"
        if restored is not None:
            messages.info(request, LOGIN_EXPIRED if is_make else LOGIN_EXPIRED_PRESS_AGAIN)
        form = WebhookForm(restored if is_make else None)
        return _render_page(request, form=form, before=whole_number(request.GET.get("before", "")))
    act = request.POST.get("act", "")
    if act == "make":
        return _make_from_form(request)
    try:
        if act == "secret":
            return _renew_secret(request)
        messages.success(request, _perform_action(request, act))
    except Refusal as refusal:
        reason = request.POST.get("reason", "")
        return _render_page(request, refusal=refusal.sentence, asked=act, reason=reason, status=UNPROCESSABLE)
    return HttpResponseRedirect(links.webhooks_url(league, _chosen_number(request)))


@sensitive_variables("made", "told", "context")  # hidden in error reports, in callees too
def _make_from_form(request: Any) -> HttpResponse:
    """Make a webhook from the form. Its secret is in this response and nowhere else."""
    form = WebhookForm(request.POST)
    if not form.is_valid():
        focus_first_error(form)
        return _render_page(request, form=form, status=UNPROCESSABLE)
    key = request.POST.get("key", "")[:40]
    if key and request.session.get(LAST_FORM_SESSION_KEY) == key:
        return _render_page(request, refusal=ALREADY_MADE, status=UNPROCESSABLE)
    cleaned_data = form.cleaned_data
    try:
        made = subscriptions.create_webhook(
            league=request.league,
            user=request.user,
            name=cleaned_data["name"],
            address=cleaned_data["address"],
            kinds=cleaned_data["kinds"],
            shape=cleaned_data["shape"],
            at=timezone.now(),
        )
    except Refusal as refusal:
        form.add_error("address" if refusal.pointer == "/address" else None, refusal.sentence)
        focus_first_error(form)
        return _render_page(request, form=form, status=UNPROCESSABLE)
    request.session[LAST_FORM_SESSION_KEY] = key
    return _render_page(request, chosen=made.pk, told=NewSecret(made.name, made.secret))


@sensitive_variables("new_secret", "told", "context")  # hidden in error reports, in callees too
def _renew_secret(request: Any) -> HttpResponse:
    """Give one's own webhook a new secret, which is in this response and nowhere else. Raises a `Refusal`."""
    hook = _get_own_webhook(request)
    new_secret = NewSecret(hook.name, subscriptions.rotate_secret(webhook=hook))
    return _render_page(request, chosen=hook.pk, told=new_secret)


def _perform_action(request: Any, act: str) -> str:
    """Perform a button, and return the success message. Raises a `Refusal`."""
    at = timezone.now()
    match act:
        case "test":
            subscriptions.send_test(webhook=_get_own_webhook(request), at=at)
            return "A test is on its way: look below what comes of it."
        case "stop":
            hook = _get_own_webhook(request)
            subscriptions.stop_webhook(webhook=hook, at=at)
            return f"{hook.name} gets no more messages."
        case "stop_of_member":
            if (commissioner := commissioner_membership(request.viewer)) is None:
                raise PermissionDenied("That is for the league's commissioners.")
            hook = _get_webhook(request)
            subscriptions.stop_member_webhook(
                webhook=hook, by=commissioner, at=at, reason=request.POST.get("reason", "")
            )
            return f"{hook.name} gets no more messages."
        case "again":
            message = _posted_number(request, "message")
            subscriptions.resend_message(webhook=_get_webhook(request), delivery=message, at=at)
            return "The message is on its way again."
        case "all_again":
            count = subscriptions.resend_dead_messages(webhook=_get_webhook(request), at=at)
            return f"{count} {'message is' if count == 1 else 'messages are'} on the way again."
    raise Malformed(UNKNOWN_BUTTON)


def _get_webhook(request: Any) -> Any:
    """The webhook that a form names: one's own, or anybody's for a commissioner. Raises `Unknown`."""
    found = visible_webhook(request.league.pk, request.viewer, _posted_number(request, "webhook"), whole=True)
    if found is None:
        raise Unknown("There is no such webhook of yours in this league: look at the list.")
    return found


def _get_own_webhook(request: Any) -> Any:
    hook = _get_webhook(request)
    if hook.user_id != request.user.pk:
        raise Unknown("That webhook is another member's: only they can test it, stop it or renew its secret.")
    return hook


def _posted_number(request: Any, name: str) -> int:
    return whole_number(request.POST.get(name, "")) or 0


def _chosen_number(request: Any) -> int | None:
    return whole_number(request.POST.get("webhook", "") or request.GET.get("of", ""))


def _render_page(
    request: Any, *, status: int = 200, form: Any = None, chosen: int | None = None, **told: Any
) -> HttpResponse:
    context = webhooks_page(
        league=request.league,
        viewer=request.viewer,
        form=form or WebhookForm(),
        chosen=chosen or _chosen_number(request),
        **told,
    )
    return render(request, "league/webhooks.html", context, status=status)

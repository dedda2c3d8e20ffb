"""A person's notice settings, their own webhook, and the page by which a letter is turned off without logging in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables

from league.mail import forget_failure
from league.middleware import reader_zone
from league.pages.form_recovery import UNKNOWN_BUTTON, focus_first_error, redirect_to_login, restore_form_and_notify
from league.pages.number_fields import whole_number
from league.pages.people.notice_settings import (
    NoticeSettingsForm,
    PersonalWebhookForm,
    notice_settings_page,
    unsubscribe_page,
)
from rules.core.refusals import Malformed, Refusal
from scheduling.notices.settings import find_mail_list, save_notice_settings, turn_off, turn_on_again, why_ended
from webhooks import personal

UNPROCESSABLE, NOT_FOUND, GONE = 422, 404, 410


@never_cache
def notice_settings(request: Any) -> HttpResponse:
    """A person's notice settings; POST saves them, or sets, tests or removes their webhook, or sends to it again."""
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if request.method != "POST":
        typed = restore_form_and_notify(request)
        is_save = typed is not None and typed.get("act") == "save"
        return _render_settings(request, form=NoticeSettingsForm(request.user, typed if is_save else None))
    act = request.POST.get("act", "")
    if act == "save":
        return _save(request)
    if act == "hook":
        return _set_webhook(request)
    try:
        message = _perform_action(request, act)
    except Refusal as refusal:
        return _render_settings(request, refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(f"{request.path}#webhook" if act.startswith("hook") else request.path)


@csrf_exempt  # mail programs post here without cookies (RFC 8058); the signed token says whose mail it is
@never_cache
def unsubscribe(request: Any, token: str) -> HttpResponse:
    """What a letter belongs to; POST turns it off, or on again. GET changes nothing, since scanners follow links.

    A letter of a league or account that is gone is off by that: a GET is answered with 410 and why, a POST with 200.
    """
    state = find_mail_list(token)
    if state is not None and request.method == "POST":
        change = turn_on_again if request.POST.get("act") == "undo" else turn_off
        change(state, at=timezone.now())
        state = find_mail_list(token)
    ended = why_ended(token) if state is None else ""
    status = 200
    if state is None and not (ended and request.method == "POST"):
        status = GONE if ended else NOT_FOUND
    return render(request, "league/unsubscribe.html", unsubscribe_page(state, ended=ended), status=status)


def _save(request: Any) -> HttpResponse:
    form = NoticeSettingsForm(request.user, request.POST)
    if not form.is_valid():
        focus_first_error(form)
        return _render_settings(request, form=form, status=UNPROCESSABLE)
    try:
        save_notice_settings(user=request.user, at=timezone.now(), **form.values())
    except Refusal as refusal:
        return _render_settings(request, form=form, refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, "Your notices come as you chose from now on.")
    return HttpResponseRedirect(request.path)


@sensitive_variables("hook", "context")  # hidden in error reports, in callees too
def _set_webhook(request: Any) -> HttpResponse:
    """Set the person's webhook. Its secret is in this response and nowhere else."""
    hook_form = PersonalWebhookForm(request.POST)
    if not hook_form.is_valid():
        focus_first_error(hook_form)
        return _render_settings(request, hook_form=hook_form, status=UNPROCESSABLE)
    try:
        hook = personal.set_personal_webhook(user=request.user, at=timezone.now(), **hook_form.cleaned_data)
    except Refusal as refusal:
        hook_form.add_error("address" if refusal.pointer == "/address" else None, refusal.sentence)
        focus_first_error(hook_form)
        return _render_settings(request, hook_form=hook_form, status=UNPROCESSABLE)
    return _render_settings(request, secret=hook.secret)


def _perform_action(request: Any, act: str) -> str:
    """Perform a button of the webhook, and return the success message. Raises a `Refusal`."""
    if act == "hook_test":
        personal.send_personal_test(user=request.user, at=timezone.now())
        return "A test is on its way: look below what comes of it."
    if act == "mail_again":
        forget_failure(user=request.user.pk)
        return "Notices are mailed to you again. If your mail server refuses them, you see it here."
    if act == "hook_again":
        message = whole_number(request.POST.get("message", "")) or 0
        personal.resend_personal_message(user=request.user, delivery=message, at=timezone.now())
        return "The message is on its way again."
    if act == "hook_remove":
        personal.remove_personal_webhook(user=request.user)
        return "Your webhook is removed: it gets no more messages."
    raise Malformed(UNKNOWN_BUTTON)


def _render_settings(
    request: Any, *, form: NoticeSettingsForm | None = None, status: int = 200, **arguments: Any
) -> HttpResponse:
    reader_zone(request)  # once, whether the page shows a time or not
    context = notice_settings_page(form=form or NoticeSettingsForm(request.user), at=timezone.now(), **arguments)
    return render(request, "league/notice_settings.html", context, status=status)

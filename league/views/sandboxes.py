"""The page on which owners and commissioners make and end sandboxes of a season."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league.pages.form_recovery import LOGIN_EXPIRED, LOGIN_EXPIRED_PRESS_AGAIN, UNKNOWN_BUTTON, restore_form
from league.pages.sandboxes import SandboxForm, sandboxes_page
from league.sandboxes import create_sandbox, end_sandbox
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE = 422
LAST_FORM_SESSION_KEY = "last_sandbox_form"
"""Session key of the form that made the last sandbox, so that resubmitting it does not make another."""


@never_cache
def sandboxes(request: Any, league: str, season: str) -> HttpResponse:
    """A member's sandboxes of a season; POST makes or ends one."""
    if request.season.forked_from:
        raise Http404(f"{league}/{season} is a sandbox itself.")
    if not (request.viewer.is_commissioner or request.viewer.franchises):
        raise PermissionDenied("Sandboxes are for a league's owners and commissioners.")
    if request.method != "POST":
        restored = restore_form(request)
        is_make = restored is not None and restored.get("act") == "make"
        if restored is not None:
            messages.info(request, LOGIN_EXPIRED if is_make else LOGIN_EXPIRED_PRESS_AGAIN)
        form = SandboxForm(restored) if is_make else SandboxForm(initial={"entry": request.GET.get("entry", "")})
        return _render_page(request, form=form)
    form = SandboxForm(request.POST if request.POST.get("act") == "make" else None)
    if form.is_bound and not form.is_valid():
        return _render_page(request, form=form, status=UNPROCESSABLE)
    try:
        destination = _make_from_form(request, form) if form.is_bound else _end_from_form(request)
    except Refusal as refusal:
        return _render_page(request, form=form, refusal=refusal.sentence, status=UNPROCESSABLE)
    return HttpResponseRedirect(destination)


def _make_from_form(request: Any, form: SandboxForm) -> str:
    """Make a sandbox unless this form made one before, and return its URL. Raises a `Refusal`."""
    key = request.POST.get("key", "")[:40]
    last_form: dict[str, str] = request.session.get(LAST_FORM_SESSION_KEY, {})
    if key and last_form.get("key") == key:
        return last_form["to"]
    sandbox = create_sandbox(
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        days=form.cleaned_data["days"],
        entry=form.cleaned_data["entry"],
    )
    destination = links.season_url(sandbox.season_id)
    request.session[LAST_FORM_SESSION_KEY] = {"key": key, "to": destination}
    return destination


def _end_from_form(request: Any) -> str:
    """End a sandbox, and return the URL of the list. Raises a `Refusal`."""
    if request.POST.get("act") != "end":
        raise Malformed(UNKNOWN_BUTTON)
    name = request.POST.get("sandbox", "")
    end_sandbox(league=request.league, name=name, viewer=request.viewer, at=timezone.now())
    messages.success(request, f"{name} and everything in it was deleted.")
    return links.sandboxes_url(request.season.pk)


def _render_page(request: Any, *, form: SandboxForm, refusal: str = "", status: int = 200) -> HttpResponse:
    context = sandboxes_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        form=form,
        refusal=refusal,
    )
    return render(request, "league/sandboxes.html", context, status=status)

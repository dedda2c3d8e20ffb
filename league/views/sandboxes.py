"""The sandboxes of a season: made and ended by those who play in it."""

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
"""Where a session keeps the mark of the form by which its last sandbox was made, so that none is made twice."""


@never_cache
def sandboxes(request: Any, league: str, season: str) -> HttpResponse:
    """A member's sandboxes of a season."""
    if request.season.forked_from:
        raise Http404(f"{league}/{season} is a sandbox itself.")
    if not (request.viewer.is_commissioner or request.viewer.franchises):
        raise PermissionDenied("Sandboxes are for a league's owners and commissioners.")
    if request.method != "POST":
        kept = restore_form(request)
        making = kept is not None and kept.get("act") == "make"
        if kept is not None:
            messages.info(request, LOGIN_EXPIRED if making else LOGIN_EXPIRED_PRESS_AGAIN)
        form = SandboxForm(kept) if making else SandboxForm(initial={"entry": request.GET.get("entry", "")})
        return _render_page(request, form=form)
    form = SandboxForm(request.POST if request.POST.get("act") == "make" else None)
    if form.is_bound and not form.is_valid():
        return _render_page(request, form=form, status=UNPROCESSABLE)
    try:
        to = _make_from_form(request, form) if form.is_bound else _end_from_form(request)
    except Refusal as no:
        return _render_page(request, form=form, refusal=no.sentence, status=UNPROCESSABLE)
    return HttpResponseRedirect(to)


def _make_from_form(request: Any, form: SandboxForm) -> str:
    """Make a sandbox, and the way into it. Raises a `Refusal`."""
    key = request.POST.get("key", "")[:40]
    made: dict[str, str] = request.session.get(LAST_FORM_SESSION_KEY, {})
    if key and made.get("key") == key:
        return made["to"]
    box = create_sandbox(
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        days=form.cleaned_data["days"],
        entry=form.cleaned_data["entry"],
    )
    to = links.season_url(box.season_id)
    request.session[LAST_FORM_SESSION_KEY] = {"key": key, "to": to}
    return to


def _end_from_form(request: Any) -> str:
    """End a sandbox, and the way back to the others. Raises a `Refusal`."""
    if request.POST.get("act") != "end":
        raise Malformed(UNKNOWN_BUTTON)
    name = request.POST.get("sandbox", "")
    end_sandbox(league=request.league, name=name, viewer=request.viewer, at=timezone.now())
    messages.success(request, f"{name} is gone, with all that was in it.")
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

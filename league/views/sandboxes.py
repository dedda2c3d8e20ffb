"""Sandboxes: a season's, which members make and end, and the demo's, which a visitor plays."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from explain import links
from league.access import DEMO_SESSION_KEY
from league.client_address import address_block
from league.demo import Demo, DemoFull, end_demo, play_match, sandbox_of_demo, start_demo
from league.middleware import use_crests_of_league
from league.models import Sandbox
from league.pages.demo import demo_introduction, demo_page
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
        return _render_sandboxes(request, form=form)
    form = SandboxForm(request.POST if request.POST.get("act") == "make" else None)
    if form.is_bound and not form.is_valid():
        return _render_sandboxes(request, form=form, status=UNPROCESSABLE)
    try:
        destination = _make_from_form(request, form) if form.is_bound else _end_from_form(request)
    except Refusal as refusal:
        return _render_sandboxes(request, form=form, refusal=refusal.sentence, status=UNPROCESSABLE)
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


def _render_sandboxes(request: Any, *, form: SandboxForm, refusal: str = "", status: int = 200) -> HttpResponse:
    context = sandboxes_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        form=form,
        refusal=refusal,
    )
    return render(request, "league/sandboxes.html", context, status=status)


MOST_AN_HOUR, HOUR = 10, 3600
"""How many demos may be started from one address in an hour."""
CAR_FIELD = "car-"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def demo(request: Any) -> HttpResponse:
    """A visitor's demo; POST starts it, has the match played, or ends it."""
    at = timezone.now()
    own = Demo.from_session(request.session.get(DEMO_SESSION_KEY))
    sandbox = None if own is None else sandbox_of_demo(own, at=at)
    act = request.POST.get("act", "")
    if own is None or sandbox is None:
        if act == "start":
            return _start(request)
        if request.method == "POST" and own is None:
            return _render_introduction(request, refusal=UNKNOWN_BUTTON, status=UNPROCESSABLE)
        return _render_introduction(request, over=own is not None)
    if act == "end":
        end_demo(own, at=at)
        del request.session[DEMO_SESSION_KEY]
        return HttpResponseRedirect("/")
    if act == "play":
        drivers = {
            name.removeprefix(CAR_FIELD): value for name, value in request.POST.items() if name.startswith(CAR_FIELD)
        }
        try:
            play_match(own, drivers, at=at)
        except Refusal as refusal:
            return _render_demo(request, own, sandbox, refusal=refusal.sentence, status=UNPROCESSABLE)
    elif request.method == "POST" and act != "start":
        return _render_demo(request, own, sandbox, refusal=UNKNOWN_BUTTON, status=UNPROCESSABLE)
    if request.method == "POST":
        return HttpResponseRedirect(request.path)
    return _render_demo(request, own, sandbox)


def _start(request: Any) -> HttpResponse:
    try:
        _count_start(request)
        started = start_demo(at=timezone.now())
    except Refusal as refusal:
        return _render_introduction(request, refusal=refusal.sentence, status=UNPROCESSABLE)
    request.session[DEMO_SESSION_KEY] = started.to_session()
    return HttpResponseRedirect(reverse("demo"))


def _count_start(request: Any) -> None:
    """Count a start from the visitor's address. Raises `DemoFull` if there were too many within the hour."""
    key = f"demo/{address_block(request)}"
    cache.add(key, 0, HOUR)
    if cache.incr(key) > MOST_AN_HOUR:
        raise DemoFull("Too many demos were started from your address this hour: found a league of your own.")


def _render_introduction(request: Any, *, status: int = 200, **given: Any) -> HttpResponse:
    return render(request, "league/demo_introduction.html", demo_introduction(**given), status=status)


def _render_demo(request: Any, own: Demo, sandbox: Sandbox, *, refusal: str = "", status: int = 200) -> HttpResponse:
    use_crests_of_league(sandbox.season.league_id)
    return render(request, "league/demo.html", demo_page(own, sandbox, refusal=refusal), status=status)

"""The demo's page: start it, name a line-up, see what came of it, and end it."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import DEMO_SESSION_KEY
from league.client_address import address_block
from league.demo import Demo, DemoFull, end_demo, play_match, sandbox_of_demo, start_demo
from league.middleware import use_crests_of_league
from league.models import Sandbox
from league.pages.demo import demo_introduction, demo_page
from league.pages.form_recovery import UNKNOWN_BUTTON
from rules.core.refusals import Refusal

UNPROCESSABLE = 422
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

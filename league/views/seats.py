"""The page of seats, and a league's part of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league.middleware import changes_read_only
from league.models import Membership
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login, restore_form_and_notify
from league.pages.number_fields import whole_number
from league.pages.seats import league_seats_page, seats_page
from rules.core.refusals import Malformed, Refusal
from scheduling import seats as finding

UNPROCESSABLE = 422


@never_cache
def seats(request: Any) -> HttpResponse:
    """Leagues with free seats, and people who look for one; POST asks for a seat, or posts that one looks for one."""
    if request.method != "POST":
        restored = restore_form_and_notify(request) if request.user.is_authenticated else None
        return render(
            request, "league/seats.html", seats_page(request.user, request.GET, at=timezone.now(), sent=restored)
        )
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    try:
        message = _perform_own_action(request)
    except Refusal as refusal:
        context = seats_page(
            request.user, request.GET, at=timezone.now(), sent=request.POST, refusal=refusal.sentence
        )
        return render(request, "league/seats.html", context, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(links.seats_url())


@changes_read_only("withdraw", "decline")
@never_cache
def league_seats(request: Any, league: str) -> HttpResponse:
    """What a league advertises, and who asks for a seat; POST changes or answers that."""
    by = _commissioner(request)
    if request.method != "POST":
        return _render_league(request, sent=restore_form_and_notify(request))
    try:
        message = _perform_league_action(request, by)
    except Refusal as refusal:
        return _render_league(request, sent=request.POST, refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(links.league_seats_url(league))


def _perform_own_action(request: Any) -> str:
    """Perform the action of a person's form, and return the success message. Raises a `Refusal`."""
    user, at, form = request.user, timezone.now(), request.POST
    match form.get("act", ""):
        case "ask":
            asked = finding.ask_for_seat(league=form.get("league", ""), user=user, note=form.get("note", ""), at=at)
            return f"You asked {asked.league.name} for a seat. Its commissioners are notified."
        case "withdraw":
            finding.withdraw_request(user=user, request=whole_number(form.get("request", "")) or 0, at=at)
            return "Your request is withdrawn."
        case "look":
            finding.look_for_seat(user=user, note=form.get("note", ""), time_zone=form.get("time_zone", ""), at=at)
            return "People who are logged in see for 30 days that you look for a seat."
        case "stop":
            finding.stop_looking(user=user)
            return "Nobody sees any more that you look for a seat."
        case _:
            raise Malformed(UNKNOWN_BUTTON)


def _perform_league_action(request: Any, by: Membership) -> str:
    """Perform the action of a commissioner's form, and return the success message. Raises a `Refusal`."""
    league, at, form = request.league, timezone.now(), request.POST
    number, answer = whole_number(form.get("request", "")) or 0, form.get("answer", "")
    match form.get("act", ""):
        case "advertise":
            finding.advertise_seats(
                league=league,
                by=by,
                franchises=form.getlist("franchise"),
                at=at,
                **{name: form.get(name, "") for name in ("note", "time_zone", "pace", "experience")},
            )
            return "The seats are advertised for 30 days."
        case "withdraw":
            finding.withdraw_ad(league=league, by=by, at=at)
            return "The seats are not advertised any more."
        case "give":
            finding.give_seat(
                league=league, request=number, franchise=form.get("seat", ""), by=by, at=at, answer=answer
            )
            return "The seat is theirs, and they are notified."
        case "decline":
            finding.decline_seat(league=league, request=number, by=by, at=at, answer=answer)
            return "The request is declined."
        case _:
            raise Malformed(UNKNOWN_BUTTON)


def _render_league(request: Any, *, sent: Any = None, refusal: str = "", status: int = 200) -> HttpResponse:
    context = league_seats_page(
        league=request.league, viewer=request.viewer, at=timezone.now(), sent=sent, refusal=refusal
    )
    return render(request, "league/league_seats.html", context, status=status)


def _commissioner(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("Only the league's commissioners advertise its seats.")

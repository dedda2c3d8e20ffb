"""The page on which the sides of a match agree on when they play it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league.models import Appointment, Membership
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login, restore_form_and_notify
from league.pages.matches.match_time import RefusedTime, acting_sides, match_time_page
from league.pages.number_fields import whole_number
from rules.core.refusals import Malformed, Refusal, Unknown
from scheduling import appointments
from scheduling.local_times import format_time, parse_local_time, zone_of
from scheduling.meetings import load_meeting, set_home_night

UNPROCESSABLE = 422
PAIR = 2
"""How many sides most matches have."""
OFFERS = {"propose": appointments.propose, "counter": appointments.counter, "move": appointments.move}


@never_cache
def match_time(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """When the match is played. POST: `act` is `propose`, `counter`, `move`, `accept`, `decline`, `call_off`, `set`,
    `missed` or `night`, for the `side` the sender acts for; a commissioner sets a time, and calls off without a side.
    """
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        refused = None if restored is None else _refused(restored, "")
        return _render(request, match, refused=refused, status=200)
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    acting = (Membership.Role.COMMISSIONER, Membership.Role.OWNER)
    if all(member.role not in acting for member in request.viewer.memberships):
        raise PermissionDenied("The owners of the teams in the match agree on its time, or a commissioner sets it.")
    try:
        message = _perform(request, match, at=timezone.now())
    except Refusal as refusal:
        return _render(request, match, refused=_refused(request.POST, refusal.sentence), status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(links.match_time_url(f"{request.season.pk}/{match}"))


def _perform(request: Any, match: str, *, at: datetime) -> str:
    """Do what the form asks for, and return the message about it. Raises a `Refusal`."""
    posted, act, side = request.POST, request.POST.get("act", ""), request.POST.get("side", "")
    arguments: dict[str, Any] = {"seen": whole_number(posted.get("seen", "")), "at": at}
    place = (request.season.pk, match)
    if act == "set":
        commissioner = _commissioner(request)
        time, understood = parse_local_time(posted.get("time", ""), zone_of(commissioner))
        reason = posted.get("reason", "")
        appointment = appointments.set_time(*place, time=time, reason=reason, member=commissioner, **arguments)
        return f"{_agreed_message(appointment, commissioner)} {understood}".strip()
    if act == "call_off" and not side:
        appointments.call_off(
            *place, side="", reason=posted.get("reason", ""), member=_commissioner(request), **arguments
        )
        return "It is called off. The teams are notified."
    member = _side_member(request, match, side)
    arguments |= {"side": side, "member": member}
    if act in OFFERS:
        times, understood = _times(posted, member)
        appointment = OFFERS[act](*place, times=times, note=posted.get("note", ""), **arguments)
        return f"{_agreed_message(appointment, member)} {understood}".strip()
    if act == "accept":
        number = whole_number(posted.get("number", ""))
        if number is None:
            raise Malformed("Choose one of the times, or propose others.")
        return _agreed_message(appointments.accept(*place, number=number, **arguments), member)
    if act == "decline":
        appointments.decline(*place, **arguments)
        return "These times are no longer on offer."
    if act == "call_off":
        called_off = appointments.call_off(*place, reason=posted.get("reason", ""), **arguments)
        return f"It is called off. {_others_notified(called_off)}"
    if act == "missed":
        return _say_missed(place, posted, side, member, at=at)
    if act == "night":
        night = " ".join(filter(None, (posted.get("day", ""), posted.get("clock", "")))) if posted.get("day") else ""
        set_home_night(league=request.league, franchise=side, night=night, member=member, at=at)
        return "Your home night is saved." if night else "Your team has no home night now."
    raise Malformed(UNKNOWN_BUTTON)


def _say_missed(place: tuple[str, str], posted: QueryDict, side: str, member: Membership, *, at: datetime) -> str:
    said, _, about = posted.get("said", "").partition(":")
    appointments.report_missed(*place, side=side, said=said, about=about, member=member, at=at)
    if said == appointments.PLAYED_LATER:
        return "Noted. Report the match once its line-ups are locked."
    return "Noted. The commissioners are notified, and decide what follows."


def _agreed_message(appointment: Appointment, member: Membership) -> str:
    """What came of a form: the time that is agreed on now, or that others are asked."""
    if appointment.standing == Appointment.Standing.AGREED and not appointment.offer and appointment.agreed_at:
        return f"Agreed: {format_time(appointment.agreed_at, zone_of(member))}. Everybody in the match is notified."
    if appointment.last_act == "accepted":
        return "You accepted it. It is agreed on once every team has."
    return f"Your times are proposed. {_others_notified(appointment)}"


def _others_notified(appointment: Appointment) -> str:
    others = "team is" if len(appointment.sides) <= PAIR else "teams are"
    return f"The other {others} notified."


def _times(posted: QueryDict, member: Membership) -> tuple[list[datetime], str]:
    """The times of a form: those that were typed, and suggested ones that were chosen.

    The text says what typed ones were read as that a change of the clocks skips or repeats. Raises `Malformed`.
    """
    zone = zone_of(member)
    typed = [parse_local_time(text, zone) for text in posted.getlist("times") if text.strip()]
    times = [time for time, _ in typed]
    for text in posted.getlist("suggested"):
        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            time = None
        if time is None or time.tzinfo is None:
            raise Malformed("Choose the suggested times again: the page has changed.")
        times.append(time)
    return times, " ".join(dict.fromkeys(note for _, note in typed if note))


def _side_member(request: Any, match: str, side: str) -> Membership:
    """The membership by which the viewer acts for a side: where they may not, one that is refused."""
    try:
        acting = acting_sides(load_meeting(request.season.pk, match), request.viewer)
    except Unknown as refusal:
        raise Http404(refusal.sentence) from None
    return acting.get(side) or request.viewer.memberships[0]


def _commissioner(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    memberships: tuple[Membership, ...] = request.viewer.memberships
    for membership in memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("Only the league's commissioners set the time of a match alone.")


def _refused(posted: QueryDict, sentence: str) -> RefusedTime:
    typed = {name: posted.get(name, "") for name in ("note", "reason", "time", "number", "day", "clock", "side")}
    lists = {name: posted.getlist(name) for name in ("times", "suggested")}
    return RefusedTime(posted.get("act", ""), {**typed, **lists}, sentence)


def _render(request: Any, match: str, *, refused: RefusedTime | None, status: int) -> HttpResponse:
    side = refused.typed["side"] if refused else request.GET.get("side", "")
    context = match_time_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=match,
        at=timezone.now(),
        side=side,
        refused=refused,
    )
    if context is None:
        raise Http404("There is no such match.")
    return render(request, "league/match_time.html", context, status=status)

"""The schedule, and the commissioners' forms that plan rounds."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from msgspec import convert

from explain import links
from explain.command_preview import sentence_with_names
from explain.printed_names import quantity
from league.models import Membership
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.command_forms.page import command_form_url
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    LOGIN_EXPIRED_PRESS_AGAIN,
    UNKNOWN_BUTTON,
    restore_form,
    restore_form_and_notify,
)
from league.pages.matches.schedule import (
    DrawForm,
    PlanForm,
    RefusedReveal,
    draw_up_rounds,
    plan_page,
    rounds_to_plan,
    saved_plans,
    schedule_page,
)
from league.pages.season.deadlines import parse_local_time, understood_time
from league.queries.round_plans import plan_of
from league.times import DEADLINE, current_zones, write_time
from rules.campaign.match_day.announcing import MatchPlan
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import set_calendar
from scheduling.meetings import set_home_night
from scheduling.round_plans import discard_round_plans, save_round_plans
from scheduling.watch_parties import call_off_reveal, reveal_now, set_reveal

UNPROCESSABLE = 422
REVEAL_ACTS = ("reveal", "reveal_now", "reveal_off")
CALENDAR_ACTS = ("agreed", "standing", "times")
"""The acts that change the calendar, which is the whole league's."""
CALENDAR_OF_LEAGUE = (
    "A sandbox leaves the league's calendar as it is: change it on the schedule of the season itself."
)
ROUND_NUMBER = re.compile(r"[0-9]{1,6}")
HOURS = re.compile(r"-?[0-9]{1,9}")


@never_cache
def schedule(request: Any, league: str, season: str) -> HttpResponse:
    """The schedule. POST draws up rounds (`act=next`, `act=all`) or throws their plans away (`act=forget`).

    `act=agreed` sets how reports are accepted, `act=standing` when rounds are revealed,
    `act=times` the match night and when a match counts as missed. `act=reveal`, `reveal_now`
    and `reveal_off` are about the reveal of one round.
    """
    if request.method == "POST":
        return _perform_action(request)
    restored = restore_form(request)
    is_draw = restored is not None and "size" in restored
    if restored is not None:
        messages.info(request, LOGIN_EXPIRED if is_draw else LOGIN_EXPIRED_PRESS_AGAIN)
    return _render_page(request, DrawForm(restored) if is_draw else None, status=200)


@never_cache
def round_plan(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """The form that changes the plan of a round that is not announced yet, for commissioners."""
    member = _commissioner(request)
    desk = command_context(request.season, request.viewer)
    plan = plan_of(request.season.pk, number)
    if plan is None or number not in rounds_to_plan(desk):
        raise Http404("There is no plan of that round.")
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        form = PlanForm(desk, saved_plans(plan)) if restored is None else PlanForm(desk, [], given=restored)
        return _render_plan(request, desk, number, form, status=200)
    form = PlanForm(desk, [], given=request.POST)
    try:
        documents = form.documents() if form.is_valid() else None
    except Refusal as refusal:
        form.add_error(None, sentence_with_names(refusal.sentence, desk.called.names))
        documents = None
    if documents is None:
        return _render_plan(request, desk, number, form, status=UNPROCESSABLE)
    plans = [convert(document, MatchPlan) for document in documents]
    save_round_plans(request.season, {number: plans}, member=member, at=timezone.now())
    messages.success(request, f"The plan of round {number} is kept.")
    return HttpResponseRedirect(links.schedule_url(request.season.pk))


def _perform_action(request: Any) -> HttpResponse:
    member = _commissioner(request)
    act, form = request.POST.get("act"), DrawForm(request.POST)
    home = links.schedule_url(request.season.pk)
    if act in CALENDAR_ACTS:
        return _set_calendar(request, member, act=str(act))
    if act in REVEAL_ACTS:
        return _act_on_reveal(request, member, str(act))
    if act == "forget":
        discard_round_plans(request.season)
        messages.success(request, "The plan is thrown away.")
        return HttpResponseRedirect(home)
    if act not in ("next", "all"):
        form.add_error(None, UNKNOWN_BUTTON)
    if not form.is_valid():
        return _render_page(request, form, status=UNPROCESSABLE)
    size, rulesets = str(form.cleaned_data["size"]), form.cleaned_data["rulesets"]
    if act == "next":
        query = {"size": size, "rulesets": ",".join(rulesets), "back": home}
        return HttpResponseRedirect(command_form_url(request.season.pk, "announce_round", **query))
    desk = command_context(request.season, request.viewer)
    try:
        plans = draw_up_rounds(desk, size=int(size) if size.isdecimal() else 0, rulesets=rulesets)
    except Refusal as refusal:
        form.add_error(None, sentence_with_names(refusal.sentence, desk.called.names))
        return _render_page(request, form, status=UNPROCESSABLE)
    save_round_plans(request.season, plans, member=member, at=timezone.now())
    messages.success(
        request, f"Drawn up: {quantity(len(plans), 'round')}. Change what you like: nothing is announced yet."
    )
    return HttpResponseRedirect(home)


def _set_calendar(request: Any, member: Membership, *, act: str) -> HttpResponse:
    """Perform an act on the league's calendar, which a sandbox leaves as it is."""
    if request.season.forked_from:
        messages.error(request, CALENDAR_OF_LEAGUE)
        return HttpResponseRedirect(links.schedule_url(request.season.pk))
    if act == "times":
        return _set_match_times(request, member)
    return _set_acceptance(request, member) if act == "agreed" else _set_standing_reveal(request, member)


def _set_match_times(request: Any, member: Membership) -> HttpResponse:
    """Set the league's match night, and when a match without a report counts as missed."""
    posted, at = request.POST, timezone.now()
    night = f"{posted['night_day']} {posted.get('night_clock', '')}" if posted.get("night_day") else ""
    missed = posted.get("missed", "")
    try:
        if not HOURS.fullmatch(missed):
            raise Malformed("Say after how many hours a match counts as missed, or never.")
        with transaction.atomic():
            set_calendar(league=request.league.pk, member=member, at=at, missed_hours=int(missed))
            set_home_night(league=request.league, franchise="", night=night, member=member, at=at)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, "Saved. Teams that agree on a time see the match night as a suggestion.")
    return HttpResponseRedirect(f"{links.schedule_url(request.season.pk)}#times")


def _set_acceptance(request: Any, member: Membership) -> HttpResponse:
    """Set how reports are accepted: after how many hours, how well proven, and how long teams may appeal."""
    hours, appeals = request.POST.get("hours", ""), request.POST.get("appeals", "")
    arguments: dict[str, Any] = {"least_evidence": request.POST.get("evidence") or None}
    try:
        if not HOURS.fullmatch(hours) or (appeals and not HOURS.fullmatch(appeals)):
            raise Malformed("Say after how many hours such a report is accepted, or that it waits.")
        arguments |= {"agreed_hours": int(hours), "appeal_hours": int(appeals) if appeals else None}
        set_calendar(league=request.league.pk, member=member, at=timezone.now(), **arguments)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, "That is how reports are accepted from now on.")
    return HttpResponseRedirect(links.schedule_url(request.season.pk))


def _set_standing_reveal(request: Any, member: Membership) -> HttpResponse:
    """Set the standing time at which rounds are revealed, or that there is none."""
    day, clock = request.POST.get("day", ""), request.POST.get("clock", "")
    try:
        standing = f"{day} {clock}" if day else ""
        set_calendar(league=request.league.pk, member=member, at=timezone.now(), standing_reveal=standing)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(
            request,
            "Rounds that are announced from now on are revealed then."
            if day
            else "Matches are played as soon as they are locked, where no round has a time of its own.",
        )
    return HttpResponseRedirect(f"{links.schedule_url(request.season.pk)}#watch")


def _act_on_reveal(request: Any, member: Membership, act: str) -> HttpResponse:
    """Set, give or call off the reveal of a round; what is refused is shown in the round's own form."""
    posted, at = request.POST, timezone.now()
    number = int(posted["round"]) if ROUND_NUMBER.fullmatch(posted.get("round", "")) else 0
    try:
        message = _perform_on_reveal(request, member, act, number, at=at)
    except Refusal as refusal:
        request.season.refresh_from_db()
        refused = RefusedReveal(number, posted.get("until", ""), refusal.sentence)
        return _render_page(request, None, status=UNPROCESSABLE, refused=refused)
    messages.success(request, message)
    return HttpResponseRedirect(f"{links.schedule_url(request.season.pk)}#round-{number}")


def _perform_on_reveal(request: Any, member: Membership, act: str, number: int, *, at: datetime) -> str:
    """Perform the act and say what it did. Raises `Malformed` or what the act is refused for."""
    season, seen = request.season.pk, request.POST.get("seen")
    if act == "reveal_now":
        reveal_now(season, number, member=member, at=at, seen=seen)
        return f"Round {number} is being played now."
    if act == "reveal_off":
        call_off_reveal(season, number, member=member, at=at, seen=seen)
        return f"Called off: each match of round {number} is played once its line-ups are locked."
    text = request.POST.get("until", "")
    until = parse_local_time(request.league, text, seen=_seen_reveal(seen))
    if until is None:
        raise Malformed("Name a day and a time for the reveal.")
    reveal = set_reveal(season, number, until=until, member=member, at=at, seen=seen)
    moment = write_time(reveal.at or until, current_zones(), DEADLINE)
    note = understood_time(request.league, text, until)
    return (
        f"Round {number} is played and revealed {moment}, and no match of it before. Its owners are notified. {note}"
    ).strip()


def _seen_reveal(seen: str | None) -> datetime | None:
    """The time that the form was filled in with; None where it says none."""
    try:
        return datetime.fromisoformat(seen or "")
    except ValueError:
        return None


def _commissioner(request: Any) -> Membership:
    """The membership by which the person runs the league. Raises `PermissionDenied`."""
    commissioners = (member for member in request.viewer.memberships if member.role == Membership.Role.COMMISSIONER)
    member = next(commissioners, None)
    if member is None:
        raise PermissionDenied("Rounds are drawn up by the league's commissioners: ask one of them.")
    return member


def _render_page(
    request: Any, form: DrawForm | None, *, status: int, refused: RefusedReveal | None = None
) -> HttpResponse:
    context = schedule_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        at=timezone.now(),
        form=form,
        refused=refused,
    )
    return render(request, "league/schedule.html", context, status=status)


def _render_plan(request: Any, desk: CommandContext, number: int, form: PlanForm, *, status: int) -> HttpResponse:
    context = plan_page(desk=desk, league=request.league, season=request.season, number=number, form=form)
    return render(request, "league/schedule_round.html", context, status=status)

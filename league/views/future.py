"""The page of a league's future, its forms, and the file of a league that will be deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from explain import links
from journal.transfer.league_export import league_lines
from league.middleware import changes_read_only
from league.models import Membership
from league.pages.form_recovery import UNKNOWN_BUTTON, restore_form_and_notify
from league.pages.future import future_page
from league.pages.number_fields import whole_number
from rules.core.refusals import Malformed, Refusal
from scheduling import handovers, league_life

UNPROCESSABLE, CONFLICT = 422, 409
FORM_FIELDS = ("act", "to", "reason", "note", "days", "steps")


@changes_read_only()
@never_cache
def future(request: Any, league: str) -> HttpResponse:
    """The future of a league; POST archives, deletes or hands it over, or answers such an offer."""
    if not request.viewer.is_member:
        raise PermissionDenied("Only members of a league may see what becomes of it.")
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        return _render_page(request, sent=None if restored is None else _fields(restored))
    try:
        message = _perform_action(request)
    except Refusal as refusal:
        return _render_page(request, sent=_fields(request.POST), refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(links.future_url(league))


@changes_read_only()
@require_POST
@never_cache
def league_export(request: Any, league: str) -> HttpResponse | StreamingHttpResponse:
    """A league that will be deleted as a file, for its commissioners; that they took it is noted in its log."""
    commissioner = _commissioner(request)
    try:
        league_life.note_whole_export(league=request.league, by=commissioner, at=timezone.now())
    except Refusal as refusal:
        return _render_page(request, refusal=refusal.sentence, status=CONFLICT)
    response = StreamingHttpResponse(league_lines(request.league), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{league}.json"'
    return response


def _perform_action(request: Any) -> str:
    """Perform the action of a form, and return the success message. Raises a `Refusal`."""
    league, at, form = request.league, timezone.now(), request.POST
    act, number = form.get("act", ""), whole_number(form.get("offer", "")) or 0
    if act in ("accept", "decline"):
        offer = handovers.answer_handover(
            league=league, offer=number, user=request.user.pk, accepts=act == "accept", at=at
        )
        return f"You run {league.name} now." if offer.state == offer.State.ACCEPTED else "You declined the offer."
    by = _commissioner(request)
    match act:
        case "archive":
            league_life.archive_league(league=league, by=by, at=at, reason=form.get("reason", ""))
            return f"{league.name} is archived. You can take it out again here."
        case "unarchive":
            league_life.unarchive_league(league=league, by=by, at=at)
            return f"{league.name} goes on where it stopped."
        case "offer":
            to = Membership.objects.filter(league=league, pk=whole_number(form.get("to", "")) or 0).first()
            steps, note = form.get("steps") == "down", form.get("note", "")
            handovers.offer_handover(league=league, by=by, to=to, steps_down=steps, at=at, note=note)
            return "The offer is made: they find it in their inbox."
        case "withdraw":
            handovers.withdraw_handover(league=league, offer=number, by=by, at=at)
            return "The offer is withdrawn."
        case _:
            return _perform_deletion(request, act, by)


def _perform_deletion(request: Any, act: str, by: Membership) -> str:
    league, at, form = request.league, timezone.now(), request.POST
    match act:
        case "delete":
            days = whole_number(form.get("days", "")) or 0
            asked = league_life.ask_deletion(league=league, by=by, at=at, reason=form.get("reason", ""), days=days)
            if asked.confirmed_at is None:
                return "You asked to delete the league: another commissioner has to confirm it."
            return f"{league.name} will be deleted. Until then any commissioner can keep it."
        case "confirm":
            league_life.confirm_deletion(league=league, by=by, at=at)
            return f"{league.name} will be deleted. Until then any commissioner can keep it."
        case "keep":
            league_life.keep_league(league=league, by=by, at=at)
            return f"{league.name} will not be deleted."
        case _:
            raise Malformed(UNKNOWN_BUTTON)


def _fields(form: Any) -> dict[str, str]:
    return {name: form.get(name, "") for name in FORM_FIELDS}


def _render_page(
    request: Any, *, sent: dict[str, str] | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = future_page(league=request.league, viewer=request.viewer, at=timezone.now(), sent=sent, refusal=refusal)
    return render(request, "league/future.html", context, status=status)


def _commissioner(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("That is for the league's commissioners.")

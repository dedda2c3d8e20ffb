"""Pages of a league's announcements, and the commissioners' forms on them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from explain import links
from league.middleware import changes_read_only
from league.models import Membership
from league.pages.form_recovery import LOGIN_EXPIRED, LOGIN_EXPIRED_PRESS_AGAIN, restore_form, restore_form_and_notify
from league.pages.number_fields import whole_number
from league.pages.season.announcements import announcement_page, announcements_page
from rules.core.refusals import Malformed, Refusal
from scheduling import announcements as announcing

UNPROCESSABLE = 422


def announcements(request: Any, league: str) -> HttpResponse:
    """The list of announcements; POST makes one, for commissioners."""
    if request.method != "POST":
        before = whole_number(request.GET.get("before", ""))
        restored = restore_form_and_notify(request)
        context = announcements_page(league=request.league, viewer=request.viewer, before=before, given=restored)
        return render(request, "league/announcements.html", context)
    commissioner = _commissioner(request)
    try:
        posted = announcing.post_announcement(
            league=request.league,
            by=commissioner,
            at=timezone.now(),
            key=request.POST.get("key", ""),
            **_wording_fields(request),
        )
    except Refusal as refusal:
        context = announcements_page(
            league=request.league, viewer=request.viewer, given=request.POST, refusal=refusal.sentence
        )
        return render(request, "league/announcements.html", context, status=UNPROCESSABLE)
    messages.success(request, "Announced: the members are notified.")
    return HttpResponseRedirect(links.announcement_url(league, posted.number))


@changes_read_only("withdraw")
def announcement(request: Any, league: str, number: int) -> HttpResponse:
    """One announcement; POST edits, pins or withdraws it, for commissioners."""
    arguments: dict[str, Any] = {"league": request.league, "viewer": request.viewer, "number": number}
    status = 200
    if (restored := restore_form(request)) is not None:
        is_edit = restored.get("act") == "word"
        messages.info(request, LOGIN_EXPIRED if is_edit else LOGIN_EXPIRED_PRESS_AGAIN)
        arguments |= {"given": restored if is_edit else None}
    if request.method == "POST":
        commissioner = _commissioner(request)
        try:
            message = _perform_action(request, commissioner, number)
        except announcing.AnnouncementUnknown as refusal:
            raise Http404(refusal.sentence) from refusal
        except Refusal as refusal:
            form_fields = request.POST if request.POST.get("act") == "word" else None
            arguments |= {"given": form_fields, "refusal": refusal.sentence}
            status = UNPROCESSABLE
        else:
            messages.success(request, message)
            return HttpResponseRedirect(request.path)
    context = announcement_page(**arguments)
    if context is None:
        raise Http404("This league has no such announcement.")
    return render(request, "league/announcement.html", context, status=status)


def _perform_action(request: Any, commissioner: Membership, number: int) -> str:
    """Perform the action of a form, and return the success message. Raises a `Refusal`."""
    arguments: dict[str, Any] = {"league": request.league, "number": number, "by": commissioner, "at": timezone.now()}
    match request.POST.get("act", ""):
        case "word":
            seen = whole_number(request.POST.get("seen", "")) or 0
            announcing.edit_announcement(
                **arguments, **_wording_fields(request), seen=seen, tell="tell" in request.POST
            )
            return "It is saved. The words it had before are kept below."
        case "withdraw":
            announcing.withdraw_announcement(**arguments)
            return "It is withdrawn: nobody but commissioners reads its words any more."
        case _:
            raise Malformed("Nothing was done: press one of the buttons.")


def _wording_fields(request: Any) -> dict[str, Any]:
    title, text = (request.POST.get(name, "") for name in ("title", "text"))
    return {"title": title, "text": text, "pinned": "pinned" in request.POST}


def _commissioner(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("Only the league's commissioners can announce something.")

"""A league's announcements: the list, and one of them: one act of a commissioner, say so, go."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from league.clock import announcing
from league.models import Membership
from league.pages import routes
from league.pages.announcements import announcement_page, announcements_page
from league.pages.journal import whole_number
from league.pages.kept import LAPSED, NOTHING_DONE, kept_and_said, kept_form
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE = 422


def announcements(request: Any, league: str) -> HttpResponse:
    """What was announced; a commissioner's form announces something."""
    if request.method != "POST":
        before = whole_number(request.GET.get("before", ""))
        kept = kept_and_said(request)
        context = announcements_page(league=request.league, viewer=request.viewer, before=before, given=kept)
        return render(request, "league/announcements.html", context)
    chair = _chair(request)
    try:
        made = announcing.post(
            league=request.league, by=chair, at=timezone.now(), key=request.POST.get("key", ""), **_worded(request)
        )
    except Refusal as no:
        context = announcements_page(
            league=request.league, viewer=request.viewer, given=request.POST, refusal=no.sentence
        )
        return render(request, "league/announcements.html", context, status=UNPROCESSABLE)
    messages.success(request, "It is announced, and the members are told.")
    return HttpResponseRedirect(routes.announcement_at(league, made.number))


def announcement(request: Any, league: str, number: int) -> HttpResponse:
    """One announcement; a commissioner's forms word it anew, pin it, or withdraw it."""
    shown: dict[str, Any] = {"league": request.league, "viewer": request.viewer, "number": number}
    status = 200
    if (kept := kept_form(request)) is not None:
        worded = kept.get("act") == "word"
        messages.info(request, LAPSED if worded else NOTHING_DONE)
        shown |= {"given": kept if worded else None}
    if request.method == "POST":
        chair = _chair(request)
        try:
            said = _done(request, chair, number)
        except announcing.AnnouncementUnknown as no:
            raise Http404(no.sentence) from no
        except Refusal as no:
            sent = request.POST if request.POST.get("act") == "word" else None
            shown |= {"given": sent, "refusal": no.sentence}
            status = UNPROCESSABLE
        else:
            messages.success(request, said)
            return HttpResponseRedirect(request.path)
    context = announcement_page(**shown)
    if context is None:
        raise Http404("This league has no such announcement.")
    return render(request, "league/announcement.html", context, status=status)


def _done(request: Any, chair: Membership, number: int) -> str:
    """Do what a form about one announcement asks, and say so. Raises a `Refusal`."""
    of: dict[str, Any] = {"league": request.league, "number": number, "by": chair, "at": timezone.now()}
    match request.POST.get("act", ""):
        case "word":
            seen = whole_number(request.POST.get("seen", "")) or 0
            announcing.word_anew(**of, **_worded(request), seen=seen, tell="tell" in request.POST)
            return "It is saved. The words it had before are kept below."
        case "withdraw":
            announcing.withdraw(**of)
            return "It is withdrawn: nobody but commissioners reads its words any more."
        case _:
            raise Malformed("Nothing was asked: press one of the buttons.")


def _worded(request: Any) -> dict[str, Any]:
    title, text = (request.POST.get(name, "") for name in ("title", "text"))
    return {"title": title, "text": text, "pinned": "pinned" in request.POST}


def _chair(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for each in request.viewer.memberships:
        if each.role == Membership.Role.COMMISSIONER:
            return each
    raise PermissionDenied("Announcing is for the league's commissioners.")

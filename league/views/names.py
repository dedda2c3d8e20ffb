"""The page of a thing's names: its owner or a commissioner renames it, and a commissioner undoes a rename."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.models import Membership
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login, restore_form_and_notify
from league.pages.names import names_page
from league.pages.number_fields import whole_number
from league.renaming import rename
from rules.core.refusals import Malformed, Refusal
from scheduling.name_vetoes import veto_name

UNPROCESSABLE = 422


@never_cache
def names(request: Any, league: str, thing: str, subject: str) -> HttpResponse:
    """The names of a thing. POST renames it (`act=rename`) or gives it its former name back (`act=undo`)."""
    page = {"league": request.league, "viewer": request.viewer, "kind": thing, "subject": subject}
    context = names_page(**page)
    if context is None:
        raise Http404("This league has nothing of that name.")
    if request.method != "POST":
        if (restored := restore_form_and_notify(request)) is not None:
            context = names_page(**page, given=restored)
        return render(request, "league/names.html", context)
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not (context["may_rename"] or context["may_undo"]):
        raise PermissionDenied("A name is for the owner of the thing and for the league's commissioners to change.")
    try:
        messages.success(request, _perform_action(request, thing, subject))
    except Refusal as refusal:
        context = names_page(**page, given=request.POST, refusal=refusal)
        return render(request, "league/names.html", context, status=UNPROCESSABLE)
    return HttpResponseRedirect(request.path)


def _perform_action(request: Any, kind: str, subject: str) -> str:
    """Perform the action of a form, and return the success message. Raises a `Refusal`."""
    at, reason = timezone.now(), request.POST.get("reason", "")
    match request.POST.get("act", ""):
        case "rename":
            change = rename(
                league=request.league,
                kind=kind,
                subject=subject,
                name=request.POST.get("name", ""),
                memberships=request.viewer.memberships,
                at=at,
                reason=reason,
            )
            if change is None:
                return "It has that name already: nothing was changed."
            return f"It is called {change.name} now." if change.name else "The season has no title any more."
        case "undo":
            change = veto_name(
                league=request.league,
                change=whole_number(request.POST.get("change", "")) or 0,
                member=_commissioner(request),
                at=at,
                reason=reason,
            )
            return f"It is called {change.name} again." if change.name else "The season has no title again."
        case _:
            raise Malformed(UNKNOWN_BUTTON)


def _commissioner(request: Any) -> Membership:
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("Names are taken back by the league's commissioners.")

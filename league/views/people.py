"""Pages and forms of a league's people, of one member, and of a person's own account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league import accounts, invitations, role_changes
from league.access import viewer_of
from league.accounts import set_time_zone
from league.middleware import changes_read_only
from league.models import Membership
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    LOGIN_EXPIRED_PRESS_AGAIN,
    UNKNOWN_BUTTON,
    redirect_to_login,
    restore_form,
    restore_form_and_notify,
)
from league.pages.people.invitation_link import link_for_others
from league.pages.people.member import RejectedMemberAction, member_page
from league.pages.people.people import InviteForm, people_page
from league.pages.people.profile import profile_page
from league.pages.season.journal import whole_number
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE = 422
ZONE_ACTS = ("zone", "zone_offer")
"""The acts that set the person's time zone: by its form, and by the button with the browser's zone."""
INVITATION_SESSION_KEY = "made_invitation"
"""Session key of a new invitation's link, which is shown once."""


@changes_read_only()
@never_cache
def people(request: Any, league: str) -> HttpResponse:
    """The people of a league; POST leaves it, or as a commissioner invites, revokes or changes who may read it."""
    if not request.viewer.is_member:
        raise PermissionDenied("Only members of a league may see who belongs to it.")
    if request.method != "POST":
        link = request.session.pop(INVITATION_SESSION_KEY, {})
        new_link = link.get("link", "") if link.get("league") == league else ""
        form_fields = restore_form(request)
        is_invite = form_fields is not None and form_fields.get("act") == "invite"
        if form_fields is not None:
            messages.info(request, LOGIN_EXPIRED if is_invite else LOGIN_EXPIRED_PRESS_AGAIN)
        before = whole_number(request.GET.get("before", ""))
        return _render_people(request, made=new_link, before=before, given=form_fields if is_invite else None)
    try:
        message = _perform_action(request)
    except Refusal as refusal:
        form_fields = request.POST if request.POST.get("act") == "invite" else None
        return _render_people(request, given=form_fields, refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, message)
    is_still_member = viewer_of(request.user, request.league).is_member
    return HttpResponseRedirect(links.people_url(league) if is_still_member else "/")


@changes_read_only("remove")
@never_cache
def person(request: Any, league: str, member: int) -> HttpResponse:
    """A member, with the commissioner's forms about their roles."""
    commissioner = _commissioner(request)
    membership = Membership.objects.filter(league=request.league, pk=member).select_related("user", "league").first()
    if membership is None:
        raise Http404("This league has no such member.")
    action = None
    if request.method == "POST":
        action = _parse_member_form(request.POST)
        try:
            _perform_member_action(membership, action, by=commissioner)
        except Refusal as refusal:
            action = RejectedMemberAction(action.act, action.of, action.choice, action.reason, refusal.sentence)
        else:
            messages.success(request, "Done, and noted in the league's log.")
            return HttpResponseRedirect(links.people_url(league))
    elif (restored := restore_form(request)) is not None:
        action = replace(_parse_member_form(restored), refusal=LOGIN_EXPIRED)
    context = member_page(league=request.league, viewer=request.viewer, member=membership, sent=action)
    if context is None:
        raise Http404("This person has left the league.")
    status = UNPROCESSABLE if action and request.method == "POST" else 200
    return render(request, "league/person.html", context, status=status)


@never_cache
def profile(request: Any) -> HttpResponse:
    """A person's own account; POST changes the name or deletes the account, which needs their user name typed."""
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        typed = "" if restored is None else restored.get("name", "")
        return render(
            request, "league/profile.html", {**profile_page(request.user, at=timezone.now()), "typed": typed}
        )
    act = request.POST.get("act")
    if act in ZONE_ACTS:
        return _set_zone(request, act)
    leaving = act == "forget"
    try:
        if act not in ("name", "forget"):
            raise Malformed(UNKNOWN_BUTTON)
        if not leaving:
            accounts.set_display_name(user=request.user, name=request.POST.get("name", ""))
            messages.success(request, f"You are shown as {accounts.display_name(request.user)}.")
            return HttpResponseRedirect(request.path)
        if request.POST.get("sure", "").strip() != request.user.get_username():
            raise Malformed("Type your user name exactly as it is shown above, to confirm that you mean it.")
        accounts.erase(user=request.user, at=timezone.now())
    except Refusal as refusal:
        errors = {"leaving": refusal.sentence} if leaving else {"refusal": refusal.sentence}
        context = {**profile_page(request.user, at=timezone.now(), **errors), "typed": request.POST.get("name", "")}
        return render(request, "league/profile.html", context, status=UNPROCESSABLE)
    logout(request)
    messages.success(request, "Your account is gone. What you did in your leagues stands, without your name.")
    return HttpResponseRedirect("/")


def _set_zone(request: Any, act: str) -> HttpResponse:
    """Set the person's time zone, from its form or from the offer of the browser's."""
    typed = request.POST.get("time_zone", "")
    shown = bool(request.POST.get("shown")) if act == "zone" else None
    try:
        zone = set_time_zone(user=request.user, name=typed, shown=shown).time_zone
    except Refusal as refusal:
        context = profile_page(request.user, at=timezone.now(), zone_refusal=refusal.sentence, zone=typed)
        return render(request, "league/profile.html", context, status=UNPROCESSABLE)
    messages.success(
        request,
        f"Times are shown in {zone}." if zone else "Times are shown in each league's zone, or in your browser's.",
    )
    return HttpResponseRedirect("/" if request.POST.get("back") == "home" else f"{request.path}#zone")


def _render_people(request: Any, *, status: int = 200, **page_arguments: Any) -> HttpResponse:
    context = people_page(league=request.league, viewer=request.viewer, at=timezone.now(), **page_arguments)
    return render(request, "league/people.html", context, status=status)


def _perform_action(request: Any) -> str:
    """Perform the action of a form, and return the success message. Raises a `Refusal`."""
    league, at, act = request.league, timezone.now(), request.POST.get("act", "")
    if act == "leave":
        role_changes.leave(league=league, user=request.user, at=at)
        return f"You have left {league.name}."
    commissioner = _commissioner(request)
    match act:
        case "invite":
            return _invite(request, commissioner)
        case "revoke":
            invitations.revoke_invitation(
                league=league,
                invitation=whole_number(request.POST.get("invitation", "")) or 0,
                by=commissioner,
                at=at,
            )
            return "The invitation is taken back: its link lets nobody in any more."
        case "close":
            role_changes.close_league(league=league, by=commissioner, at=at)
            return f"{league.name} is closed: nobody can read it any more."
        case "show":
            public = request.POST.get("to") == "everybody"
            role_changes.set_public(league=league, public=public, by=commissioner, at=at)
            return "Everybody may read the league now." if public else "Only members may read the league now."
        case _:
            raise Malformed("Nothing was done: press one of the buttons.")


def _invite(request: Any, commissioner: Membership) -> str:
    form = InviteForm((), request.POST)
    if not form.is_valid():
        error_texts = (
            f"{form[name].label}: {' '.join(map(str, error_list))}" for name, error_list in form.errors.items()
        )
        raise Malformed(" ".join(error_texts))
    cleaned_data = form.cleaned_data
    _, token = invitations.invite(
        league=request.league,
        by=commissioner,
        role=cleaned_data["role"],
        at=timezone.now(),
        franchise=cleaned_data["franchise"],
        days=cleaned_data["days"],
        uses=cleaned_data["uses"],
    )
    link = link_for_others(request.build_absolute_uri(links.invitation_url(token)))
    request.session[INVITATION_SESSION_KEY] = {"league": request.league.pk, "link": link}
    return "The invitation is made: pass its link on."


def _parse_member_form(form: Mapping[str, str]) -> RejectedMemberAction:
    return RejectedMemberAction(*(form.get(name, "").strip() for name in ("act", "of", "choice", "reason")))


def _perform_member_action(member: Membership, action: RejectedMemberAction, *, by: Membership) -> None:
    """Perform a commissioner's action on a member. Raises a `Refusal`."""
    league, user = member.league, member.user
    arguments: dict[str, Any] = {"by": by, "at": timezone.now(), "reason": action.reason}
    match action.act:
        case "hand_over":
            other = Membership.objects.filter(league=league, pk=whole_number(action.choice) or 0).first()
            role_changes.hand_over(
                league=league, franchise=action.of, user=other.user if other else None, **arguments
            )
        case "give":
            role_changes.give_franchise(league=league, franchise=action.choice, user=user, **arguments)
        case "appoint":
            role_changes.appoint(league=league, user=user, **arguments)
        case "end":
            role = Membership.objects.filter(league=league, user=user, pk=whole_number(action.of) or 0).first()
            if role is None:
                raise Malformed("They no longer have that role: look at the page again.")
            role_changes.end_role(member=role, **arguments)
        case "remove":
            role_changes.remove(league=league, user=user, **arguments)
        case _:
            raise Malformed("Nothing was done: press one of the buttons.")


def _commissioner(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            return membership
    raise PermissionDenied("That is for the league's commissioners.")

"""Pages and forms of a league's people, of one member, of a person's own account, and of an invitation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from allauth.account.views import SignupView
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league import accounts, invitations, role_changes
from league.access import Viewer, viewer_of
from league.accounts import set_time_zone
from league.middleware import changes_read_only, use_crests_of_league
from league.models import Invitation, Membership
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    LOGIN_EXPIRED_PRESS_AGAIN,
    UNKNOWN_BUTTON,
    redirect_to_login,
    restore_form,
    restore_form_and_notify,
)
from league.pages.number_fields import whole_number
from league.pages.people.invitation import has_generated_name, invitation_page, invitation_refused_page
from league.pages.people.invitation_link import link_for_others
from league.pages.people.member import RejectedMemberAction, member_page
from league.pages.people.people import InviteForm, people_page
from league.pages.people.profile import profile_page
from league.pages.season.awaited_franchises import first_task
from league.queries.seasons import seasons
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE, GONE, CONFLICT, MISSING = 422, 410, 409, 404


class InvitationSignupView(SignupView):
    """Sign-up on an invitation's page: the new person takes the invitation up in the same request."""

    invitation: Any = None
    token = ""

    def get_success_url(self) -> str:
        """Back to the invitation, which then says why it could not be taken up."""
        return links.invitation_url(self.token)

    def form_valid(self, form: Any) -> HttpResponse:
        """Make the account, log in, and accept the invitation; no account is made for a franchise that is taken."""
        try:
            chosen = invitations.chosen_franchise(self.invitation, self.request.POST.get("franchise", ""))
            invitations.refuse_unfit_name(self.invitation.league, chosen, self.request.POST.get("name", ""))
        except Refusal as refusal:
            return _render_invitation(
                self.request, self.invitation, form=form, **_rejected(self.request, refusal), status=UNPROCESSABLE
            )
        response: HttpResponse = super().form_valid(form)
        if not self.request.user.is_authenticated:
            return response
        try:
            response["Location"] = _accept(self.request, self.token, mailed_to=form.cleaned_data["email"])
        except Refusal as refusal:
            messages.warning(self.request, refusal.sentence)
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        """The invitation's page again, with what is wrong beside each field."""
        return _render_invitation(
            self.request, self.invitation, form=form, **_submitted(self.request), status=UNPROCESSABLE
        )


@never_cache
def join(request: Any, token: str) -> HttpResponse:
    """An invitation. POST accepts it; who has no account signs up with the same form."""
    try:
        invitation = invitations.invitation_from_token(token)
    except invitations.InvitationUnknown as refusal:
        return render(request, "league/join_refused.html", invitation_refused_page(refusal.sentence), status=MISSING)
    viewer, at = viewer_of(request.user, invitation.league), timezone.now()
    try:
        invitations.refuse_existing_role(invitation, viewer.memberships)
    except Refusal as refusal:
        return _render_refused(request, invitation, viewer, refusal, status=CONFLICT)
    try:
        invitations.refuse_ended_invitation(invitation, at=at)
    except Refusal as refusal:
        return _render_refused(request, invitation, viewer, refusal, status=GONE)
    if not request.user.is_authenticated:
        if "username" in request.POST:
            response: HttpResponse = InvitationSignupView.as_view(invitation=invitation, token=token)(request)
            return response
        return _render_invitation(request, invitation, form=_signup_form(request))
    if request.method != "POST":
        return _render_invitation(request, invitation)
    try:
        return HttpResponseRedirect(_accept(request, token))
    except Refusal as refusal:
        return _render_invitation(request, invitation, **_rejected(request, refusal), status=UNPROCESSABLE)


def _submitted(request: Any) -> dict[str, str]:
    """What was chosen and typed on the page, to be shown again."""
    return {"chosen": request.POST.get("franchise", ""), "typed": request.POST.get("name", "")}


def _rejected(request: Any, refusal: Refusal) -> dict[str, str]:
    """The same with why it was refused: beside the name, if it is about the name."""
    at = "name_error" if refusal.pointer == "/name" else "refusal"
    return {**_submitted(request), at: refusal.sentence}


def _accept(request: Any, token: str, *, mailed_to: str = "") -> str:
    """Accept the invitation for the person who is logged in, and return where to go. Raises a `Refusal`.

    One message says what happened. `mailed_to` is the address of an account that was made for it.
    """
    member = invitations.accept_invitation(
        token=token,
        user=request.user,
        at=timezone.now(),
        franchise=request.POST.get("franchise", ""),
        name=request.POST.get("name", ""),
    )
    list(messages.get_messages(request))  # those about the sign-up are dropped by reading them
    confirm = f" Confirm your address by the link in the mail to {mailed_to}." if mailed_to else ""
    if member.franchise is None:
        messages.success(request, f"You belong to {member.league.name} now.{confirm}")
        return links.league_url(member.league_id)
    season = seasons(member.league_id).first()
    address, task = ("", "") if season is None else first_task(season, links.short_id(member.franchise.pk))
    advice = task or "Look at its roster and garage, and set its standing orders."
    if has_generated_name(member.franchise):
        advice = f"Its name was made up by the site: you can rename it on its page. {advice}"
    messages.success(request, f"{member.franchise.name} is yours. {advice}{confirm}")
    return address or links.object_url(member.franchise)


def _signup_form(request: Any) -> Any:
    view = SignupView()
    view.setup(request)
    return view.get_form_class()()


def _render_invitation(request: Any, invitation: Invitation, *, status: int = 200, **given: Any) -> HttpResponse:
    use_crests_of_league(invitation.league_id)
    context = invitation_page(invitation, at=timezone.now(), **given)
    return render(request, "league/join.html", context, status=status)


def _render_refused(
    request: Any, invitation: Invitation, viewer: Viewer, refusal: Refusal, *, status: int
) -> HttpResponse:
    context = invitation_refused_page(refusal.sentence, invitation=invitation, viewer=viewer)
    return render(request, "league/join_refused.html", context, status=status)


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

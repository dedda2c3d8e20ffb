"""The page of an invitation: people take it up with their account, or sign up and take it up at once."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from explain import links
from league import invitations
from league.access import Viewer, viewer_of
from league.middleware import use_crests_of_league
from league.models import Invitation
from league.pages.people.invitation import has_generated_name, invitation_page, invitation_refused_page
from league.pages.season.awaited_franchises import first_task
from league.queries.seasons import seasons
from rules.core.refusals import Refusal

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

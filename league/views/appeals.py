"""Making and answering appeals on the page of a match."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from explain import links
from explain.links import short_id
from explain.name_lookup import sentence_with_names_of_season
from league.models import Appeal, Membership
from league.pages.form_recovery import redirect_to_login
from league.pages.matches.match import match_page
from league.pages.reports.appeals import RejectedAppeal
from league.pages.season.journal import whole_number
from rules.core.refusals import Refusal
from scheduling.appeals import DISMISSED, UPHELD, answer_appeal, file_appeal

UNPROCESSABLE = 422
ANSWER_MESSAGES = {UPHELD: "The appeal is upheld: amend the result now.", DISMISSED: "The appeal is dismissed."}


@never_cache
@require_POST
def appeal_or_answer(request: Any, league: str, season: str, match: str) -> HttpResponse:
    """Make an appeal for a team (`act=appeal`), or answer one (`act=upheld` or `act=dismissed`)."""
    match_id = f"{request.season.pk}/{match}"
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=links.match_url(match_id))
    roles = {Membership.Role.COMMISSIONER, Membership.Role.OWNER}
    members = [membership for membership in request.viewer.memberships if membership.role in roles]
    if not members:
        raise PermissionDenied("Appeals are for the owners of the teams in the match, and for the commissioners.")
    act, about, said = (request.POST.get(name, "") for name in ("act", "about", "said"))
    try:
        message = _perform_action(request, match, members, act=act, about=about, said=said)
    except Refusal as refusal:
        sentence = sentence_with_names_of_season(refusal.sentence, request.season.pk)
        context = match_page(
            league=request.league,
            season=request.season,
            viewer=request.viewer,
            match=match,
            at=timezone.now(),
            typed=RejectedAppeal(about, said, sentence),
        )
        if context is None:
            raise Http404("There is no such match.") from None
        return render(request, "league/match.html", context, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(f"{links.match_url(match_id)}#appeals")


def _perform_action(request: Any, match: str, members: list[Membership], *, act: str, about: str, said: str) -> str:
    at = timezone.now()
    if act != "appeal":
        number = whole_number(about) or 0
        appeal = answer_appeal(request.season, number, act, members=members, said=said, at=at)
        return ANSWER_MESSAGES[Appeal.Answer(appeal.answer)]
    owner = next((member for member in members if short_id(member.franchise_id or "") == about), members[0])
    file_appeal(request.season, match=match, side=about, member=owner, said=said, at=at)
    if request.season.forked_from:
        return "Your appeal is made. Nobody is notified of it."
    return "Your appeal is made. The members who may answer it are notified."

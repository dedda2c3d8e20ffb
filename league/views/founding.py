"""The forms that found a league and open its next season, safe to resubmit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache

from explain import links
from league.accounts import display_name
from league.founding import create_playable_league
from league.models import League, LeagueTemplate, Membership, Season
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import (
    LOGIN_EXPIRED,
    redirect_to_signup_or_login,
    restore_form,
    restore_form_and_notify,
)
from league.pages.founding import FoundingForm, founding_page, left_out_digest
from league.pages.league_templates.founding import (
    TemplatePartsUnapplied,
    found_from_template,
    template_founding,
)
from league.pages.season.next_season import NextSeasonForm, next_season_page
from league.queries.league_templates import readable_template
from rules.core.refusals import Refusal
from scheduling.awaited_dice import beacon_is_reachable
from scheduling.next_season import open_next_by_commissioner

UNPROCESSABLE = 422
FOUNDED = "founded"
"""The place in the session for the last form that founded a league."""
SAME_FORM = timedelta(hours=1)
"""For how long the same form from the same browser is one that was sent twice."""
HIRING_OPEN = '{} is founded, and <a href="{}">hiring is open</a>. Invite owners: make a claim link for each seat.'
DICE_FIRST = '{} is founded. <a href="{}">Its dice</a> fall first; then hiring opens, and owners can be invited.'
"""Success messages, with the name of the league and a URL."""


@never_cache
def new_league(request: Any) -> HttpResponse:
    """The form that founds a league; POST founds it and redirects to its people, to invite owners."""
    if not request.user.is_authenticated:
        return redirect_to_signup_or_login(request)
    restored = restore_form(request)
    if restored is not None:
        messages.info(request, LOGIN_EXPIRED)
    now = timezone.now()
    template = _chosen_template(request, request.POST if request.method == "POST" else restored or request.GET)
    form = FoundingForm(
        request.POST if request.method == "POST" else restored,
        beacon=beacon_is_reachable(at=now),
        founder=display_name(request.user),
        sent_before=_sent_lately(request),
        template=template,
    )
    left_out: Sequence[str] = ()
    if request.method != "POST":
        if template is not None:
            left_out = template_founding(template, form.shown_request(template)).left_out
        return render(request, "league/new.html", founding_page(form, template=template, left_out=left_out))
    if form.is_valid():
        try:
            key, words, at = _key_of_same_form(request, form), submitted_words(request.POST), now
            league = _found(request, form, template, key=key, words=words, at=at)
        except TemplatePartsUnapplied as refusal:
            left_out = [other.sentence for other in refusal.together]
            form.add_error(None, "Some of the template does not fit this league. Read what, and tick below.")
        except Refusal as refusal:
            form.add_error("name" if refusal.pointer == "/name" else None, refusal.sentence)
        else:
            request.session[FOUNDED] = {"key": key, "asked": _content_digest(form), "at": at.timestamp()}
            season = Season.objects.filter(league=league).earliest("number")
            message, url, destination = HIRING_OPEN, links.league_url(league.pk), links.people_url(league.pk)
            if season.awaited:
                message, url, destination = DICE_FIRST, links.awaited_dice_url(season.pk), url
            messages.success(request, format_html(message, league.name, url))
            return set_receipt_cookie_by_number(HttpResponseRedirect(destination), season, season.length, at=at)
    context = founding_page(form, template=template, left_out=left_out)
    return render(request, "league/new.html", context, status=UNPROCESSABLE)


def _found(
    request: Any, form: FoundingForm, template: LeagueTemplate | None, *, key: str, words: str, at: datetime
) -> League:
    """Found the league that a valid form asks for. Raises a `Refusal`."""
    arguments: dict[str, Any] = {"founder": request.user, "at": at, "key": key, "words": words}
    if template is None:
        return create_playable_league(form.to_request(), **arguments)
    founding = template_founding(template, form.to_request())
    agreed = form.cleaned_data["left_out"] == left_out_digest(founding.left_out)
    version = form.cleaned_data["version"] or 0
    return found_from_template(template, form.to_request(), version=version, leaves_out=agreed, **arguments)


def _chosen_template(request: Any, sent: Mapping[str, str]) -> LeagueTemplate | None:
    """The template that the form or the address names; None for neither. Raises `Http404` for one nobody may read."""
    key = sent.get("template", "")
    if not key:
        return None
    template = readable_template(request.user, key)
    if template is None:
        raise Http404("There is no such template, or it is not published any more.")
    return template


def _key_of_same_form(request: Any, form: FoundingForm) -> str:
    """The key of a form that is sent; of one sent again soon, as after going back in the browser, its first key.

    The page is never cached, so that it comes back with a new key; the same key founds one league.
    """
    before = request.session.get(FOUNDED, {})
    if before.get("asked") == _content_digest(form) and _sent_lately(request):
        return str(before["key"])
    return str(form.cleaned_data["key"])


def _sent_lately(request: Any) -> bool:
    """Whether a form from the same browser founded a league a short time ago."""
    age = timezone.now().timestamp() - request.session.get(FOUNDED, {}).get("at", 0)
    return bool(age < SAME_FORM.total_seconds())


def _content_digest(form: FoundingForm) -> str:
    """What a form asks for, without its key."""
    template = (form.cleaned_data["template"], form.cleaned_data["version"])
    return sha256(repr((form.to_request(), template)).encode()).hexdigest()


@never_cache
def open_next_season(request: Any, league: str, season: str) -> HttpResponse:
    """The form that opens the next season; POST opens it and redirects to its board."""
    member = next(
        (member for member in request.viewer.memberships if member.role == Membership.Role.COMMISSIONER), None
    )
    if member is None:
        raise PermissionDenied("The next season is opened by the league's commissioners.")
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        return _render_next_season(
            request, None if restored is None else NextSeasonForm(request.season, restored), status=200
        )
    form = NextSeasonForm(request.season, request.POST)
    if not form.is_valid():
        return _render_next_season(request, form, status=UNPROCESSABLE)
    arguments: dict[str, Any] = {name: form.cleaned_data[name] for name in ("rounds", "key")}
    at = timezone.now()
    try:
        new_season = open_next_by_commissioner(
            request.season, member=member, at=at, words=submitted_words(request.POST), **arguments
        )
    except Refusal as refusal:
        form.add_error(None, refusal.sentence)
        return _render_next_season(request, form, status=UNPROCESSABLE)
    messages.success(
        request, f"Season {new_season.number} is open. Change its house rules first, or go on to hiring."
    )
    return set_receipt_cookie_by_number(
        HttpResponseRedirect(links.board_url(new_season.pk)), new_season, new_season.length, at=at
    )


def _render_next_season(request: Any, form: NextSeasonForm | None, *, status: int) -> HttpResponse:
    context = next_season_page(league=request.league, season=request.season, viewer=request.viewer, form=form)
    return render(request, "league/following.html", context, status=status)

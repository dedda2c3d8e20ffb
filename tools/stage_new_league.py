"""Stages a newly founded league for the tour: empty pages, the first questions, and an open invitation."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from league.founding.new_league import FoundingRequest, create_playable_league
from league.invitations import invite
from league.models import Membership, Season
from tools.staged_log_ins import save_parts

FOUNDER = "vera"
PUBLISHED_ANSWER, DRAFT_ANSWER = {"q:round.idle_may_shop": "true"}, {"q:draft.snake": "true"}


def stage() -> None:
    """Found the league, invite an owner, publish one answer of its questionnaire and draft another. Run it once."""
    at = timezone.now()
    founder = get_user_model().objects.create_user(FOUNDER, email=f"{FOUNDER}@example.com")
    request = FoundingRequest(name="Gasoline Alley", franchises=6, own_seat=True, time_zone="Europe/Paris")
    league = create_playable_league(request, founder=founder, at=at, key="founded")
    memberships = Membership.objects.filter(league=league, user=founder)
    boss, own = memberships.get(role=Membership.Role.COMMISSIONER), memberships.get(role=Membership.Role.OWNER)
    [season] = Season.objects.filter(league=league)
    _, token = invite(league=league, by=boss, role=Membership.Role.OWNER, at=at, uses=5)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(founder)
    home = f"/l/{season.pk}/questionnaires/house-rules/"
    browser.post(home, {**PUBLISHED_ANSWER, "revision": 0, "act": "save"})
    browser.post(f"{home}draft/", {"revision": 1, "note": "We agreed on it.", "step": "", "act": "publish"})
    browser.post(home, {**DRAFT_ANSWER, "revision": 0, "act": "save"})
    save_parts(token=token, mine=str(own.franchise_id).rsplit("/", 1)[-1])

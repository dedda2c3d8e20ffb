"""Tokens for lists: a person's in one league or in all, and everybody else's."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from league.models import AccessToken, Membership

MOST_TOKENS_LISTED = 70
"""The most tokens listed for a person: all that may be valid in one league, and the last expired or revoked ones."""


def listed_tokens(league: str, user: Any, *, at: datetime) -> QuerySet[AccessToken]:
    """A person's tokens in a league, valid ones first, then the newest first; the oldest invalid ones are omitted."""
    return _valid_first(AccessToken.objects.filter(league_id=league, user=user), at=at)


def valid_tokens_of_user(user: Any, *, at: datetime) -> QuerySet[AccessToken]:
    """A person's valid tokens in all leagues, each with its league, by league and then the newest first."""
    found = AccessToken.objects.filter(user=user, revoked_at=None, expires_at__gt=at)
    return found.select_related("league").order_by("league__name", "league_id", "-made_at", "-pk")


def tokens_of_others(league: str, user: Any, *, before: int | None = None) -> QuerySet[AccessToken]:
    """The tokens of everybody else in a league, the newest first.

    `belongs` says whether a token's person is still a member; with `before`, only tokens older than that number.
    """
    found = AccessToken.objects.filter(league_id=league).exclude(user=user)
    if before is not None:
        found = found.filter(pk__lt=before)
    members = Membership.objects.filter(league_id=league, user_id=OuterRef("user_id"))
    belongs = Exists(members.exclude(role=Membership.Role.FORMER))
    return found.annotate(belongs=belongs).select_related("user").order_by("-pk")


def _valid_first(found: QuerySet[AccessToken], *, at: datetime) -> QuerySet[AccessToken]:
    good = Q(revoked_at=None, expires_at__gt=at)
    ended = Case(When(good, then=Value(0)), default=Value(1), output_field=IntegerField())
    return found.select_related("user").alias(ended=ended).order_by("ended", "-made_at", "-pk")[:MOST_TOKENS_LISTED]

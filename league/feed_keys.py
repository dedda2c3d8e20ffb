"""Keys for feeds: with one, a person's calendar and feed reader read a league as they do. Only its hash is kept.

A key only reads, and one that leaked has to end: keys are made, replaced and revoked in archived leagues too.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from league.access import NotAMember
from league.membership import lock_league, members_of
from league.models import FeedKey, League
from league.secret_digest import secret_digest
from rules.core.refusals import Refusal

KEY_PREFIX = "dmf_"
"""What every key begins with, so that one that was published by accident is found."""
VISIBLE_CHARACTERS = 6
"""Characters after the prefix by which a key is recognized."""


class FeedKeyExists(Refusal):
    """The person already has a key in the league, and it was shown when it was made."""


class FeedKeyReplaced(Refusal):
    """The key that was to be replaced or revoked is not the person's key any more."""


def feed_key_of(league: League, user: Any) -> FeedKey | None:
    """The person's key in a league, without its text."""
    return FeedKey.objects.filter(league=league, user=user).first()


@transaction.atomic
def make_feed_key(*, league: League, user: Any, at: datetime) -> tuple[FeedKey, str]:
    """Make a person's key, and return it with its text, which is kept nowhere.

    Raises `NotAMember`, or `FeedKeyExists`.
    """
    _lock_member(league, user)
    if feed_key_of(league, user) is not None:
        raise FeedKeyExists(
            "You have an address already, and it was shown when it was made: replace its key instead."
        )
    return _create(league, user, at)


@transaction.atomic
def replace_feed_key(*, league: League, user: Any, at: datetime, seen: str = "") -> tuple[FeedKey, str]:
    """Give a person another key, and end the one they have at once; make one if they have none.

    `seen` is how the key begins that is to be replaced, empty for any. Raises `NotAMember`, or `FeedKeyReplaced`.
    """
    _lock_member(league, user)
    _refuse_other_key(league, user, seen)
    FeedKey.objects.filter(league=league, user=user).delete()
    return _create(league, user, at)


@transaction.atomic
def revoke_feed_key(*, league: League, user: Any, seen: str = "") -> bool:
    """End a person's key at once; False if they have none. Raises `FeedKeyReplaced`."""
    lock_league(league, read_only_too=True)
    if feed_key_of(league, user) is None:
        return False
    _refuse_other_key(league, user, seen)
    FeedKey.objects.filter(league=league, user=user).delete()
    return True


def _lock_member(league: League, user: Any) -> None:
    lock_league(league, read_only_too=True)
    if not members_of(league).filter(user=user).exists():
        raise NotAMember(f"Addresses with a key are for members of {league.name}: ask a commissioner to invite you.")


def _refuse_other_key(league: League, user: Any, seen: str) -> None:
    key = feed_key_of(league, user)
    if seen and (key is None or key.shown != seen):
        raise FeedKeyReplaced("That key was replaced or revoked in the meantime: look at the page again.")


@sensitive_variables("text")
def _create(league: League, user: Any, at: datetime) -> tuple[FeedKey, str]:
    text = KEY_PREFIX + secrets.token_urlsafe(32)
    key = FeedKey.objects.create(
        league=league,
        user=user,
        shown=text[: len(KEY_PREFIX) + VISIBLE_CHARACTERS],
        digest=secret_digest(text),
        made_at=at,
    )
    return key, text

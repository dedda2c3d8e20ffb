"""Tokens: what a program acts by for a person in one league. Told once, when it is made; only its hash is kept."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet

from league.access import NotAMember, ReasonMissing
from league.membership import add_league_log, lock_league, members_of, refuse_non_commissioner
from league.models import AccessToken, League, Membership
from league.secret_digest import secret_digest
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown
from sql.cached_sql import cached_sql

READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE, ACT_SCOPE_PREFIX = "read", "report", "commission", "act"
ACCOUNT_SCOPE = "account"
"""The scope to set where a person's notices of all their leagues go, which no scope of one league includes."""
SCOPE_PATTERN = re.compile(
    rf"{READ_SCOPE}|{REPORT_SCOPE}|{ACCOUNT_SCOPE}|{COMMISSION_SCOPE}|{ACT_SCOPE_PREFIX}:[a-z0-9.\-]+"
)
"""What a scope looks like."""
TOKEN_PREFIX = "dm_"  # noqa: S105 - no token, but what each begins with
"""What every token begins with, so that one that was published by accident is found."""
VISIBLE_CHARACTERS = 8
"""Characters after the mark by which a token is known again."""
DAYS, LONGEST_DAYS = 90, 366
"""How long a token is good for where nothing else is said, and at most."""
LONGEST_NAME, MOST_TOKENS, LONGEST_REASON = 60, 50, 1000
LAST_USE_INTERVAL = timedelta(minutes=5)
"""A token's last use is noted no oftener: reading writes nothing else."""


class TooManyTokens(Refusal):
    """The person already has as many valid tokens as allowed."""


class ScopeTooWide(Refusal):
    """The requested scopes include one that the person does not have."""


class ScopeUnknown(Refusal):
    """The requested scopes include one that does not exist."""


def act_scope(franchise: str) -> str:
    """The scope to act for a franchise, by its short name."""
    return f"{ACT_SCOPE_PREFIX}:{franchise}"


def may_give_commands(token: AccessToken) -> bool:
    """Whether a token may give commands at all: a commissioner's, or some franchise's."""
    return any(scope == COMMISSION_SCOPE or scope.startswith(f"{ACT_SCOPE_PREFIX}:") for scope in token.scopes)


def scopes_of(league: League, user: Any) -> list[str]:
    """Every scope a person may give a token in a league, the least first; none for people who are no members."""
    memberships = list(members_of(league).filter(user=user).order_by("pk"))
    scopes = [READ_SCOPE, REPORT_SCOPE] if memberships else []
    for membership in memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            scopes.append(COMMISSION_SCOPE)
        elif membership.franchise_id:
            scopes.append(act_scope(membership.franchise_id.rsplit("/", 1)[-1]))
    return [*scopes, ACCOUNT_SCOPE] if scopes else []


@transaction.atomic
def create_token(
    *, league: League, user: Any, name: str, scopes: Iterable[str], at: datetime, days: int = DAYS
) -> tuple[AccessToken, str]:
    """Make a token, and the text of it, which is told here and never again.

    Raises `NotAMember`, `Malformed`, `ScopeUnknown`, `ScopeTooWide` for a scope its person does not have now,
    `TooManyTokens`, or `LeagueReadOnly`.
    """
    lock_league(league)
    has = scopes_of(league, user)
    if not has:
        raise NotAMember(
            f"{user.get_username()} is not a member of {league.pk}: invite them before they make a token."
        )
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not is_readable(name):
        raise Malformed(f"The name of a token is 1 to {LONGEST_NAME} characters on one line: say what uses it.")
    if not 1 <= days <= LONGEST_DAYS:
        raise Malformed(f"A token is valid for 1 to {LONGEST_DAYS} days: choose a number of days in this range.")
    requested = sorted(set(scopes))
    if not requested:
        raise Malformed("A token that may do nothing is useless: choose what it may do.")
    if unknown := [scope for scope in requested if not SCOPE_PATTERN.fullmatch(scope)]:
        raise ScopeUnknown(f"There is no scope {unknown[0][:80]!r}: choose among {', '.join(has)}.")
    if beyond := sorted(set(requested) - set(has)):
        raise ScopeTooWide(
            f"A token may no more than its person, who has no {', '.join(beyond)[:200]}: "
            f"choose among {', '.join(has)}."
        )
    if valid_tokens(league, user, at=at).count() >= MOST_TOKENS:
        raise TooManyTokens(f"You have {MOST_TOKENS} tokens in this league: revoke one that nothing uses any more.")
    text = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = AccessToken.objects.create(
        league=league,
        user=user,
        name=name,
        shown=text[: len(TOKEN_PREFIX) + VISIBLE_CHARACTERS],
        digest=secret_digest(text),
        scopes=requested,
        made_at=at,
        expires_at=at + timedelta(days=days),
    )
    return token, text


def tokens_of(league: League, user: Any) -> QuerySet[AccessToken]:
    """Every token a person made in a league, the newest first."""
    return AccessToken.objects.filter(league=league, user=user).order_by("-made_at", "-pk")


def valid_tokens(league: League, user: Any, *, at: datetime) -> QuerySet[AccessToken]:
    """Those of them that still let a program in."""
    return tokens_of(league, user).filter(revoked_at=None, expires_at__gt=at)


def revoke_token(*, token: int, league: League, user: Any, at: datetime) -> AccessToken:
    """Take a token back at once; twice is once. Raises `Unknown` for one that is not the person's."""
    found = tokens_of(league, user).filter(pk=token).first()
    if found is None:
        raise Unknown("You have no such token in this league: look at the list of those you made.")
    if found.revoked_at is None:
        found.revoked_at = at
        found.save(update_fields=["revoked_at"])
    return found


@transaction.atomic
def revoke_member_token(*, token: int, league: League, by: Membership, at: datetime, reason: str) -> AccessToken:
    """Take back a token of anybody in a league, as its commissioner, with a reason its members read; twice is once.

    Raises `NotYours`, `ReasonMissing`, `Malformed`, or `Unknown` for one that is not of the league.
    """
    lock_league(league, read_only_too=True)
    refuse_non_commissioner(league, by)
    reason = " ".join(reason.split())
    if not reason:
        raise ReasonMissing("Taking a member's token back is shown to all of them: give a reason.")
    if len(reason) > LONGEST_REASON or not is_readable(reason):
        raise Malformed(
            f"A reason has at most {LONGEST_REASON} characters, none of them invisible: write it again."
        ).at("reason")
    found = AccessToken.objects.select_for_update().filter(league=league, pk=token).first()
    if found is None:
        raise Unknown("This league has no such token: look at the list of those there are.")
    if found.revoked_at is None:
        found.revoked_at = at
        found.save(update_fields=["revoked_at"])
        whose = Membership.objects.filter(league=league, user=found.user_id).order_by("pk").first()
        subject = f"of {whose.handle}" if whose else found.shown
        add_league_log(league.pk, actor=by.handle, what="token revoked", subject=subject, at=at, reason=reason)
    return found


def revoke_all_tokens(user: Any, *, at: datetime) -> None:
    """Take every token of a person back."""
    AccessToken.objects.filter(user=user, revoked_at=None).update(revoked_at=at)


def find_token(text: str) -> AccessToken | None:
    """The token with that text, with its league and person, whether it is still good or not; None where none is."""
    return next(iter(_tokens_by_digest(secret_digest(text))), None)


def record_token_use(token: AccessToken, *, at: datetime) -> None:
    """Note that a token was used, where that was not noted just before; not while others write for too long."""
    late = Q(used_at=None) | Q(used_at__lt=at - LAST_USE_INTERVAL)
    if token.used_at is None or token.used_at < at - LAST_USE_INTERVAL:
        with suppress(OperationalError), transaction.atomic():
            AccessToken.objects.filter(late, pk=token.pk).update(used_at=at)


@cached_sql
def _tokens_by_digest(digest: str) -> QuerySet[AccessToken]:
    return AccessToken.objects.select_related("league", "user").filter(digest=digest)

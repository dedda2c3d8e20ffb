"""A person's account page: their name, leagues, roles and tokens, and the way to delete the account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from league.accounts import LONGEST_DISPLAY_NAME, display_name, preferences_of
from league.mail import failure_of
from league.models import Membership
from league.pages.base_context import Breadcrumb
from league.queries.tokens import valid_tokens_of_user
from league.times import time_zones


@dataclass(frozen=True, slots=True)
class ProfileRole:
    """A role of a person in a league."""

    league: str
    href: str
    role: str
    franchise: str
    franchise_href: str
    calendar: str
    """The page of the person's own calendar address there."""


@dataclass(frozen=True, slots=True)
class LeagueTokens:
    """A person's valid tokens in a league: their names, and the page where tokens are made."""

    league: str
    href: str
    names: tuple[str, ...]


def profile_page(
    user: Any, *, at: datetime, refusal: str = "", leaving: str = "", zone_refusal: str = "", zone: str | None = None
) -> dict[str, Any]:
    """The context of the account page.

    `refusal` is why the name was refused, `leaving` why the account was not deleted, and `zone_refusal` why the time
    zone was refused, which was typed as `zone`.
    """
    preferences = preferences_of(user)
    memberships = Membership.objects.filter(user=user).exclude(role=Membership.Role.FORMER)
    memberships = memberships.select_related("league", "franchise").order_by(
        "league__name", "league_id", "role", "pk"
    )
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Your account")],
        "called": display_name(user),
        "longest": LONGEST_DISPLAY_NAME,
        "parts": [_profile_role(membership) for membership in memberships],
        "programs": _league_tokens(user, memberships, at=at),
        "failure": failure_of(user),
        "refusal": refusal,
        "zone": preferences.time_zone if zone is None else zone,
        "zone_shown": preferences.zone_shown,
        "zone_refusal": zone_refusal,
        "zones": time_zones(),
        "offers_zone": not preferences.time_zone,
        "leaving": leaving,
    }


def _league_tokens(user: Any, memberships: Iterable[Membership], *, at: datetime) -> list[LeagueTokens]:
    """The names of a person's valid tokens by league; tokens of leagues they have left no longer work and are left
    out.
    """
    names_by_league: dict[str, tuple[str, list[str]]] = {
        membership.league_id: (membership.league.name, []) for membership in memberships
    }
    for token in valid_tokens_of_user(user, at=at):
        if token.league_id in names_by_league:
            names_by_league[token.league_id][1].append(token.name)
    return [
        LeagueTokens(name, links.tokens_url(league), tuple(token_names))
        for league, (name, token_names) in names_by_league.items()
    ]


def _profile_role(member: Membership) -> ProfileRole:
    franchise = member.franchise
    return ProfileRole(
        league=member.league.name,
        href=links.league_url(member.league_id),
        role=str(Membership.Role(member.role).label),
        franchise=franchise.name if franchise else "",
        franchise_href=links.object_url(franchise) if franchise else "",
        calendar=links.calendar_address_url(member.league_id),
    )

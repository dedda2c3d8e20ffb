"""A person's own page: what they are called, their leagues, the ways into their account, and the way out of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from league.accounts import LONGEST_DISPLAY_NAME, display_name
from league.models import Membership
from league.pages.base_context import Breadcrumb
from league.queries.tokens import valid_tokens_of_user


@dataclass(frozen=True, slots=True)
class ProfileRole:
    """What a person is in a league."""

    league: str
    href: str
    role: str
    franchise: str
    franchise_href: str


@dataclass(frozen=True, slots=True)
class LeagueTokens:
    """What acts for a person in a league: how many tokens are good, their names, and where they are made."""

    league: str
    href: str
    names: tuple[str, ...]


def profile_page(user: Any, *, at: datetime, refusal: str = "", leaving: str = "") -> dict[str, Any]:
    """The context of a person's own page: with a `refusal` of the name they wanted, or one of their `leaving`."""
    parts = Membership.objects.filter(user=user).exclude(role=Membership.Role.FORMER)
    parts = parts.select_related("league", "franchise").order_by("league__name", "league_id", "role", "pk")
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Your account")],
        "called": display_name(user),
        "longest": LONGEST_DISPLAY_NAME,
        "parts": [_profile_role(part) for part in parts],
        "programs": _league_tokens(user, parts, at=at),
        "refusal": refusal,
        "leaving": leaving,
    }


def _league_tokens(user: Any, parts: Iterable[Membership], *, at: datetime) -> list[LeagueTokens]:
    """By league, the good tokens of a person; none of a league they have left, where they may nothing."""
    names: dict[str, tuple[str, list[str]]] = {part.league_id: (part.league.name, []) for part in parts}
    for token in valid_tokens_of_user(user, at=at):
        if token.league_id in names:
            names[token.league_id][1].append(token.name)
    return [LeagueTokens(name, links.tokens_url(league), tuple(of)) for league, (name, of) in names.items()]


def _profile_role(member: Membership) -> ProfileRole:
    franchise = member.franchise
    return ProfileRole(
        league=member.league.name,
        href=links.league_url(member.league_id),
        role=str(Membership.Role(member.role).label),
        franchise=franchise.name if franchise else "",
        franchise_href=links.object_url(franchise) if franchise else "",
    )

"""A person's own page: what he is called, his leagues, the ways into his account, and the way out of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.accounts import LONGEST_CALLED, called
from league.models import Membership
from league.pages import routes
from league.pages.frame import Crumb
from league.queries.tokens import tokens_everywhere


@dataclass(frozen=True, slots=True)
class Part:
    """What a person is in a league."""

    league: str
    href: str
    role: str
    franchise: str
    franchise_href: str


@dataclass(frozen=True, slots=True)
class Programs:
    """What acts for a person in a league: how many tokens are good, their names, and where they are made."""

    league: str
    href: str
    names: tuple[str, ...]


def profile_page(user: Any, *, at: datetime, refusal: str = "", leaving: str = "") -> dict[str, Any]:
    """The context of a person's own page: with a `refusal` of the name he wanted, or one of his `leaving`."""
    parts = Membership.objects.filter(user=user).exclude(role=Membership.Role.FORMER)
    parts = parts.select_related("league", "franchise").order_by("league__name", "league_id", "role", "pk")
    return {
        "crumbs": [Crumb("Leagues", "/"), Crumb("Your account")],
        "called": called(user),
        "longest": LONGEST_CALLED,
        "parts": [_part(each) for each in parts],
        "programs": _programs(user, parts, at=at),
        "refusal": refusal,
        "leaving": leaving,
    }


def _programs(user: Any, parts: Iterable[Membership], *, at: datetime) -> list[Programs]:
    """By league, the good tokens of a person; none of a league he has left, where they may nothing."""
    names: dict[str, tuple[str, list[str]]] = {each.league_id: (each.league.name, []) for each in parts}
    for token in tokens_everywhere(user, at=at):
        if token.league_id in names:
            names[token.league_id][1].append(token.name)
    return [Programs(name, routes.tokens_at(league), tuple(of)) for league, (name, of) in names.items()]


def _part(member: Membership) -> Part:
    franchise = member.franchise
    return Part(
        league=member.league.name,
        href=routes.league_at(member.league_id),
        role=str(Membership.Role(member.role).label),
        franchise=franchise.name if franchise else "",
        franchise_href=routes.address(franchise) if franchise else "",
    )

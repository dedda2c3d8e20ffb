"""A person's own page: what he is called, his leagues, the ways into his account, and the way out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from league.accounts import LONGEST_CALLED, called
from league.models import Membership
from league.pages import routes
from league.pages.frame import Crumb


@dataclass(frozen=True, slots=True)
class Part:
    """What a person is in a league."""

    league: str
    href: str
    role: str
    franchise: str
    franchise_href: str


def profile_page(user: Any, *, refusal: str = "", leaving: str = "") -> dict[str, Any]:
    """The context of a person's own page: with a `refusal` of the name he wanted, or one of his `leaving`."""
    parts = Membership.objects.filter(user=user).exclude(role=Membership.Role.FORMER)
    parts = parts.select_related("league", "franchise").order_by("league__name", "league_id", "role", "pk")
    return {
        "crumbs": [Crumb("Leagues", "/"), Crumb("Your account")],
        "called": called(user),
        "longest": LONGEST_CALLED,
        "parts": [_part(each) for each in parts],
        "refusal": refusal,
        "leaving": leaving,
    }


def _part(member: Membership) -> Part:
    franchise = member.franchise
    return Part(
        league=member.league.name,
        href=routes.league_at(member.league_id),
        role=str(Membership.Role(member.role).label),
        franchise=franchise.name if franchise else "",
        franchise_href=routes.address(franchise) if franchise else "",
    )

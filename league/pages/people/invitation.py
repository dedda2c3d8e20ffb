"""The page of an invitation: to which league and role, and which franchise can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from league.invitations import free_franchises
from league.models import Invitation, Membership
from league.pages.base_context import Breadcrumb, franchise_color

ROLE_WORDS = {
    "owner": "run a franchise of it",
    "commissioner": "run it as a commissioner",
    "spectator": "watch it as a spectator",
}


@dataclass(frozen=True, slots=True)
class FranchiseChoice:
    """A franchise that can be claimed."""

    id: str
    name: str
    colour: str


def invitation_page(invitation: Invitation, *, refusal: str = "") -> dict[str, Any]:
    """The context of an invitation's page."""
    league, owner = invitation.league, invitation.role == Membership.Role.OWNER
    franchises: Sequence[Any] = []
    if owner:
        franchises = [invitation.franchise] if invitation.franchise else list(free_franchises(league))
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Invitation")],
        "invitation": invitation,
        "asked_in": league,
        "as_what": ROLE_WORDS[invitation.role],
        "owner": owner,
        "to_come": owner and not franchises and not league.franchises.exists(),
        "choices": [
            FranchiseChoice(id := links.short_id(franchise.pk), franchise.name, franchise_color(id))
            for franchise in franchises
        ],
        "refusal": refusal,
    }


def invitation_refused_page(refusal: str, *, league: Any = None) -> dict[str, Any]:
    """The context of the page of an invitation that cannot be used; `league` only if the visitor may read it."""
    return {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("Invitation")],
        "refusal": refusal,
        "asked_in": league,
        "league_href": links.league_url(league.pk) if league is not None else "",
    }

"""The page of one member of a league, and what a commissioner can do about their roles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from explain import links
from league.access import Viewer
from league.accounts import display_name
from league.invitations import free_franchises
from league.membership import max_franchises_per_player
from league.models import League, Membership
from league.pages.base_context import Breadcrumb
from league.pages.people.people import league_page_context, people_in
from league.queries.members import members
from league.role_changes import LONGEST_REASON


@dataclass(frozen=True, slots=True)
class MemberAction:
    """Something a commissioner can do about a member: its effect, and the choice its form asks for.

    `act` and `of` identify the action when the form is sent. `choices` are values with labels.
    """

    act: str
    of: str
    title: str
    verb: str
    says: str
    asks: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    grave: bool = False

    @property
    def id(self) -> str:
        """A prefix for ids of its fields, unique on the page."""
        return f"{self.act}-{self.of or 'all'}".replace(".", "-")


@dataclass(frozen=True, slots=True)
class RejectedMemberAction:
    """A form of an action as it was sent, and why it was refused."""

    act: str = ""
    of: str = ""
    choice: str = ""
    reason: str = ""
    refusal: str = ""


def member_page(
    *, league: League, viewer: Viewer, member: Membership, sent: RejectedMemberAction | None = None
) -> dict[str, Any] | None:
    """The context of a member's page; None if the viewer is no commissioner or the member has left.

    Franchises are only offered to members who may own another one (DM-C-059).
    """
    if not viewer.is_commissioner:
        return None
    memberships = list(members(league.pk))
    own_memberships = [membership for membership in memberships if membership.user_id == member.user_id]
    if not own_memberships:
        return None
    name = display_name(own_memberships[0].user)
    owned = Counter(membership.user_id for membership in memberships if membership.franchise_id)
    allowed = max_franchises_per_player(league) if member.user_id in owned else 1
    at_limit = {user for user, count in owned.items() if count >= allowed}
    others = tuple(
        (str(membership.pk), display_name(membership.user))
        for membership in _one_membership_each(memberships, but={member.user_id, *at_limit})
    )
    free_seats = [] if member.user_id in at_limit else free_franchises(league)
    free = tuple((links.short_id(franchise.pk), franchise.name) for franchise in free_seats)
    return {
        **league_page_context(league, viewer, Breadcrumb("People", links.people_url(league.pk)), Breadcrumb(name)),
        "person": people_in(own_memberships, viewer)[0],
        "deeds": _member_actions(name, own_memberships, others=others, free=free),
        "sent": sent or RejectedMemberAction(),
        "longest_reason": LONGEST_REASON,
    }


def _one_membership_each(memberships: list[Any], *, but: set[int]) -> list[Any]:
    """The first membership of each person, except of those in `but`."""
    by_user: dict[int, Any] = {}
    for membership in memberships:
        if membership.user_id not in but:
            by_user.setdefault(membership.user_id, membership)
    return list(by_user.values())


def _member_actions(
    name: str, memberships: list[Any], *, others: tuple[tuple[str, str], ...], free: tuple[tuple[str, str], ...]
) -> list[MemberAction]:
    actions: list[MemberAction] = []
    for membership in memberships:
        if membership.role != Membership.Role.OWNER or membership.franchise is None:
            continue
        team, short = membership.franchise.name, links.short_id(membership.franchise_id)
        if others:
            says = f"The franchise goes on as it is, with everything it has. {name} stays in the league."
            actions.append(MemberAction("hand_over", short, f"Hand {team} over", "Hand over", says, "To", others))
        says = f"{team} keeps everything and runs on its standing orders until somebody claims it."
        actions.append(MemberAction("end", str(membership.pk), f"Take {team} back", "Take back", says, grave=True))
    if free:
        says = f"{name} runs it from now on."
        actions.append(MemberAction("give", "", "Give a franchise", "Give", says, "Franchise", free))
    commissioner = next(
        (membership for membership in memberships if membership.role == Membership.Role.COMMISSIONER), None
    )
    if commissioner is None:
        says = f"{name} can then do everything you can do."
        actions.append(MemberAction("appoint", "", "Make commissioner", "Make commissioner", says))
    else:
        says = "A league always has a commissioner, so the last one stays until there is another."
        actions.append(
            MemberAction(
                "end", str(commissioner.pk), "No longer commissioner", "Remove as commissioner", says, grave=True
            )
        )
    says = "They lose every role in the league. What they did stays as it is."
    actions.append(MemberAction("remove", "", f"Remove {name}", "Remove from the league", says, grave=True))
    return actions

"""One member of a league, and what a commissioner may do about their part in it."""

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


@dataclass(frozen=True, slots=True)
class MemberAction:
    """Something a commissioner may do about a member: what follows from it, and what has to be chosen for it.

    `act` and `of` say what was meant when its form is sent. `choices` are values with their words.
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
        """A name for its fields, alone on its page."""
        return f"{self.act}-{self.of or 'all'}".replace(".", "-")


@dataclass(frozen=True, slots=True)
class RejectedMemberAction:
    """A deed's form as it was sent, and why it was refused."""

    act: str = ""
    of: str = ""
    choice: str = ""
    reason: str = ""
    refusal: str = ""


def member_page(
    *, league: League, viewer: Viewer, member: Membership, sent: RejectedMemberAction | None = None
) -> dict[str, Any] | None:
    """The context of a member's page, None for whoever is no commissioner, or where the member has left.

    A franchise is offered to those alone who may run one more (DM-C-059).
    """
    if not viewer.is_commissioner:
        return None
    found = list(members(league.pk))
    parts = [each for each in found if each.user_id == member.user_id]
    if not parts:
        return None
    name = display_name(parts[0].user)
    owned = Counter(each.user_id for each in found if each.franchise_id)
    allowed = max_franchises_per_player(league) if member.user_id in owned else 1
    full = {user for user, count in owned.items() if count >= allowed}
    others = tuple(
        (str(each.pk), display_name(each.user)) for each in _one_membership_each(found, but={member.user_id, *full})
    )
    offered = [] if member.user_id in full else free_franchises(league)
    free = tuple((links.short_id(franchise.pk), franchise.name) for franchise in offered)
    return {
        **league_page_context(league, viewer, Breadcrumb("People", links.people_url(league.pk)), Breadcrumb(name)),
        "person": people_in(parts, viewer)[0],
        "deeds": _member_actions(name, parts, others=others, free=free),
        "sent": sent or RejectedMemberAction(),
    }


def _one_membership_each(found: list[Any], *, but: set[int]) -> list[Any]:
    """One membership of every person but those."""
    first: dict[int, Any] = {}
    for each in found:
        if each.user_id not in but:
            first.setdefault(each.user_id, each)
    return list(first.values())


def _member_actions(
    name: str, parts: list[Any], *, others: tuple[tuple[str, str], ...], free: tuple[tuple[str, str], ...]
) -> list[MemberAction]:
    made: list[MemberAction] = []
    for part in parts:
        if part.role != Membership.Role.OWNER or part.franchise is None:
            continue
        team, short = part.franchise.name, links.short_id(part.franchise_id)
        if others:
            says = f"The franchise goes on as it is, with everything it has. {name} stays in the league."
            made.append(MemberAction("hand_over", short, f"Hand {team} over", "Hand over", says, "To", others))
        says = f"{team} keeps everything and runs on its standing orders until somebody claims it."
        made.append(MemberAction("end", str(part.pk), f"Take {team} back", "Take back", says, grave=True))
    if free:
        says = f"{name} runs it from now on."
        made.append(MemberAction("give", "", "Give a franchise", "Give", says, "Franchise", free))
    chair = next((part for part in parts if part.role == Membership.Role.COMMISSIONER), None)
    if chair is None:
        says = f"{name} may then do all that you may do."
        made.append(MemberAction("appoint", "", "Make commissioner", "Make commissioner", says))
    else:
        says = "A league is never without a commissioner: the last one stays until there is another."
        made.append(MemberAction("end", str(chair.pk), "No longer commissioner", "End it", says, grave=True))
    says = "All parts in the league end. What was done by them stays done."
    made.append(MemberAction("remove", "", f"Remove {name}", "Remove from the league", says, grave=True))
    return made

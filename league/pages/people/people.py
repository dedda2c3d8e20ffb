"""The people of a league: their roles, the open invitations, and the league's log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django import forms

from explain import links
from league.access import CLOCK, SEASON_ITSELF, STEWARD, Viewer
from league.accounts import display_name, shown_zone
from league.invitations import DAYS, LONGEST_DAYS, MOST_USES, free_franchises, open_invitations
from league.models import Invitation, League, LeagueLog, Membership, NameChange, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.number_fields import WholeNumberField
from league.pages.people.invitation_link import qr_code, works_here_only
from league.queries.members import everybody, league_log_lines
from league.queries.seasons import balance_subquery, seasons
from rules.campaign.core.command import STEP_NAMES

LINES_A_PAGE = 40
UNKNOWN_ACTOR_WORDS = "a former member"
IMPERSONAL_ACTORS_IN_LOG = {SEASON_ITSELF: "the season", STEWARD: "standing orders", CLOCK: "the calendar"}
LOG_ACTION_WORDS = {
    "archived": "archived the league",
    "seats offered": "advertised seats:",
    "seats withdrawn": "advertised no more seats",
    "unarchived": "took the league out of the archive",
    "deletion asked": "asked to delete the league",
    "deletion confirmed": "confirmed that the league is deleted,",
    "deletion taken back": "decided to keep the league",
    "downloaded": "downloaded the whole league, with what is secret in it",
    "handover accepted": "accepted the league from",
    "handover declined": "declined the league from",
    "handover offered": "offered the league to",
    "handover withdrawn": "withdrew the offer of the league to",
    "calendar": "set the calendar:",
    "clock paused": "stopped the clock for",
    "clock resumed": "started the clock again for",
    "crest": "chose the crest of",
    "closed": "closed the league",
    "commissioner removed": "removed a commissioner",
    "founded": "founded the league",
    "invitation revoked": "took back the invitation",
    "invited": "invited",
    "left": "left the league",
    "owner removed": "took a franchise from its owner",
    "match called off": "called off the time of",
    "match night": "set the match night to",
    "match time": "set the time of",
    "removed": "removed from the league",
    "rename undone": "took back the name of the",
    "renamed": "renamed the",
    "reveal": "changed the watch party of",
    "shown": "showed the league",
    "standing orders": "set standing orders",
    "token revoked": "took back a token",
    "webhook stopped": "stopped a webhook",
    "window closed": "ended the time for",
    "window extended": "gave more time for",
    "window shortened": "gave less time for",
    "withdrew": "withdrew the announcement",
}
"""Actions in words, where the log's own word is not enough."""
CALENDAR_WORDS = {
    "unattended": "the season goes on by itself",
    "attended": "the season waits for the commissioner",
    "reveals at no set time": "no weekly watch party",
}
"""Parts of the log's text about a calendar, in words."""
STEP_WITH_HOURS = re.compile(r"\b[SME][0-9.]+(?= [0-9]+ h)")
"""A step, in the log's text about a calendar's hours."""
TEXTS_AS_WRITTEN = frozenset(
    ("match called off", "match night", "match time", "renamed", "rename undone", "seats offered", "withdrew")
)
"""Actions whose subject has names in it, of which no word is a handle or an id."""
ABOUT_ONESELF = ("joined", "left")


@dataclass(frozen=True, slots=True)
class MemberRole:
    """A role of a person in a league: commissioner, owner of a franchise, or spectator."""

    role: str
    franchise: str
    href: str
    color: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Person:
    """A member with all their roles.

    `href` leads to what a commissioner can do about them, and is empty for others; only commissioners see whether
    they are `unreached`, which means that their address takes no mail.
    """

    name: str
    parts: tuple[MemberRole, ...]
    own: bool
    href: str
    unreached: bool = False
    zone: str = ""
    """The time zone that they show to the members of their leagues; empty if none."""


@dataclass(frozen=True, slots=True)
class FreeFranchise:
    """A franchise without an owner, with the open invitations to it."""

    id: str
    name: str
    href: str
    color: str
    doors: tuple[InvitationLine, ...] = ()


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An open invitation: whom it lets in, how many more people may use it, and until when."""

    id: int
    says: str
    left: int
    until: datetime
    made_by: str
    seat: str
    """The short id of the franchise it is for, "" if it is not for a particular one."""


@dataclass(frozen=True, slots=True)
class LeagueLogLine:
    """A line of the league's log in words."""

    at: datetime
    who: str
    done: str
    subject: str
    reason: str


class InviteForm(forms.Form):
    """Whom to invite, to which franchise, for how long."""

    role = forms.ChoiceField(
        label="As",
        choices=[
            ("owner", "Owner"),
            ("spectator", "Spectator"),
            ("commissioner", "Commissioner"),
        ],
    )
    franchise = LenientChoiceField(
        label="Franchise",
        required=False,
        help_text="For an owner. A franchise has only one owner.",
    )
    uses = WholeNumberField(label="For how many people", initial=1, min_value=1, max_value=MOST_USES)
    days = WholeNumberField(label="Valid for how many days", initial=DAYS, min_value=1, max_value=LONGEST_DAYS)

    def __init__(self, seats: Sequence[FreeFranchise], given: Any = None) -> None:
        super().__init__(given, label_suffix="")
        franchise = self.fields["franchise"]
        assert isinstance(franchise, LenientChoiceField)  # noqa: S101 - declared above
        franchise.choices = [("", "Any free franchise"), *((seat.id, seat.name) for seat in seats)]


def people_page(
    *,
    league: League,
    viewer: Viewer,
    at: datetime,
    made: str = "",
    given: Any = None,
    refusal: str = "",
    before: int | None = None,
) -> dict[str, Any] | None:
    """The context of the people page; None if the viewer is not a member.

    `made` is the link of an invitation that was just made, shown only this once. `given` is the content of a form
    that was refused, `refusal` the reason. Only log lines older than line `before` are listed.
    """
    if not viewer.is_member:
        return None
    everyone = list(everybody(league.pk))
    current = [member for member in everyone if member.role != Membership.Role.FORMER]
    people = people_in(current, viewer)
    may_change = viewer.is_commissioner and not league.is_read_only
    fetched = list(league_log_lines(league.pk, before=before)[: LINES_A_PAGE + 1])
    seats = (
        [_free_franchise(league, franchise.pk, franchise.name) for franchise in free_franchises(league)]
        if may_change
        else []
    )
    names = member_names(everyone)
    invitations = [_invitation_line(row, names) for row in open_invitations(league, at=at)] if may_change else []
    seats = [replace(seat, doors=tuple(line for line in invitations if line.seat == seat.id)) for seat in seats]
    at_seats = {line for seat in seats for line in seat.doors}
    teams = teams_in(current) | {seat.id: seat.name for seat in seats}
    context = league_page_context(league, viewer, Breadcrumb("People"))
    return {
        **context,
        "people": people if may_change else [replace(person, href="") for person in people],
        "owners": any(member.franchise_id for member in current),
        "seats": seats,
        "next_seat": next((seat.id for seat in seats if not seat.doors), ""),
        "doors": [line for line in invitations if line not in at_seats],
        "lines": [log_line(log, names, teams) for log in fetched[:LINES_A_PAGE]],
        "older": fetched[LINES_A_PAGE - 1].pk if len(fetched) > LINES_A_PAGE else None,
        "invite": InviteForm(seats, given) if may_change else None,
        "named_seasons": _season_names(context["season"]) if may_change else [],
        "league_names_href": links.names_url(league.pk, NameChange.Kind.LEAGUE, league.pk),
        "viewer": viewer,
        "alone": viewer.is_commissioner and len({membership.user_id for membership in current}) == 1,
        "made": made,
        "made_here_only": works_here_only(made),
        "made_qr": qr_code(made) if made and not works_here_only(made) else "",
        "refusal": refusal,
    }


def _season_names(season: Season | None) -> list[tuple[str, str, bool]]:
    """The newest season, if there is one: what it is called, the page of its names, and whether it has a title."""
    if season is None:
        return []
    return [
        (
            season.label,
            links.names_url(season.league_id, NameChange.Kind.SEASON, season.name),
            bool(season.title),
        )
    ]


def people_in(rows: Sequence[Any], viewer: Viewer) -> list[Person]:
    """Members with all their roles, in the given order."""
    by_user: dict[int, list[Any]] = {}
    for member in rows:
        by_user.setdefault(member.user_id, []).append(member)
    own_users = {membership.user_id for membership in viewer.memberships}
    return [
        Person(
            name=display_name(memberships[0].user),
            parts=tuple(_member_role(role) for role in memberships),
            own=user in own_users,
            href=links.member_url(memberships[0].league_id, memberships[0].pk) if viewer.is_commissioner else "",
            zone=shown_zone(memberships[0].user).replace("_", " ") if viewer.is_member else "",
            unreached=viewer.is_commissioner and memberships[0].unreached,
        )
        for user, memberships in by_user.items()
    ]


def member_names(members: Sequence[Any]) -> dict[str, str]:
    """The display names of everyone who ever had a role, by handle."""
    return {member.handle: display_name(member.user) for member in members}


def teams_in(members: Sequence[Any]) -> dict[str, str]:
    """The names of the franchises that members own, by short id."""
    return {links.short_id(member.franchise_id): member.franchise.name for member in members if member.franchise_id}


def league_page_context(league: League, viewer: Viewer, *crumbs: Breadcrumb) -> dict[str, Any]:
    """The base context of the pages about a league's people."""
    current = seasons(league.pk).annotate(own_balance=balance_subquery(viewer)).first()
    return base_context(
        league=league,
        season=current,
        viewer=viewer,
        here="League",
        crumbs=[Breadcrumb(league.name, links.league_url(league.pk)), *crumbs],
        balance=getattr(current, "own_balance", None),
    )


def _member_role(member: Any) -> MemberRole:
    if member.franchise is None:
        return MemberRole(str(Membership.Role(member.role).label), "", "", "", member.since)
    color = franchise_color(links.short_id(member.franchise_id))
    return MemberRole("Owner", member.franchise.name, links.object_url(member.franchise), color, member.since)


def _free_franchise(league: League, id: str, name: str) -> FreeFranchise:
    short = links.short_id(id)
    return FreeFranchise(short, name, links.franchise_url(league.pk, short), franchise_color(short))


def _invitation_line(invitation: Invitation, names: Mapping[str, str]) -> InvitationLine:
    owner = invitation.role == Membership.Role.OWNER
    franchise_part = (
        f" of {invitation.franchise.name if invitation.franchise else 'any free franchise'}" if owner else ""
    )
    return InvitationLine(
        id=invitation.pk,
        says=f"{Membership.Role(invitation.role).label}{franchise_part}",
        left=invitation.uses - invitation.used,
        until=invitation.expires_at,
        made_by=names.get(invitation.made_by, UNKNOWN_ACTOR_WORDS),
        seat=links.short_id(invitation.franchise_id or ""),
    )


def log_line(line: LeagueLog, names: Mapping[str, str], teams: Mapping[str, str]) -> LeagueLogLine:
    """A line of the log, with handles and ids replaced by names."""
    subject, action = line.subject, LOG_ACTION_WORDS.get(line.what, line.what)
    if line.what in ABOUT_ONESELF and subject.split(" ")[0] == line.actor:
        subject = subject[len(line.actor) :].strip()
    elif line.what == "joined":
        action = "brought in"
    if line.what == "calendar":
        subject = STEP_WITH_HOURS.sub(lambda step: STEP_NAMES.get(step[0], step[0]), subject)
        subject = ", ".join(CALENDAR_WORDS.get(part, part) for part in subject.split(", "))
    elif line.what not in TEXTS_AS_WRITTEN:
        subject = re.sub(r"\S+", lambda match: names.get(match[0]) or teams.get(match[0]) or match[0], subject)
    return LeagueLogLine(
        at=line.at,
        who=IMPERSONAL_ACTORS_IN_LOG.get(line.actor) or names.get(line.actor, UNKNOWN_ACTOR_WORDS),
        done=action,
        subject="" if line.what == "founded" else subject,
        reason=line.reason,
    )

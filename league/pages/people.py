"""The people of a league: who has which part, the invitations that stand, and the commissioner's log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from league.access import CLOCK, SEASON_ITSELF, STEWARD, Viewer
from league.accounts import called
from league.invitations import DAYS, LONGEST_DAYS, MOST_USES, free_franchises, standing
from league.models import Invitation, League, LeagueLog, Membership
from league.pages import routes
from league.pages.desk.fields import Pick
from league.pages.frame import Crumb, colour_of, frame
from league.queries.members import everybody, log
from league.queries.seasons import balance_now, seasons
from rules.campaign.core.command import STEP_NAMES

LINES_A_PAGE = 40
NOBODY_WE_KNOW = "a former member"
BY_THEMSELVES = {SEASON_ITSELF: "the season", STEWARD: "standing orders", CLOCK: "the calendar"}
DONE = {
    "calendar": "set the calendar",
    "commissioner removed": "ended a commissioner's part",
    "founded": "founded the league",
    "invited": "invited",
    "left": "left the league",
    "owner removed": "took a franchise from its owner",
    "removed": "removed from the league",
    "shown": "showed the league",
    "standing orders": "set standing orders",
    "token revoked": "took back a token",
    "webhook stopped": "stopped a webhook",
    "withdrew": "withdrew the announcement",
}
"""What was done, in words, where the log's own word is not enough."""
HOURS_SET = re.compile(r"\b[SME][0-9.]+(?= [0-9]+ h)")
"""A step in what the log says of a calendar's hours."""
ABOUT_ONESELF = ("joined", "left")
ANY_FREE = gettext_noop("Any that is free")


@dataclass(frozen=True, slots=True)
class Part:
    """What a person is in a league: commissioner, owner of a franchise, or spectator."""

    role: str
    franchise: str
    href: str
    colour: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Person:
    """A member with all his parts; `href` leads to what a commissioner may do about him, where he is one."""

    name: str
    parts: tuple[Part, ...]
    own: bool
    href: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A franchise that nobody owns, with the invitations to it that stand."""

    id: str
    name: str
    href: str
    colour: str
    doors: tuple[Door, ...] = ()


@dataclass(frozen=True, slots=True)
class Door:
    """An invitation that stands: whom it lets in, how many more of them, and until when."""

    id: int
    says: str
    left: int
    until: datetime
    made_by: str
    seat: str
    """The short name of the franchise it is for, "" where it is for none of its own."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the league's log in words."""

    at: datetime
    who: str
    done: str
    subject: str
    reason: str


class InviteForm(forms.Form):
    """Whom to invite, to which franchise, for how long."""

    role = forms.ChoiceField(
        label=gettext_lazy("As"),
        choices=[
            ("owner", gettext_lazy("Owner")),
            ("spectator", gettext_lazy("Spectator")),
            ("commissioner", gettext_lazy("Commissioner")),
        ],
    )
    franchise = Pick(
        label=gettext_lazy("Franchise"),
        required=False,
        help_text=gettext_lazy("For an owner. Of a given franchise there is one owner."),
    )
    uses = forms.IntegerField(label=gettext_lazy("For how many people"), initial=1, min_value=1, max_value=MOST_USES)
    days = forms.IntegerField(
        label=gettext_lazy("Good for how many days"), initial=DAYS, min_value=1, max_value=LONGEST_DAYS
    )

    def __init__(self, seats: Sequence[Seat], given: Any = None) -> None:
        super().__init__(given, label_suffix="")
        franchise = self.fields["franchise"]
        assert isinstance(franchise, Pick)  # noqa: S101 - declared above
        franchise.choices = [("", gettext(ANY_FREE)), *((each.id, each.name) for each in seats)]


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
    """The context of the people's page, None for whoever is no member.

    `made` is the link of an invitation just made, told this once; `given` what was sent of a form that was refused,
    with the `refusal`; `before` the line of the log that those shown are older than.
    """
    if not viewer.is_member:
        return None
    known = list(everybody(league.pk))
    found = [each for each in known if each.role != Membership.Role.FORMER]
    fetched = list(log(league.pk, before=before)[: LINES_A_PAGE + 1])
    seats = [_seat(league, each.pk, each.name) for each in free_franchises(league)] if viewer.is_commissioner else []
    named = named_in(known)
    doors = [_door(each, named) for each in standing(league, at=at)] if viewer.is_commissioner else []
    teams = teams_in(found) | {each.id: each.name for each in seats}
    return {
        **framed(league, viewer, Crumb("People")),
        "people": people_in(found, viewer),
        "owners": any(each.franchise_id for each in found),
        "seats": [replace(each, doors=tuple(door for door in doors if door.seat == each.id)) for each in seats],
        "doors": doors,
        "lines": [log_line(each, named, teams) for each in fetched[:LINES_A_PAGE]],
        "older": fetched[LINES_A_PAGE - 1].pk if len(fetched) > LINES_A_PAGE else None,
        "invite": InviteForm(seats, given) if viewer.is_commissioner else None,
        "viewer": viewer,
        "made": made,
        "refusal": refusal,
    }


def people_in(found: Sequence[Any], viewer: Viewer) -> list[Person]:
    """Members with all their parts, in the order they came in."""
    grouped: dict[int, list[Any]] = {}
    for each in found:
        grouped.setdefault(each.user_id, []).append(each)
    own = {each.user_id for each in viewer.memberships}
    return [
        Person(
            name=called(parts[0].user),
            parts=tuple(_part(each) for each in parts),
            own=user in own,
            href=routes.person_at(parts[0].league_id, parts[0].pk) if viewer.is_commissioner else "",
        )
        for user, parts in grouped.items()
    ]


def named_in(known: Sequence[Any]) -> dict[str, str]:
    """What everybody who ever had a part is called, by his handle."""
    return {each.handle: called(each.user) for each in known}


def teams_in(found: Sequence[Any]) -> dict[str, str]:
    """The names of the franchises that members own, by their short names."""
    return {routes.local(each.franchise_id): each.franchise.name for each in found if each.franchise_id}


def framed(league: League, viewer: Viewer, *crumbs: Crumb) -> dict[str, Any]:
    """What surrounds the pages of a league's people."""
    current = seasons(league.pk).annotate(own_balance=balance_now(viewer)).first()
    return frame(
        league=league,
        season=current,
        viewer=viewer,
        here="League",
        crumbs=[Crumb(league.name, routes.league_at(league.pk)), *crumbs],
        balance=getattr(current, "own_balance", None),
    )


def _part(member: Any) -> Part:
    if member.franchise is None:
        return Part(str(Membership.Role(member.role).label), "", "", "", member.since)
    colour = colour_of(routes.local(member.franchise_id))
    return Part("Owner", member.franchise.name, routes.address(member.franchise), colour, member.since)


def _seat(league: League, id: str, name: str) -> Seat:
    short = routes.local(id)
    return Seat(short, name, routes.franchise_at(league.pk, short), colour_of(short))


def _door(invitation: Invitation, named: Mapping[str, str]) -> Door:
    owner = invitation.role == Membership.Role.OWNER
    of = f" of {invitation.franchise.name if invitation.franchise else 'a franchise that is free'}" if owner else ""
    return Door(
        id=invitation.pk,
        says=f"{Membership.Role(invitation.role).label}{of}",
        left=invitation.uses - invitation.used,
        until=invitation.expires_at,
        made_by=named.get(invitation.made_by, NOBODY_WE_KNOW),
        seat=routes.local(invitation.franchise_id or ""),
    )


def log_line(line: LeagueLog, named: Mapping[str, str], teams: Mapping[str, str]) -> Line:
    """A line of the log with people and franchises called by their names."""
    subject, done = line.subject, DONE.get(line.what, line.what)
    if line.what in ABOUT_ONESELF and subject.split(" ")[0] == line.actor:
        subject = subject[len(line.actor) :].strip()
    elif line.what == "joined":
        done = "brought in"
    if line.what == "calendar":
        subject = HOURS_SET.sub(lambda set_to: STEP_NAMES.get(set_to[0], set_to[0]), subject)
    elif line.what != "withdrew":
        subject = re.sub(r"\S+", lambda word: named.get(word[0]) or teams.get(word[0]) or word[0], subject)
    return Line(
        at=line.at,
        who=BY_THEMSELVES.get(line.actor) or named.get(line.actor, NOBODY_WE_KNOW),
        done=done,
        subject="" if line.what == "founded" else subject,
        reason=line.reason,
    )

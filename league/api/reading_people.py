"""What is read of the people of a league: who has which part, what was done to it, and what the reader was told."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.accounts import called
from league.api.examples_reading import example_of
from league.api.querying import LARGEST, LINE_LIMIT, TAGGED, line_limit, number_asked, whole_number
from league.api.schema import problems, told
from league.api.shapes.people import (
    FreeSeatOut,
    InboxOut,
    InvitationOut,
    LeagueActOut,
    LeagueActsOut,
    NoticeOut,
    PartOut,
    PeopleOut,
    PersonOut,
)
from league.api.sight import member_at, unless_told
from league.clock import notices
from league.invitations import free_franchises, standing
from league.models import Invitation, Membership, Notice
from league.pages.inbox import where
from league.pages.people import NOBODY_WE_KNOW, log_line, named_in, teams_in
from league.pages.routes import local
from league.queries.inboxes import everything_told
from league.queries.members import everybody, log

READ = problems(401, 403, 404, 406, 429)
AFTER = number_asked("after", "What comes after that number.", otherwise=0)


@extend_schema(
    operation_id="people",
    summary="The people of a league",
    description=f"For its members. Free franchises and invitations are told to commissioners alone. {TAGGED}",
    responses={200: told(PeopleOut, "Commissioners first.", example=example_of("people")), **READ},
)
@api_view(["GET"])
def people(request: Any, league: str) -> Response:
    """Everybody who has a part in a league."""
    found, viewer = member_at(request, league, "Who belongs")
    known = list(everybody(found.pk))
    names = named_in(known)
    free = free_franchises(found) if viewer.is_commissioner else []
    doors = standing(found, at=timezone.now()) if viewer.is_commissioner else []
    made = PeopleOut(
        league=found.pk,
        people=_people(known, own={each.user_id for each in viewer.memberships}),
        free=tuple(FreeSeatOut(franchise=local(each.pk), name=each.name) for each in free),
        invitations=tuple(_invitation(each, names) for each in doors),
    )
    return unless_told(request, made)


@extend_schema(
    operation_id="league_log",
    summary="The log of a league",
    description=f"What was done to it outside its seasons, with who did it and why. For its members. {TAGGED}",
    parameters=[AFTER, LINE_LIMIT],
    responses={200: told(LeagueActsOut, "The oldest first.", example=example_of("league_log")), **READ},
)
@api_view(["GET"])
def league_log(request: Any, league: str) -> Response:
    """The log of a league: who joined and left, what commissioners did to others."""
    found, _ = member_at(request, league, "The log")
    after, limit = whole_number(request, "after", most=LARGEST), line_limit(request)
    known = list(everybody(found.pk))
    names = named_in(known)
    teams = teams_in([each for each in known if each.role != Membership.Role.FORMER])
    fetched = list(log(found.pk).order_by("pk")[after : after + limit + 1])
    acts = tuple(
        LeagueActOut(
            number=number,
            at=each.at,
            kind=each.what,
            who=words.who,
            done=words.done,
            subject=words.subject,
            reason=words.reason,
        )
        for number, each in enumerate(fetched[:limit], after + 1)
        for words in (log_line(each, names, teams),)
    )
    made = LeagueActsOut(league=found.pk, acts=acts, next=acts[-1].number if len(fetched) > limit else None)
    return unless_told(request, made)


@extend_schema(
    operation_id="inbox",
    summary="The reader's inbox",
    description=f"What the token's person was told in this league; reading it here marks nothing as read. {TAGGED}",
    parameters=[AFTER, LINE_LIMIT],
    responses={200: told(InboxOut, "The oldest first.", example=example_of("inbox")), **READ},
)
@api_view(["GET"])
def inbox(request: Any, league: str) -> Response:
    """What the token's person was told, in any role he had in the league."""
    found, _ = member_at(request, league, "An inbox")
    after, limit = whole_number(request, "after", most=LARGEST), line_limit(request)
    every = everything_told(request.user).filter(member__league=found)
    fetched = list(every.order_by("pk")[after : after + limit + 1])
    shown = tuple(_notice(each, number) for number, each in enumerate(fetched[:limit], after + 1))
    made = InboxOut(
        league=found.pk,
        unread=every.filter(read_at=None).count(),
        notices=shown,
        next=shown[-1].number if len(fetched) > limit else None,
    )
    return unless_told(request, made)


def _people(known: list[Any], *, own: set[int]) -> tuple[PersonOut, ...]:
    parts: dict[int, list[Any]] = {}
    for each in known:
        if each.role != Membership.Role.FORMER:
            parts.setdefault(each.user_id, []).append(each)
    return tuple(
        PersonOut(
            name=called(theirs[0].user),
            own=user in own,
            parts=tuple(
                PartOut(
                    role=each.role,
                    franchise=None if each.franchise_id is None else local(each.franchise_id),
                    since=each.since,
                )
                for each in theirs
            ),
        )
        for user, theirs in parts.items()
    )


def _invitation(door: Invitation, names: dict[str, str]) -> InvitationOut:
    return InvitationOut(
        role=door.role,
        franchise=None if door.franchise_id is None else local(door.franchise_id),
        left=door.uses - door.used,
        until=door.expires_at,
        made_by=names.get(door.made_by, NOBODY_WE_KNOW),
    )


def _notice(notice: Notice, number: int) -> NoticeOut:
    words = notices.worded(notice)
    return NoticeOut(
        number=number,
        about=notice.about,
        subject=words.subject,
        sentence=words.sentence,
        arguments=notice.arguments,
        season=notice.season_id,
        at=notice.at,
        read=notice.read_at is not None,
        page=where(notice, notice.member.league),
    )

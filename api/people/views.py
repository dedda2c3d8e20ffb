"""Operations that read the people, invitations and log of a league."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.etags import content_not_modified_or
from api.openapi import problem_responses, response_schema
from api.people.schemas import FreeSeatOut, InvitationOut, LeagueActOut, LeagueActsOut, PartOut, PeopleOut, PersonOut
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.request_context import league_for_member
from api.response_examples import response_example
from explain.links import short_id
from league.accounts import display_name
from league.invitations import free_franchises, open_invitations
from league.models import Invitation, Membership
from league.pages.people.people import UNKNOWN_ACTOR_WORDS, log_line, member_names, teams_in
from league.queries.members import everybody, league_log_lines

READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)
AFTER_NUMBER = integer_parameter("after", "Only what comes after that number; 0 begins at the first.", otherwise=0)


@extend_schema(
    operation_id="people",
    summary="The people of a league",
    description=(
        "Who has which part in the league, for members. Only commissioners see free franchises and invitations. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(PeopleOut, "Commissioners first.", example=response_example("people")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def people(request: Any, league: str) -> Response:
    """The members of a league, and for commissioners its free franchises and open invitations."""
    league_row, viewer = league_for_member(request, league, "Who belongs")
    members = list(everybody(league_row.pk))
    names = member_names(members)
    free = free_franchises(league_row) if viewer.is_commissioner else []
    invitations = open_invitations(league_row, at=timezone.now()) if viewer.is_commissioner else []
    body = PeopleOut(
        league=league_row.pk,
        people=_serialize_people(members, own={membership.user_id for membership in viewer.memberships}),
        free=tuple(FreeSeatOut(franchise=short_id(franchise.pk), name=franchise.name) for franchise in free),
        invitations=tuple(serialize_invitation(invitation, names) for invitation in invitations),
    )
    return content_not_modified_or(request, body)


@extend_schema(
    operation_id="league_log",
    summary="The log of a league",
    description=f"What was done to the league outside its seasons, by whom and why, for members. {ETAG_DESCRIPTION}",
    parameters=[AFTER_NUMBER, LIMIT_PARAMETER],
    responses={
        200: response_schema(LeagueActsOut, "The oldest first.", example=response_example("league_log")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def league_log(request: Any, league: str) -> Response:
    """The log of a league: who joined and left, and what commissioners did."""
    league_row, _ = league_for_member(request, league, "The log")
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)
    members = list(everybody(league_row.pk))
    names = member_names(members)
    teams = teams_in([member for member in members if member.role != Membership.Role.FORMER])
    fetched = list(league_log_lines(league_row.pk).order_by("pk")[after : after + limit + 1])
    acts = tuple(
        LeagueActOut(
            number=number,
            at=line.at,
            kind=line.what,
            who=words.who,
            done=words.done,
            subject=words.subject,
            reason=words.reason,
        )
        for number, line in enumerate(fetched[:limit], after + 1)
        for words in (log_line(line, names, teams),)
    )
    body = LeagueActsOut(league=league_row.pk, acts=acts, next=acts[-1].number if len(fetched) > limit else None)
    return content_not_modified_or(request, body)


def _serialize_people(members: list[Any], *, own: set[int]) -> tuple[PersonOut, ...]:
    parts_by_user: dict[int, list[Any]] = {}
    for member in members:
        if member.role != Membership.Role.FORMER:
            parts_by_user.setdefault(member.user_id, []).append(member)
    return tuple(
        PersonOut(
            name=display_name(parts[0].user),
            own=user in own,
            parts=tuple(
                PartOut(
                    role=part.role,
                    franchise=None if part.franchise_id is None else short_id(part.franchise_id),
                    since=part.since,
                )
                for part in parts
            ),
        )
        for user, parts in parts_by_user.items()
    )


def serialize_invitation(invitation: Invitation, names: Mapping[str, str]) -> InvitationOut:
    """An open invitation; `names` are those of members by handle."""
    return InvitationOut(
        number=invitation.pk,
        role=invitation.role,
        franchise=None if invitation.franchise_id is None else short_id(invitation.franchise_id),
        left=invitation.uses - invitation.used,
        until=invitation.expires_at,
        made_by=names.get(invitation.made_by, UNKNOWN_ACTOR_WORDS),
    )

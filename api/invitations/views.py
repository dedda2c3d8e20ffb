"""Operations for invitations: listing the open ones, making one, and taking one back, as a commissioner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.etags import content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.invitations.schemas import InvitationIn, InvitationsOut, MadeInvitationOut
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.people.views import serialize_invitation
from api.query_params import ETAG_DESCRIPTION
from api.request_context import league_and_viewer, league_commissioner, league_for_member
from api.validation import parse_body, refuse_body
from explain import links
from league import invitations as league_invitations
from league.models import League
from league.pages.people.invitation_link import link_for_others
from league.pages.people.people import member_names
from league.queries.members import everybody

OK, CREATED = 200, 201
WRITE_STATUSES = (400, 401, 403, 404, 406, 409, 415, 422, 429)
INVITATION: dict[str, Any] = {
    "number": 7,
    "role": "owner",
    "franchise": "scrappers",
    "left": 1,
    "until": "2026-03-19T18:00:00Z",
    "made_by": "Brenda",
}
INVITATION_IN: dict[str, Any] = {"role": "owner", "franchise": "scrappers"}
OPEN: dict[str, Any] = {"league": "rust-belt", "invitations": [INVITATION]}


@dataclass
class _Made:
    """The link of a new invitation, which is never stored."""

    link: str = ""


@extend_schema(
    methods=["GET"],
    operation_id="invitations",
    summary="The open invitations of a league",
    description=(
        f"Invitations that still let somebody in, for commissioners; their links are never shown. {ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(InvitationsOut, "The newest first.", example=OPEN),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="make_invitation",
    summary="Make an invitation or a claim link",
    description=(
        "Makes a link by which people join the league, as a commissioner. With a franchise it is the claim link of "
        "that franchise. The link is in the first answer only: a repeated request is answered without it."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(InvitationIn, example=INVITATION_IN),
    responses={
        201: response_schema(
            MadeInvitationOut,
            "It is made.",
            example={"invitation": INVITATION, "link": "https://league.example.org/join/b3BlbiBzZXNhbWU/"},
        ),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["GET", "POST"])
def invitations(request: Any, league: str) -> HttpResponse:
    """List the open invitations of a league, or make one."""
    at = timezone.now()
    if request.method == "GET":
        league_row, viewer = league_for_member(request, league, "Who is invited")
        if not viewer.is_commissioner:
            raise PermissionDenied("Invitations are for the league's commissioners to see.")
        return content_not_modified_or(request, _serialize_open(league_row, at=at))
    league_row, viewer = league_and_viewer(request, league)
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body, made = parse_body(InvitationIn, request.data), _Made()

    def perform() -> tuple[int, msgspec.Struct]:
        invitation, token = league_invitations.invite(
            league=league_row,
            by=member,
            role=body.role,
            franchise=body.franchise,
            days=body.days,
            uses=body.uses,
            at=at,
        )
        made.link = link_for_others(request.build_absolute_uri(links.invitation_url(token)))
        return CREATED, MadeInvitationOut(invitation=serialize_invitation(invitation, _names(league_row)), link="")

    response = perform_once(request, perform, at=at)
    if made.link and response.status_code == CREATED:
        body_out = msgspec.json.decode(response.content, type=MadeInvitationOut)
        response.content = msgspec.json.encode(msgspec.structs.replace(body_out, link=made.link))
    return response


@extend_schema(
    operation_id="revoke_invitation",
    summary="Take an invitation back",
    description="Takes back an open invitation, as a commissioner: its link lets nobody in any more.",
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=None,
    responses={
        200: response_schema(InvitationsOut, "Those that are open now.", example={**OPEN, "invitations": []}),
        **problem_responses(*WRITE_STATUSES),
    },
)
@api_view(["POST"])
def revocation(request: Any, league: str, number: int) -> HttpResponse:
    """Take an invitation back."""
    league_row, viewer = league_and_viewer(request, league, read_only_too=True)
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    refuse_body(request.data)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        league_invitations.revoke_invitation(league=league_row, invitation=number, by=member, at=at)
        return OK, _serialize_open(league_row, at=at)

    return perform_once(request, perform, at=at)


def _serialize_open(league: League, *, at: Any) -> InvitationsOut:
    names = _names(league)
    return InvitationsOut(
        league=league.pk,
        invitations=tuple(
            serialize_invitation(invitation, names)
            for invitation in league_invitations.open_invitations(league, at=at)
        ),
    )


def _names(league: League) -> dict[str, str]:
    """The names of the league's members, past ones included, by handle."""
    return member_names(list(everybody(league.pk)))

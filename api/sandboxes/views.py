"""Operations for sandboxes: making, listing, reading and ending them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.request_context import require_token, season_and_viewer
from api.sandboxes.schemas import SandboxesOut, SandboxIn, SandboxOut
from api.validation import parse_body, refuse_body
from league.access import Viewer
from league.models import AccessToken, Sandbox
from league.queries.seasons import visible_sandboxes
from league.sandboxes import MOST_PER_PERSON, create_sandbox, end_sandbox
from league.tokens import may_give_commands
from rules.core.refusals import Unknown

CREATED = 201
SANDBOX_EXAMPLE: dict[str, Any] = {
    "name": "sandbox-0c9f3a51be22",
    "forked_from": "s1",
    "own": True,
    "step": "M",
    "entries": 0,
    "secret_hash": "4c" * 32,
    "made_at": "2026-03-02T20:15:00Z",
    "expires_at": "2026-03-09T20:15:00Z",
}


@extend_schema(
    methods=["GET"],
    operation_id="sandboxes",
    summary="The sandboxes of a season",
    description="Your own sandboxes. Commissioners see that others exist, and read none but their own.",
    responses={
        200: response_schema(
            SandboxesOut, "The newest first.", example={"sandboxes": [SANDBOX_EXAMPLE], "most": MOST_PER_PERSON}
        ),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="make_sandbox",
    summary="Make a sandbox",
    description=(
        "Copies the season, with dice of its own, for your token's person alone, who is commissioner and every "
        "owner in it. What others named under seal is left out. Needs a token that may give commands."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(SandboxIn, example={"days": 7}),
    responses={
        201: response_schema(SandboxOut, "It is made.", example=SANDBOX_EXAMPLE),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def sandboxes(request: Any, league: str, season: str) -> HttpResponse:
    """List the sandboxes of a season, or make one."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    at = timezone.now()
    if request.method == "GET":
        visible = visible_sandboxes(row.league_id, viewer, at=at).filter(season__forked_from=row.pk)
        return Response(
            SandboxesOut(
                sandboxes=tuple(_serialize_sandbox(sandbox_row, viewer) for sandbox_row in visible),
                most=MOST_PER_PERSON,
            )
        )
    _refuse_token_that_may_not_play(token)
    refuse_missing_key(request)
    body = parse_body(SandboxIn, request.data)

    def build() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        new_sandbox = create_sandbox(season=row, viewer=viewer, at=at, days=body.days, entry=body.entry)
        return CREATED, _serialize_sandbox(new_sandbox, viewer)

    return perform_once(request, build, at=at)


@extend_schema(
    methods=["GET"],
    operation_id="sandbox",
    summary="A sandbox",
    description="The step a sandbox has reached, and until when it is kept.",
    responses={
        200: response_schema(SandboxOut, "The sandbox.", example=SANDBOX_EXAMPLE),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["DELETE"],
    operation_id="end_sandbox",
    summary="End a sandbox",
    description="Ends a sandbox at once and for good, with all that is in it. A commissioner ends anybody's.",
    responses={
        200: response_schema(SandboxOut, "As it was.", example=SANDBOX_EXAMPLE),
        **problem_responses(401, 403, 404, 406, 415, 422, 429),
    },
)
@api_view(["GET", "DELETE"])
def sandbox(request: Any, league: str, season: str, sandbox: str) -> Response:
    """Read a sandbox of a season, or end it."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    at = timezone.now()
    visible = visible_sandboxes(row.league_id, viewer, at=at)
    sandbox_row = visible.filter(season__forked_from=row.pk, season__name=sandbox).first()
    if sandbox_row is None:
        raise Http404(f"You have no sandbox {sandbox[:80]!r} of {row.name}.")
    if request.method == "DELETE":
        _refuse_token_that_may_not_play(token)
        refuse_body(request.data)
        try:
            end_sandbox(league=row.league, name=sandbox, viewer=viewer, at=at)
        except Unknown as error:
            raise Http404(error.sentence) from None
    return Response(_serialize_sandbox(sandbox_row, viewer))


def _refuse_token_that_may_not_play(token: AccessToken) -> None:
    """Raise `ScopeMissing` unless the token may act for a franchise or commission."""
    if not may_give_commands(token):
        raise ScopeMissing(f"The token {token.shown}… may give no commands: make one that may act or commission.")


def _serialize_sandbox(box: Sandbox, viewer: Viewer) -> SandboxOut:
    row = box.season
    return SandboxOut(
        name=row.name,
        forked_from=row.forked_from.rpartition("/")[2],
        own=any(membership.user_id == box.user_id for membership in viewer.memberships),
        step=row.step,
        entries=row.length,
        secret_hash=row.secret_hash,
        made_at=box.made_at,
        expires_at=box.expires_at,
    )

"""Operations for duels at a table: the duels of a season, opening one, reading it, and what its referee enters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.errors import ScopeMissing
from api.etags import (
    IF_MATCH_PARAMETER,
    check_if_match,
    check_if_match_unlocked,
    content_not_modified_or,
    not_modified_or,
)
from api.idempotency import batch_key, perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.permissions import season_commissioner
from api.query_params import ETAG_DESCRIPTION, LARGEST_INTEGER
from api.request_context import require_token, season_and_viewer
from api.response_examples import response_example
from api.season_duels import examples
from api.season_duels.schemas import (
    DuelActionIn,
    DuelActionsIn,
    DuelActionsOut,
    OpenDuelIn,
    SeasonDuelOut,
    SeasonDuelsOut,
)
from api.season_duels.serializers import serialize_duel, serialize_duels, serialize_results
from api.validation import parse_body
from explain.links import short_id
from league.access import Viewer
from league.models import AccessToken, Duel, Membership, Season
from league.pages.duels.actions import (
    NOT_THE_REFEREE,
    act_at_table,
    is_referee,
    may_enter,
    read_actions,
    referee_actor,
)
from league.pages.duels.opening import LONGEST_KEY, Entrant, open_duel
from league.pages.duels.table import load_table
from league.queries.referee_table import duel_with_number
from league.tokens import COMMISSION_SCOPE, act_scope
from rules.core.refusals import Malformed, Refusal, refuse_any

CREATED = 201
ENTERED = "/duelists"
"""Where the pointers of faults in a duel's vehicles begin."""
READ_PROBLEMS = problem_responses(401, 403, 404, 406, 429)


@extend_schema(
    methods=["GET"],
    operation_id="season_duels",
    summary="The duels of a season",
    description=f"Duels that are or were run at a table. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeasonDuelsOut, "The newest first.", example=response_example("season_duels")),
        **READ_PROBLEMS,
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="open_duel",
    summary="Open a duel",
    description=(
        "Opens a duel at a table as a commissioner, from the line-ups of a match or with entrants of your own. It is "
        "scored by the answers that the match was locked with, else by those in force."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(OpenDuelIn, example=examples.OPEN_IN),
    responses={
        201: response_schema(SeasonDuelOut, "It is open.", example=examples.DUEL),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def duels(request: Any, league: str, season: str) -> HttpResponse:
    """Read the duels of a season, or open one."""
    row, viewer = season_and_viewer(request, league, season)
    if request.method == "GET":
        return content_not_modified_or(request, serialize_duels(row))
    member = season_commissioner(request, row, viewer)
    refuse_missing_key(request)
    body = parse_body(OpenDuelIn, request.data)
    _refuse_two_sources(body)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        with _pointers_into_request(body):
            duel = open_duel(
                row,
                title=" ".join(body.title.split()),
                match=body.match,
                entrants=[
                    Entrant(name=entrant.name, team=entrant.team, occupants=entrant.occupants, speed=entrant.speed)
                    for entrant in body.entrants
                ],
                speeds=body.speeds,
                arena={name: list(names) for name, names in msgspec.structs.asdict(body.arena).items()},
                actor=member.handle,
                key=batch_key(request)[:LONGEST_KEY],
                at=at,
            )
        return CREATED, serialize_duel(load_table(duel), can_enter=may_enter(viewer, duel))

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="season_duel",
    summary="A duel of a season",
    description=f"A duel at a table with its score sheet and its log, also while it is fought. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeasonDuelOut, "As it stands.", example=response_example("season_duel")),
        **READ_PROBLEMS,
    },
)
@api_view(["GET"])
def duel(request: Any, league: str, season: str, number: int) -> Response:
    """A duel of a season."""
    row, viewer = season_and_viewer(request, league, season)
    found = _find(row, number)
    has_scope = request.auth is not None and _has_scope(viewer, request.auth, found)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: serialize_duel(load_table(found), can_enter=has_scope and may_enter(viewer, found)),
        of=f"duel {number} {found.version} {has_scope}",
    )


@extend_schema(
    operation_id="act_in_duel",
    summary="Enter what happens in a duel",
    description=(
        "Takes what the referee does at the table, in its order; each action is taken or refused by itself, and once "
        "under its own key, so that the request has none."
    ),
    parameters=[IF_MATCH_PARAMETER],
    request=request_schema(DuelActionsIn, example=examples.ACTIONS_IN),
    responses={
        200: response_schema(DuelActionsOut, "What became of each action.", example=examples.DONE),
        **problem_responses(400, 401, 403, 404, 406, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def actions(request: Any, league: str, season: str, number: int) -> Response:
    """Enter what happens in a duel, as its referee."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    found = _find(row, number)
    _refuse_others(viewer, token, found)
    body = parse_body(DuelActionsIn, request.data)
    sent = read_actions({"actions": [_action_document(action) for action in body.actions]})
    check_if_match_unlocked(request, row, viewer)
    results = act_at_table(found, sent, actor=referee_actor(viewer, found), at=timezone.now())
    after = _find(row, number)
    return Response(
        DuelActionsOut(
            results=serialize_results(results),
            duel=serialize_duel(load_table(after), can_enter=may_enter(viewer, after)),
        )
    )


def _find(row: Season, number: int) -> Duel:
    """The duel of that number. Raises `Http404`."""
    found = duel_with_number(row.pk, number) if number <= LARGEST_INTEGER else None
    if found is None:
        raise Http404(f"{row.pk} has no duel of that number: read which there are.")
    return found


def _refuse_others(viewer: Viewer, token: AccessToken, duel: Duel) -> None:
    """Raise `PermissionDenied` or `ScopeMissing` unless a token acts for the duel's referee."""
    if not is_referee(viewer, duel):
        raise PermissionDenied(NOT_THE_REFEREE)
    if not _has_scope(viewer, token, duel):
        raise ScopeMissing(f"The token {token.shown}… was made without {COMMISSION_SCOPE!r}: make one that has it.")


def _has_scope(viewer: Viewer, token: AccessToken, duel: Duel) -> bool:
    """Whether a token acts for a membership that may run the duel: a commissioner's, or that which opened it."""
    return any(
        COMMISSION_SCOPE in token.scopes
        if member.role == Membership.Role.COMMISSIONER
        else member.handle == duel.opened_by and act_scope(short_id(member.franchise_id or "")) in token.scopes
        for member in viewer.memberships
    )


def _refuse_two_sources(body: OpenDuelIn) -> None:
    """Raise `Malformed` for entrants or speeds that do not go with the match that was sent or left out."""
    faults = []
    if body.match and body.entrants:
        said = f"The line-ups of {body.match[:80]} are its entrants: send no others, or leave out the match."
        faults.append(Malformed(said).at("entrants"))
    if body.speeds and not body.match:
        said = "Speeds by car go with a match: name it, or give each entrant its own speed."
        faults.append(Malformed(said).at("speeds"))
    refuse_any(faults)


def _action_document(action: DuelActionIn) -> dict[str, Any]:
    """An action as the referee's screen sends it."""
    return {name: value for name, value in msgspec.structs.asdict(action).items() if value is not None}


@contextmanager
def _pointers_into_request(body: OpenDuelIn) -> Iterator[None]:
    """Point the faults of a duel that are raised in this context at the parts of the request they are about."""
    try:
        yield
    except Refusal as refusal:
        for fault in refusal.together or (refusal,):
            if fault.pointer.startswith(ENTERED):
                if body.match:
                    fault.at("speeds" if fault.pointer.endswith("/speed") else "match")
                else:
                    fault.pointer = f"/entrants{fault.pointer.removeprefix(ENTERED)}"
        raise

"""Operations that rename the things of a league, take a name back, and read former names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view

from api.errors import QueryWrong, ScopeMissing
from api.etags import content_not_modified_or
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.names import examples
from api.names.schemas import NameChangeOut, NameChangesOut, NameOut, RenameIn, VetoIn
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import (
    ETAG_DESCRIPTION,
    LARGEST_INTEGER,
    LIMIT_PARAMETER,
    integer_parameter,
    parse_integer,
    parse_limit,
)
from api.request_context import league_and_viewer, league_commissioner, require_token
from api.validation import parse_body
from explain.links import short_id
from league.access import Viewer
from league.models import AccessToken, League, Membership, NameChange
from league.queries.names import league_name_changes
from league.renaming import find_named_thing, rename
from league.tokens import COMMISSION_SCOPE, act_scope
from scheduling.name_vetoes import veto_name

CREATED, OK = 201, 200
WRITE_PROBLEMS = problem_responses(400, 401, 403, 404, 406, 409, 415, 422, 429)
AFTER_NUMBER = integer_parameter("after", "Only changes after that number; 0 begins at the first.", otherwise=0)
KIND_PARAMETER = OpenApiParameter(
    "kind", {"type": "string", "enum": list(NameChange.Kind.values)}, description="Only names of that kind of thing."
)
ID_PARAMETER = OpenApiParameter(
    "id", {"type": "string", "maxLength": 140}, description="Only names of the thing with that short id; with `kind`."
)


@extend_schema(
    methods=["GET"],
    operation_id="names",
    summary="Former names",
    description=(
        "What was renamed in the league and when: franchises, drivers, cars, seasons, the league itself. "
        f"{ETAG_DESCRIPTION}"
    ),
    parameters=[KIND_PARAMETER, ID_PARAMETER, AFTER_NUMBER, LIMIT_PARAMETER],
    responses={
        200: response_schema(
            NameChangesOut,
            "The oldest first.",
            example={"league": "rust-belt", "changes": [examples.NAME_CHANGE], "next": None},
        ),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="rename",
    summary="Rename something",
    description=(
        "Renames a franchise, driver or car as its owner, the league or a season as a commissioner, who may also "
        "rename what belongs to others with a reason. Ids and addresses stay. A name too like another of its kind is "
        "refused, and a fourth within 30 days. The same name again changes nothing."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(RenameIn, example=examples.RENAME_IN),
    responses={
        200: response_schema(NameOut, "It is called that now.", example=examples.NAME),
        **WRITE_PROBLEMS,
    },
)
@api_view(["GET", "POST"])
def names(request: Any, league: str) -> HttpResponse:
    """Read what was renamed in a league, or rename something."""
    league_row, viewer = league_and_viewer(request, league)
    if request.method == "GET":
        return _read_changes(request, league_row, viewer)
    token = require_token(request)
    refuse_missing_key(request)
    body = parse_body(RenameIn, request.data)
    memberships, at = _memberships_in_scope(viewer, token), timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        change = rename(
            league=league_row,
            kind=body.kind,
            subject=body.id,
            name=body.name,
            memberships=memberships,
            at=at,
            reason=body.reason,
        )
        present = find_named_thing(league_row, body.kind, body.id).name
        return OK, NameOut(name=present, change=None if change is None else _serialize_change(change))

    return perform_once(request, perform, at=at)


@extend_schema(
    operation_id="veto_name",
    summary="Take a name back",
    description=(
        "Gives a thing the name back that it had before its last rename, as a commissioner, with a reason. Its owner "
        "is notified, cannot rename it for 14 days, and cannot give it that name again."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(VetoIn, example=examples.VETO_IN),
    responses={
        201: response_schema(NameOut, "It has its former name again.", example=examples.TAKEN_BACK),
        **WRITE_PROBLEMS,
    },
)
@api_view(["POST"])
def veto(request: Any, league: str, number: int) -> HttpResponse:
    """Undo a rename of the league."""
    league_row, viewer = league_and_viewer(request, league)
    member = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body, at = parse_body(VetoIn, request.data), timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        change = veto_name(league=league_row, change=number, member=member, at=at, reason=body.reason)
        return CREATED, NameOut(name=change.name, change=_serialize_change(change))

    return perform_once(request, perform, at=at)


def _read_changes(request: Any, league: League, viewer: Viewer) -> HttpResponse:
    kind, subject = (request.query_params.get(name, "") for name in ("kind", "id"))
    if kind and kind not in NameChange.Kind.values:
        raise QueryWrong(f"?kind= is one of {', '.join(NameChange.Kind.values)}.")
    if subject and not kind:
        raise QueryWrong("?id= belongs with ?kind=: say what it is the id of.")
    after, limit = parse_integer(request, "after", most=LARGEST_INTEGER), parse_limit(request)
    found = league_name_changes(league, kind=kind, subject="" if kind == NameChange.Kind.LEAGUE else subject)
    rows = list(found.filter(pk__gt=after)[: limit + 1])
    taken_back = found.filter(undone=True).values_list("kind", "subject", "name")
    hidden = frozenset() if viewer.is_member else frozenset(taken_back)
    body = NameChangesOut(
        league=league.pk,
        changes=tuple(_serialize_change(row, hidden) for row in rows[:limit]),
        next=rows[limit - 1].pk if len(rows) > limit else None,
    )
    return content_not_modified_or(request, body)


def _memberships_in_scope(viewer: Viewer, token: AccessToken) -> Sequence[Membership]:
    """The memberships of the token's person by which it may act. Raises `ScopeMissing` if there is none."""
    found = [
        membership
        for membership in viewer.memberships
        if (membership.role == Membership.Role.COMMISSIONER and COMMISSION_SCOPE in token.scopes)
        or (membership.franchise_id and act_scope(short_id(membership.franchise_id)) in token.scopes)
    ]
    if not found:
        raise ScopeMissing(
            f"The token {token.shown}… may neither act for a franchise nor commission: make one that may."
        )
    return found


def _serialize_change(change: NameChange, hidden: frozenset[tuple[str, str, str]] = frozenset()) -> NameChangeOut:
    """A change, without the names in `hidden`, each with its kind and subject, which commissioners took back."""
    return NameChangeOut(
        number=change.pk,
        kind=change.kind,
        id=change.subject or change.league_id,
        former="" if (change.kind, change.subject, change.former) in hidden else change.former,
        name="" if (change.kind, change.subject, change.name) in hidden else change.name,
        at=change.at,
        reason=change.reason,
        taken_back=change.undone,
        takes_back=change.undoes,
    )

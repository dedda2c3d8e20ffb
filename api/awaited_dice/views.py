"""Operation for what awaited dice need: a beacon round, words, or agreement to go on without the beacon."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view

from api.awaited_dice import examples
from api.awaited_dice.schemas import AwaitedDiceIn, AwaitedDiceStandOut
from api.awaited_dice.serializers import serialize_dice_status
from api.errors import ScopeMissing
from api.etags import IF_MATCH_PARAMETER, check_if_match
from api.idempotency import perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.request_context import require_token, season_and_viewer
from api.validation import parse_body
from beacon.client import RoundMalformed
from beacon.quicknet import SignatureRefused
from journal.dice.awaited import BeaconNotMissing, awaited_item_at
from league.access import Viewer
from league.models import AccessToken, Membership, Season
from league.pages.dice.awaited import words_membership
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, act_scope
from rules.core.refusals import Malformed
from scheduling.awaited_dice import (
    WordsDiffer,
    agree_to_waive_beacon,
    apply_pasted_round,
    reveal_words,
    submit_words_hash,
)

OK = 200


@extend_schema(
    operation_id="give_awaited",
    summary="Send what awaited dice need",
    description=(
        "Gives exactly one of a `round` of the beacon, the `hash` of your words, later the `words`, or `go_on`. "
        "Any member gives a round; the rest needs an owner's token with `act`, or a commissioner's with "
        "`commission`."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER],
    request=request_schema(AwaitedDiceIn, example=examples.AWAITED_DICE_IN),
    responses={
        200: response_schema(AwaitedDiceStandOut, "The state of the dice.", example=examples.AWAITED_DICE_STAND),
        **problem_responses(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def give_awaited_dice(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Give a beacon round, a hash, words, or agreement to go on, for the dice that an entry awaits."""
    row, viewer = season_and_viewer(request, league, season)
    token = require_token(request)
    if not viewer.is_member:
        raise PermissionDenied(f"Dice of {row.pk} fall by what its members give: ask a commissioner to join.")
    refuse_missing_key(request)
    body = _parse_request(request.data)
    members = () if body.round is not None else _givers(viewer, token, body)
    at = timezone.now()

    def perform() -> tuple[int, msgspec.Struct]:
        check_if_match(request, row, viewer)
        awaited_item_at(Season.objects.get(pk=row.pk), number)
        _apply_input(row.pk, number, body, members, at=at)
        return OK, serialize_dice_status(Season.objects.get(pk=row.pk), number, viewer)

    return perform_once(request, perform, at=at, mixed=())


def _parse_request(document: Any) -> AwaitedDiceIn:
    """The request body. Raises `Malformed` unless exactly one of its fields is set."""
    body = parse_body(AwaitedDiceIn, document)
    if [body.round is not None, body.hash is not None, body.words is not None, body.go_on].count(True) != 1:
        raise Malformed("Send exactly one of `round`, `hash`, `words` and `go_on`: each is given by itself.")
    return body


def _givers(viewer: Viewer, token: AccessToken, body: AwaitedDiceIn) -> tuple[Membership, ...]:
    """The memberships by which a token gives. Words take one; to go on takes those of all franchises a person owns.

    Memberships for which the token has no scope are left out. Raises `PermissionDenied` for a member who is neither
    an owner nor a commissioner, and `ScopeMissing`.
    """
    giver = words_membership(viewer)
    if giver is None:
        raise PermissionDenied("Owners and commissioners give that; any member gives a round of the beacon.")
    givers = [giver]
    if body.go_on:
        givers = [member for member in viewer.memberships if member.role == giver.role]
    permitted = tuple(member for member in givers if _required_scope(member) in token.scopes)
    if not permitted:
        raise ScopeMissing(
            f"The token {token.shown}… was made without {_required_scope(giver)!r}: make one that has it."
        )
    return permitted


def _required_scope(member: Membership) -> str:
    """The scope a token needs to give for a member. An owner without a franchise only needs the read scope."""
    if member.role == Membership.Role.COMMISSIONER:
        return COMMISSION_SCOPE
    return act_scope(member.franchise_id.rpartition("/")[2]) if member.franchise_id else READ_SCOPE


def _apply_input(
    season: str, number: int, body: AwaitedDiceIn, members: tuple[Membership, ...], *, at: datetime
) -> None:
    if body.round is not None:
        with _add_pointer("round"):
            apply_pasted_round(season, number, body.round, at=at)
    elif body.hash is not None:
        with _add_pointer("hash"):
            submit_words_hash(season, number, body.hash, member=members[0], at=at)
    elif body.words is not None:
        with _add_pointer("words"):
            reveal_words(season, number, body.words, member=members[0], at=at)
    else:
        with _add_pointer("go_on"):
            for member in members:
                agree_to_waive_beacon(season, number, member=member, at=at)


@contextmanager
def _add_pointer(name: str) -> Iterator[None]:
    """Make errors of a value point at its field. Refusals because of timing get no pointer."""
    try:
        yield
    except (BeaconNotMissing, Malformed, RoundMalformed, SignatureRefused, WordsDiffer) as error:
        raise error.at(name) from None

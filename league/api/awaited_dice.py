"""What members give for dice that a season awaits: a round of the beacon, words, or leave to go on without it."""

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

from beacon.fetching import RoundMalformed
from beacon.quicknet import SignatureRefused
from league.access import Viewer
from league.api import examples_awaited_dice
from league.api.awaited_dice_serializers import serialize_stand
from league.api.keyed import refuse_unless_keyed
from league.api.once import once
from league.api.problems import ScopeMissing
from league.api.schema import KEYED, asked, problems, told
from league.api.shapes.awaited_dice import AwaitedDiceIn, AwaitedDiceStandOut
from league.api.sight import IF_MATCH, refuse_unless_as_tagged, refuse_unless_token, season_at
from league.api.strictly import read_strictly
from league.clock.awaited_dice import WordsDiffer, agree_to_go_on, give_hash, paste_round, reveal_words
from league.journal.awaited_dice import BeaconNotMissing, item_at
from league.models import AccessToken, Membership, Season
from league.pages.awaited_dice import giver_of_words
from league.tokens import COMMISSION, READ, act_for
from rules.core.refusals import Malformed

OK = 200


@extend_schema(
    operation_id="give_awaited",
    summary="Give what awaited dice fall by",
    description=(
        "Exactly one of a `round` of the beacon (any member), the `hash` of one's words and later the `words`, or "
        "`go_on` (an owner's token with its `act`, or a commissioner's with `commission`). What is awaited stands in "
        "`dice` of `awaited`."
    ),
    parameters=[KEYED, IF_MATCH],
    request=asked(AwaitedDiceIn, example=examples_awaited_dice.GIVEN),
    responses={
        200: told(AwaitedDiceStandOut, "How they stand then.", example=examples_awaited_dice.STANDS),
        **problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 429),
    },
)
@api_view(["POST"])
def give_awaited(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Give a round, a hash, words, or leave to go on, for the dice that an entry awaits."""
    row, viewer = season_at(request, league, season)
    token = refuse_unless_token(request)
    if not viewer.is_member:
        raise PermissionDenied(f"Dice of {row.pk} fall by what its members give: ask a commissioner to join.")
    refuse_unless_keyed(request)
    sent = _read(request.data)
    members = () if sent.round is not None else _givers(viewer, token, sent)
    at = timezone.now()

    def given() -> tuple[int, msgspec.Struct]:
        refuse_unless_as_tagged(request, row, viewer)
        item_at(Season.objects.get(pk=row.pk), number)
        _give(row.pk, number, sent, members, at=at)
        return OK, serialize_stand(Season.objects.get(pk=row.pk), number, viewer)

    return once(request, given, at=at, mixed=())


def _read(document: Any) -> AwaitedDiceIn:
    """What was sent. Raises `Malformed` for none of its fields, or for more than one."""
    sent = read_strictly(AwaitedDiceIn, document)
    if [sent.round is not None, sent.hash is not None, sent.words is not None, sent.go_on].count(True) != 1:
        raise Malformed("Send exactly one of `round`, `hash`, `words` and `go_on`: each is given by itself.")
    return sent


def _givers(viewer: Viewer, token: AccessToken, sent: AwaitedDiceIn) -> tuple[Membership, ...]:
    """The memberships by which a token gives: one gives words, all franchises that a person owns agree to go on.

    Raises `PermissionDenied` for a member who is neither an owner nor a commissioner, and `ScopeMissing`.
    """
    giver = giver_of_words(viewer)
    if giver is None:
        raise PermissionDenied("Owners and commissioners give that; any member gives a round of the beacon.")
    givers = [giver]
    if sent.go_on:
        givers = [member for member in viewer.memberships if member.role == giver.role]
    able = tuple(member for member in givers if _scope_of(member) in token.scopes)
    if not able:
        raise ScopeMissing(f"The token {token.shown}… was made without {_scope_of(giver)!r}: make one that has it.")
    return able


def _scope_of(member: Membership) -> str:
    """The scope that a token needs to give for a member: of an owner without a franchise none but to read."""
    if member.role == Membership.Role.COMMISSIONER:
        return COMMISSION
    return act_for(member.franchise_id.rpartition("/")[2]) if member.franchise_id else READ


def _give(season: str, number: int, sent: AwaitedDiceIn, members: tuple[Membership, ...], *, at: datetime) -> None:
    if sent.round is not None:
        with _pointed_at("round"):
            paste_round(season, number, sent.round, at=at)
    elif sent.hash is not None:
        with _pointed_at("hash"):
            give_hash(season, number, sent.hash, member=members[0], at=at)
    elif sent.words is not None:
        with _pointed_at("words"):
            reveal_words(season, number, sent.words, member=members[0], at=at)
    else:
        with _pointed_at("go_on"):
            for member in members:
                agree_to_go_on(season, number, member=member, at=at)


@contextmanager
def _pointed_at(name: str) -> Iterator[None]:
    """Have what is wrong with a value point at it; what comes too early or too late points nowhere."""
    try:
        yield
    except (BeaconNotMissing, Malformed, RoundMalformed, SignatureRefused, WordsDiffer) as no:
        raise no.at(name) from None

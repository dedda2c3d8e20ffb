"""Seasons opened by program: a league's first, or the one after a season that closed."""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer
from league.api import examples
from league.api.examples_founding import MEMBER_IN, SEASON_IN, SEATED
from league.api.keyed import refuse_unless_keyed
from league.api.once import answered_before, batch_key, once
from league.api.problems import ConformanceOff
from league.api.reading import season_list
from league.api.schema import KEYED, asked, problems, told
from league.api.shapes.founding import MemberIn, SeasonIn, SeatedOut
from league.api.shapes.leagues import SeasonOut, SeasonsOut
from league.api.sight import commissioner_at, league_at
from league.api.strictly import read_strictly
from league.api.telling import season_told
from league.clock.awaited_dice import refuse_unreached
from league.clock.following import dice_after
from league.journal import open_next, open_season
from league.models import League, Membership, Season
from league.queries.entries import digests_shown
from league.queries.season_leaves import LEAVES, Seeds
from league.queries.seasons import seasons as seasons_of
from league.seats import seated_for_trying
from league.tokens import make_token, scopes_of
from rules.core.refusals import Malformed

CREATED = 201
WORDS = "words"
"""What the API calls dice that fall at once, from a leaf and the words of the person who acts."""


@extend_schema(
    methods=["GET"],
    operation_id="seasons",
    summary="The seasons of a league",
    responses={
        200: told(SeasonsOut, "The newest first.", example={"seasons": [examples.SEASON]}),
        **problems(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="open_season",
    summary="Open a season",
    description="The first of a league that has none, or the one after its last, which is closed. For commissioners.",
    parameters=[KEYED],
    request=asked(SeasonIn, example=SEASON_IN),
    responses={
        201: told(SeasonOut, "It is open, and its secret's hash published.", example=examples.SEASON),
        **problems(400, 401, 403, 404, 406, 409, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def seasons(request: Any, league: str) -> HttpResponse:
    """Every season of a league, rehearsals left out; or another one is opened."""
    found, viewer = league_at(request, league)
    return season_list(request, found) if request.method == "GET" else _opened(request, found, viewer)


@extend_schema(
    operation_id="seat_member",
    summary="Seat a person, where programs are tried",
    description=(
        "Refused but on a server that is there to try programs: people join a league by invitation, and make tokens "
        "themselves. Asked again it is the same person with another token."
    ),
    request=asked(MemberIn, example=MEMBER_IN),
    responses={
        201: told(SeatedOut, "He is seated.", example=SEATED),
        **problems(400, 401, 403, 404, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
def members(request: Any, league: str) -> Response:
    """Seat a made-up person in a league, with a token."""
    found, viewer = league_at(request, league)
    commissioner = commissioner_at(request, viewer)
    if not settings.API_CONFORMANCE:
        raise ConformanceOff("People join by invitation here, and make their tokens themselves: invite him.")
    sent, at = read_strictly(MemberIn, request.data), timezone.now()
    user = seated_for_trying(
        found, sent.user, role=sent.role, franchise=sent.franchise, actor=commissioner.handle, at=at
    )
    _, text = make_token(league=found, user=user, name="for trying", scopes=scopes_of(found, user), at=at)
    seated = SeatedOut(user=sent.user, role=sent.role, franchise=sent.franchise, token=text)
    return Response(seated, status=CREATED)


def _opened(request: Any, league: League, viewer: Viewer) -> HttpResponse:
    commissioner = commissioner_at(request, viewer)
    refuse_unless_keyed(request)
    sent, at = read_strictly(SeasonIn, request.data), timezone.now()
    if sent.dice is not None and not answered_before(request):
        refuse_unreached(sent.dice, at=at)

    def opened() -> tuple[int, msgspec.Struct]:
        last = seasons_of(league.pk).first()
        row = _open(league, last, sent, commissioner, key=batch_key(request), at=at)
        return CREATED, season_told(row, digest=digests_shown([row])[row.pk])

    return once(request, opened, at=at)


def _open(
    league: League, last: Season | None, sent: SeasonIn, commissioner: Membership, *, key: str, at: Any
) -> Season:
    asked_for: dict[str, Any] = {
        "secret": _secret(sent, last),
        "rounds": sent.rounds,
        "switches": sent.switches,
        "edition": sent.edition,
        "actor": commissioner.handle,
        "at": at,
        "key": key,
        "words": sent.words,
    }
    if last is None:
        open_season(league.pk, sent.name, number=sent.number, **asked_for)
    else:
        open_next(last.pk, sent.name, **asked_for)
    return Season.objects.get(pk=f"{league.pk}/{sent.name}")


def _secret(sent: SeasonIn, last: Season | None) -> bytes | Seeds:
    """What the season's dice come from: leaves that nobody chose, or the secret that a program to be tried gave."""
    if sent.dice is not None:
        if sent.secret:
            raise Malformed("Dice from a secret that is given wait for nothing: leave `dice` or `secret` out.").at(
                "dice"
            )
        return Seeds.fresh(LEAVES if sent.dice == WORDS else sent.dice)
    if not sent.secret:
        return Seeds.fresh() if last is None else dice_after(last)
    if not settings.API_CONFORMANCE:
        raise ConformanceOff("A season's secret is the server's own, so that nobody knows its dice: leave it out.")
    try:
        return bytes.fromhex(sent.secret)
    except ValueError:
        raise Malformed("A season's secret is 1 to 64 bytes in hex digits, such as 00ff.") from None

"""Operations that open and read seasons, read standings, and seat members on a conformance server."""

from __future__ import annotations

from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.awaited.command_lines import awaited_commands, command_times
from api.errors import ConformanceOff
from api.etags import content_not_modified_or, not_modified_or, season_not_modified_or
from api.idempotency import batch_key, is_repeated_request, perform_once
from api.idempotency_key import refuse_missing_key
from api.openapi import IDEMPOTENCY_KEY_PARAMETER, problem_responses, request_schema, response_schema
from api.query_params import ETAG_DESCRIPTION, LARGEST_INTEGER, integer_parameter, parse_integer
from api.request_context import league_and_viewer, league_commissioner, season_and_viewer
from api.response_examples import response_example
from api.seasons.examples import MEMBER_IN, SEASON, SEASON_IN, SEATED_MEMBER
from api.seasons.schemas import MemberIn, SeasonIn, SeasonOut, SeasonsOut, SeatedOut, StandingsOut
from api.seasons.serializers import serialize_season, serialize_standing
from api.validation import parse_body
from journal import open_following_season, open_season
from league.access import Viewer
from league.models import League, Membership, NameChange, Season
from league.queries.dice_keys import published_secret, published_secrets
from league.queries.entries import public_digests
from league.queries.names import former_names_of
from league.queries.season_leaves import LEAVES, Seeds
from league.queries.seasons import seasons as seasons_of
from league.queries.standings import (
    SeasonTable,
    balances_after,
    round_closing_entry,
    season_table,
    standings_changes,
    table_after,
)
from league.role_changes import seat_test_user
from league.tokens import create_token, scopes_of
from rules.core.refusals import Malformed
from scheduling.awaited_dice import refuse_unreachable_beacon
from scheduling.next_season import next_season_dice

CREATED = 201
DICE_BY_WORDS = "words"
"""The value of `dice` for dice that fall at once, from a leaf and the words of the person who acts."""


@extend_schema(
    methods=["GET"],
    operation_id="seasons",
    summary="The seasons of a league",
    description="Every season of a league; rehearsals and sandboxes are left out.",
    responses={
        200: response_schema(SeasonsOut, "The newest first.", example={"seasons": [SEASON]}),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@extend_schema(
    methods=["POST"],
    operation_id="open_season",
    summary="Open a season",
    description=(
        "Opens the first season of a league, or the one after its last, which has to be closed. For commissioners."
    ),
    parameters=[IDEMPOTENCY_KEY_PARAMETER],
    request=request_schema(SeasonIn, example=SEASON_IN),
    responses={
        201: response_schema(SeasonOut, "It is open, and its secret's hash published.", example=SEASON),
        **problem_responses(400, 401, 403, 404, 406, 409, 415, 422, 429),
    },
)
@api_view(["GET", "POST"])
def seasons(request: Any, league: str) -> HttpResponse:
    """List the seasons of a league, or open another one."""
    league_row, viewer = league_and_viewer(request, league)
    return (
        list_seasons(request, league_row)
        if request.method == "GET"
        else _open_from_request(request, league_row, viewer)
    )


@extend_schema(
    operation_id="seat_member",
    summary="Seat a person, on a server for trying programs",
    description=(
        "Seats a made-up person with a token, only on a server for trying programs. Elsewhere people join by "
        "invitation. The same user name gets the same person another token."
    ),
    request=request_schema(MemberIn, example=MEMBER_IN),
    responses={
        201: response_schema(SeatedOut, "They are seated.", example=SEATED_MEMBER),
        **problem_responses(400, 401, 403, 404, 406, 415, 422, 429),
    },
)
@api_view(["POST"])
def members(request: Any, league: str) -> Response:
    """Seat a made-up person in a league, with a token."""
    league_row, viewer = league_and_viewer(request, league)
    commissioner = league_commissioner(request, viewer)
    if not settings.API_CONFORMANCE:
        raise ConformanceOff("People join by invitation here, and make their tokens themselves: invite them.")
    body, at = parse_body(MemberIn, request.data), timezone.now()
    user = seat_test_user(
        league_row, body.user, role=body.role, franchise=body.franchise, actor=commissioner.handle, at=at
    )
    _, text = create_token(league=league_row, user=user, name="for trying", scopes=scopes_of(league_row, user), at=at)
    response_body = SeatedOut(user=body.user, role=body.role, franchise=body.franchise, token=text)
    return Response(response_body, status=CREATED)


def _open_from_request(request: Any, league: League, viewer: Viewer) -> HttpResponse:
    commissioner = league_commissioner(request, viewer)
    refuse_missing_key(request)
    body, at = parse_body(SeasonIn, request.data), timezone.now()
    if body.dice is not None and not is_repeated_request(request):
        refuse_unreachable_beacon(body.dice, at=at)

    def perform() -> tuple[int, msgspec.Struct]:
        last_season = seasons_of(league.pk).first()
        new_season = _open_season(league, last_season, body, commissioner, key=batch_key(request), at=at)
        return CREATED, serialize_season(new_season, digest=public_digests([new_season])[new_season.pk])

    return perform_once(request, perform, at=at)


def _open_season(
    league: League, last: Season | None, body: SeasonIn, commissioner: Membership, *, key: str, at: Any
) -> Season:
    arguments: dict[str, Any] = {
        "secret": _dice_source(body, last),
        "rounds": body.rounds,
        "switches": body.switches,
        "edition": body.edition,
        "actor": commissioner.handle,
        "at": at,
        "key": key,
        "words": body.words,
    }
    if last is None:
        open_season(league.pk, body.name, number=body.number, **arguments)
    else:
        open_following_season(last.pk, body.name, **arguments)
    return Season.objects.get(pk=f"{league.pk}/{body.name}")


def _dice_source(body: SeasonIn, last: Season | None) -> bytes | Seeds:
    """The source of a new season's dice: fresh leaves, those of the last season's kind, or a given secret.

    Only a conformance server accepts a secret. Raises `Malformed` or `ConformanceOff`.
    """
    if body.dice is not None:
        if body.secret:
            raise Malformed("With a secret of your own, dice cannot wait: leave `dice` or `secret` out.").at("dice")
        return Seeds.fresh(LEAVES if body.dice == DICE_BY_WORDS else body.dice)
    if not body.secret:
        return Seeds.fresh() if last is None else next_season_dice(last)
    if not settings.API_CONFORMANCE:
        raise ConformanceOff("A season's secret is the server's own, so that nobody knows its dice: leave it out.")
    try:
        return bytes.fromhex(body.secret)
    except ValueError:
        raise Malformed("A season's secret is 1 to 64 bytes in hex digits, such as 00ff.") from None


AFTER_ROUND = integer_parameter(
    "after", "Number of a closed round: the standings as they were then. Left out, those of now."
)
RESULT_FIGURES = ("points", "wins", "criticals")


def list_seasons(request: Any, league: League) -> Response:
    """The seasons of a league, without rehearsals and sandboxes."""
    rows = list(seasons_of(league.pk))
    digests, secrets = public_digests(rows), published_secrets(rows)
    serialized = (serialize_season(row, digest=digests[row.pk], secret=secrets[row.pk].secret) for row in rows)
    body = SeasonsOut(seasons=tuple(serialized))
    return content_not_modified_or(request, body)


@extend_schema(
    operation_id="season",
    summary="A season",
    description=(
        f"The step a season has reached, how long its journal is, and which commands may be given now. "
        f"{ETAG_DESCRIPTION}"
    ),
    responses={
        200: response_schema(SeasonOut, "The season.", example=response_example("season")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def season(request: Any, league: str, season: str) -> Response:
    """A season with its step and the length of its journal."""
    row, viewer = season_and_viewer(request, league, season)
    secret, times = published_secret(row).secret, command_times(row, viewer, at=timezone.now())

    def build() -> SeasonOut:
        titles = former_names_of(row.league, NameChange.Kind.SEASON, row.name, present=row.title)
        return serialize_season(
            row,
            digest=public_digests([row])[row.pk],
            secret=secret,
            awaited=awaited_commands(row, viewer, times),
            former_titles=titles,
        )

    beside = f"{bool(secret)} {times.version}"
    return season_not_modified_or(request, row, viewer, build, beside=beside)


@extend_schema(
    operation_id="standings",
    summary="The standings of a season",
    description=f"The standings of now, or as they were when a round was closed. {ETAG_DESCRIPTION}",
    parameters=[AFTER_ROUND],
    responses={
        200: response_schema(StandingsOut, "Best first.", example=response_example("standings")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def standings(request: Any, league: str, season: str) -> Response:
    """The current standings, or those after a round that has results."""
    row, viewer = season_and_viewer(request, league, season)
    after = parse_integer(request, "after", most=LARGEST_INTEGER) if "after" in request.query_params else None

    def build() -> StandingsOut:
        table, until = season_table(row), None
        if after is not None:
            table, until = _standings_after_round(row, table, after)
        return StandingsOut(
            season=row.pk,
            after=after,
            final=table.final,
            parted_by=table.parted_by,
            standings=tuple(serialize_standing(standing, row.pk, until) for standing in table.standings),
        )

    return not_modified_or(request, row, viewer, build, of=f"standings {after}")


def _standings_after_round(row: Season, current: SeasonTable, round: int) -> tuple[SeasonTable, dict[str, int]]:
    """The standings after a round, and the last entry that counts for each figure that has later entries.

    If the round is not closed yet, balances are the current ones. Raises `Http404` if no result of it stands.
    """
    if round not in {fixture.round for fixture in current.fixtures if fixture.reported}:
        raise Http404(f"No result of round {round} stands: ask for a round that was played.")
    changes, end = standings_changes(row.pk), round_closing_entry(row.pk, round)
    until = {} if end is None else {"balance": end}
    if (later_entry := min((change.entry for change in changes if change.round > round), default=None)) is not None:
        until |= dict.fromkeys(RESULT_FIGURES, later_entry - 1)
    return table_after(current, changes, round, balances=None if end is None else balances_after(row.pk, end)), until

"""What is read: leagues, seasons, standings, matches, and the journal as its reader may see it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from api.examples_reading import response_example
from api.querying import ETAG_DESCRIPTION, LARGEST_INTEGER, integer_parameter, parse_integer
from api.schema import problem_responses, response_schema
from api.shapes.journal import EntriesOut, EntryOut
from api.shapes.leagues import (
    LeagueOut,
    LeaguesOut,
    MatchesOut,
    MatchOut,
    SeasonOut,
    SeasonsOut,
    StandingsOut,
)
from api.sight import content_not_modified_or, league_and_viewer, not_modified_or, season_and_viewer
from api.telling import serialize_entries, serialize_match, serialize_season, serialize_standing
from explain.names import Names
from league.access import Viewer
from league.models import League, Season
from league.queries.entries import all_entries, public_digests
from league.queries.published_secrets import published_secret, published_secrets
from league.queries.seasons import seasons, visible_leagues
from league.queries.standings import SeasonTable, season_table
from league.queries.standings_by_round import balances_after, round_closing_entry, standings_changes, table_after
from league.tokens import READ_SCOPE
from scheduling.evidence_grading import evidence_by_match

MOST_ENTRIES, ENTRIES = 200, 50
AFTER_ROUND = integer_parameter(
    "after", "Number of a closed round: the standings as they were then. Left out, those of now."
)
RESULT_FIGURES = ("points", "wins", "criticals")
AFTER_ENTRY = integer_parameter("after", "Only entries after that number; 0 begins at the first.", otherwise=0)
ENTRY_LIMIT = integer_parameter(
    "limit",
    f"How many entries are answered at most, 1 to {MOST_ENTRIES}.",
    least=1,
    most=MOST_ENTRIES,
    otherwise=ENTRIES,
)


@extend_schema(
    operation_id="leagues",
    summary="The leagues there are",
    description=f"Every public league, and with a token the league it is for. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(LeaguesOut, "By name.", example=response_example("leagues")),
        **problem_responses(401, 406, 429),
    },
)
@api_view(["GET"])
def leagues(request: Any) -> Response:
    """Every public league, and with a token the league it is for."""
    token = request.auth
    own = token.league_id if token is not None and READ_SCOPE in token.scopes else None
    shown = visible_leagues(request.user).filter(Q(public=True) | Q(pk=own))
    return content_not_modified_or(request, LeaguesOut(leagues=tuple(_serialize_league(each) for each in shown)))


@extend_schema(
    operation_id="league",
    summary="A league",
    description=f"A league with the season that is played now. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(LeagueOut, "The league.", example=response_example("league")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def league(request: Any, league: str) -> Response:
    """A league with the season that is played now."""
    found, _ = league_and_viewer(request, league)
    current = seasons(found.pk).first()
    return content_not_modified_or(
        request,
        LeagueOut(
            id=found.pk,
            name=found.name,
            public=found.public,
            season=current.name if current else None,
            step=current.step if current else None,
        ),
    )


def list_seasons(request: Any, found: League) -> Response:
    """Every season of a league; rehearsals are left out."""
    rows = list(seasons(found.pk))
    digests, secrets = public_digests(rows), published_secrets(rows)
    told_rows = (serialize_season(each, digest=digests[each.pk], secret=secrets[each.pk].secret) for each in rows)
    made = SeasonsOut(seasons=tuple(told_rows))
    return content_not_modified_or(request, made)


@extend_schema(
    operation_id="season",
    summary="A season",
    description=f"Where a season stands, and how long its journal is. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(SeasonOut, "The season.", example=response_example("season")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def season(request: Any, league: str, season: str) -> Response:
    """A season: its step, and how long its journal is."""
    row, viewer = season_and_viewer(request, league, season)
    secret = published_secret(row).secret

    def made() -> SeasonOut:
        return serialize_season(row, digest=public_digests([row])[row.pk], secret=secret)

    return not_modified_or(request, row, viewer, made, of="secret" if secret else "")


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
    """The standings of now, or as they were after a round whose results stand."""
    row, viewer = season_and_viewer(request, league, season)
    after = parse_integer(request, "after", most=LARGEST_INTEGER) if "after" in request.query_params else None

    def made() -> StandingsOut:
        table, until = season_table(row), None
        if after is not None:
            table, until = _standings_after_round(row, table, after)
        return StandingsOut(
            season=row.pk,
            after=after,
            final=table.final,
            parted_by=table.parted_by,
            standings=tuple(serialize_standing(each, row.pk, until) for each in table.standings),
        )

    return not_modified_or(request, row, viewer, made, of=f"standings {after}")


@extend_schema(
    operation_id="matches",
    summary="The matches of a season",
    description=f"Every match that was announced, with what it came to where that stands. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(MatchesOut, "In the order they are played.", example=response_example("matches")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def matches(request: Any, league: str, season: str) -> Response:
    """Every match that was announced, with what it came to where that stands."""
    row, viewer = season_and_viewer(request, league, season)
    return not_modified_or(
        request, row, viewer, lambda: MatchesOut(season=row.pk, matches=_serialize_matches(row)), of="matches"
    )


@extend_schema(
    operation_id="match",
    summary="A match",
    description=f"A match with its teams, and their points once they stand. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(MatchOut, "The match.", example=response_example("match")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def match(request: Any, league: str, season: str, match: str) -> Response:
    """A match of a season by its short name."""
    row, viewer = season_and_viewer(request, league, season)

    def made() -> MatchOut:
        found = next((each for each in _serialize_matches(row) if each.id == match), None)
        if found is None:
            raise Http404(f"{row.pk} has no match {match[:80]!r}.")
        return found

    return not_modified_or(request, row, viewer, made, of=f"match {match}")


@extend_schema(
    operation_id="entries",
    summary="The journal after an entry",
    description=(
        "Everything that was done in the season after an entry. Of sealed entries only number, time, seal and "
        f"hash are given. {ETAG_DESCRIPTION}"
    ),
    parameters=[AFTER_ENTRY, ENTRY_LIMIT],
    responses={
        200: response_schema(EntriesOut, "The oldest first.", example=response_example("entries")),
        **problem_responses(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def entries(request: Any, league: str, season: str) -> Response:
    """Entries after a number, the oldest first, sealed ones without what they say."""
    row, viewer = season_and_viewer(request, league, season)
    after = parse_integer(request, "after", most=LARGEST_INTEGER, otherwise=0)
    limit = parse_integer(request, "limit", least=1, most=MOST_ENTRIES, otherwise=ENTRIES)
    return not_modified_or(
        request,
        row,
        viewer,
        lambda: _serialize_entries_page(row, viewer, after=after, limit=limit),
        of=f"entries {after} {limit}",
    )


@extend_schema(
    operation_id="entry",
    summary="An entry of the journal",
    description=f"One entry of the journal, as far as you may read it. {ETAG_DESCRIPTION}",
    responses={
        200: response_schema(EntryOut, "The entry.", example=response_example("entry")),
        **problem_responses(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def entry(request: Any, league: str, season: str, number: int) -> Response:
    """One entry as its reader may see it."""
    row, viewer = season_and_viewer(request, league, season)

    def made() -> EntryOut:
        found = serialize_entries(all_entries(row.pk, viewer).filter(number=number), Names(row.pk))
        if not found:
            raise Http404(f"{row.pk} has {row.length} entries, and none of number {number}.")
        return found[0]

    return not_modified_or(request, row, viewer, made, of=f"entry {number}")


def _standings_after_round(row: Season, now: SeasonTable, round: int) -> tuple[SeasonTable, dict[str, int]]:
    """The standings as they were when a round was closed, and the last entry that counts for each of their figures.

    A round that is not closed yet has the balances of now.
    """
    if round not in {each.round for each in now.fixtures if each.reported}:
        raise Http404(f"No result of round {round} stands: ask for a round that was played.")
    book, end = standings_changes(row.pk), round_closing_entry(row.pk, round)
    until = {} if end is None else {"balance": end}
    if (later := min((each.entry for each in book if each.round > round), default=None)) is not None:
        until |= dict.fromkeys(RESULT_FIGURES, later - 1)
    return table_after(now, book, round, balances=None if end is None else balances_after(row.pk, end)), until


def _serialize_entries_page(row: Season, viewer: Viewer, *, after: int, limit: int) -> EntriesOut:
    rows = list(all_entries(row.pk, viewer).filter(number__gt=after).order_by("number")[: limit + 1])
    more = len(rows) > limit
    return EntriesOut(
        season=row.pk,
        length=row.length,
        entries=serialize_entries(rows[:limit], Names(row.pk)),
        next=rows[limit - 1].number if more else None,
    )


def _serialize_matches(row: Season) -> tuple[MatchOut, ...]:
    proven = evidence_by_match(row.pk)
    return tuple(serialize_match(each, proven) for each in season_table(row).fixtures)


def _serialize_league(row: Any) -> LeagueOut:
    return LeagueOut(id=row.pk, name=row.name, public=row.public, season=row.current_name, step=row.current_step)

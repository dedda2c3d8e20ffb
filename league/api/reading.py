"""What is read: leagues, seasons, standings, matches, and the journal as its reader may see it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.response import Response

from league.access import Viewer
from league.api.examples_reading import example_of
from league.api.querying import LARGEST, TAGGED, number_asked, whole_number
from league.api.schema import problems, told
from league.api.shapes.journal import EntriesOut, EntryOut
from league.api.shapes.leagues import (
    LeagueOut,
    LeaguesOut,
    MatchesOut,
    MatchOut,
    SeasonOut,
    SeasonsOut,
    StandingsOut,
)
from league.api.sight import league_at, season_at, unless_known, unless_told
from league.api.telling import entries_told, match_told, season_told, standing_told
from league.clock.proving import results_proven
from league.models import League, Season
from league.pages.called import Names
from league.queries.entries import chain, digests_shown
from league.queries.old_secrets import old_secret, old_secrets
from league.queries.rounds import added, balances_after, round_end, table_after
from league.queries.seasons import leagues_shown_to, seasons
from league.queries.standings import SeasonTable, season_table
from league.tokens import READ

MOST_ENTRIES, ENTRIES = 200, 50
AFTER_ROUND = number_asked("after", "The standings as they were when that round was closed.")
FIGURES_OF_RESULTS = ("points", "wins", "criticals")
AFTER_ENTRY = number_asked("after", "Entries after that number; 0 begins at the first.", otherwise=0)
LIMIT = number_asked("limit", f"So many at most, 1 to {MOST_ENTRIES}.", least=1, most=MOST_ENTRIES, otherwise=ENTRIES)


@extend_schema(
    operation_id="leagues",
    summary="The leagues there are",
    description=TAGGED,
    responses={200: told(LeaguesOut, "By name.", example=example_of("leagues")), **problems(401, 406, 429)},
)
@api_view(["GET"])
def leagues(request: Any) -> Response:
    """Every public league, and with a token the league it is for."""
    token = request.auth
    own = token.league_id if token is not None and READ in token.scopes else None
    shown = leagues_shown_to(request.user).filter(Q(public=True) | Q(pk=own))
    return unless_told(request, LeaguesOut(leagues=tuple(_league(each) for each in shown)))


@extend_schema(
    operation_id="league",
    summary="A league",
    description=TAGGED,
    responses={
        200: told(LeagueOut, "The league.", example=example_of("league")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def league(request: Any, league: str) -> Response:
    """A league with the season that is played now."""
    found, _ = league_at(request, league)
    current = seasons(found.pk).first()
    return unless_told(
        request,
        LeagueOut(
            id=found.pk,
            name=found.name,
            public=found.public,
            season=current.name if current else None,
            step=current.step if current else None,
        ),
    )


def season_list(request: Any, found: League) -> Response:
    """Every season of a league; rehearsals are left out."""
    rows = list(seasons(found.pk))
    digests, secrets = digests_shown(rows), old_secrets(rows)
    told_rows = (season_told(each, digest=digests[each.pk], secret=secrets[each.pk].secret) for each in rows)
    made = SeasonsOut(seasons=tuple(told_rows))
    return unless_told(request, made)


@extend_schema(
    operation_id="season",
    summary="A season",
    description=TAGGED,
    responses={
        200: told(SeasonOut, "The season.", example=example_of("season")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def season(request: Any, league: str, season: str) -> Response:
    """A season: its step, and how long its journal is."""
    row, viewer = season_at(request, league, season)
    secret = old_secret(row).secret

    def made() -> SeasonOut:
        return season_told(row, digest=digests_shown([row])[row.pk], secret=secret)

    return unless_known(request, row, viewer, made, of="secret" if secret else "")


@extend_schema(
    operation_id="standings",
    summary="The standings of a season",
    description=TAGGED,
    parameters=[AFTER_ROUND],
    responses={
        200: told(StandingsOut, "Best first.", example=example_of("standings")),
        **problems(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def standings(request: Any, league: str, season: str) -> Response:
    """The standings of now, or as they were after a round whose results stand."""
    row, viewer = season_at(request, league, season)
    after = whole_number(request, "after", most=LARGEST) if "after" in request.query_params else None

    def made() -> StandingsOut:
        table, until = season_table(row), None
        if after is not None:
            table, until = _table_after(row, table, after)
        return StandingsOut(
            season=row.pk,
            after=after,
            final=table.final,
            parted_by=table.parted_by,
            standings=tuple(standing_told(each, row.pk, until) for each in table.standings),
        )

    return unless_known(request, row, viewer, made, of=f"standings {after}")


@extend_schema(
    operation_id="matches",
    summary="The matches of a season",
    description=TAGGED,
    responses={
        200: told(MatchesOut, "In the order they are played.", example=example_of("matches")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def matches(request: Any, league: str, season: str) -> Response:
    """Every match that was announced, with what it came to where that stands."""
    row, viewer = season_at(request, league, season)
    return unless_known(request, row, viewer, lambda: MatchesOut(season=row.pk, matches=_matches(row)), of="matches")


@extend_schema(
    operation_id="match",
    summary="A match",
    description=TAGGED,
    responses={
        200: told(MatchOut, "The match.", example=example_of("match")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def match(request: Any, league: str, season: str, match: str) -> Response:
    """A match of a season by its short name."""
    row, viewer = season_at(request, league, season)

    def made() -> MatchOut:
        found = next((each for each in _matches(row) if each.id == match), None)
        if found is None:
            raise Http404(f"{row.pk} has no match {match[:80]!r}.")
        return found

    return unless_known(request, row, viewer, made, of=f"match {match}")


@extend_schema(
    operation_id="entries",
    summary="The journal after an entry",
    description=f"Everything that changed since an entry. {TAGGED}",
    parameters=[AFTER_ENTRY, LIMIT],
    responses={
        200: told(EntriesOut, "The oldest first.", example=example_of("entries")),
        **problems(400, 401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def entries(request: Any, league: str, season: str) -> Response:
    """Entries after a number, the oldest first, sealed ones without what they say."""
    row, viewer = season_at(request, league, season)
    after = whole_number(request, "after", most=LARGEST, otherwise=0)
    limit = whole_number(request, "limit", least=1, most=MOST_ENTRIES, otherwise=ENTRIES)
    return unless_known(
        request, row, viewer, lambda: _entries(row, viewer, after=after, limit=limit), of=f"entries {after} {limit}"
    )


@extend_schema(
    operation_id="entry",
    summary="An entry of the journal",
    description=TAGGED,
    responses={
        200: told(EntryOut, "The entry.", example=example_of("entry")),
        **problems(401, 403, 404, 406, 429),
    },
)
@api_view(["GET"])
def entry(request: Any, league: str, season: str, number: int) -> Response:
    """One entry as its reader may see it."""
    row, viewer = season_at(request, league, season)

    def made() -> EntryOut:
        found = entries_told(chain(row.pk, viewer).filter(number=number), Names(row.pk))
        if not found:
            raise Http404(f"{row.pk} has {row.length} entries, and none of number {number}.")
        return found[0]

    return unless_known(request, row, viewer, made, of=f"entry {number}")


def _table_after(row: Season, now: SeasonTable, round: int) -> tuple[SeasonTable, dict[str, int]]:
    """The standings as they were when a round was closed, and the last entry that counts for each of their figures.

    A round that is not closed yet has the balances of now.
    """
    if round not in {each.round for each in now.fixtures if each.reported}:
        raise Http404(f"No result of round {round} stands: ask for a round that was played.")
    book, end = added(row.pk), round_end(row.pk, round)
    until = {} if end is None else {"balance": end}
    if (later := min((each.entry for each in book if each.round > round), default=None)) is not None:
        until |= dict.fromkeys(FIGURES_OF_RESULTS, later - 1)
    return table_after(now, book, round, balances=None if end is None else balances_after(row.pk, end)), until


def _entries(row: Season, viewer: Viewer, *, after: int, limit: int) -> EntriesOut:
    rows = list(chain(row.pk, viewer).filter(number__gt=after).order_by("number")[: limit + 1])
    more = len(rows) > limit
    return EntriesOut(
        season=row.pk,
        length=row.length,
        entries=entries_told(rows[:limit], Names(row.pk)),
        next=rows[limit - 1].number if more else None,
    )


def _matches(row: Season) -> tuple[MatchOut, ...]:
    proven = results_proven(row.pk)
    return tuple(match_told(each, proven) for each in season_table(row).fixtures)


def _league(row: Any) -> LeagueOut:
    return LeagueOut(id=row.pk, name=row.name, public=row.public, season=row.current_name, step=row.current_step)

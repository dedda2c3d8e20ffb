"""The standings of a season as of any round: ranks and how they moved, what parted those who are level, and every
round's points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, own_franchise_ids
from league.pages.season.journal import whole_number
from league.pages.season.standings import StandingLine, lines_of, order_words
from league.queries.seasons import own_balance
from league.queries.standings import SeasonTable, season_table
from league.queries.standings_by_round import StandingsChange, standings_changes, table_after

MAX_CHART_LINES = 8
"""How many franchises the chart draws: with more nobody finds a line."""


@dataclass(frozen=True, slots=True)
class StandingMove:
    """A line of the standings and how many ranks it has come up since the round before: less than 0 when it went
    down, None where there was no round before.
    """

    line: StandingLine
    up: int | None

    @property
    def ranks(self) -> int:
        """How many ranks it moved, either way."""
        return abs(self.up or 0)


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round whose standings may be looked at."""

    number: int
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class Climb:
    """A franchise's points after each round, drawn or only listed."""

    line: StandingLine
    points: tuple[int, ...]
    drawn: bool


def standings_page(*, league: League, season: Season, viewer: Viewer, after: str = "") -> dict[str, Any] | None:
    """The context of the standings after the round of that number, of now where none is asked for.

    None where no result stands of such a round.
    """
    now = season_table(season)
    rounds = sorted({fixture.round for fixture in now.fixtures if fixture.reported})
    number = whole_number(after) if after else None
    if after and number not in rounds:
        return None
    book = standings_changes(season.pk)
    own = own_franchise_ids(viewer)
    table = now if number is None else table_after(now, book, number)
    last = number if number is not None else max(rounds, default=0)
    earlier = [each for each in rounds if each < last]
    before = table_after(now, book, earlier[-1]) if earlier else None
    lines = lines_of(table, own=own)
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
        Breadcrumb("Standings"),
    ]
    return {
        **base_context(
            league=league, season=season, viewer=viewer, here="League", crumbs=crumbs, balance=own_balance(viewer)
        ),
        "lines": _standing_moves(lines, table, before),
        "ties": [line for line in lines if line.tie],
        "final": table.final,
        "after": number,
        "last": last,
        "moves_since": earlier[-1] if earlier else None,
        "ordered_by": order_words(table),
        "rounds": [RoundLink(each, links.standings_url(season.pk, each), each == number) for each in rounds],
        "now_href": links.standings_url(season.pk),
        "played": rounds,
        "climbs": _climbs(lines, table, book, [each for each in rounds if each <= last]),
        "most_drawn": MAX_CHART_LINES,
    }


def _standing_moves(
    lines: Sequence[StandingLine], table: SeasonTable, before: SeasonTable | None
) -> list[StandingMove]:
    then = {} if before is None else {standing.franchise: standing.rank for standing in before.standings}
    return [
        StandingMove(line, then[standing.franchise] - standing.rank if standing.franchise in then else None)
        for line, standing in zip(lines, table.standings, strict=True)
    ]


def _climbs(
    lines: Sequence[StandingLine], table: SeasonTable, book: Sequence[StandingsChange], rounds: Sequence[int]
) -> list[Climb]:
    """Every franchise's points after each of those rounds, in the order of the table; the first and the viewer's own
    are drawn.
    """
    made: dict[str, dict[int, int]] = {}
    for change in book:
        of_round = made.setdefault(change.franchise, {})
        of_round[change.round] = of_round.get(change.round, 0) + change.points
    return [
        Climb(
            line,
            tuple(
                sum(points for at, points in made.get(each.franchise, {}).items() if at <= round) for round in rounds
            ),
            place < MAX_CHART_LINES or line.own,
        )
        for place, (line, each) in enumerate(zip(lines, table.standings, strict=True))
    ]

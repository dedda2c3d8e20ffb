"""The standings after any round: ranks and their changes, how ties were broken, and the points of every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, own_franchise_ids
from league.pages.line_drawing import line_through
from league.pages.season.cut_lines import cut_lines_of_table
from league.pages.season.journal import whole_number
from league.pages.season.standings import StandingLine, lines_of, order_words
from league.queries.seasons import own_balance
from league.queries.standings import SeasonTable, season_table
from league.queries.standings_by_round import StandingsChange, standings_changes, table_after

TREND_ROUNDS = 8
"""How many rounds back the trend goes."""
MAX_CHART_LINES = 8
"""How many franchises the chart draws; more lines would be hard to tell apart."""


@dataclass(frozen=True, slots=True)
class StandingMove:
    """A line of the standings; `up` is how many ranks it rose since the round before.

    `up` is negative if it fell, and None if there was no round before. `trend` are its ranks after the last rounds.
    """

    line: StandingLine
    up: int | None
    trend: tuple[int, ...]
    climb: str
    """The points of a line through those ranks, the first rank at the top; "" for a single round."""
    climb_end: str

    @property
    def ranks(self) -> int:
        """How many ranks it moved, up or down."""
        return abs(self.up or 0)


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to the standings after a round."""

    number: int
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class Climb:
    """A franchise's points after each round; if not `drawn`, they are only listed."""

    line: StandingLine
    points: tuple[int, ...]
    drawn: bool


def standings_page(*, league: League, season: Season, viewer: Viewer, after: str = "") -> dict[str, Any] | None:
    """The context of the standings after the round with that number, or of the current ones.

    None if no result of such a round has been reported.
    """
    current = season_table(season)
    played = sorted({fixture.round for fixture in current.fixtures if fixture.reported})
    number = whole_number(after) if after else None
    if after and number not in played:
        return None
    changes = standings_changes(season.pk)
    own = own_franchise_ids(viewer)
    table = current if number is None else table_after(current, changes, number)
    last = number if number is not None else max(played, default=0)
    earlier_rounds = [round for round in played if round < last]
    before = table_after(current, changes, earlier_rounds[-1]) if earlier_rounds else None
    lines = lines_of(table, own=own, cuts=cut_lines_of_table(season, current))
    rounds = [round for round in played if round <= last]
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb("Standings"),
    ]
    return {
        **base_context(
            league=league, season=season, viewer=viewer, here="League", crumbs=crumbs, balance=own_balance(viewer)
        ),
        "lines": _standing_moves(lines, table, before, _trends(current, changes, rounds)),
        "ties": [line for line in lines if line.tie],
        "final": table.final,
        "after": number,
        "last": last,
        "moves_since": earlier_rounds[-1] if earlier_rounds else None,
        "ordered_by": order_words(table),
        "rounds": [RoundLink(round, links.standings_url(season.pk, round), round == number) for round in played],
        "now_href": links.standings_url(season.pk),
        "played": played,
        "climbs": _climbs(lines, table, changes, rounds),
        "most_drawn": MAX_CHART_LINES,
    }


def _standing_moves(
    lines: Sequence[StandingLine],
    table: SeasonTable,
    before: SeasonTable | None,
    trends: Mapping[str, tuple[int, ...]],
) -> list[StandingMove]:
    ranks_before = {} if before is None else {standing.franchise: standing.rank for standing in before.standings}
    return [
        StandingMove(
            line,
            ranks_before[standing.franchise] - standing.rank if standing.franchise in ranks_before else None,
            trends[standing.franchise],
            *line_through(trends[standing.franchise], low=len(lines), high=1),
        )
        for line, standing in zip(lines, table.standings, strict=True)
    ]


def _trends(
    current: SeasonTable, changes: Sequence[StandingsChange], rounds: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """Every franchise's ranks after the last of those rounds."""
    tables = [table_after(current, changes, round) for round in rounds[-TREND_ROUNDS:]]
    ranks = [{standing.franchise: standing.rank for standing in table.standings} for table in tables]
    return {standing.franchise: tuple(after[standing.franchise] for after in ranks) for standing in current.standings}


def _climbs(
    lines: Sequence[StandingLine], table: SeasonTable, changes: Sequence[StandingsChange], rounds: Sequence[int]
) -> list[Climb]:
    """Every franchise's points after each of those rounds, in the order of the table.

    The first `MAX_CHART_LINES` and the viewer's own are drawn.
    """
    points_by_round: dict[str, dict[int, int]] = {}
    for change in changes:
        own_points = points_by_round.setdefault(change.franchise, {})
        own_points[change.round] = own_points.get(change.round, 0) + change.points
    return [
        Climb(
            line,
            tuple(
                sum(
                    points
                    for played, points in points_by_round.get(standing.franchise, {}).items()
                    if played <= round
                )
                for round in rounds
            ),
            place < MAX_CHART_LINES or line.own,
        )
        for place, (line, standing) in enumerate(zip(lines, table.standings, strict=True))
    ]

"""The standings as pages show them: now or after any round, with moves and trends, ties in words, and cut lines."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from explain import links
from explain.printed_names import quantity
from franchises.crests import Crest, crest_of
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, own_franchise_ids
from league.pages.line_drawing import line_through
from league.pages.number_fields import whole_number
from league.queries.seasons import own_balance
from league.queries.standings import SeasonTable, StandingsChange, season_table, standings_changes, table_after
from league.queries.standings_columns import (
    PAGE_COLUMNS,
    PAST_PAGE_COLUMNS,
    TIE_BREAK_WORDS,
    Standing,
    StandingsColumn,
    tie_words,
)
from rules.campaign.core.switches import DEFAULT_SETTINGS
from rules.campaign.season_end.standings import TABLE_END_SIZE

BEST_ON_HOME, MOST_LINES_ON_HOME = 12, 16
"""How many of the best a season's home shows, and up to how many lines it shows all."""
TREND_ROUNDS = 8
"""How many rounds back the trend goes."""
COLUMNS_BY_HAND = 4
"""How many columns the page draws itself: rank, move, franchise and trend."""
MAX_CHART_LINES = 8
"""How many franchises the chart draws; more lines would be hard to tell apart."""


@dataclass(frozen=True, slots=True)
class CutLine:
    """What those above the line get, and what those below it, with the rules that say so; "" for nothing."""

    above: str
    above_rule: str
    below: str
    below_rule: str


NO_CUTS: Mapping[int, CutLine] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class StandingCell:
    """The value of a franchise in a column."""

    column: StandingsColumn
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine:
    """A line of the standings, with the cells of its columns."""

    standing: Standing
    cells: tuple[StandingCell, ...]
    href: str
    crest: Crest
    own: bool
    cut: CutLine | None = None
    """The line drawn under it."""
    after_gap: bool = False
    """Whether lines above it are left out."""

    @property
    def tie(self) -> str:
        """How it was placed among franchises with as many points, in words; "" if there is none."""
        return tie_words(self.standing)


def lines_of(
    table: SeasonTable,
    *,
    own: Container[str],
    cuts: Mapping[int, CutLine] = NO_CUTS,
    columns: Sequence[StandingsColumn] = PAGE_COLUMNS,
) -> list[StandingLine]:
    """The standings as lines; `own` has the short ids of the viewer's franchises, `cuts` the lines by place."""
    return [
        StandingLine(
            standing=standing,
            cells=tuple(StandingCell(column, column.value(standing)) for column in columns),
            href=links.franchise_url(standing.franchise.split("/", 1)[0], short),
            crest=crest_of(short),
            own=short in own,
            cut=cuts.get(place),
        )
        for place, standing in enumerate(table.standings, start=1)
        if (short := links.short_id(standing.franchise))
    ]


def lines_on_home(lines: Sequence[StandingLine]) -> list[StandingLine]:
    """The lines that a season's home shows: all of them, or of a large table the best, the cut, and the viewer's own
    with their neighbors.
    """
    if len(lines) <= MOST_LINES_ON_HOME:
        return list(lines)
    shown = {*range(BEST_ON_HOME), *(place for place, line in enumerate(lines) if line.cut is not None)}
    for place, line in enumerate(lines):
        if line.own:
            shown |= {max(0, place - 1), place, min(len(lines) - 1, place + 1)}
    return [replace(lines[place], after_gap=place > 0 and place - 1 not in shown) for place in sorted(shown)]


def order_words(table: SeasonTable) -> str:
    """What the table is sorted by, such as "points, then matches won, then criticals"."""
    return ", then ".join(["points", *(TIE_BREAK_WORDS[figure] for figure in table.parted_by)])


def cut_lines_of_table(season: Season, table: SeasonTable) -> dict[int, CutLine]:
    """The lines of a season's table; none before its first result, while everybody shares the first place."""
    scored = any(fixture.reported for fixture in table.fixtures)
    return cut_lines(season, franchises=len(table.standings)) if scored else {}


def cut_lines(season: Season, *, franchises: int) -> dict[int, CutLine]:
    """The lines of a table of that many franchises, by the place they are drawn under (DM-C-161, DM-C-164)."""
    switches: Mapping[str, Any] = {**DEFAULT_SETTINGS, **season.switches}
    if not switches["draft.enabled"]:
        return {}
    contracts, more_contracts = int(switches["draft.contracts"]), int(switches["draft.contracts_top_two_bonus"])
    picks, more_picks = int(switches["draft.picks"]), int(switches["draft.picks_bottom_two_bonus"])
    above = (
        f"Above the line: {quantity(contracts + more_contracts, 'driver')} protected in the draft, others {contracts}"
    )
    below = f"Below the line: {quantity(picks + more_picks, 'pick')} in the draft, others {picks}"
    cuts: dict[int, CutLine] = {}
    best, lowest = TABLE_END_SIZE, franchises - TABLE_END_SIZE
    if more_contracts and best < franchises:
        cuts[best] = CutLine(above, "DM-C-161", "", "")
    if more_picks and lowest > 0:
        cuts[lowest] = (
            CutLine(above, "DM-C-161", below, "DM-C-164") if lowest in cuts else CutLine("", "", below, "DM-C-164")
        )
    return cuts


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
    columns = PAGE_COLUMNS if number is None else PAST_PAGE_COLUMNS
    lines = lines_of(table, own=own, cuts=cut_lines_of_table(season, current), columns=columns)
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
        "columns": columns,
        "span": len(PAGE_COLUMNS) + COLUMNS_BY_HAND,
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

"""What a settled match meant for the table, the money and the drivers, in sentences made from facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.names import Names, Segment
from explain.printed_names import quantity
from franchises.crests import Crest, crest_of
from league.models import Season
from league.pages.base_context import franchise_color
from league.pages.matches.headline import joined
from league.pages.matches.settlement import SettlementSums
from league.queries.matches import StandingsRow
from league.queries.standings import Standing, give_ranks, tiebreak_figures
from rules.campaign.people.cloning import DriverCloned
from rules.campaign.people.experience import LevelReached
from rules.core.plurals import ordinal
from rules.core.terms import in_k

PAIR = 2
TOP = 4
"""How many franchises the table of a match's page shows."""


@dataclass(frozen=True, slots=True)
class RankMove:
    """A franchise after a match: its rank, its points, and by how many ranks it rose; negative if it fell."""

    name: str
    href: str
    color: str
    rank: int
    points: int
    up: int
    own: bool
    """Whether it was in the match."""
    shared: bool = False
    """Whether another franchise has the same rank."""
    crest: Crest | None = None

    @property
    def ranks(self) -> int:
        """By how many ranks it moved."""
        return abs(self.up)


@dataclass(frozen=True, slots=True)
class TableMoves:
    """The table after a match; `had_points` says whether anybody had any before it."""

    moves: tuple[RankMove, ...]
    had_points: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """A card: what it is about, the sentence that matters most, and a second one."""

    title: str
    said: str
    more: str = ""
    share: tuple[int, int] | None = None
    """What was kept and what there was, in credits."""
    moves: tuple[RankMove, ...] = ()
    level: Segment | None = None


def table_meaning(season: Season, match: str, teams: frozenset[str], rows: Sequence[StandingsRow]) -> Meaning | None:
    """What the match did to the table, None if it added nothing; `match` is its stored id.

    `rows` are all that was added to the standings of the season.
    """
    table = rank_moves(season, match, teams, rows)
    if table is None:
        return None
    moves = table.moves
    shown = moves if len(moves) <= TOP else tuple(move for move in moves if move.own or move.rank == 1)[:TOP]
    return Meaning("The table", _table_sentence(moves, had_points=table.had_points), moves=shown)


def rank_moves(season: Season, match: str, teams: frozenset[str], rows: Sequence[StandingsRow]) -> TableMoves | None:
    """The table after a match, the best first, None if the match added nothing; arguments as in `table_meaning`.

    Nobody moves before anybody has points.
    """
    entries = [row.entry for row in rows if row.match == match and row.entry is not None]
    if not entries:
        return None
    figures = tiebreak_figures(season.switches)
    before, after = _ranks(rows, figures, until=min(entries) - 1), _ranks(rows, figures, until=max(entries))
    had_points = any(standing.points or standing.wins for standing in before.values())
    moves = [
        RankMove(
            standing.name,
            links.franchise_url(season.league_id, short := links.short_id(standing.franchise)),
            franchise_color(short),
            standing.rank,
            standing.points,
            before[standing.franchise].rank - standing.rank if had_points else 0,
            short in teams,
            standing.shared,
            crest_of(short),
        )
        for standing in after.values()
    ]
    return TableMoves(tuple(moves), had_points)


def _ranks(rows: Iterable[StandingsRow], figures: Sequence[str], *, until: int) -> dict[str, Standing]:
    """The standings after an entry, the best first, by the franchises' stored ids (DM-C-156)."""
    standings: dict[str, Standing] = {}
    for row in rows:
        standing = standings.setdefault(
            row.franchise, Standing(franchise=row.franchise, name=row.name, balance=0, points=0, wins=0, criticals=0)
        )
        if row.entry is not None and row.entry <= until:
            standing.points += row.points or 0
            standing.wins += row.wins or 0
            standing.criticals += row.criticals or 0
    by_name = sorted(standings.values(), key=lambda standing: (standing.name, standing.franchise))
    ordered = sorted(by_name, key=lambda standing: standing.merit(figures), reverse=True)
    give_ranks(ordered, figures, final=False)
    return {standing.franchise: standing for standing in ordered}


def _table_sentence(moves: Sequence[RankMove], *, had_points: bool) -> str:
    first = [move for move in moves if move.rank == 1]
    if len(first) > 1:
        return f"{joined([move.name for move in first])} share the top" if len(first) <= TOP else "The top is shared"
    (leader,) = first
    if not had_points:
        return f"{leader.name} lead the table"
    if leader.up:
        return f"{leader.name} go top"
    climbers = [move for move in moves if move.up > 0 and move.own]
    if climbers:
        best = max(climbers, key=lambda move: move.up)
        return f"{best.name} climb to {ordinal(best.rank)}"
    if leader.own:
        return f"{leader.name} stay top"
    fallen = [move for move in moves if move.up < 0]
    if fallen:
        worst = min(fallen, key=lambda move: (not move.own, move.up))
        return f"{worst.name} drop to {ordinal(worst.rank)}"
    return "Nobody moves"


def money_meaning(sums: Sequence[SettlementSums]) -> Meaning | None:
    """Who kept most of the match's money, and who was left short; None before it is settled."""
    if not sums:
        return None
    best = max(sums, key=lambda line: line.profit)
    worst = min(sums, key=lambda line: line.net)
    said = _kept(best) if best.profit > 0 else "Nobody keeps anything"
    share = (best.profit, best.net) if 0 < best.profit <= best.net else None
    more = f"{_kept(worst)}." if worst is not best else ""
    return Meaning("The money", said, more, share)


def _kept(line: SettlementSums) -> str:
    """What a team keeps, which the overhead table may make more than came in, also where bills were higher still."""
    kept = f"{line.team.text} keep {in_k(line.profit) if line.profit else 'nothing'}"
    if line.net < 0:
        return f"{kept}{', though' if line.profit else ':'} bills were {in_k(-line.net)} more than what came in"
    if line.profit > line.net:
        return f"{kept}, {in_k(line.profit - line.net)} more than came in"
    return f"{kept} of {in_k(line.net)}"


def driver_meaning(entries: Sequence[RenderedEntry], names: Names) -> Meaning | None:
    """Who reached a level and who was cloned; None before the settlement is closed."""
    stated = [fact.stated for entry in entries for fact in entry.facts]
    if not any(fact.tag == "driver_appeared" for fact in stated):
        return None
    levels: dict[str, int] = {}
    for fact in stated:
        if isinstance(fact, LevelReached):
            levels[fact.driver] = max(levels.get(fact.driver, 0), fact.level)
    cloned = list(dict.fromkeys(fact.driver for fact in stated if isinstance(fact, DriverCloned)))
    best = max(levels, key=lambda driver: (levels[driver], driver)) if levels else ""
    if best:
        said = f"{names.drivers.get(best, best)} reaches level {levels[best]}"
    elif cloned:
        said = f"{joined(_drivers(names, cloned))} cloned" if len(cloned) <= PAIR else f"{len(cloned)} drivers cloned"
    else:
        return Meaning("The drivers", "Nobody was cloned", "Nobody reached a level either.")
    more = []
    if len(levels) > 1:
        more.append(f"{quantity(len(levels) - 1, 'other')} reached a level too.")
    if best and cloned:
        more.append(f"{joined(_drivers(names, cloned))} {'was' if len(cloned) == 1 else 'were'} cloned.")
    elif best:
        more.append("Nobody was cloned.")
    return Meaning("The drivers", said, " ".join(more))


def _drivers(names: Names, ids: Sequence[str]) -> list[str]:
    return [names.drivers.get(id, id) for id in ids]

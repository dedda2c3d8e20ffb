"""Standings and schedule of a season, now and after any round.

Franchises stand by points, then the league's tiebreaks; complete ties share a rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, Subquery, TextField, Value
from django.db.models.functions import Cast, Coalesce

from franchises.models import FranchiseSeason, LedgerLine
from league.models import Entry, Round, Season, StandingsLine
from league.queries.entries import AMENDED_ENTRIES
from league.queries.results import form_mark
from league.queries.standings_columns import STORED_FIELDS, TIE_DICE, Standing
from rules.campaign.core.switches import DEFAULT_SETTINGS
from sql.cached_sql import cached_sql

REPORTED_STEPS = ("M5.1", "M5.4", "M5.9", "M5.10", "settled")
"""Match steps at which its points count."""
TIEBREAK_FIGURES = ("wins", "criticals")
"""Possible tiebreaks between franchises level on points, before the dice (DM-C-156)."""


@dataclass(slots=True, kw_only=True)
class Team:
    """A franchise in a match: its points once reported, whether it won or forfeited, whether its line-up is in."""

    franchise: str
    name: str
    points: int | None
    won: bool
    forfeited: bool
    named: bool
    waived: bool
    """Whether it may enter with a garage that is too small."""
    decided: bool
    """Whether it has decided on its cars after the match."""
    shopping: str
    """`open` and `closed` once the shops have opened."""


@dataclass(slots=True, kw_only=True)
class Fixture:
    """A match of the season with its teams, the best first; `id` is the stored one."""

    id: str
    round: int
    place: int
    """Its place in its round, from 1."""
    event: str
    surface: str
    heats: int
    step: str
    ruleset: str
    """Empty if people report it."""
    setting: Mapping[str, Any]
    """What its ruleset also needs, such as a track."""
    teams: list[Team] = field(default_factory=list)

    @property
    def reported(self) -> bool:
        """Whether its points count."""
        return self.step in REPORTED_STEPS


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The standings, the best first, and the fixtures in the order they are played.

    `parted_by` are the figures that break ties on points, in order; `final` is true once no rank is shared any more.
    """

    standings: tuple[Standing, ...]
    fixtures: tuple[Fixture, ...]
    parted_by: tuple[str, ...]
    final: bool


ROW = (
    "id", "identity__name", "balance", "points", "wins", "criticals", "folded", "rank",
    "line_ups__match_id", "line_ups__points", "line_ups__won", "line_ups__forfeited", "line_ups__named",
    "line_ups__garage_waived", "line_ups__decided", "line_ups__shopping",
    "line_ups__match__event", "line_ups__match__surface", "line_ups__match__heats", "line_ups__match__step",
    "line_ups__match__ruleset", "line_ups__match__setting", "line_ups__match__round__number",
    "line_ups__match__place",
)  # fmt: skip
"""What is fetched for each franchise in each of its matches."""


def tiebreak_figures(switches: Mapping[str, Any]) -> tuple[str, ...]:
    """The figures that break ties on points, before the dice, by a season's switches (DM-C-156)."""
    chosen = str(switches.get("season.tiebreak", DEFAULT_SETTINGS["season.tiebreak"])).split(",")
    return tuple(figure for figure in chosen if figure in TIEBREAK_FIGURES)


def season_table(season: Season) -> SeasonTable:
    """Standings and schedule in one query.

    Franchises level on points and all tiebreaks share a rank until the tie dice at the season's end (DM-C-156); the
    name decides only which of them is printed first.
    """
    figures = tiebreak_figures(season.switches)
    standings: dict[str, Standing] = {}
    fixtures: dict[str, Fixture] = {}
    for row in _rows_query(figures)(season.pk):
        if row.id not in standings:
            standings[row.id] = Standing(
                franchise=row.id,
                name=row.identity__name,
                balance=row.balance,
                points=row.points,
                wins=row.wins,
                criticals=row.criticals,
                folded=row.folded,
                final_rank=row.rank,
                stored={field: getattr(row, field) for field in STORED_FIELDS},
            )
        match = row.line_ups__match_id
        if match is None:
            continue
        if match not in fixtures:
            fixtures[match] = Fixture(
                id=match,
                round=row.line_ups__match__round__number,
                place=row.line_ups__match__place,
                event=row.line_ups__match__event,
                surface=row.line_ups__match__surface,
                heats=row.line_ups__match__heats,
                step=row.line_ups__match__step,
                ruleset=row.line_ups__match__ruleset,
                setting=row.line_ups__match__setting,
            )
        fixtures[match].teams.append(
            Team(
                franchise=row.id,
                name=row.identity__name,
                points=row.line_ups__points,
                won=row.line_ups__won,
                forfeited=row.line_ups__forfeited,
                named=row.line_ups__named,
                waived=row.line_ups__garage_waived,
                decided=row.line_ups__decided,
                shopping=row.line_ups__shopping,
            )
        )
    played = sorted(fixtures.values(), key=lambda fixture: (fixture.round, fixture.place, fixture.id))
    for fixture in played:
        fixture.teams.sort(key=lambda team: (-(team.points or 0), team.name))
        if fixture.reported:
            for team in fixture.teams:
                standings[team.franchise].marks.append(form_mark(team, fixture.teams))
    ordered = list(standings.values())
    final = bool(ordered) and all(standing.final_rank for standing in ordered)
    give_ranks(ordered, figures, final=final)
    return SeasonTable(tuple(ordered), tuple(played), figures, final)


@cache
def _rows_query(figures: tuple[str, ...]) -> Callable[[str], list[Any]]:
    """The query for the lines of a season with those tiebreaks."""
    fields = dict.fromkeys([*ROW, *STORED_FIELDS])
    order = ("rank", "-points", *(f"-{figure}" for figure in figures), "identity__name", "id")
    found = FranchiseSeason.objects.order_by(*order).values_list(*fields, named=True)
    return cached_sql(lambda season: found.filter(season=season))


def give_ranks(ordered: Sequence[Standing], figures: Sequence[str], *, final: bool) -> None:
    """Rank the standings, the best first: by place in the final table, before that with a shared rank for ties."""
    for place, standing in enumerate(ordered, 1):
        before = ordered[place - 2] if place > 1 else None
        if final:
            standing.rank = standing.final_rank
        elif before is not None and before.merit(figures) == standing.merit(figures):
            standing.rank, standing.shared, before.shared = before.rank, True, True
        else:
            standing.rank = place
    _explain_ties(ordered, ("points", *figures), final=final)


def _explain_ties(ordered: Sequence[Standing], figures: tuple[str, ...], *, final: bool) -> None:
    """Note on which figures each is level with another, and what placed it among them (DM-C-156)."""
    merits = [standing.merit(figures[1:]) for standing in ordered]
    lengths = range(1, len(figures) + 1)
    found = Counter(merit[:length] for merit in merits for length in lengths)
    for standing, merit in zip(ordered, merits, strict=True):
        level = sum(found[merit[:length]] > 1 for length in lengths)
        standing.level_on = figures[:level]
        by_all = TIE_DICE if final else ""
        standing.placed_by = "" if not level else figures[level] if level < len(figures) else by_all


CLOSE_ROUND_TAG = "close_round"
OUT_STANDINGS = ("struck", "lapsed", "gave_way")
"""Standings of entries whose command no longer counts."""


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """What was added to a franchise's season, by its stored id, and after which round it counts.

    What belongs to no match, such as a house act, counts from the last round with results by then: 0 before the
    first.
    """

    franchise: str
    round: int
    points: int
    wins: int
    criticals: int
    entry: int


def standings_changes(season: str) -> list[StandingsChange]:
    """Everything that was added to the standings of a season, as it stands now, in the journal's order."""
    rows = (
        StandingsLine.objects.filter(season=season)
        .order_by("entry", "fact")
        .values_list("franchise_id", "match__round__number", "points", "won", "wins", "criticals", "entry")
    )
    found, latest = [], 0
    for franchise, round, points, won, wins, criticals, entry in rows:
        latest = max(latest, round or 0)
        found.append(StandingsChange(franchise, round or latest, points, wins + won, criticals, entry))
    return found


def round_closing_entry(season: str, round: int) -> int | None:
    """The number of the entry that closed a round, None if it is not closed. Two queries."""
    closed = Round.objects.filter(season=season, number=round, step="closed").values_list("pk", flat=True).first()
    if closed is None:
        return None
    closing = Entry.objects.filter(season=season, command=CLOSE_ROUND_TAG).exclude(
        Exists(AMENDED_ENTRIES.filter(standing__in=OUT_STANDINGS))
    )
    short = closed.rpartition("/")[2]
    of_it = closing.alias(named=Cast("subjects", TextField())).filter(named__contains=f'"{short}"')
    return of_it.order_by("-number").values_list("number", flat=True).first()


def balances_after(season: str, entry: int) -> dict[str, int]:
    """The balance of every franchise of a season after an entry, in credits, by its stored id, as it stands now."""
    lines = LedgerLine.objects.filter(franchise=OuterRef("pk"), entry__lte=entry).order_by("-entry", "-fact")
    franchises = FranchiseSeason.objects.filter(season=season).order_by()
    with_balances = franchises.annotate(then=Coalesce(Subquery(lines.values("balance")[:1]), Value(0)))
    return dict(with_balances.values_list("pk", "then"))


def table_after(
    table: SeasonTable, book: Iterable[StandingsChange], round: int, *, balances: Mapping[str, int] | None = None
) -> SeasonTable:
    """The standings as they were after that round, with no final ranks.

    Balances are the current ones unless `balances` has those of then, by the franchises' stored ids. Corrections by
    later amends are included.
    """
    standings = {
        standing.franchise: replace(
            standing,
            points=0,
            wins=0,
            criticals=0,
            rank=0,
            final_rank=0,
            shared=False,
            marks=[],
            balance=standing.balance if balances is None else balances[standing.franchise],
        )
        for standing in table.standings
    }
    for line in book:
        if line.round <= round:
            standing = standings[line.franchise]
            standing.points += line.points
            standing.wins += line.wins
            standing.criticals += line.criticals
    for fixture in table.fixtures:
        if fixture.reported and fixture.round <= round:
            for team in fixture.teams:
                standings[team.franchise].marks.append(form_mark(team, fixture.teams))
    ordered = _sorted_standings(standings.values(), table.parted_by)
    give_ranks(ordered, table.parted_by, final=False)
    played = tuple(fixture for fixture in table.fixtures if fixture.round <= round)
    return SeasonTable(tuple(ordered), played, table.parted_by, final=False)


def _sorted_standings(standings: Iterable[Standing], parted_by: Sequence[str]) -> list[Standing]:
    by_name = sorted(standings, key=lambda standing: (standing.name, standing.franchise))
    return sorted(by_name, key=lambda standing: standing.merit(parted_by), reverse=True)

"""What every round added to a season's standings, and the standings as they were after any of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Subquery, TextField, Value
from django.db.models.functions import Cast, Coalesce

from franchises.models import FranchiseSeason, LedgerLine
from league.models import Entry, Round, StandingsLine
from league.queries.entries import AMENDED_ENTRIES
from league.queries.results import form_mark
from league.queries.standings import SeasonTable, give_ranks
from league.queries.standings_columns import Standing

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

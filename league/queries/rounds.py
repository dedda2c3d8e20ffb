"""What every round added to a season's standings, and the standings as they were after any of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from league.models import StandingsLine
from league.queries.standings import SeasonTable, Standing, give_ranks, letter


@dataclass(frozen=True, slots=True)
class Added:
    """What was added to a franchise's season, by its stored id, and after which round it counts.

    What is no match's, such as a house act, counts from the round whose results stood by then: 0 before the first.
    """

    franchise: str
    round: int
    points: int
    wins: int
    criticals: int


def added(season: str) -> list[Added]:
    """Everything that was added to the standings of a season, as it stands now, in the journal's order."""
    rows = (
        StandingsLine.objects.filter(season=season)
        .order_by("entry", "fact")
        .values_list("franchise_id", "match__round__number", "points", "won", "wins", "criticals")
    )
    found, latest = [], 0
    for franchise, round, points, won, wins, criticals in rows:
        latest = max(latest, round or 0)
        found.append(Added(franchise, round or latest, points, wins + won, criticals))
    return found


def table_after(table: SeasonTable, book: Iterable[Added], round: int) -> SeasonTable:
    """The standings as they were after that round: nobody's rank was final, and balances are those of now.

    What an amend put right since is right there as well.
    """
    standings = {
        each.franchise: replace(each, points=0, wins=0, criticals=0, rank=0, final_rank=0, shared=False, form="")
        for each in table.standings
    }
    for line in book:
        if line.round <= round:
            one = standings[line.franchise]
            one.points += line.points
            one.wins += line.wins
            one.criticals += line.criticals
    for fixture in table.fixtures:
        if fixture.reported and fixture.round <= round:
            for team in fixture.teams:
                standings[team.franchise].form += letter(team, fixture.teams)
    ordered = _in_order(standings.values(), table.parted_by)
    give_ranks(ordered, table.parted_by, final=False)
    played = tuple(each for each in table.fixtures if each.round <= round)
    return SeasonTable(tuple(ordered), played, table.parted_by, final=False)


def _in_order(standings: Iterable[Standing], parted_by: Sequence[str]) -> list[Standing]:
    by_name = sorted(standings, key=lambda each: (each.name, each.franchise))
    return sorted(by_name, key=lambda each: each.merit(parted_by), reverse=True)

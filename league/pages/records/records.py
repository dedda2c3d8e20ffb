"""The records of a league: champions, the book of records, and figures over all seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.list_pages import list_page
from league.pages.records.feats import FeatSources, Holder, longest_runs
from league.pages.records.sortable_tables import SortableColumn, SortableTable
from league.queries import records
from league.queries.names import title_in_sentence
from rules.campaign.core.command import STEP_NAMES
from rules.core.text_folding import fold_text

MOST_CHAMPIONS = 8
"""The most seasons with their champions on a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChampion:
    """A season with the first and second of its final table; `cup_bonus` of the Metal Cup is in credits."""

    number: int
    title: str
    href: str
    standings_href: str
    step: str
    over: bool
    champion: Holder | None
    points: int
    wins: int
    second: Holder | None
    cup_bonus: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseRecordLine:
    """A franchise over all its seasons; `run` is its longest run of wins, `richest` its most credits at a season's
    end.
    """

    name: str
    href: str
    color: str
    own: bool
    seasons: int
    titles: int
    cups: int
    matches: int
    wins: int
    points: int
    criticals: int
    run: int
    run_href: str
    prizes: int
    richest: int
    out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverRecordLine:
    """A driver over all their seasons, with the franchise they last drove for.

    `best` is the experience they gained in their best match.
    """

    name: str
    href: str
    franchise: Holder
    own: bool
    matches: int
    heats: int
    criticals: int
    scores: int
    kills: int
    xp: int
    level: int
    out: int
    best: int
    best_match: str
    best_href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarRecordLine:
    """A car over all its matches; `destroyed` counts how often it was destroyed."""

    name: str
    href: str
    franchise: Holder
    own: bool
    matches: int
    criticals: int
    destroyed: int


FRANCHISE_TABLE: SortableTable[FranchiseRecordLine] = SortableTable(
    name="franchises",
    first="titles",
    columns=(
        SortableColumn("name", "Franchise"),
        SortableColumn("seasons", "Seasons", "", "n wide"),
        SortableColumn("titles", "Championships", "Titles", "n"),
        SortableColumn("cups", "Metal Cups", "Cups", "n wide"),
        SortableColumn("matches", "Matches", "M", "n wide"),
        SortableColumn("wins", "Matches won", "W", "n"),
        SortableColumn("points", "Points", "Pts", "n"),
        SortableColumn("criticals", "Criticals scored", "Crit", "n wide"),
        SortableColumn("run", "Longest run of wins", "Run", "n wide"),
        SortableColumn("prizes", "Prize money in all", "Prizes", "n wide"),
        SortableColumn("richest", "Most money at a season's end", "Richest", "n wide"),
        SortableColumn("out", "Times a driver went out of action", "Out", "n wide"),
    ),
    order={
        "name": lambda line: line.name.lower(),
        "titles": lambda line: (line.titles, line.points, line.wins),
    },
)
DRIVER_TABLE: SortableTable[DriverRecordLine] = SortableTable(
    name="drivers",
    first="kills",
    columns=(
        SortableColumn("name", "Driver"),
        SortableColumn("franchise", "Franchise", "", "wide"),
        SortableColumn("matches", "Matches", "M", "n wide"),
        SortableColumn("heats", "Heats", "", "n wide"),
        SortableColumn("kills", "Kills", "", "n"),
        SortableColumn("criticals", "Criticals scored", "Crit", "n"),
        SortableColumn("scores", "Times they scored", "Scored", "n wide"),
        SortableColumn("xp", "Experience, at its most", "XP", "n"),
        SortableColumn("level", "Highest level", "Lv", "n wide"),
        SortableColumn("out", "Times out of action", "Out", "n wide"),
        SortableColumn("best", "Experience from their best match", "Best match", "n wide"),
    ),
    order={
        "name": lambda line: line.name.lower(),
        "franchise": lambda line: line.franchise.name.lower(),
        "kills": lambda line: (line.kills, line.criticals, line.xp),
    },
)
CAR_TABLE: SortableTable[CarRecordLine] = SortableTable(
    name="cars",
    first="matches",
    columns=(
        SortableColumn("name", "Car"),
        SortableColumn("franchise", "Franchise", "", "wide"),
        SortableColumn("matches", "Matches", "M", "n"),
        SortableColumn("criticals", "Criticals it came back with", "Crit", "n"),
        SortableColumn("destroyed", "Times destroyed", "Lost", "n"),
    ),
    order={"name": lambda line: line.name.lower(), "franchise": lambda line: line.franchise.name.lower()},
)


def records_page(*, league: League, viewer: Viewer, query: Mapping[str, str], every: bool = False) -> dict[str, Any]:
    """The context of a league's records; with `every` all lines of the tables are there, else a page of each."""
    seasons, years = records.seasons_with_franchises(league.pk)
    by_id = {season.pk: season for season in seasons}
    season_ids = list(by_id)
    book = FeatSources(
        seasons=by_id,
        names={year.franchise: year.name for year in years},
        years=years,
        results=records.results(season_ids),
        bests=records.best_matches(season_ids),
    )
    totals = records.driver_totals(season_ids)
    own = frozenset(franchise.pk for franchise in viewer.franchises)
    newest = by_id[season_ids[-1]] if season_ids else None
    return {
        **base_context(
            league=league,
            season=newest,
            viewer=viewer,
            here="Records",
            crumbs=[Breadcrumb(league.name, links.league_url(league.pk)), Breadcrumb("Records")],
            balance=_balance(years, viewer),
        ),
        "champions": list_page(
            [_champion(season, book) for season in reversed(by_id.values())],
            None if every else query,
            "champions",
            lines=lambda _: 1,
            most=MOST_CHAMPIONS,
        ),
        "parts": book.feat_groups(),
        "franchises": FRANCHISE_TABLE.sort_lines(_franchises(totals, book, own), query, every=every),
        "drivers": DRIVER_TABLE.sort_lines(_drivers(totals, book, own), query, every=every),
        "cars": CAR_TABLE.sort_lines(_cars(records.car_totals(season_ids), book, own), query, every=every),
        "played": bool(book.results),
    }


def _balance(years: Sequence[records.FranchiseYear], viewer: Viewer) -> int | None:
    """The balance of the viewer's franchise in the newest season it takes part in, in credits."""
    if viewer.franchise is None:
        return None
    return next((year.balance for year in reversed(years) if year.franchise == viewer.franchise.pk), None)


def _champion(season: Season, book: FeatSources) -> SeasonChampion:
    first, second = (
        next((year for year in book.years if year.season == season.pk and year.rank == rank), None) for rank in (1, 2)
    )
    return SeasonChampion(
        number=season.number,
        title=season.title,
        href=links.season_url(season.pk),
        standings_href=links.standings_url(season.pk),
        step=STEP_NAMES[season.step],
        over=season.step == "closed",
        champion=None if first is None else book.holder(first.franchise),
        points=0 if first is None else first.points,
        wins=0 if first is None else first.wins,
        second=None if second is None else book.holder(second.franchise),
        cup_bonus=None if first is None else first.cup_bonus,
    )


def _franchises(
    totals: Sequence[records.DriverTotals], book: FeatSources, own: frozenset[str]
) -> list[FranchiseRecordLine]:
    runs = longest_runs(book.results)
    years_of: dict[str, list[records.FranchiseYear]] = {}
    results_of: dict[str, list[records.MatchTeamResult]] = {}
    for year in book.years:
        years_of.setdefault(year.franchise, []).append(year)
    for result in book.results:
        results_of.setdefault(result.franchise, []).append(result)
    out_of_action: dict[str, int] = {}
    for total in totals:
        out_of_action[total.franchise] = out_of_action.get(total.franchise, 0) + total.out
    lines = []
    for id, name in sorted(book.names.items(), key=lambda item: fold_text(item[1])):
        years, results = years_of[id], results_of.get(id, [])
        final_balances = [year.balance for year in years if book.seasons[year.season].step == "closed"]
        holder, run = book.holder(id), runs.get(id)
        lines.append(
            FranchiseRecordLine(
                name=name,
                href=holder.href,
                color=holder.color,
                own=id in own,
                seasons=len(years),
                titles=sum(year.rank == 1 for year in years),
                cups=sum(year.cup_bonus is not None for year in years),
                matches=len(results),
                wins=sum(year.wins for year in years),
                points=sum(year.points for year in years),
                criticals=sum(year.criticals for year in years),
                run=0 if run is None else run.length,
                run_href="" if run is None else links.match_url(run.last.match),
                prizes=sum(result.prize or 0 for result in results),
                richest=max(final_balances, default=0),
                out=out_of_action.get(id, 0),
            )
        )
    return lines


def _drivers(
    totals: Sequence[records.DriverTotals], book: FeatSources, own: frozenset[str]
) -> list[DriverRecordLine]:
    best_matches: dict[str, records.BestMatch] = {}
    for best_match in book.bests:
        if best_match.person not in best_matches or best_match.xp_gained > best_matches[best_match.person].xp_gained:
            best_matches[best_match.person] = best_match
    return [
        _driver(list(driver_totals), best_matches[person], book, own)
        for person, driver_totals in groupby(totals, lambda total: total.person)
    ]


def _driver(
    totals: Sequence[records.DriverTotals], best: records.BestMatch, book: FeatSources, own: frozenset[str]
) -> DriverRecordLine:
    """A driver's line, from their totals with each of their franchises."""
    latest = max(totals, key=lambda total: total.last)
    return DriverRecordLine(
        name=latest.name,
        href=links.driver_url(*latest.person.split("/", 1)),
        franchise=book.holder(latest.franchise),
        own=latest.franchise in own,
        matches=sum(total.matches for total in totals),
        heats=sum(total.heats for total in totals),
        criticals=sum(total.criticals for total in totals),
        scores=sum(total.scores for total in totals),
        kills=sum(total.kills for total in totals),
        xp=max(total.xp for total in totals),
        level=max(total.level for total in totals),
        out=sum(total.out for total in totals),
        best=best.xp_gained,
        best_match=title_in_sentence(best.title),
        best_href=links.match_url(best.match),
    )


def _cars(totals: Sequence[records.CarTotals], book: FeatSources, own: frozenset[str]) -> list[CarRecordLine]:
    return [
        CarRecordLine(
            name=total.name,
            href=f"{book.holder(total.franchise).href}?season={links.short_id(total.season)}#garage",
            franchise=book.holder(total.franchise),
            own=total.franchise in own,
            matches=total.matches,
            criticals=total.criticals,
            destroyed=total.destroyed,
        )
        for total in totals
    ]

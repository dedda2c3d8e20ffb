"""What the round-ups of a season are made from, in one query: its teams, results, standings and box scores."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    F,
    Field,
    IntegerField,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Cast

from drivers.models import Appearance
from franchises.models import FranchiseSeason
from league.models import Entry, LineUp, Season, StandingsLine
from league.queries.results import form_mark
from league.queries.standings import (
    Fixture,
    SeasonTable,
    Standing,
    StandingsChange,
    Team,
    give_ranks,
    tiebreak_figures,
)
from sql.cached_sql import cached_sql

FRANCHISE, LINE_UP, CHANGE, DRIVER = "franchise", "line_up", "change", "driver"
"""The kinds of rows of the query."""
COLUMNS: dict[str, type[Field[Any, Any]]] = {
    "what": CharField, "its_franchise": CharField, "its_name": CharField, "its_match": CharField,
    "its_driver": CharField, "its_step": CharField, "its_round": IntegerField, "its_place": IntegerField,
    "its_points": IntegerField, "its_wins": IntegerField, "its_criticals": IntegerField, "its_rank": IntegerField,
    "its_won": BooleanField, "its_forfeited": BooleanField, "its_kills": IntegerField, "its_level": IntegerField,
    "its_entry": IntegerField, "its_fact": IntegerField, "its_at": DateTimeField,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverMatch:
    """A driver in a match of a season, with stored ids; `at` is when the match was settled."""

    driver: str
    name: str
    franchise: str
    match: str
    round: int
    kills: int
    out: bool
    level: int
    entry: int
    at: datetime


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The results of a season: its table, what made it, and its box scores in the order of the journal."""

    table: SeasonTable
    changes: tuple[StandingsChange, ...]
    drivers: tuple[DriverMatch, ...]


def season_results(season: Season) -> SeasonResults:
    """The results of a season so far. Its table has what a round-up needs, and no balances."""
    rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in (FRANCHISE, LINE_UP, CHANGE, DRIVER)}
    for row in _rows(season.pk):
        named = dict(zip(COLUMNS, row, strict=True))
        rows[named["what"]].append(named)
    for kind in (CHANGE, DRIVER):
        rows[kind].sort(key=lambda row: (row["its_entry"], row["its_fact"]))
    return SeasonResults(
        _table(season, rows[FRANCHISE], rows[LINE_UP]),
        tuple(_changes(rows[CHANGE])),
        tuple(_driver_match(row) for row in rows[DRIVER]),
    )


def _driver_match(row: dict[str, Any]) -> DriverMatch:
    return DriverMatch(
        driver=row["its_driver"],
        name=row["its_name"],
        franchise=row["its_franchise"],
        match=row["its_match"],
        round=row["its_round"],
        kills=row["its_kills"],
        out=bool(row["its_won"]),
        level=row["its_level"],
        entry=row["its_entry"],
        at=row["its_at"],
    )


def _changes(rows: list[dict[str, Any]]) -> list[StandingsChange]:
    """What was added to the standings; a house act counts from the last round with results by then."""
    found, latest = [], 0
    for row in rows:
        round = row["its_round"] or 0
        latest = max(latest, round)
        wins = row["its_wins"] + bool(row["its_won"])
        found.append(
            StandingsChange(
                row["its_franchise"], round or latest, row["its_points"], wins, row["its_criticals"], row["its_entry"]
            )
        )
    return found


def _table(season: Season, franchises: list[dict[str, Any]], line_ups: list[dict[str, Any]]) -> SeasonTable:
    figures = tiebreak_figures(season.switches)
    standings = {
        row["its_franchise"]: Standing(
            franchise=row["its_franchise"],
            name=row["its_name"],
            balance=0,
            points=row["its_points"],
            wins=row["its_wins"],
            criticals=row["its_criticals"],
            final_rank=row["its_rank"],
        )
        for row in franchises
    }
    fixtures: dict[str, Fixture] = {}
    for row in line_ups:
        fixture = fixtures.setdefault(
            row["its_match"],
            Fixture(
                id=row["its_match"],
                round=row["its_round"],
                place=row["its_place"],
                event="",
                surface="",
                heats=1,
                step=row["its_step"],
                ruleset="",
                setting={},
            ),
        )
        fixture.teams.append(
            Team(
                franchise=row["its_franchise"],
                name=standings[row["its_franchise"]].name,
                points=row["its_points"],
                won=bool(row["its_won"]),
                forfeited=bool(row["its_forfeited"]),
                named=True,
                waived=False,
                decided=True,
                shopping="",
            )
        )
    played = sorted(fixtures.values(), key=lambda fixture: (fixture.round, fixture.place, fixture.id))
    for fixture in played:
        fixture.teams.sort(key=lambda team: (-(team.points or 0), team.name))
        if fixture.reported:
            for team in fixture.teams:
                standings[team.franchise].marks.append(form_mark(team, fixture.teams))
    by_name = sorted(standings.values(), key=lambda standing: (standing.name, standing.franchise))
    ordered = sorted(by_name, key=lambda standing: standing.merit(figures), reverse=True)
    final = bool(ordered) and all(standing.final_rank for standing in ordered)
    if final:
        ordered.sort(key=lambda standing: standing.final_rank)
    give_ranks(ordered, figures, final=final)
    return SeasonTable(tuple(ordered), tuple(played), figures, final)


@cached_sql
def _rows(season: str) -> QuerySet[Any, Any]:
    settled = Entry.objects.filter(season=OuterRef("season"), number=OuterRef("entry"))
    franchises = _row(
        FranchiseSeason.objects.filter(season=season), FRANCHISE, franchise="id", name="identity__name",
        points="points", wins="wins", criticals="criticals", rank="rank",
    )  # fmt: skip
    line_ups = _row(
        LineUp.objects.filter(season=season), LINE_UP, franchise="franchise_id", match="match_id",
        step="match__step", round="match__round__number", place="match__place", points="points", won="won",
        forfeited="forfeited",
    )  # fmt: skip
    changes = _row(
        StandingsLine.objects.filter(season=season), CHANGE, franchise="franchise_id", match="match_id",
        round="match__round__number", points="points", won="won", wins="wins", criticals="criticals", entry="entry",
        fact="fact",
    )  # fmt: skip
    drivers = _row(
        Appearance.objects.filter(season=season).annotate(settled_at=Subquery(settled.values("at")[:1])), DRIVER,
        franchise="franchise_id", name="driver__person__name", driver="driver_id", match="match_id",
        round="match__round__number", kills="kills", won="out", level="level", entry="entry", fact="fact",
        at="settled_at",
    )  # fmt: skip
    return franchises.union(line_ups, changes, drivers, all=True)


def _row(found: QuerySet[Any], what: str, **columns: str) -> QuerySet[Any, Any]:
    """The rows of one kind, with null in the columns it does not have."""
    given = {f"its_{name}": F(column) for name, column in columns.items()}
    values = {name: given.get(name, Cast(Value(None), kind())) for name, kind in COLUMNS.items()}
    return (
        found.order_by().annotate(**{**values, "what": Value(what, output_field=CharField())}).values_list(*COLUMNS)
    )

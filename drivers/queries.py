"""Queries of drivers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast

from drivers.models import Appearance, Driver, Sheet
from league.access import Viewer
from league.models import Entry, LineUp, Report
from league.queries.entries import PUBLIC_COLUMNS, READABLE_ANNOTATIONS, readable_by
from league.queries.results import FormMark, form_mark
from league.queries.seasons import balance_subquery
from league.queries.standings import REPORTED_STEPS
from sql.cached_sql import cached_sql

TURNING_POINTS = (
    "open_from_sheet",
    "hire_rookie",
    "hire_veteran",
    "release_driver",
    "accept_trade",
    "approve_trade",
    "next_setup_step",
    "close_setup",
    "retire_drivers",
    "open_draft",
    "pick_driver",
    "close_draft",
    "close_season",
)
"""Commands that sign, move or retire a driver."""
CLONING_COMMAND = "open_settlement"
"""The command that clones drivers who went out of action in a match (DM-C-045)."""


def season_sheets(season: str) -> QuerySet[Sheet]:
    """The sheets of a season with their franchises, the most experienced drivers first, then by name."""
    return (
        Sheet.objects.filter(season_id=season)
        .select_related("person", "contract__franchise__identity")
        .order_by("-xp", "person__name", "id")
    )


class DriverRun(NamedTuple):
    """A driver's match: who they are, by stored id, their experience after it with what they gained, and its result.

    `mark` is None while the match has no result that counts.
    """

    driver: str
    xp: int
    xp_gained: int
    mark: FormMark | None


@dataclass(frozen=True, slots=True)
class _TeamResult:
    won: bool
    points: int | None
    forfeited: bool


def driver_runs(season: str) -> list[DriverRun]:
    """The matches that every driver of a season ran in, in the order they are played: in one query."""
    results: dict[str, dict[str, _TeamResult]] = {}
    runs = []
    for match, franchise, driver, xp, gained, points, won, forfeited, step, round, place in _runs_and_results(season):
        if driver:
            runs.append(((round, place, match, driver), franchise, xp, gained))
        elif step in REPORTED_STEPS:
            results.setdefault(match, {})[franchise] = _TeamResult(bool(won), points, bool(forfeited))
    found = []
    for (_, _, match, driver), franchise, xp, gained in sorted(runs):
        teams = results.get(match, {})
        mark = form_mark(teams[franchise], list(teams.values())) if franchise in teams else None
        found.append(DriverRun(driver, xp, gained, mark))
    return found


@cached_sql
def _runs_and_results(season: str) -> Any:
    """The appearances of a season, and its line-ups, which have no driver."""
    order = ("match__step", "match__round__number", "match__place")
    no_result = (Value(0), Value(False), Value(False))
    runs = Appearance.objects.filter(season=season).order_by()
    teams = LineUp.objects.filter(season=season).order_by()
    return runs.values_list("match_id", "franchise_id", "driver_id", "xp", "xp_gained", *no_result, *order).union(
        teams.values_list(
            "match_id", "franchise_id", Value(""), Value(0), Value(0), "points", "won", "forfeited", *order
        ),
        all=True,
    )


def driver_sheet(season: str, driver: str) -> Sheet | None:
    """A driver's sheet in a season, which may be a fork, with their contract; None if there is none."""
    rows = Sheet.objects.filter(pk=f"{season}/{driver}")
    return rows.select_related("person", "season", "contract__franchise__identity").first()


@cached_sql
def driver_sheets(league: str, driver: str, viewer: Viewer) -> QuerySet[Any]:
    """A driver's sheets with their contracts, the newest season first, without forks.

    Annotated with `own_balance`, the balance of the viewer's franchise.
    """
    return (
        Sheet.objects.filter(person_id=f"{league}/{driver}", season__forked_from="")
        .select_related("person", "season", "contract__franchise__identity")
        .annotate(own_balance=balance_subquery(viewer))
        .order_by("-season__number", "-season__opened_at", "-season_id")
    )


def driver_names(league: str) -> list[str]:
    """The names of everybody who ever drove in a league: no rookie is suggested one of them."""
    return list(Driver.objects.filter(league_id=league).values_list("name", flat=True))


@cached_sql
def appearances_of(person: str) -> QuerySet[Appearance]:
    """A driver's appearances in matches, the last first, with match, season and franchise, without forks."""
    return (
        Appearance.objects.filter(driver__person_id=person, season__forked_from="")
        .select_related("match__round", "season", "franchise__identity")
        .defer("match__words", "match__outcome")
        .order_by("-season__number", "-match__round__number", "-match_id")
    )


def last_heats(driver: str, matches: Collection[str]) -> dict[str, tuple[int, int]]:
    """The last heat a driver was reported in, and the match's number of heats, by stored id of the match.

    Without matches there is no query.
    """
    if not matches:
        return {}
    rows = Report.objects.filter(match__in=matches).values_list("match_id", "match__heats", "document__drivers")
    return {
        match: (max(line["heats"]), heats)
        for match, heats, drivers in rows
        for line in drivers
        if line["driver"] == driver and line.get("heats")
    }


def career_of(driver: str, seasons: Collection[str], viewer: Viewer, *, out_in: Collection[str] = ()) -> list[Any]:
    """The readable entries that name a driver, the newest first, annotated like those of `visible_entries`.

    For the first of the seasons these are all entries, for the others only turning points and clonings. `out_in` has
    the stored ids of matches in which the driver went out of action: after an amend, the entry that cloned them may
    not name them.
    """
    newest, *older = seasons
    matches_out = tuple(tuple(match.rsplit("/", 1)) for match in sorted(out_in))
    return _career(driver, newest, tuple(older), viewer, matches_out)


@cached_sql
def _career(
    driver: str, newest: str, older: tuple[str, ...], viewer: Viewer, out_in: tuple[tuple[str, ...], ...]
) -> QuerySet[Any]:
    condition = Q(named__contains=f'"{driver}"') & (
        Q(season=newest) | Q(season__in=older, command__in=(*TURNING_POINTS, CLONING_COMMAND))
    )
    for season, match in out_in:
        condition |= Q(season=season, command=CLONING_COMMAND, named__contains=f'"{match}"')
    return (
        Entry.objects.alias(named=Cast("subjects", TextField()))
        .filter(condition)
        .filter(readable_by(viewer))
        .annotate(may_read=Value(True), **{name: what for name, (what, _) in READABLE_ANNOTATIONS.items()})
        .only(*PUBLIC_COLUMNS)
        .order_by("-season__number", "-number")
    )

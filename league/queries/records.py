"""The records of a league over all its seasons, from the tables as they are now, so amends are included.

Rehearsals and voided matches are left out.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Count,
    F,
    FilteredRelation,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
    Window,
)
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast, RowNumber

from drivers.models import Appearance
from franchises.models import Car
from league.models import CupAward, LineUp, Report, Season
from league.queries.names import round_and_place, title_at
from league.queries.standings import REPORTED_STEPS
from sql.cached_sql import cached_sql

SEASON_SORT_FACTOR = 1_000_000
"""More than the entries of any season, so that an entry of a later season counts as later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseYear:
    """A franchise in a season: its figures, place and Cup bonus.

    The place in the final table is 0 before there is one. The Cup's bonus is in credits, None if it did not win the
    Cup. `franchise` is the stored id for life.
    """

    franchise: str
    name: str
    season: str
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int
    cup_bonus: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTeamResult:
    """The result of a reported match for one of its teams; prize and profit are None until they are settled."""

    match: str
    season: str
    event: str
    title: str
    franchise: str
    points: int
    won: bool
    forfeited: bool
    prize: int | None
    profit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverTotals:
    """A driver's figures summed over their matches for one franchise; level and experience are the most they had.

    `person` and `franchise` are stored ids for life. Of a driver's franchises, the one with the greatest `last` is
    the one they ran for last.
    """

    person: str
    name: str
    franchise: str
    matches: int
    heats: int
    criticals: int
    scores: int
    kills: int
    xp: int
    level: int
    out: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMatch:
    """A driver's figures in one match."""

    person: str
    name: str
    match: str
    event: str
    title: str
    criticals: int
    scores: int
    kills: int
    xp_gained: int

    @property
    def season(self) -> str:
        """The season of the match, by id."""
        return self.match.rsplit("/", 1)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class CarTotals:
    """A car over all its matches: `criticals` are those it had after them; its name is the last it had."""

    id: str
    name: str
    franchise: str
    season: str
    matches: int
    criticals: int
    destroyed: int


def seasons_with_franchises(league: str) -> tuple[list[Season], list[FranchiseYear]]:
    """The seasons of a league, the first one first, and every franchise in each of them: in one query."""
    cup = CupAward.objects.filter(franchise_id=OuterRef("franchises__pk")).values("bonus")[:1]
    of_franchise = ("identity", "balance", "points", "wins", "criticals", "rank")
    rows: QuerySet[Any] = (
        Season.objects.filter(league_id=league, forked_from="")
        .defer("secret", "draft", "pool")
        .annotate(
            **{f"its_{field}": F(f"franchises__{field}") for field in of_franchise},
            its_name=F("franchises__identity__name"),
            its_cup=Subquery(cup),
        )
        .order_by("number", "opened_at", "its_name")
    )
    found: dict[str, Season] = {}
    years = []
    for row in rows:
        found.setdefault(row.pk, row)
        if row.its_identity is not None:
            years.append(
                FranchiseYear(
                    franchise=row.its_identity,
                    name=row.its_name,
                    season=row.pk,
                    balance=row.its_balance,
                    points=row.its_points,
                    wins=row.its_wins,
                    criticals=row.its_criticals,
                    rank=row.its_rank,
                    cup_bonus=row.its_cup,
                )
            )
    return list(found.values()), years


def results(seasons: Collection[str]) -> list[MatchTeamResult]:
    """Every team's result in every reported match of those seasons, in the order they were played."""
    rows = (
        LineUp.objects.filter(season__in=seasons, match__step__in=REPORTED_STEPS)
        .annotate(
            reckoned=FilteredRelation(
                "match__settlements", condition=Q(match__settlements__franchise=F("franchise"))
            )
        )
        .order_by(
            "season__number", "season__opened_at", "match__round__number", "match__place", "match_id",
            "-points", "-won",
        )
        .values_list(
            "match_id", "season_id", "match__event", round_and_place("match__"), "franchise__identity_id", "points",
            "won", "forfeited", "reckoned__prize", "reckoned__profit",
        )
    )  # fmt: skip
    return [
        MatchTeamResult(
            match=match,
            season=season,
            event=event,
            title=title_at(where),
            franchise=franchise,
            points=points or 0,
            won=won,
            forfeited=forfeited,
            prize=prize,
            profit=profit,
        )
        for match, season, event, where, franchise, points, won, forfeited, prize, profit in rows
    ]


def driver_totals(seasons: Collection[str]) -> list[DriverTotals]:
    """Everybody who ran in a match of those seasons, once for every franchise they ran for, by name."""
    rows = (
        _appearances(seasons)
        .values("driver__person", "driver__person__name", "franchise__identity")
        .annotate(
            matches=Count("pk"),
            all_heats=Sum("heats"),
            all_criticals=Sum("criticals"),
            all_scores=Sum("scores"),
            all_kills=Sum("kills"),
            most_xp=Max("xp"),
            most_level=Max("level"),
            times_out=Count("pk", filter=Q(out=True)),
            last=Max(F("season__number") * SEASON_SORT_FACTOR + F("entry")),
        )
        .order_by("driver__person__name", "driver__person", "franchise__identity")
    )
    return [
        DriverTotals(
            person=row["driver__person"],
            name=row["driver__person__name"],
            franchise=row["franchise__identity"],
            matches=row["matches"],
            heats=row["all_heats"],
            criticals=row["all_criticals"],
            scores=row["all_scores"],
            kills=row["all_kills"],
            xp=row["most_xp"],
            level=row["most_level"],
            out=row["times_out"],
            last=row["last"],
        )
        for row in rows
    ]


def best_matches(seasons: Collection[str]) -> list[BestMatch]:
    """Each driver's best match by experience, and the first match with the most of each other figure.

    In the order they were played; a driver's match is listed only once.
    """
    first = [F("season__number"), F("entry"), F("fact")]

    def place(figure: str, **partition: Any) -> Window:
        return Window(RowNumber(), order_by=[F(figure).desc(), *first], **partition)

    rows = (
        _appearances(seasons)
        .annotate(
            own=place("xp_gained", partition_by=[F("driver__person")]),
            by_criticals=place("criticals"),
            by_scores=place("scores"),
            by_kills=place("kills"),
        )
        .filter(Q(own=1) | Q(by_criticals=1) | Q(by_scores=1) | Q(by_kills=1))
        .order_by("season__number", "entry", "fact")
        .values_list(
            "driver__person", "driver__person__name", "match_id", "match__event", round_and_place("match__"),
            "criticals", "scores", "kills", "xp_gained",
        )
    )  # fmt: skip
    return [
        BestMatch(
            person=person,
            name=name,
            match=match,
            event=event,
            title=title_at(where),
            criticals=criticals,
            scores=scores,
            kills=kills,
            xp_gained=xp_gained,
        )
        for person, name, match, event, where, criticals, scores, kills, xp_gained in rows
    ]


def car_totals(seasons: Collection[str]) -> list[CarTotals]:
    """Every car that was in a reported match of those seasons, with its name in the last of them: in one query.

    `seasons` are in order. A car keeps its short id from season to season, also when its owner changes.
    """
    counted: dict[str, list[int]] = {}
    cars: dict[str, tuple[str, str, str]] = {}
    order = {season: place for place, season in enumerate(seasons)}
    for season, reported, id, name, franchise in sorted(_cars(tuple(seasons)), key=lambda row: order[row[0]]):
        if reported is None:
            cars[id.rsplit("/", 1)[-1]] = (name, franchise, season)
            continue
        for car in json.loads(reported):
            sums = counted.setdefault(car["car"], [0, 0, 0])
            sums[0] += 1
            sums[1] += car.get("criticals", 0)
            sums[2] += bool(car.get("destroyed", False))
    return [
        CarTotals(
            id=id,
            name=name or id,
            franchise=franchise,
            season=season,
            matches=counted[id][0],
            criticals=counted[id][1],
            destroyed=counted[id][2],
        )
        for id, (name, franchise, season) in sorted(cars.items())
        if id in counted
    ]


@cached_sql
def _cars(seasons: tuple[str, ...]) -> QuerySet[Any, Any]:
    """Each car of those seasons with its name and franchise, and the cars in each report as JSON."""
    nothing = Value(None, output_field=TextField())
    columns = ("season_id", "reported", "which", "called", "its_franchise")
    cars = Car.objects.filter(season__in=seasons).annotate(
        reported=nothing, which=F("pk"), called=F("name"), its_franchise=F("franchise__identity_id")
    )
    reports = Report.objects.filter(season__in=seasons).annotate(
        reported=Cast(KeyTransform("cars", "document"), TextField()),
        which=nothing,
        called=nothing,
        its_franchise=nothing,
    )
    return cars.values_list(*columns).union(reports.values_list(*columns), all=True)


def _appearances(seasons: Collection[str]) -> QuerySet[Appearance]:
    return Appearance.objects.filter(season__in=seasons)

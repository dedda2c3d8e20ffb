"""One match: who is in it, who sits where once that may be known, and the box score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)

from drivers.models import Sheet
from franchises.models import Car, Item
from league.access import Viewer
from league.models import LineUp, Match, MatchLog, Report, Seat
from league.queries.match_logs import accepted_log_digests, is_report_replaced
from league.queries.seasons import balance_subquery
from sql.cached_sql import cached_sql, pad_ids

SETTLEMENT_CLOSED_STEPS = ("M5.10", "settled")
"""Match steps at which the settlement is closed and the box score is final."""
PUBLIC_LINE_UP_STEPS = ("M4", "M5.1", "M5.4", "M5.9", *SETTLEMENT_CLOSED_STEPS)
"""Match steps at which line-ups are public."""


@cached_sql
def line_ups(match: str, viewer: Viewer) -> QuerySet[Any]:
    """The franchises of a match with their names and the match itself, the best first, without what is secret.

    `own_balance` on each is the viewer's franchise's balance now, and `source` is where the accepted report came
    from; None while there is none. For a match that was resolved here `log_digest`, `log_edition` and `log_ruleset`
    are those of its standing log, and `by_hand` means the same as there. `match_before` and `match_after` are the
    stored ids of the matches played before and after this one, None where there is none.
    """
    reports = Report.objects.filter(match_id=OuterRef("match_id"))
    log = MatchLog.objects.filter(match_id=OuterRef("match_id"), pk=Subquery(accepted_log_digests(reports)[:1]))
    return (
        LineUp.objects.filter(match_id=match)
        .select_related("franchise__identity", "match__round")
        .defer("locked", "words", "match__outcome")
        .annotate(own_balance=balance_subquery(viewer), source=Subquery(reports.values("document__source")[:1]))
        .annotate(
            **{f"log_{column}": Subquery(log.values(column)[:1]) for column in ("digest", "edition", "ruleset")}
        )
        .annotate(by_hand=is_report_replaced(reports))
        .annotate(match_before=_neighbor_match(after=False), match_after=_neighbor_match(after=True))
        .order_by("-points", "franchise__identity__name", "id")
    )


@cached_sql
def seats(match: str, viewer: Viewer) -> QuerySet[Seat]:
    """Who sits in which car: all seats once the line-ups are locked, only the viewer's own until then.

    The seats are deleted when shopping opens; the box score stays.
    """
    open_to = Q(line_up__match__step__in=PUBLIC_LINE_UP_STEPS)
    if viewer.franchises:
        open_to |= Q(line_up__franchise__identity__in=viewer.franchises)
    return (
        Seat.objects.filter(open_to, line_up__match_id=match)
        .select_related("car", "line_up", "driver__person", "gunner__person")
        .defer("line_up__locked", "line_up__words")
        .order_by("line_up__franchise_id", "id")
    )


@dataclass(frozen=True, slots=True)
class Shop:
    """A match whose shops have opened, with its round's number, its teams and those still shopping, by short ids."""

    match: str
    round: int
    open: bool
    teams: tuple[str, ...]
    shopping: tuple[str, ...]


def shops(season: str) -> list[Shop]:
    """The matches of a season whose shops have opened, the last first."""
    rows = (
        LineUp.objects.filter(season_id=season)
        .exclude(shopping="")
        .order_by("-match__round__number", "-match__place", "-match_id", "franchise_id")
        .values_list("match_id", "match__round__number", "match__step", "franchise_id", "shopping")
    )
    found: dict[str, list[tuple[int, str, str, str]]] = {}
    for match, round, step, franchise, shopping in rows:
        found.setdefault(match.rsplit("/", 1)[-1], []).append((round, step, franchise.rsplit("/", 1)[-1], shopping))
    return [
        Shop(
            match=match,
            round=teams[0][0],
            open=teams[0][1] == "M5.10",
            teams=tuple(franchise for _, _, franchise, _ in teams),
            shopping=tuple(franchise for _, _, franchise, shopping in teams if shopping == "open"),
        )
        for match, teams in found.items()
    ]


def _neighbor_match(*, after: bool) -> Subquery:
    """The stored id of the match played before or after a line-up's match, None where there is none."""
    operator, sign = ("gt", "") if after else ("lt", "-")
    same_round = Q(round__number=OuterRef("match__round__number"))
    level = same_round & Q(place=OuterRef("match__place"))
    beyond = (
        Q(**{f"round__number__{operator}": OuterRef("match__round__number")})
        | same_round & Q(**{f"place__{operator}": OuterRef("match__place")})
        | level & Q(**{f"pk__{operator}": OuterRef("match_id")})
    )
    order = (f"{sign}round__number", f"{sign}place", f"{sign}pk")
    return Subquery(Match.objects.filter(beyond, season=OuterRef("season")).order_by(*order).values("pk")[:1])


def items_carried_by(seats: Sequence[Seat]) -> dict[str, list[str]]:
    """The kinds of items that each of those seats takes into its match, by the seat's id.

    What is fitted to the car comes first, with what is fixed to its weapons, then what the crew wears.
    """
    cars = {seat.car_id: seat.pk for seat in seats}
    crews = {person: seat.pk for seat in seats for person in (seat.driver_id, seat.gunner_id) if person}
    rows = _items_carried(pad_ids(sorted(cars)), pad_ids(sorted(crews)))
    carried: dict[str, list[str]] = {seat.pk: [] for seat in seats}
    worn: dict[str, list[str]] = {seat.pk: [] for seat in seats}
    for kind, car, weapons_car, driver in rows:
        car_id = car or weapons_car
        if car_id:
            carried[cars[car_id]].append(kind)
        else:
            worn[crews[driver]].append(kind)
    return {seat: carried[seat] + worn[seat] for seat in carried}


@cached_sql
def _items_carried(cars: tuple[str, ...], crews: tuple[str, ...]) -> QuerySet[Any, Any]:
    return (
        Item.objects.filter(Q(car__in=cars) | Q(weapon__car__in=cars) | Q(driver__in=crews))
        .order_by("id")
        .values_list("kind", "car_id", "weapon__car_id", "driver_id")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxLine:
    """A driver in the box score; `franchise` is the short name of the team they ran for."""

    driver: str
    name: str
    franchise: str
    heats: int
    criticals: int
    scores: int
    kills: int
    out: bool
    xp_gained: int
    level: int


@dataclass(frozen=True, slots=True)
class BoxScore:
    """The box score, each team's most important line first, and the names of the teams' drivers and cars."""

    lines: tuple[BoxLine, ...]
    drivers: dict[str, str]
    cars: dict[str, str]


BOX_FIGURES = ("heats", "criticals", "scores", "kills", "out", "xp_gained", "level")


def box_score(match: str) -> BoxScore:
    """Every driver who ran in a match, with the names of those who sat it out and of all cars, in one query."""
    names: dict[str, dict[str, str]] = {"driver": {}, "car": {}}
    lines = []
    for kind, id, called, team, *figures in _box_rows(match):
        short = id.rsplit("/", 1)[-1]
        names[kind][short] = called
        if kind == "driver" and team is not None:
            figure = dict(zip(BOX_FIGURES, figures, strict=True))
            figure["out"] = bool(figure["out"])
            lines.append(BoxLine(driver=short, name=called, franchise=team.rsplit("/", 1)[-1], **figure))
    lines.sort(key=lambda line: (-line.scores, -line.criticals, -line.kills, line.driver))
    return BoxScore(tuple(lines), names["driver"], names["car"])


@cached_sql
def _box_rows(match: str) -> QuerySet[Any, Any]:
    line = FilteredRelation("appearances", condition=Q(appearances__match_id=match))
    people = (
        Sheet.objects.annotate(line=line)
        .filter(Q(contract__franchise__line_ups__match_id=match) | Q(line__isnull=False))
        .annotate(what=Value("driver"), called=F("person__name"), team=F("line__franchise_id"))
        .annotate(**{f"of_{name}": F(f"line__{name}") for name in BOX_FIGURES})
    )
    cars = Car.objects.filter(franchise__line_ups__match_id=match).annotate(
        what=Value("car"),
        called=F("name"),
        team=F("franchise_id"),
        **{f"of_{name}": Value(None, output_field=IntegerField()) for name in BOX_FIGURES if name != "out"},
        of_out=Value(None, output_field=BooleanField()),
    )
    columns = ("what", "id", "called", "team", *(f"of_{name}" for name in BOX_FIGURES))
    return people.values_list(*columns).union(cars.values_list(*columns))

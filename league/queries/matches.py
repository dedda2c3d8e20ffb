"""One match: who is in it, who sits where once that may be known, the box score, and the log if it was run here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Exists,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Concat

from drivers.models import Sheet
from franchises.models import Car, FranchiseSeason, Item
from league.access import Viewer
from league.models import LineUp, Match, MatchLog, Preferences, Report, Retold, Seat
from league.queries.names import round_and_place, title_at
from league.queries.seasons import balance_subquery
from sql.cached_sql import cached_sql, pad_ids

REPLACED_STANDINGS = ("corrected", "stood_in")
"""Standings of an entry for which another report than the one it accepted counts."""


def standing_log(match: str) -> Any:
    """The log that a match's accepted report was resolved with, by the match's stored id; None if it was reported.

    Its `report` is the report it came with, as accepted; `by_hand` says whether another report has replaced that one,
    so that the match's result is not what its ruleset produced.
    """
    return next(iter(_standing_logs(match)), None)


@cached_sql
def _standing_logs(match: str) -> QuerySet[Any]:
    accepted = Report.objects.filter(match_id=match)
    return MatchLog.objects.filter(pk=Subquery(accepted_log_digests(accepted)[:1]), match_id=match).annotate(
        report=Subquery(accepted.values("document")[:1]), by_hand=is_report_replaced(accepted)
    )


def accepted_log_digests(reports: QuerySet[Report]) -> QuerySet[Any, Any]:
    """The digests of the logs that accepted reports name."""
    return reports.values(log_digest=KT("document__source__log_digest"))


def is_report_replaced(reports: QuerySet[Report]) -> Exists:
    """Whether another report has replaced one of those."""
    replaced = Retold.objects.filter(
        standing__in=REPLACED_STANDINGS, season=OuterRef("season"), number=OuterRef("entry")
    )
    return Exists(reports.filter(Exists(replaced)))


def names_of_cars_and_drivers(season: str, *, cars: Iterable[str], drivers: Iterable[str]) -> dict[str, str]:
    """The names of a season's cars and drivers, by short ids; those without a name, or gone, are left out.

    A driver is found by their id, since they may be with another team by now.
    """
    cars_named = Car.objects.filter(pk__in=[f"{season}/{id}" for id in cars]).values_list("pk", "name")
    people = Sheet.objects.filter(pk__in=[f"{season}/{id}" for id in drivers]).values_list("pk", "person__name")
    return {id.rsplit("/", 1)[-1]: name for id, name in cars_named.union(people, all=True) if name}


SETTLEMENT_CLOSED_STEPS = ("M5.10", "settled")
"""Match steps at which the settlement is closed and the box score is final."""
BANKED_STEPS = ("M5.9", *SETTLEMENT_CLOSED_STEPS)
"""Match steps at which its income is banked, so that every franchise in it has a card."""
PUBLIC_LINE_UP_STEPS = ("M4", "M5.1", "M5.4", "M5.9", *SETTLEMENT_CLOSED_STEPS)
"""Match steps at which line-ups are public."""


@cached_sql
def line_ups(match: str, viewer: Viewer) -> QuerySet[Any]:
    """The franchises of a match with their names and the match itself, the best first, without what is secret.

    `own_balance` on each is the viewer's franchise's balance now, and `source` is where the accepted report came
    from; None while there is none. For a match that was resolved here `log_digest`, `log_edition` and `log_ruleset`
    are those of its standing log, and `by_hand` means the same as there. `match_before` and `match_after` are the
    matches played before and after this one, as text for `neighbor_match`; None where there is none. `owner_zone` is
    the time zone that the owner shows to the league's members.
    """
    return _line_ups(match, viewer)


@cached_sql
def line_ups_with_log(match: str, viewer: Viewer) -> QuerySet[Any]:
    """The same, and the standing log itself: `log_packet` and `log_text` of whichever line-up has them."""
    reports = Report.objects.filter(match_id=OuterRef("match_id"))
    log = MatchLog.objects.filter(match_id=OuterRef("match_id"), pk=Subquery(accepted_log_digests(reports)[:1]))
    once = ~Exists(LineUp.objects.filter(match_id=OuterRef("match_id"), pk__lt=OuterRef("pk")))
    return _line_ups(match, viewer).annotate(
        log_packet=Case(When(once, then=Subquery(log.values("packet")[:1]))),
        log_text=Case(When(once, then=Subquery(log.values("log")[:1]))),
    )


def _line_ups(match: str, viewer: Viewer) -> QuerySet[Any]:
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
        .annotate(owner_zone=Subquery(_zone_of_owner()))
        .annotate(match_before=_neighbor_match(after=False), match_after=_neighbor_match(after=True))
        .order_by("-points", "franchise__identity__name", "id")
    )


def _zone_of_owner() -> QuerySet[Any, Any]:
    """The zone that the owner of a line-up's franchise shows to members."""
    shown = Preferences.objects.filter(
        user__memberships__franchise_id=OuterRef("franchise__identity_id"), zone_shown=True, user__is_active=True
    )
    return shown.values("time_zone")[:1]


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
    title: str
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
        .values_list("match_id", round_and_place("match__"), "match__step", "franchise_id", "shopping")
    )
    found: dict[str, list[tuple[str, str, str, str]]] = {}
    for match, where, step, franchise, shopping in rows:
        found.setdefault(match.rsplit("/", 1)[-1], []).append((where, step, franchise.rsplit("/", 1)[-1], shopping))
    return [
        Shop(
            match=match,
            title=title_at(teams[0][0]),
            round=int(teams[0][0].partition(":")[0]),
            open=teams[0][1] == "M5.10",
            teams=tuple(franchise for _, _, franchise, _ in teams),
            shopping=tuple(franchise for _, _, franchise, shopping in teams if shopping == "open"),
        )
        for match, teams in found.items()
    ]


def _neighbor_match(*, after: bool) -> Subquery:
    """The match played before or after a line-up's match, as text for `neighbor_match`; None where there is none."""
    operator, sign = ("gt", "") if after else ("lt", "-")
    same_round = Q(round__number=OuterRef("match__round__number"))
    level = same_round & Q(place=OuterRef("match__place"))
    beyond = (
        Q(**{f"round__number__{operator}": OuterRef("match__round__number")})
        | same_round & Q(**{f"place__{operator}": OuterRef("match__place")})
        | level & Q(**{f"pk__{operator}": OuterRef("match_id")})
    )
    order = (f"{sign}round__number", f"{sign}place", f"{sign}pk")
    found = Match.objects.filter(beyond, season=OuterRef("season")).order_by(*order)
    return Subquery(found.values(where=Concat(round_and_place(), Value(" "), "pk", output_field=CharField()))[:1])


@dataclass(frozen=True, slots=True)
class NeighborMatch:
    """The match before or after another: its stored id, the number of its round, and its title."""

    match: str
    round: int
    title: str


def neighbor_match(text: str | None) -> NeighborMatch | None:
    """The match before or after the match of a line-up, from `match_before` or `match_after` on it."""
    if not text:
        return None
    where, _, match = text.partition(" ")
    return NeighborMatch(match, int(where.partition(":")[0]), title_at(where))


@dataclass(frozen=True, slots=True)
class CarriedItems:
    """The kinds of items that a seat takes into its match: on its car and its weapons, and worn by its crew."""

    on_car: Sequence[str] = ()
    worn: Sequence[str] = ()

    @property
    def kinds(self) -> list[str]:
        """All of them, those on the car first."""
        return [*self.on_car, *self.worn]


def items_carried_by(seats: Sequence[Seat]) -> dict[str, CarriedItems]:
    """What each of those seats takes into its match, by the seat's id."""
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
    return {seat: CarriedItems(carried[seat], worn[seat]) for seat in carried}


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
class StandingsRow:
    """What a match or a house act added to a franchise's season; all None for a franchise to which nothing was.

    `franchise` and `match` are stored ids, and `entry` is the number of the entry that added it.
    """

    franchise: str
    name: str
    match: str | None
    points: int | None
    wins: int | None
    criticals: int | None
    entry: int | None


@dataclass(frozen=True, slots=True)
class CarKind:
    """The kind of a car, which its body follows from."""

    overhead: bool
    gunner_station: bool


@dataclass(frozen=True, slots=True)
class BoxScore:
    """The box score, each team's most important line first, and the names of the teams' drivers and cars.

    `car_teams` are the teams of the cars, all by short ids. `standings` is everything that was added to the season's
    standings so far.
    """

    lines: tuple[BoxLine, ...]
    drivers: dict[str, str]
    cars: dict[str, str]
    car_teams: dict[str, str]
    car_kinds: dict[str, CarKind]
    standings: tuple[StandingsRow, ...] = ()


BOX_FIGURES = ("heats", "criticals", "scores", "kills", "out", "xp_gained", "level")


def box_score(match: str) -> BoxScore:
    """Every driver who ran in a match, with the names of those who sat it out and of all cars, in one query.

    The same query has what every match of the season added to its standings.
    """
    names: dict[str, dict[str, str]] = {"driver": {}, "car": {}}
    lines, standings, car_kinds, car_teams = [], [], {}, {}
    for kind, id, called, team, *figures in _box_rows(match):
        if kind == "standing":
            wins, criticals, points, entry = figures[:4]
            standings.append(StandingsRow(id, called, team, points, wins, criticals, entry))
            continue
        short = id.rsplit("/", 1)[-1]
        names[kind][short] = called
        if kind == "car":
            car_kinds[short], car_teams[short] = CarKind(*map(bool, figures[:2])), team.rsplit("/", 1)[-1]
        if kind == "driver" and team is not None:
            figure = dict(zip(BOX_FIGURES, figures, strict=True))
            figure["out"] = bool(figure["out"])
            lines.append(BoxLine(driver=short, name=called, franchise=team.rsplit("/", 1)[-1], **figure))
    lines.sort(key=lambda line: (-line.scores, -line.criticals, -line.kills, line.driver))
    return BoxScore(tuple(lines), names["driver"], names["car"], car_teams, car_kinds, tuple(standings))


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
        of_heats=Case(When(overhead=True, then=1), default=0),
        of_criticals=Case(When(gunner_station=True, then=1), default=0),
        **{f"of_{name}": Value(None, output_field=IntegerField()) for name in BOX_FIGURES[2:] if name != "out"},
        of_out=Value(None, output_field=BooleanField()),
    )
    added = FranchiseSeason.objects.filter(season__matches=match).annotate(
        what=Value("standing"),
        called=F("identity__name"),
        team=F("standings_lines__match_id"),
        of_heats=Case(When(standings_lines__won=True, then=1), default=0) + F("standings_lines__wins"),
        of_criticals=F("standings_lines__criticals"),
        of_scores=F("standings_lines__points"),
        of_kills=F("standings_lines__entry"),
        of_out=Value(None, output_field=BooleanField()),
        of_xp_gained=F("standings_lines__fact"),
        of_level=Value(None, output_field=IntegerField()),
    )
    columns = ("what", "id", "called", "team", *(f"of_{name}" for name in BOX_FIGURES))
    return people.values_list(*columns).union(cars.values_list(*columns), added.values_list(*columns))

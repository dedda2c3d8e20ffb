"""Queries of a single franchise and its things."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import (
    BigIntegerField,
    CharField,
    F,
    JSONField,
    OuterRef,
    Q,
    QuerySet,
    SmallIntegerField,
    Subquery,
    Value,
)

from drivers.models import Contract, Sheet
from franchises.models import Car, FranchiseSeason, Item, LedgerLine, Offer, Sponsor, StandingOrders, Trade
from league.access import Viewer, is_hidden
from league.models import (
    CupAward,
    Entry,
    FinalLine,
    LineUp,
    Match,
    Membership,
    Retold,
    Season,
    Settlement,
    StandingsLine,
)
from league.queries.entries import entries_naming, readable_by
from league.queries.names import round_and_place
from league.queries.seasons import balance_subquery
from rules.campaign.core.locks_and_shops import LOCKED_STEPS
from rules.core.switches import Setting
from rules.match.registry import rulesets
from rules.match.ruleset import ErrorDetail, without_warnings
from sql.cached_sql import cached_sql

SPONSOR_COMMANDS = (
    "open_from_sheet",
    "found_franchise",
    "throw_party",
    "place_sponsor",
    "next_setup_step",
    "close_setup",
    "buy_offer",
    "cash_holding",
    "give_sponsor",
    "take_sponsor",
    "declare_safe",
    "draw_sponsors",
    "pick_sponsor",
)
"""Commands by which a franchise wins, keeps or loses sponsors."""


def franchise_in_season(league: str, franchise: str, viewer: Viewer, *, season: str = "") -> Any:
    """The franchise in the season of that short name, by default the newest it is in; None if there is none.

    Forks are left out. It is annotated with `own_balance`, the balance of the viewer's franchise; `shopping_after`,
    the match after which its shops are open, `shopping_after_at`, where that is in the season, and `world_trades` in
    that shopping; `locked_for`, the match it is locked for; and `newest_number`, the number of the league's newest
    season.
    """
    return next(iter(_franchise_in_season(league, franchise, viewer, (season,) if season else ())), None)


@cached_sql
def _franchise_in_season(league: str, franchise: str, viewer: Viewer, named: tuple[str, ...]) -> QuerySet[Any]:
    rows = FranchiseSeason.objects.filter(identity_id=f"{league}/{franchise}", season__forked_from="")
    if named:
        rows = rows.filter(season__name__in=named)
    shopping = LineUp.objects.filter(franchise_id=OuterRef("pk"), shopping="open")
    locked = LineUp.objects.filter(franchise_id=OuterRef("pk"), match__step__in=LOCKED_STEPS)
    newest = Season.objects.filter(league_id=league, forked_from="").order_by("-number")
    return (
        rows.select_related("identity", "season")
        .annotate(
            own_balance=balance_subquery(viewer),
            shopping_after=Subquery(shopping.values("match_id")[:1]),
            shopping_after_at=Subquery(shopping.values_list(round_and_place("match__"))[:1]),
            world_trades=Subquery(shopping.values("world_trades")[:1]),
            locked_for=Subquery(locked.values("match_id")[:1]),
            newest_number=Subquery(newest.values("number")[:1]),
        )
        .order_by("-season__number", "-season__opened_at", "-season_id")[:1]
    )


def is_in_visible_fork(league: str, franchise: str, viewer: Viewer, *, at: datetime) -> bool:
    """Whether a sandbox or other fork that the viewer may see has a franchise of that short name."""
    rows = FranchiseSeason.objects.filter(identity_id=f"{league}/{franchise}").exclude(season__forked_from="")
    return any(not is_hidden(row.season, viewer, at=at) for row in rows.select_related("season"))


def roster(franchise: str) -> QuerySet[Contract]:
    """The contracts of a franchise, signed and reserved, by id, with the drivers' sheets."""
    return Contract.objects.filter(franchise_id=franchise).select_related("sheet__person").order_by("id")


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseCar:
    """A car of a franchise; `id` is its short id, and `phase` is `garage`, or `scrapped` after it was given up.

    `designs` are its own designs, by name of the ruleset (DM-M-010).
    """

    id: str
    name: str
    phase: str
    dp: int
    paid: int
    overhead: bool
    gunner_station: bool
    gearing: int
    broken: bool
    criticals: int
    destroyed: bool
    designs: Mapping[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarInRuleset:
    """A car in a ruleset: whether it has an `own` design or a stock one, and the errors of its own design.

    The errors are those under the house rules of the season (DM-M-010, DM-M-036).
    """

    ruleset: str
    title: str
    own: bool
    faults: tuple[ErrorDetail, ...] = ()


def car_in_rulesets(car: FranchiseCar, switches: Mapping[str, Setting]) -> tuple[CarInRuleset, ...]:
    """The car in every ruleset, sorted by name. A stock design is always legal."""
    return tuple(
        CarInRuleset(
            ruleset=ruleset.name,
            title=ruleset.title,
            own=ruleset.name in car.designs,
            faults=tuple(
                without_warnings(
                    ruleset.design_errors(
                        car.designs[ruleset.name],
                        dp=car.dp,
                        gunner_station=car.gunner_station,
                        gearing=car.gearing,
                        switches=switches,
                    )
                )
            )
            if ruleset.name in car.designs
            else (),
        )
        for ruleset in rulesets()
    )


@dataclass(frozen=True, slots=True)
class Holdings:
    """The cars of a franchise by id, and the kinds of its sponsors in the order they joined.

    `played` has the names of the rulesets of the season's announced matches; matches that people report have none.
    """

    cars: tuple[FranchiseCar, ...]
    sponsors: tuple[str, ...]
    played: frozenset[str]

    @property
    def garage(self) -> tuple[FranchiseCar, ...]:
        """The cars that were not given up."""
        return tuple(car for car in self.cars if car.phase == "garage")


FLAGS = ("overhead", "gunner_station", "broken", "destroyed")
CAR_COLUMNS = ("name", "phase", "dp", "paid", "gearing", "criticals", "designs", *FLAGS)


def holdings(franchise: str) -> Holdings:
    """Cars and sponsors of a franchise in a season, and the season's rulesets, in one query."""
    cars: list[FranchiseCar] = []
    kinds: list[tuple[int, str, str]] = []
    played: set[str] = set()
    for what, id, *values in _holdings(franchise):
        columns = dict(zip(CAR_COLUMNS, values, strict=True))
        if what == "car":
            columns |= {name: bool(columns[name]) for name in FLAGS}
            cars.append(FranchiseCar(id=_short_id(id), **columns))
        elif what == "sponsor":
            kinds.append((columns["dp"], id, columns["name"]))
        else:
            played.add(columns["name"])
    return Holdings(
        tuple(sorted(cars, key=lambda car: car.id)),
        tuple(kind for _, _, kind in sorted(kinds)),
        frozenset(played),
    )


@cached_sql
def _holdings(franchise: str) -> QuerySet[Any, Any]:
    """Cars, sponsors and matches in the columns of a car; `what` says which of them a row is."""
    cars = Car.objects.filter(franchise_id=franchise).annotate(
        what=Value("car"), **{f"of_{name}": F(name) for name in CAR_COLUMNS}
    )
    empty = {
        "of_phase": Value(""),
        "of_paid": Value(0, output_field=BigIntegerField()),
        "of_gearing": Value(0, output_field=SmallIntegerField()),
        "of_designs": Value({}, output_field=JSONField()),
        **{f"of_{name}": Value(False) for name in FLAGS},
    }
    sponsors = Sponsor.objects.filter(franchise_id=franchise).annotate(
        what=Value("sponsor"), of_name=F("kind"), of_dp=F("joined"), of_criticals=F("joined"), **empty
    )
    season = FranchiseSeason.objects.filter(pk=franchise).values("season_id")
    matches = (
        Match.objects.filter(season_id__in=season)
        .exclude(ruleset="")
        .annotate(what=Value("match"), of_name=F("ruleset"), of_dp=F("heats"), of_criticals=F("heats"), **empty)
    )
    columns = ("what", "id", *(f"of_{name}" for name in CAR_COLUMNS))
    return cars.values_list(*columns).union(sponsors.values_list(*columns), matches.values_list(*columns), all=True)


def stores(franchise: str) -> QuerySet[Item]:
    """Every item of a franchise by id, in the stores or fitted, with the car, driver or weapon it is on."""
    return (
        Item.objects.filter(franchise_id=franchise)
        .select_related("car", "driver__person", "weapon__car", "bound")
        .order_by("id")
    )


def offers(franchise: str) -> QuerySet[Offer]:
    """The current offers to a franchise, tinkered ones first."""
    found = Offer.objects.filter(franchise_id=franchise).annotate(match_at=round_and_place("match__"))
    return found.order_by("source", "id")


def visible_trades(viewer: Viewer) -> Q:
    """A condition for trades that the viewer may see: accepted, not sealed, or of a franchise they answer for.

    A commissioner answers for franchises without an owner, and the maker of a sandbox for everybody in it.
    """
    condition = Q(sealed="") | Q(accepted=True) | Q(season__sandbox__isnull=False)
    if viewer.franchises:
        own_franchises = [franchise.pk for franchise in viewer.franchises]
        condition |= Q(franchise__identity__in=own_franchises) | Q(partner__identity__in=own_franchises)
    if viewer.is_commissioner:
        condition |= Q(franchise__identity__owners__isnull=True) | Q(partner__identity__owners__isnull=True)
    return condition


def trades(franchise: str, viewer: Viewer) -> QuerySet[Trade]:
    """The pending trades that a franchise proposed or is asked for and the viewer may see, by id."""
    return (
        Trade.objects.filter(visible_trades(viewer), Q(franchise_id=franchise) | Q(partner_id=franchise))
        .select_related("franchise__identity", "partner__identity")
        .order_by("id")
    )


@dataclass(frozen=True, slots=True)
class ThingNames:
    """Names of things by short id: the names of drivers and cars, the kinds of items and sponsors."""

    drivers: Mapping[str, str] = field(default_factory=dict)
    cars: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    sponsors: Mapping[str, str] = field(default_factory=dict)


def thing_names(season: str, ids: Collection[str]) -> ThingNames:
    """The names of drivers, cars, items and sponsors of a season with these short ids, in one query.

    Without ids there is no query.
    """
    if not ids:
        return ThingNames()
    stored = [f"{season}/{id}" for id in sorted(set(ids))]
    columns = (
        (Sheet, "drivers", "person__name"),
        (Car, "cars", "name"),
        (Item, "items", "kind"),
        (Sponsor, "sponsors", "kind"),
    )
    first, *others = (
        model.objects.filter(pk__in=stored)
        .annotate(shelf=Value(shelf, output_field=CharField()), called=F(column))
        .values_list("shelf", "pk", "called")
        for model, shelf, column in columns
    )
    names: dict[str, dict[str, str]] = {shelf: {} for _, shelf, _ in columns}
    for shelf, id, name in first.union(*others, all=True):
        names[shelf][_short_id(id)] = name or _short_id(id)
    return ThingNames(**names)


def sponsors(franchise: str) -> QuerySet[Sponsor]:
    """The sponsors of a franchise in the order they joined."""
    return Sponsor.objects.filter(franchise_id=franchise).order_by("joined", "id")


def sponsor_entries(franchise: FranchiseSeason, viewer: Viewer) -> QuerySet[Any]:
    """The readable entries of commands about sponsors that name the franchise, the newest first."""
    return entries_naming(franchise.season_id, viewer, _short_id(franchise.pk)).filter(command__in=SPONSOR_COMMANDS)


def ledger(franchise: FranchiseSeason, viewer: Viewer) -> QuerySet[Any]:
    """The lines of the ledger, the newest first, without those of entries that are sealed from the viewer.

    Annotated with `entry_body`, the body of the line's entry, `entry_retold`, its amended body or None, and
    `entry_at`.
    """
    entry = Entry.objects.filter(season_id=OuterRef("season_id"), number=OuterRef("entry")).filter(
        readable_by(viewer)
    )
    retold = Retold.objects.filter(season_id=OuterRef("season_id"), number=OuterRef("entry"))
    return (
        LedgerLine.objects.filter(franchise=franchise)
        .annotate(
            entry_body=Subquery(entry.values("body")[:1]),
            entry_retold=Subquery(retold.values("body")[:1]),
            entry_at=Subquery(entry.values("at")[:1]),
        )
        .filter(~Q(entry_body=None))
        .order_by("-entry", "-fact")
    )


def settlements(franchise: str) -> QuerySet[Settlement]:
    """The settlements of a franchise's matches in a season, the last first."""
    found = Settlement.objects.filter(franchise_id=franchise).annotate(match_at=round_and_place("match__"))
    return found.order_by("-entry", "-fact")


def match_line_ups(franchise: str) -> QuerySet[LineUp]:
    """The line-ups of all teams in a franchise's matches, in the order of play, without secret columns."""
    return (
        LineUp.objects.filter(match__line_ups__franchise_id=franchise)
        .select_related("match__round", "franchise__identity")
        .defer("locked", "words", "bills", "match__outcome", "match__words")
        .order_by("match__round__number", "match__place", "match_id", "-points", "franchise__identity__name")
    )


def standings_lines(franchise: str) -> QuerySet[StandingsLine]:
    """The standings lines of a franchise in a season, the last first."""
    found = StandingsLine.objects.filter(franchise_id=franchise).annotate(match_at=round_and_place("match__"))
    return found.order_by("-entry", "-fact")


def seasons_of(identity: str) -> QuerySet[Any]:
    """A franchise in each of its seasons, the newest first, without forks.

    Annotated with `rank_entry`, the entry that ranked it, and with `cup_entry` and `cup_won`, the entry and bonus of
    a Metal Cup it won; each may be None.
    """
    ranked = FinalLine.objects.filter(franchise_id=OuterRef("pk"))
    cup = CupAward.objects.filter(franchise_id=OuterRef("pk"))
    return (
        FranchiseSeason.objects.filter(identity_id=identity, season__forked_from="")
        .select_related("season")
        .annotate(
            rank_entry=Subquery(ranked.values("entry")[:1]),
            cup_entry=Subquery(cup.values("entry")[:1]),
            cup_won=Subquery(cup.values("bonus")[:1]),
        )
        .order_by("-season__number", "-season__opened_at", "-season_id")
    )


def standing_orders(identity: str) -> StandingOrders | None:
    """The stored standing orders of a franchise; None if none were set."""
    return StandingOrders.objects.filter(franchise_id=identity).first()


def has_owner(identity: str) -> bool:
    """Whether the franchise has an owner, whose sealed policies nobody else may see."""
    return Membership.objects.filter(franchise_id=identity, role=Membership.Role.OWNER).exists()


def _short_id(id: str) -> str:
    return id.rsplit("/", 1)[-1]

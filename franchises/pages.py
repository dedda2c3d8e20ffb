"""What a franchise's page shows: roster, garage, sponsors, and the ledger with the reason behind every line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from drivers.pages.driver import (
    AVAILABILITY,
    LevelBar,
    Term,
    TraitLine,
    fatigue_words,
    level_bar,
    quirk_terms,
    talent_terms,
    trait_lines,
)
from franchises.queries import garage, ledger, newest_season_of, roster, sponsors
from league.access import Viewer
from league.journal.body import read
from league.models import League
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.pages.names import names_in
from league.pages.telling import Told, tell
from league.queries.seasons import balance_of
from rules.campaign.facts import Fact
from rules.campaign.overhead import size
from rules.campaign.prices import STAFF_K
from rules.campaign.sponsors import KINDS

LINES_A_PAGE = 20
CURSOR = re.compile(r"(\d{1,9})-(\d{1,9})")
SPONSOR_EFFECTS = {
    "oil": "Pays well, and nothing else.",
    "car_manufacturer": "New cars get 3 DP more, overhead cars 6.",
    "medical_services": "+1 on quirk checks.",
    "tire_company": "Rating 4 staff for hire; +1 mechanic rating at pit-stops.",
    "gun_manufacturer": "Weapons are 10 % cheaper; a tinkering roll after each match, on 5 or 6.",
    "mechanic_shop": "1k off each car's repair bill, 2k for an overhead car; rating 4 staff for hire.",
    "insurance": "5k off each replacement and each cloning.",
    "car_dealership": "New cars are 10 % cheaper; rating 4 staff for hire.",
    "engineering_firm": "A tinkering roll after each match, on 5 or 6.",
    "energy": "Pays well, and nothing else.",
    "holding_company": "May be bankrupted for 2d6 × 20k at any moment.",
    "cloning_services": "2k off each cloning; +1 on quirk checks.",
    "munitions": "On an income die of 6 there is war, and it pays 3d6 × 10k.",
}


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A driver of the roster."""

    name: str
    href: str
    level: int
    traits: tuple[TraitLine, ...]
    bar: LevelBar
    talents: tuple[Term, ...]
    quirks: tuple[Term, ...]
    fatigue: str
    fatigue_points: int
    availability: str
    availability_kind: str


@dataclass(frozen=True, slots=True)
class CarLine:
    """A car of the garage."""

    name: str
    dp: int
    overhead: bool
    gunner_station: bool
    paid: int
    criticals: int
    destroyed: bool


@dataclass(frozen=True, slots=True)
class SponsorLine:
    """A sponsor with what it pays after each match and what it does."""

    name: str
    income: str
    effect: str
    rule: str


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """A line of the ledger: the balance after it, and the fact behind it."""

    at: datetime
    balance: int
    told: Told
    entry: int
    href: str


def franchise_page(*, league: League, viewer: Viewer, franchise: str, before: str) -> dict[str, Any] | None:
    """The context of a franchise's page; `before` is the ledger line to go on from, empty for the newest."""
    row = newest_season_of(league.pk, franchise)
    if row is None:
        return None
    season = row.season
    cars = list(garage(row.pk))
    lines = ledger(row, viewer)
    if found := CURSOR.fullmatch(before):
        entry, fact = int(found[1]), int(found[2])
        lines = lines.filter(Q(entry__lt=entry) | Q(entry=entry, fact__lt=fact))
    fetched = list(lines[: LINES_A_PAGE + 1])
    shown = fetched[:LINES_A_PAGE]
    stated = [(line, read(line.entry_body).stated()[line.fact]) for line in shown]
    names = names_in(season.pk, [fact for _, fact in stated], known={franchise: row.identity.name})
    names.cars = {routes.local(car.pk): car.name for car in cars}
    own = viewer.franchise is not None and viewer.franchise.pk == row.identity_id
    drivers = [_driver(contract.sheet) for contract in roster(row.pk)]
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Franchises",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb(row.identity.name),
            ],
            balance=row.balance if own else balance_of(season.pk, viewer),
        ),
        "franchise": row,
        "name": row.identity.name,
        "short_name": franchise,
        "colour": colour_of(franchise),
        "staff_each_season": STAFF_K[row.staff_rating] * 1000,
        "roster": drivers,
        "garage": [_car(car) for car in cars],
        "sponsors": [_sponsor(each.kind) for each in sponsors(row.pk)],
        "waiting": [KINDS[kind].name for kind in row.waiting_sponsors],
        "ledger": [_money(line, fact, names, season.pk) for line, fact in stated],
        "newest": not found,
        "older": f"{shown[-1].entry}-{shown[-1].fact}" if len(fetched) > LINES_A_PAGE else "",
        "size": _size(row, drivers=len(drivers), cars=cars),
    }


def _driver(sheet: Any) -> RosterLine:
    words, kind, _ = AVAILABILITY[sheet.availability]
    return RosterLine(
        name=sheet.person.name,
        href=routes.address(sheet),
        level=sheet.level,
        traits=tuple(trait_lines(sheet)),
        bar=level_bar(xp=sheet.xp, level=sheet.level),
        talents=tuple(talent_terms(sheet.talents)),
        quirks=tuple(quirk_terms(sheet.quirks)),
        fatigue=fatigue_words(sheet.fatigue),
        fatigue_points=len(sheet.fatigue),
        availability=words,
        availability_kind=kind,
    )


def _car(car: Any) -> CarLine:
    return CarLine(
        name=car.name or routes.local(car.pk),
        dp=car.dp,
        overhead=car.overhead,
        gunner_station=car.gunner_station,
        paid=car.paid,
        criticals=car.criticals,
        destroyed=car.destroyed,
    )


def _sponsor(kind: str) -> SponsorLine:
    row = KINDS[kind]
    return SponsorLine(row.name, f"{row.dice}d6 × {row.each_k}k", SPONSOR_EFFECTS[kind], row.rule)


def _money(line: Any, stated: Fact, names: Any, season: str) -> MoneyLine:
    return MoneyLine(line.entry_at, line.balance, tell(stated, names), line.entry, routes.entry_at(season, line.entry))


def _size(row: Any, *, drivers: int, cars: list[Any]) -> int:
    """The franchise's size as overhead counts it today (DM-C-099)."""
    return size(
        drivers=drivers,
        cars=len(cars),
        overhead_cars=sum(car.overhead for car in cars),
        staff_rating=row.staff_rating,
    )

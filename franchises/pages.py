"""What a franchise's page shows: roster, garage, sponsors, and the ledger with the reason behind every line."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
from franchises.queries import CarHeld, holdings, ledger, newest_season_of, roster
from league.access import Viewer
from league.journal.body import read
from league.models import League
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.pages.names import names_in
from league.pages.telling import Names, Told, tell
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
    row = newest_season_of(league.pk, franchise, viewer)
    if row is None:
        return None
    season = row.season
    held = holdings(row.pk)
    lines = ledger(row, viewer)
    if found := CURSOR.fullmatch(before):
        entry, fact = int(found[1]), int(found[2])
        lines = lines.filter(Q(entry__lt=entry) | Q(entry=entry, fact__lt=fact))
    fetched = list(lines[: LINES_A_PAGE + 1])
    shown = fetched[:LINES_A_PAGE]
    stated = [(line, read(line.entry_body).stated()[line.fact]) for line in shown]
    sheets = [contract.sheet for contract in roster(row.pk)]
    names = Names(
        season.pk,
        franchises={franchise: row.identity.name},
        drivers={routes.local(sheet.pk): sheet.person.name for sheet in sheets},
        cars={car.id: car.name for car in held.cars},
    )
    names_in(names, [fact for _, fact in stated])
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
            balance=row.own_balance,
        ),
        "franchise": row,
        "name": row.identity.name,
        "short_name": franchise,
        "colour": colour_of(franchise),
        "staff_each_season": STAFF_K[row.staff_rating] * 1000,
        "roster": [_driver(sheet) for sheet in sheets],
        "garage": held.garage,
        "sponsors": [_sponsor(kind) for kind in held.sponsors],
        "waiting": [KINDS[kind].name for kind in row.waiting_sponsors],
        "ledger": [_money(line, fact, names, season.pk) for line, fact in stated],
        "newest": not found,
        "older": f"{shown[-1].entry}-{shown[-1].fact}" if len(fetched) > LINES_A_PAGE else "",
        "size": _size(row, drivers=len(sheets), cars=held.garage),
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


def _sponsor(kind: str) -> SponsorLine:
    row = KINDS[kind]
    return SponsorLine(row.name, f"{row.dice}d6 × {row.each_k}k", SPONSOR_EFFECTS[kind], row.rule)


def _money(line: Any, stated: Fact, names: Any, season: str) -> MoneyLine:
    return MoneyLine(
        line.entry_at, line.balance, tell(stated, names), line.entry, routes.entry_at(season, line.entry)
    )


def _size(row: Any, *, drivers: int, cars: Sequence[CarHeld]) -> int:
    """The franchise's size as overhead counts it today (DM-C-099)."""
    return size(
        drivers=drivers,
        cars=len(cars),
        overhead_cars=sum(car.overhead for car in cars),
        staff_rating=row.staff_rating,
    )

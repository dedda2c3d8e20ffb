"""The first page of a franchise: roster, garage with fitted items, sponsors and staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from drivers.pages.driver_table import (
    DriverRecord,
    DriverRow,
    DriverSort,
    contract_fee,
    driver_records,
    driver_table,
    row_of_driver,
)
from drivers.queries import driver_runs
from explain import links
from explain.printed_effects import SPONSOR_EFFECTS
from franchises.pages.base_context import FranchisePage, FranchisePageRequest, load_franchise_page
from franchises.pages.designer.comparison import comparison_url
from franchises.pages.designer.page import ruleset_with_board
from franchises.pages.garage import garage_of
from franchises.queries.franchise import FranchiseCar, holdings, roster, stores
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.core.switches import RULESET_SWITCH
from rules.campaign.money.overhead import SIZE_BY_STAFF_RATING, size_from_counts
from rules.campaign.money.prices import STAFF_K
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.staff import BEST_RATING
from rules.campaign.season_end.staff_retention import keep_fee
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import in_k

ROSTER_ORDER = DriverSort("name", down=False)
CONTRACT_ORIGINS = {"rookie": "rookie", "veteran": "veteran", "draft": "drafted", "trade": "by a trade"}
DRAFT_OPENS_INDEX = SEASON_STEPS.index("E6")
"""The first step at which everybody sees who is protected: it is sealed until the draft opens (DM-C-161)."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A driver of the roster, with the terms of their contract in words and what may be done for them."""

    row: DriverRow
    contract: str
    signed: bool
    trait_choices: int
    may_be_cured: bool


@dataclass(frozen=True, slots=True)
class SponsorLine:
    """A kind of sponsor with its income after each match and its effect."""

    name: str
    income: str
    effect: str
    rule: str


@dataclass(frozen=True, slots=True)
class Staff:
    """The staff: rating, prices in credits, and news in words (DM-C-064, DM-C-160)."""

    rating: int
    each_season: int
    keep: int
    news: str


def team_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of a franchise's first page; None if the franchise is not in that season.

    It includes the limits of drivers, cars and sponsors (DM-C-060, DM-C-065, DM-C-069). Owners who meet the franchise
    in a duel do not see everything of its cars (CW-Q-013).
    """
    page = load_franchise_page(page_request, "")
    if page is None:
        return None
    row, house = page.row, page.house
    franchise_holdings = holdings(row.pk)
    contracts = list(roster(row.pk))
    items = list(stores(row.pk))
    garage = garage_of(page, page_request, franchise_holdings, items)
    cures = {quirk for item in garage.visible_items for quirk in CURES.get(item.kind, ())}
    records = driver_records(driver_runs(row.season_id)) if contracts else {}
    lines = [_driver(contract, page, cures, records.get(links.short_id(contract.sheet_id))) for contract in contracts]
    signed = [line for line in lines if line.signed]
    query = {"season": page_request.season} if page_request.season else {}
    return {
        **page.context,
        "roster": _roster_table(signed, DriverSort.from_text(page_request.sort, default=ROSTER_ORDER), query),
        "anybody_tired": any(line.row.fatigue for line in signed),
        "reserved": _roster_table([line for line in lines if not line.signed], None, {}),
        "roster_max": house.number_setting("roster.max"),
        "garage": garage.lines,
        "hidden_fields": garage.hidden_fields,
        "compare_href": comparison_url(
            page_request.league.pk, page_request.franchise, ruleset_with_board(str(house.setting(RULESET_SWITCH)))
        )
        if page.context["may"].act
        else "",
        "garage_min": house.number_setting("garage.min"),
        "garage_max": house.number_setting("garage.max"),
        "sponsors": [sponsor_line(kind) for kind in franchise_holdings.sponsors],
        "sponsors_max": house.number_setting("sponsors.max"),
        "waiting": [SPONSOR_KINDS[kind].name for kind in row.waiting_sponsors],
        "set_up": _is_set_up(page, drivers=len(signed), armed_cars=sum(bool(car.fitted) for car in garage.lines)),
        "staff": _staff(page),
        "size": _size(row, drivers=len(signed), cars=franchise_holdings.garage),
        "size_sum": _size_words(row, drivers=len(signed), cars=franchise_holdings.garage),
        "draft_href": links.draft_url(row.season_id),
        "at_contracts": house.step == "E5",
        "sponsors_drawn": SEASON_STEPS.index(house.step) > SEASON_STEPS.index("E7"),
        "at_end": SEASON_STEPS.index(house.step) > DRAFT_OPENS_INDEX,
    }


def sponsor_line(kind: str) -> SponsorLine:
    """A kind of sponsor with its income and effect."""
    row = SPONSOR_KINDS[kind]
    return SponsorLine(row.name, f"{row.dice}d6 × {row.each_k}k", SPONSOR_EFFECTS[kind], row.rule)


def _driver(contract: Any, page: FranchisePage, cures: set[str], record: DriverRecord | None) -> RosterLine:
    sheet, signed = contract.sheet, contract.phase == "signed"
    fee, mark = contract_fee(contract, page.house, level=sheet.level), _mark(contract, page)
    to_hire = "to hire, drafted" if contract.origin == "draft" else "to hire again"
    return RosterLine(
        row=row_of_driver(
            sheet,
            house=page.house,
            team=None,
            fee=fee,
            record=record,
            notes=[(mark, "")] if mark else (),
            origin=CONTRACT_ORIGINS[contract.origin] if signed else to_hire,
        ),
        contract=_contract_words(contract, fee),
        signed=signed,
        trait_choices=sheet.trait_choices,
        may_be_cured=not cures.isdisjoint(sheet.quirks),
    )


def _roster_table(lines: Sequence[RosterLine], sort: DriverSort | None, query: Mapping[str, str]) -> dict[str, Any]:
    """The headings of a roster's table, and its lines in their order."""
    table = driver_table([line.row for line in lines], sort=sort, query=query, at="roster", with_teams=False)
    line_by_id = {line.row.id: line for line in lines}
    return {
        "headings": table.headings,
        "lines": [replace(line_by_id[row.id], row=row) for row in table.rows],
    }


def _is_set_up(page: FranchisePage, *, drivers: int, armed_cars: int) -> bool:
    """Whether the franchise has the drivers and armed cars for the first round, and its party is over (DM-C-058)."""
    row, house = page.row, page.house
    enough = drivers >= house.number_setting("roster.min") or row.short_roster_known
    return (
        enough
        and armed_cars >= house.number_setting("garage.min")
        and not page.context["may"].party
        and not row.waiting_sponsors
    )


def _contract_words(contract: Any, fee: int) -> str:
    if contract.phase == "reserved":
        return f"drafted, {in_k(fee)} to hire" if contract.origin == "draft" else f"{in_k(fee)} to hire again"
    return f"{CONTRACT_ORIGINS[contract.origin]}, {in_k(fee)}"


def _mark(contract: Any, page: FranchisePage) -> str:
    """That the driver is protected from the draft. Before the draft opens, only their owner sees it."""
    if not contract.protected:
        return ""
    if SEASON_STEPS.index(page.house.step) >= DRAFT_OPENS_INDEX:
        return "protected"
    return "protected, sealed until the draft" if page.own else ""


def _staff(page: FranchisePage) -> Staff:
    row = page.row
    news = ""
    if row.staff_held:
        news = f"Rating {row.staff_held} was kept, and its hire-on price is still to be paid."
    elif page.house.step == "E4" and row.staff_rating > 1:
        news = "Decided for the next season." if row.staff_decided else "Its owner keeps it or lets it go now."
    keep_price = keep_fee(page.house, rating=row.staff_rating) if row.staff_rating > 1 else 0
    return Staff(row.staff_rating, STAFF_K[row.staff_rating] * 1000, keep_price, news)


def _size(row: Any, *, drivers: int, cars: Sequence[FranchiseCar]) -> int:
    """The franchise's current size, as overhead counts it (DM-C-099)."""
    return size_from_counts(
        drivers=drivers,
        cars=len(cars),
        overhead_cars=sum(car.overhead for car in cars),
        staff_rating=row.staff_rating,
    )


def _size_words(row: Any, *, drivers: int, cars: Sequence[FranchiseCar]) -> str:
    overhead = sum(car.overhead for car in cars)
    best = (
        f", rating {BEST_RATING} would add {SIZE_BY_STAFF_RATING[BEST_RATING]}"
        if row.staff_rating < BEST_RATING
        else ""
    )
    return (
        f"{drivers} drivers, {len(cars)} cars, overhead cars once more {overhead}, "
        f"staff {SIZE_BY_STAFF_RATING[row.staff_rating]}{best} (DM-C-099)."
    )

"""Starting a season in the middle, from the sheet of a league that was played on paper. Rules DM-C-048, DM-C-180."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.campaign.commissioner.balance_and_points import PointsAwarded
from rules.campaign.commissioner.give_or_take import CarEntered
from rules.campaign.commissioner.goods_checks import car_definition_errors, item_definition_errors
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.goods import Item
from rules.campaign.core.state import Car, Contract, Driver, Franchise, Season, Sponsor
from rules.campaign.founding.season_start import FranchiseFounded, SeasonNotOpened
from rules.campaign.founding.sheet_checks import sheet_errors
from rules.campaign.founding.sheet_schema import DriverSheet, FranchiseSheet, ItemSheet, Sheet, SponsorSheet
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP
from rules.campaign.garage.designs import assign_designs, refuse_faulty_designs
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.stores import add_item
from rules.campaign.money.account import book_amount
from rules.campaign.money.prices import ROOKIE_K
from rules.campaign.people.quirks import consequence, graver_availability
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.sponsors.kinds import SponsorJoined
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import Credits, DriverId, FranchiseId, K
from rules.match.catalog import CATALOG


class SheetTooLate(Refusal):
    """The season already has franchises, so it is too late for an opening sheet."""


class SheetFaulty(Refusal):
    """The opening sheet has errors, or breaks what is always true of a season; all are listed (DM-C-180)."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(f"The sheet cannot be taken up; mend what it breaks ({len(faults)}): {' '.join(faults)}")
        self.faults = tuple(faults)


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTaken(Fact):
    """The season began from an opening sheet; the history before it is not invented (DM-C-180)."""

    says = "The season began from a sheet of {franchises} franchises, with {rounds_before} rounds played before."
    franchises: int
    rounds_before: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class StaffEntered(Fact):
    """A franchise came with mechanical staff better than rating 1 (DM-C-064, DM-C-180)."""

    says = "{franchise} has mechanical staff of rating {rating}."
    franchise: FranchiseId
    rating: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DriverEntered(Fact):
    """A driver came to a franchise without being hired here (DM-C-180).

    `fee` is that of their contract, in credits.
    """

    says = "{driver} drives for {franchise}: level {level}, {xp} XP."
    franchise: FranchiseId
    driver: DriverId
    name: str
    level: int
    xp: int
    fee: Credits


@command(steps=("S0",), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFromSheet(Command):
    """Start from an opening sheet, after the season is opened and before anybody is founded (DM-C-180).

    If the sheet has errors, all of them are listed and nothing is applied.
    """

    sheet: Sheet

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `SeasonNotOpened`, `SheetTooLate` or `SheetFaulty`."""
        if not season.rounds_planned:
            raise SeasonNotOpened("The season is not open: open it with its rounds and house rules first.")
        if season.franchises:
            raise SheetTooLate("Franchises stand in this season already: a sheet comes before all of them.")
        trial = copy_season(season)
        errors = sheet_errors(season, self.sheet)
        _, new_errors = _apply_sheet(trial, self.sheet, dice)
        errors.extend([*new_errors, *broken_invariants(trial)])
        if errors:
            raise SheetFaulty(list(dict.fromkeys(errors)))
        facts, _ = _apply_sheet(season, self.sheet, dice)
        return facts


def _apply_sheet(season: Season, sheet: Sheet, dice: Dice) -> tuple[list[Fact], list[str]]:
    """Put everything on the sheet into the season. Returns the facts, and the errors of what did not fit."""
    season.rounds_before = sheet.rounds_before
    facts: list[Fact] = [
        SheetTaken(rule="DM-C-180", franchises=len(sheet.franchises), rounds_before=sheet.rounds_before)
    ]
    errors: list[str] = []
    for franchise in sheet.franchises:
        facts.extend(_enter_franchise(season, franchise))
        facts.extend(_enter_sponsor(season, franchise.franchise, sponsor) for sponsor in franchise.sponsors)
        entered, new_errors = _enter_cars(season, franchise)
        facts.extend(entered)
        errors.extend(new_errors)
        facts.extend(_enter_driver(season, franchise.franchise, driver) for driver in franchise.drivers)
        entered, new_errors = _enter_items(season, franchise, dice)
        facts.extend(entered)
        errors.extend(new_errors)
    return facts, errors


def _enter_franchise(season: Season, sheet: FranchiseSheet) -> list[Fact]:
    franchise = season.franchises[sheet.franchise] = Franchise(
        id=sheet.franchise,
        staff_rating=sheet.staff_rating,
        points=sheet.points,
        wins=sheet.wins,
        criticals=sheet.criticals,
        first_season=sheet.first_season,
        party_thrown=sheet.party_thrown or season.rounds_before > 0,
        cup_bonus=sheet.cup_bonus,
        cup_plus_one=sheet.cup_plus_one,
    )
    moved = book_amount(franchise, amount=sheet.balance)
    facts: list[Fact] = [FranchiseFounded(rule="DM-C-180", **moved, name=sheet.name)]
    if sheet.points or sheet.wins or sheet.criticals:
        facts.append(
            PointsAwarded(
                rule="DM-C-180",
                franchise=sheet.franchise,
                points=sheet.points,
                wins=sheet.wins,
                criticals=sheet.criticals,
                season_points=sheet.points,
                season_wins=sheet.wins,
                season_criticals=sheet.criticals,
            )
        )
    if sheet.staff_rating > 1:
        facts.append(StaffEntered(rule="DM-C-180", franchise=sheet.franchise, rating=sheet.staff_rating))
    return facts


def _enter_sponsor(season: Season, franchise: FranchiseId, sheet: SponsorSheet) -> Fact:
    season.sponsors[sheet.sponsor] = Sponsor(
        id=sheet.sponsor,
        franchise=franchise,
        kind=sheet.kind,
        joined=season.number,
        safe_in=[season.number - 1] if sheet.safe_last_season else [],
    )
    return SponsorJoined(rule="DM-C-180", franchise=franchise, sponsor=sheet.sponsor, sponsor_kind=sheet.kind)


def _enter_cars(season: Season, sheet: FranchiseSheet) -> tuple[list[Fact], list[str]]:
    facts: list[Fact] = []
    errors: list[str] = []
    for car_sheet in sheet.cars:
        car = season.cars[car_sheet.car] = Car(
            id=car_sheet.car,
            franchise=sheet.franchise,
            dp=car_sheet.dp or (OVERHEAD_DP if car_sheet.overhead else NORMAL_DP),
            paid=car_sheet.paid,
            overhead=car_sheet.overhead,
            gunner_station=car_sheet.gunner_station,
            gearing=car_sheet.gearing,
            criticals=car_sheet.criticals,
        )
        errors.extend(car_definition_errors(season, car))
        facts.append(
            CarEntered(rule="DM-C-180", franchise=sheet.franchise, car=car_sheet.car, name=car_sheet.name, dp=car.dp)
        )
        try:
            refuse_faulty_designs(season, car, car_sheet.designs)
        except Refusal as refusal:
            errors.append(refusal.sentence)
        else:
            facts.extend(assign_designs(car, car_sheet.designs))
    return facts, errors


def _enter_driver(season: Season, franchise: FranchiseId, sheet: DriverSheet) -> Fact:
    driver = season.drivers[sheet.driver] = Driver(
        id=sheet.driver,
        driving=sheet.driving,
        gunnery=sheet.gunnery,
        initiative=sheet.initiative,
        toughness=sheet.toughness,
        xp=sheet.xp,
        level=sheet.level,
        talents=list(sheet.talents),
        quirks=dict(sheet.quirks),
        fatigue=[trait.value for trait in sheet.fatigue],
        ardent_spent=sheet.ardent_spent,
        trait_choices=sheet.trait_choices,
        availability="season_out" if sheet.season_out else "available",
    )
    _apply_quirk_consequences(season, driver)
    fee = 0 if sheet.reserved else sheet.fee
    season.contracts[sheet.driver] = Contract(
        id=sheet.driver,
        franchise=franchise,
        fee=fee,
        origin="rookie" if fee == ROOKIE_K * K else "veteran",
        phase="reserved" if sheet.reserved else "signed",
    )
    return DriverEntered(
        rule="DM-C-180",
        franchise=franchise,
        driver=sheet.driver,
        name=sheet.name,
        level=sheet.level,
        xp=sheet.xp,
        fee=Credits(fee),
    )


def _apply_quirk_consequences(season: Season, driver: Driver) -> None:
    """Apply what the driver's quirks have caused: being barred, and having to retire.

    The sheet itself says whether they are out for the season.
    """
    retires = bool(season.setting("quirks.season_out_becomes_retirement"))
    season_out = driver.availability == "season_out"
    for quirk in sorted(driver.quirks):
        brought = consequence(quirk=quirk, count=driver.quirks[quirk], season_out_retires=retires and season_out)
        driver.retiring = driver.retiring or brought.retiring
        if brought.availability != "season_out":
            driver.availability = graver_availability(driver.availability, brought.availability)


def _enter_items(season: Season, sheet: FranchiseSheet, dice: Dice) -> tuple[list[Fact], list[str]]:
    """Put the items into the stores, then place each where it is, as its owner would (DM-C-067)."""
    facts: list[Fact] = []
    errors: list[str] = []
    for item_sheet in sheet.items:
        item = _item(sheet.franchise, item_sheet)
        errors.extend(item_definition_errors(item))
        facts.append(add_item(season, item, rule="DM-C-180"))
    for item_sheet in sheet.items:
        if not (item_sheet.car or item_sheet.driver or item_sheet.weapon):
            continue
        placement = FitItem(
            franchise=sheet.franchise,
            item=item_sheet.item,
            car=item_sheet.car,
            driver=item_sheet.driver,
            weapon=item_sheet.weapon,
        )
        try:
            facts.extend(placement.perform(season, dice))
        except Refusal as refusal:
            errors.append(refusal.sentence)
    return facts, errors


def _item(franchise: str, sheet: ItemSheet) -> Item:
    full_uses = CATALOG[sheet.kind].uses if sheet.kind in CATALOG else 0  # no mutant: refused by its faults
    return Item(
        id=sheet.item,
        franchise=franchise,
        kind=sheet.kind,
        origin="opening",
        paid=sheet.paid,
        carcass=sheet.carcass,
        tread=sheet.tread,
        gearing=sheet.gearing,
        variant=sheet.variant,
        rolled=dict(sheet.rolled),
        uses=full_uses if sheet.uses is None else sheet.uses,
        ammunition=sheet.ammunition,
    )

"""Starting a season in the middle, from the sheet of a league that was played on paper: its schema, its checks, its
start.

Each error is a sentence. `invariants` finds what no season may break; the checks here are those that only a sheet
needs. Rules DM-C-015, DM-C-016, DM-C-020, DM-C-033, DM-C-047, DM-C-048, DM-C-062, DM-C-180.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.campaign.commissioner.balance_and_points import PointsAwarded
from rules.campaign.commissioner.driver_corrections import MOST_XP
from rules.campaign.commissioner.give_or_take import CarEntered
from rules.campaign.commissioner.goods_checks import car_definition_errors, item_definition_errors
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.figure_limits import LARGEST_AMOUNT, LARGEST_FIGURE, LARGEST_POINTS
from rules.campaign.core.names import clean_legible_name, clean_new_id
from rules.campaign.core.state import Car, Contract, Driver, Franchise, Item, Season, Sponsor
from rules.campaign.founding.season_start import FranchiseFounded, SeasonNotOpened
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP
from rules.campaign.garage.designs import assign_designs, refuse_faulty_designs
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.stores import add_item
from rules.campaign.money.account import book_amount
from rules.campaign.money.prices import ROOKIE_K, veteran_fee
from rules.campaign.people.experience import level_at
from rules.campaign.people.quirks import SEASON_OUT_AT_SECOND, consequence, graver_availability
from rules.campaign.people.talents import ARDENT
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.sponsors.kinds import SponsorJoined
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import CarId, Credits, DriverId, FranchiseId, ItemId, K, SponsorId, Trait
from rules.match.catalog import CATALOG


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverSheet:
    """A driver: traits are base and advances, before quirks and fatigue.

    `fee` is what their contract was signed for, in credits; a `reserved` one has none yet, and only their franchise
    may hire them for this season (DM-C-062). `season_out` is a second Stupid or Unhinged of this season (DM-C-048).
    That they are barred or must retire follows from their quirks.
    """

    driver: DriverId
    name: str = ""
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    xp: int = 0
    level: int = 1
    talents: list[str] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    fatigue: list[Trait] = field(default_factory=list)
    """The trait each point lowers, oldest first."""
    ardent_spent: bool = False
    trait_choices: int = 0
    season_out: bool = False
    reserved: bool = False
    fee: int = ROOKIE_K * K


@dataclass(frozen=True, slots=True, kw_only=True)
class CarSheet:
    """A car; `dp` is 60 or 75 unless it is given, `paid` what it was bought for, in credits.

    `designs` are what it is built like, by ruleset (DM-M-010).
    """

    car: CarId
    name: str = ""
    overhead: bool = False
    gunner_station: bool = False
    gearing: int = 0
    dp: int = 0
    paid: int = 0
    criticals: int = 0
    designs: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSheet:
    """An item, and the car, driver or weapon it is on; without `uses` it is new."""

    item: ItemId
    kind: str
    car: CarId = CarId("")
    driver: DriverId = DriverId("")
    weapon: ItemId = ItemId("")
    carcass: str = ""
    tread: str = ""
    gearing: int = 0
    variant: str = ""
    rolled: dict[str, int] = field(default_factory=dict)
    uses: int | None = None
    ammunition: int | None = None
    paid: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorSheet:
    """A sponsor, and whether it was declared safe in the season before (DM-C-168)."""

    sponsor: SponsorId
    kind: str
    safe_last_season: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseSheet:
    """A franchise as it stands on paper; money is in credits."""

    franchise: FranchiseId
    name: str = ""
    balance: int = 0
    staff_rating: int = 1
    points: int = 0
    wins: int = 0
    criticals: int = 0
    first_season: int = 1
    party_thrown: bool = False
    cup_bonus: int = 0
    cup_plus_one: bool = False
    sponsors: list[SponsorSheet] = field(default_factory=list)
    cars: list[CarSheet] = field(default_factory=list)
    items: list[ItemSheet] = field(default_factory=list)
    drivers: list[DriverSheet] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Every franchise, and how many of the season's planned rounds were played on paper."""

    franchises: list[FranchiseSheet]
    rounds_before: int = 0


STARTING_TRAIT = 3


def sheet_errors(season: Season, sheet: Sheet) -> list[str]:
    """Every error of a sheet that can be found before it is applied."""
    errors: list[str] = []
    if not sheet.franchises:
        errors.append("The sheet has no franchise.")
    if not 0 <= sheet.rounds_before < season.rounds_planned:
        errors.append(
            f"{sheet.rounds_before} of the {season.rounds_planned} planned rounds were played before: "
            f"there can be 0 to {season.rounds_planned - 1}."
        )
    errors.extend(_id_errors(season, sheet))
    for franchise in sheet.franchises:
        errors.extend(_figure_errors(franchise))
        errors.extend(_size_errors(season, franchise, under_way=sheet.rounds_before > 0))
        for driver in franchise.drivers:
            errors.extend(_driver_errors(season, driver))
    return errors


def _figure_errors(sheet: FranchiseSheet) -> Iterator[str]:
    """Figures that are too large to store. Figures below 0 are found by the checks of the whole season."""
    amounts = {
        f"the balance of {sheet.franchise}": sheet.balance,
        f"the Cup bonus of {sheet.franchise}": sheet.cup_bonus,
        **{f"what was paid for {car.car}": car.paid for car in sheet.cars},
        **{f"what was paid for {item.item}": item.paid for item in sheet.items},
    }
    counts = {
        **{f"the {name} of {sheet.franchise}": getattr(sheet, name) for name in ("wins", "criticals")},
        **{f"the criticals of {car.car}": car.criticals for car in sheet.cars},
        **{
            f"the {quirk[:80]} of {driver.driver}": count
            for driver in sheet.drivers
            for quirk, count in driver.quirks.items()
        },
        **{f"the trait points waiting for {driver.driver}": driver.trait_choices for driver in sheet.drivers},
    }
    points = {f"the points of {sheet.franchise}": sheet.points}
    for figures, most in ((amounts, LARGEST_AMOUNT), (points, LARGEST_POINTS), (counts, LARGEST_FIGURE)):
        for subject, figure in figures.items():
            if figure > most:
                yield f"{subject[0].upper()}{subject[1:]} may be {most} at most."


def _size_errors(season: Season, sheet: FranchiseSheet, *, under_way: bool) -> Iterator[str]:
    """A garage that is too small (DM-C-065), and rosters that hiring can no longer fix once rounds were played.

    Those are rosters below an enforced minimum, and those with drivers still reserved (DM-C-060, DM-C-063).
    """
    cars, fewest = len(sheet.cars), season.number_setting("garage.min")
    if cars < fewest:
        yield f"{sheet.franchise} has {cars} cars: a garage holds {fewest} at least."
    if not under_way:
        return
    drivers, fewest = sum(not driver.reserved for driver in sheet.drivers), season.number_setting("roster.min")
    if season.setting("roster.min_enforced") and drivers < fewest:
        yield f"{sheet.franchise} has {drivers} drivers: this season demands {fewest}."
    for driver in sheet.drivers:
        if driver.reserved:
            yield f"{driver.driver} is reserved, and rounds were played before: who has not signed by then has left."


def _id_errors(season: Season, sheet: Sheet) -> Iterator[str]:
    """Ids that are malformed or used twice, and names that cannot be read."""
    shelves: Mapping[str, dict[str, object]] = {
        "franchise": {},
        "driver": {},
        "car": {},
        "sponsor": dict(season.sponsors),
        "item": {},
    }
    for franchise in sheet.franchises:
        for thing, id, name in _ids_and_names(franchise):
            try:
                clean_new_id(id, among=shelves[thing], thing=thing)
                clean_legible_name(name, thing=f"name of the {thing} {id}")
            except Refusal as refusal:
                yield refusal.sentence
            shelves[thing][id] = None


def _ids_and_names(franchise: FranchiseSheet) -> Iterator[tuple[str, str, str]]:
    yield "franchise", franchise.franchise, franchise.name
    for sponsor in franchise.sponsors:
        yield "sponsor", sponsor.sponsor, ""
    for car in franchise.cars:
        yield "car", car.car, car.name
    for driver in franchise.drivers:
        yield "driver", driver.driver, driver.name
    for item in franchise.items:
        yield "item", item.item, ""


def _driver_errors(season: Season, driver: DriverSheet) -> Iterator[str]:
    id = driver.driver
    if not 0 <= driver.xp <= MOST_XP:
        yield f"{id} has {driver.xp} XP: there can be 0 to {MOST_XP}."
    elif driver.level != (level := level_at(xp=driver.xp, capped=season.setting("xp.beyond_table") == "cap_9")):
        yield f"{id} is at level {driver.level}, and {driver.xp} XP make level {level}."
    yield from _advancement_errors(season, driver)
    for quirk, count in sorted(driver.quirks.items()):
        if count < 1:
            yield f"{id} has the quirk {quirk[:80]} {count} times: leave it out, or count it from 1."
    if driver.ardent_spent and ARDENT not in driver.talents:
        yield f"{id} has spent the shield of Ardent and is not Ardent."
    twice = {quirk for quirk, count in driver.quirks.items() if count >= 2}
    if driver.season_out and SEASON_OUT_AT_SECOND.isdisjoint(twice):
        yield f"{id} is out for the season and is neither Stupid nor Unhinged for the second time."
    if not driver.reserved and driver.fee not in _fees(season, driver):
        yield f"{id} has a fee of {driver.fee}: no rookie and no veteran up to level {driver.level} has it."


def _advancement_errors(season: Season, driver: DriverSheet) -> Iterator[str]:
    """Traits below the start, and gains that do not fit one advancement roll for each level after the first."""
    traits = {trait: getattr(driver, trait.value) for trait in Trait}
    for trait, value in traits.items():
        if value < STARTING_TRAIT:
            yield f"{driver.driver} began with {trait.value} {STARTING_TRAIT} and has {value} before his quirks."
    points = sum(value - STARTING_TRAIT for value in traits.values()) + driver.trait_choices
    gained, rolls = points + len(driver.talents), driver.level - 1
    wasted = season.setting("talents.duplicates") == "waste"
    if gained > rolls or (gained < rolls and not wasted):
        yield f"{driver.driver} has {gained} talents and trait points, and {rolls} advancement rolls made."


def _fees(season: Season, driver: DriverSheet) -> set[int]:
    highest = min(driver.level, level_at(xp=MOST_XP))
    levels = range(1, highest + 1)  # no mutant: the fee of level 0 would be a rookie's
    fees = {ROOKIE_K * K, *(int(veteran_fee(level=level)) for level in levels)}
    return fees if season.setting("draft.pick_pays_veteran_fee") else {*fees, 0}


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

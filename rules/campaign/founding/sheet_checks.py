"""Checks of an opening sheet; each error is a sentence. Rules DM-C-015, DM-C-016, DM-C-020, DM-C-033, DM-C-047,
DM-C-062, DM-C-180.

`invariants` finds what no season may break; the checks here are those that only a sheet needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.campaign.commissioner.driver_corrections import MOST_XP
from rules.campaign.core.figure_limits import LARGEST_AMOUNT, LARGEST_FIGURE, LARGEST_POINTS
from rules.campaign.core.names import clean_legible_name, clean_new_id
from rules.campaign.core.state import Season
from rules.campaign.founding.sheet_schema import DriverSheet, FranchiseSheet, Sheet
from rules.campaign.money.prices import ROOKIE_K, veteran_fee
from rules.campaign.people.experience import level_at
from rules.campaign.people.quirks import SEASON_OUT_AT_SECOND
from rules.campaign.people.talents import ARDENT
from rules.core.refusals import Refusal
from rules.core.terms import K, Trait

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

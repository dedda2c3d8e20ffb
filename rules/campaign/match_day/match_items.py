"""What a report says of items: fitted to cars or taken off them during a match, used up or destroyed. It is checked,
then booked.

Rules DM-C-067, DM-C-090, DM-C-094, DM-C-124 to DM-C-126, DM-C-130, DM-C-135, DM-C-150, DM-C-152, DM-C-153, DM-M-039,
DM-M-130, DM-M-132, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Item, LineUp, Season
from rules.campaign.garage.designs import DesignForbidsItem, load_errors
from rules.campaign.garage.item_placement import car_slot
from rules.campaign.garage.stores import lose_item, put_on_car, stow
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, ItemId, MatchId
from rules.match.catalog import item_type, stat_lines
from rules.match.report import CarReport, DriverReport, Report
from rules.match.ruleset import in_words


class ItemNotAtHand(Refusal):
    """A fitted item was neither in the team's stores nor on another car that the team lined up (DM-M-039)."""


class ItemInTwoPlaces(Refusal):
    """An item is reported on two cars, or on a car and in the stores."""


class NeverComesOff(Refusal):
    """The item cannot be taken off the car it was built into."""


def item_move_errors(season: Season, claims: Sequence[CarReport], cars: Mapping[str, str]) -> Iterator[Refusal]:
    """Items that cannot have been fitted or taken off, with pointers into the report; `cars` has franchises by car.

    Yields `ItemNotAtHand`, `DesignForbidsItem`, `ItemInTwoPlaces` and `NeverComesOff`. Cars that are not in `cars`
    are skipped.
    """
    for place, claim in enumerate(claims):
        if claim.car not in cars:
            continue
        for index, id in enumerate(claim.fitted):
            if not _is_at_hand(season, id, claim.car, cars):
                yield ItemNotAtHand(
                    f"{id[:80]} was neither in the stores of {cars[claim.car]} nor on another of its cars: take it "
                    f"out of what was fitted to {claim.car}."
                ).at("cars", place, "fitted", index)
                continue
            if forbidden := load_errors(season, season.car(claim.car), [season.items[id].kind]):
                yield DesignForbidsItem(f"{id} cannot have been fitted to {claim.car}: {in_words(forbidden)}").at(
                    "cars", place, "fitted", index
                )
            cars_naming_it = [
                other.car for other in claims for mentioned in _mentioned_items(other) if mentioned == id
            ]
            if len(cars_naming_it) > 1:
                yield ItemInTwoPlaces(
                    f"{id} was fitted to {claim.car} and is reported elsewhere too: report it once."
                ).at("cars", place, "fitted", index)
        for index, id in enumerate(claim.stowed):
            item = season.items.get(id)
            if item is not None and item.car == claim.car and not item_type(item.kind).removable:
                yield NeverComesOff(
                    f"{id} ({item_type(item.kind).name}) never comes off a car: leave it on {claim.car}."
                ).at("cars", place, "stowed", index)


def _is_at_hand(season: Season, id: str, car: str, cars: Mapping[str, str]) -> bool:
    item = season.items.get(id)
    if item is None or item.franchise != cars[car] or item_type(item.kind).where != "car":
        return False
    lined_up = not item.car or (item.car in cars and item.car != car)
    return lined_up and not (item.bound or item.driver or item.weapon)


def _mentioned_items(claim: CarReport) -> Iterator[str]:
    """Every item that a claim moves, as often as it does, and once each other item that it names."""
    moved = [*claim.fitted, *claim.stowed]
    yield from moved
    yield from sorted({*claim.devices_lost, *claim.expendables_used, *claim.ammunition} - set(moved))


def items_aboard(season: Season, claim: CarReport) -> list[Item]:
    """The items that a car's report may name: those on the car, and those fitted to it during the match."""
    fitted = (season.items[id] for id in claim.fitted if id in season.items)
    return list({item.id: item for item in (*season.items_on_car(claim.car), *fitted)}.values())


def apply_fitted_items(season: Season, claims: Sequence[CarReport]) -> list[Fact]:
    """Put items on the cars that they were fitted to, before losses are applied, so that they are lost with a car."""
    return [put_on_car(season.item(id), claim.car) for claim in claims for id in claim.fitted]


def apply_stowed_items(season: Season, claims: Sequence[CarReport]) -> list[Fact]:
    """Put into the stores what was taken off a team's cars, and what was fitted to a slot that is taken."""
    facts: list[Fact] = []
    for claim in claims:
        stowed = [season.items[id] for id in claim.stowed if id in season.items]
        facts += [fact for item in stowed for fact in stow(item)]
        for id in claim.fitted:
            if id in season.items and _is_crowded(season, season.items[id]):
                facts += stow(season.items[id])
    return facts


def _is_crowded(season: Season, item: Item) -> bool:
    slot = car_slot(item.kind)
    return bool(slot) and any(
        car_slot(other.kind) == slot for other in season.items_on_car(item.car) if other.id != item.id
    )


def without_item_moves(claims: Sequence[CarReport]) -> list[CarReport]:
    """The claims without any moved items, and without what they say about items that were fitted."""
    return [_without_own_moves(claim) for claim in claims]


def _without_own_moves(claim: CarReport) -> CarReport:
    moved = set(claim.fitted)
    return replace(
        claim,
        fitted=[],
        stowed=[],
        devices_lost=[id for id in claim.devices_lost if id not in moved],
        expendables_used=[id for id in claim.expendables_used if id not in moved],
        ammunition={id: ammunition for id, ammunition in claim.ammunition.items() if id not in moved},
    )


MEDICAL_KIT = "medical_kit"
RARE_TIRES = "rare_tires"
REUSABLE_ARMOR = frozenset({"blast_panels", "crash_bars"})
"""Armor that lasts until it is destroyed, unless a house rule says otherwise (DM-C-152, DM-C-153)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class KitUsed(Fact):
    """A medical kit was used between the heats of a match (DM-C-130)."""

    says = "{franchise} used {item} in {match}, times: {times}; uses left: {left}."
    match: MatchId
    franchise: FranchiseId
    item: ItemId
    times: int
    left: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AmmunitionLeft(Fact):
    """How much ammunition a gun has left after a match, where ammunition is not free (DM-C-067)."""

    says = "{item} ({item_kind}) of {franchise} has ammunition left: {ammunition}."
    match: MatchId
    franchise: FranchiseId
    item: ItemId
    item_kind: str
    ammunition: int


def kits_of(season: Season, franchise: str) -> list[Item]:
    """A franchise's medical kits, by id."""
    return [item for item in season.stores(franchise) if item.kind == MEDICAL_KIT]


def kit_uses(season: Season, kit: Item) -> int:
    """How often a kit can be used in a match: the uses left, or all of them if kits refill (DM-C-130)."""
    return item_type(MEDICAL_KIT).uses if season.setting("items.medkit_refills") else kit.uses


def apply_losses(
    season: Season, line_up: LineUp, *, drivers: Sequence[DriverReport], cars: Mapping[str, CarReport]
) -> list[Fact]:
    """Remove what a franchise's cars and drivers used up or lost in a match (annex a, M5 step 3).

    `drivers` are the reports of its own drivers, `cars` those of all cars by id. A car that was not lined up loses
    nothing.
    """
    own = [cars[seat.car] for seat in season.seats_of(line_up.id)]
    facts = apply_fitted_items(season, own)
    for claim in own:
        facts.extend(_lose_all(season, line_up, claim) if claim.destroyed else _use_up(season, line_up, claim))
    facts.extend(apply_stowed_items(season, own))
    facts.extend(_use_kits(season, line_up, times=sum(claim.kit_uses for claim in drivers)))
    if season.setting("items.personal_lost_on_ooa"):
        for driver in drivers:
            if driver.out:
                facts.extend(_lose_worn(season, line_up, driver.driver))
    return facts


def _lose_all(season: Season, line_up: LineUp, claim: CarReport) -> list[Fact]:
    """Lose everything on a destroyed car, the aids on its weapons before the weapons (DM-C-094).

    Items that were taken off during the match are lost only if they last one match.
    """
    facts: list[Fact] = []
    stowed = set(claim.stowed)
    for item in sorted(season.items_on_car(claim.car), key=lambda aboard: (not aboard.weapon, aboard.id)):
        if item.id not in season.items or item.weapon in stowed:
            continue
        reason = f"destroyed with {claim.car}"
        if item.id in stowed:
            reason = "used up" if lasts_one_match(season, item.kind) else ""
        if reason:
            facts.extend(lose_item(season, item, reason=f"{reason} in {line_up.match}", rule="DM-C-094"))
    return facts


def _use_up(season: Season, line_up: LineUp, claim: CarReport) -> list[Fact]:
    """Lose what a surviving car lost, fired or wore out; record the ammunition left in its guns."""
    facts: list[Fact] = []
    for item in season.items_on_car(claim.car):
        if item.id not in season.items:
            continue
        reason = _reason(season, item, claim)
        if reason:
            facts.extend(lose_item(season, item, reason=f"{reason} in {line_up.match}", rule="DM-C-094"))
        elif item.id in claim.ammunition and not season.setting("stores.free_ammo"):
            item.ammunition = claim.ammunition[item.id]
            facts.append(
                AmmunitionLeft(
                    rule="DM-C-067",
                    match=MatchId(line_up.match),
                    franchise=FranchiseId(line_up.franchise),
                    item=ItemId(item.id),
                    item_kind=item.kind,
                    ammunition=item.ammunition,
                )
            )
    return facts


def _reason(season: Season, item: Item, claim: CarReport) -> str:
    """Why a surviving car's item is gone; empty if it is not."""
    if item.id in claim.devices_lost:
        return "lost"
    if item.id in claim.expendables_used:
        return "used up"
    return "used up" if lasts_one_match(season, item.kind) else ""


def lasts_one_match(season: Season, kind: str) -> bool:
    """Whether an item is gone after one match on a car, fired or not, by the season's house rules (DM-C-094)."""
    row = item_type(kind)
    if kind in REUSABLE_ARMOR:
        return not season.setting("expendables.tk_armour_reusable")
    if row.consumed != "mounted":
        return False
    if row.group == "tires":
        rare_last = kind == RARE_TIRES and not season.setting("expendables.rare_tires_consumed")
        return bool(season.setting("expendables.tires_consumed")) and not rare_last
    return row.group != "weapon" or bool(season.setting("expendables.unfired_consumed"))


def _use_kits(season: Season, line_up: LineUp, *, times: int) -> list[Fact]:
    """Deduct uses from a franchise's kits, one kit after the other; an empty kit is lost (DM-C-130)."""
    facts: list[Fact] = []
    if season.setting("items.medkit_refills"):
        return facts
    for kit in kits_of(season, line_up.franchise):
        taken = min(times, kit.uses)
        if not taken:
            continue
        times -= taken
        kit.uses -= taken
        facts.append(
            KitUsed(
                rule="DM-C-130",
                match=MatchId(line_up.match),
                franchise=FranchiseId(line_up.franchise),
                item=ItemId(kit.id),
                times=taken,
                left=kit.uses,
            )
        )
        if not kit.uses:
            facts.extend(lose_item(season, kit, reason=f"used up in {line_up.match}", rule="DM-C-130"))
    return facts


def _lose_worn(season: Season, line_up: LineUp, driver: str) -> list[Fact]:
    facts: list[Fact] = []
    for item in season.equipment_of(driver):
        reason = f"lost with {driver} in {line_up.match}"
        facts.extend(lose_item(season, item, reason=reason, rule="DM-C-135"))
    return facts


class ItemNotOnCar(Refusal):
    """The report names an item that was neither on the car nor on one of its weapons."""


class ItemReportedTwice(Refusal):
    """An item is named more than once among those that a car lost, used or left in the stores."""


class ItemNotExpendable(Refusal):
    """An item is reported as used up that is not an expendable (DM-C-094)."""


class AmmunitionImpossible(Refusal):
    """A gun is reported with negative ammunition, or with more than its magazine holds."""


class KitUsedUp(Refusal):
    """A franchise is reported with more uses of its medical kits than they have (DM-C-130)."""


def reported_item_errors(season: Season, claim: CarReport) -> Iterator[Refusal]:
    """Every error in a car's items, with pointers into its report: each item must be aboard and named once.

    Items fitted during the match count as aboard; `item_move_errors` checks them.
    """
    aboard = {item.id: item for item in items_aboard(season, claim)}
    lists = ("devices_lost", "expendables_used", "stowed")
    mentions: list[tuple[str, str | int, str]] = [
        (name, index, id) for name in lists for index, id in enumerate(getattr(claim, name))
    ]
    named = [id for _, _, id in mentions]
    loaded = [("ammunition", id, id) for id in sorted(claim.ammunition)]
    for number, (part, key, id) in enumerate((*mentions, *loaded)):
        if id not in aboard:
            yield ItemNotOnCar(f"{id[:80]} was not on {claim.car}: take it out of the report.").at(part, key)
        elif number < len(named) and id in named[:number]:
            yield ItemReportedTwice(
                f"{id} is reported lost or used more than once, or in the stores besides, on {claim.car}: "
                f"report it once."
            ).at(part, key)
    for index, id in enumerate(claim.expendables_used):
        if id in aboard and not (row := item_type(aboard[id].kind)).consumed:
            yield ItemNotExpendable(
                f"{id} ({row.name}) is not used up by using it: leave it out, or report it lost where it was."
            ).at("expendables_used", index)
    for id, ammunition in sorted(claim.ammunition.items()):
        most = magazine_size(aboard[id]) if id in aboard else ammunition
        if id in aboard and not 0 <= ammunition <= most:
            yield AmmunitionImpossible(
                f"{id} is reported with {ammunition} ammunition left: it holds 0 to {most}."
            ).at("ammunition", id)


def magazine_size(item: Item) -> int:
    """The ammunition an item holds when full: what was rolled for it, else its stat line's, else 0 (DM-M-015)."""
    if "ammunition" in item.rolled:
        return item.rolled["ammunition"]
    return max((shot.ammunition for shot in stat_lines(item.kind, variant=item.variant)), default=0)


def reported_kit_errors(season: Season, report: Report, drivers: Mapping[str, str]) -> Iterator[Refusal]:
    """`KitUsedUp` for each franchise that claims more uses than its kits have; `drivers` has franchises by driver."""
    for franchise in sorted(set(drivers.values())):
        crew = [index for index, driver in enumerate(report.drivers) if drivers.get(driver.driver) == franchise]
        used = sum(report.drivers[index].kit_uses for index in crew)
        available = sum(kit_uses(season, kit) for kit in kits_of(season, franchise))
        if used > available:
            last = next(index for index in reversed(crew) if report.drivers[index].kit_uses)
            yield KitUsedUp(
                f"{franchise} is reported with {used} uses of medical kits and its kits have {available}: mend it."
            ).at("drivers", last, "kit_uses")

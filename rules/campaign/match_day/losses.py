"""Items that a match used up or destroyed. Rules DM-C-067, DM-C-094, DM-C-124 to DM-C-126, DM-C-130, DM-C-135,
DM-C-152, DM-C-153.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.goods import Item
from rules.campaign.core.state import LineUp, Season
from rules.campaign.garage.stores import lose_item
from rules.campaign.match_day.item_moves import apply_fitted_items, apply_stowed_items
from rules.core.terms import FranchiseId, ItemId, MatchId
from rules.match.catalog import item_type
from rules.match.report import CarReport, DriverReport

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

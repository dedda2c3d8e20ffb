"""Items that were fitted to cars or taken off them during a match. Rules DM-C-067, DM-C-090, DM-C-150, DM-M-039,
DM-M-130, DM-M-132, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.campaign.core.facts import Fact
from rules.campaign.core.goods import Item
from rules.campaign.core.state import Season
from rules.campaign.garage.item_placement import car_slot
from rules.campaign.garage.load_limits import DesignForbidsItem, load_errors
from rules.campaign.garage.stores import put_on_car, stow
from rules.core.refusals import Refusal
from rules.match.catalog import item_type
from rules.match.report import CarReport
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

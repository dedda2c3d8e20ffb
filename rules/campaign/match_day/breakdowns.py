"""Device rolls before a match: cars that break down, auto-rangers that work backwards. Rules DM-C-087, DM-C-088."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.dice_paths import BREAKDOWN
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Car, Item, LineUp, Season
from rules.campaign.garage.device_failures import AUTO_RANGER, FAILS_UP_TO, fails_up_to
from rules.campaign.match_day.pre_match_dice import pre_match_face
from rules.core.dice import Dice
from rules.core.terms import CarId, FranchiseId, ItemId, MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceHeld(Fact):
    """A device was rolled before a match and works; it fails on that face or less (DM-C-088).

    `rolled_for` is the voided match that it was rolled for, if any.
    """

    says = (
        "{item} ({item_kind}) on {car} held before {match}[, as rolled for {rolled_for}]; it fails up to "
        "{fails_up_to}."
    )
    match: MatchId
    franchise: FranchiseId
    car: CarId
    item: ItemId
    item_kind: str
    fails_up_to: int
    rolled_for: MatchId = MatchId("")


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarBrokeDown(Fact):
    """A device failed before a match, and its car is out of that one (DM-C-088).

    `rolled_for` is the voided match that it was rolled for, if any.
    """

    says = (
        "{item} ({item_kind}) failed on {fails_up_to} or less[, as rolled for {rolled_for}]: {car} is out of {match}."
    )
    match: MatchId
    franchise: FranchiseId
    car: CarId
    item: ItemId
    item_kind: str
    fails_up_to: int
    rolled_for: MatchId = MatchId("")


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RangerReversed(Fact):
    """An auto-ranger failed before a match and works backwards in it: range +1, not -1 (DM-C-088, DM-C-155).

    `rolled_for` is the voided match that it was rolled for, if any.
    """

    says = (
        "{item} ({item_kind}) on {car} failed on {fails_up_to} or less[, as rolled for {rolled_for}]: it works "
        "backwards in {match}."
    )
    match: MatchId
    franchise: FranchiseId
    car: CarId
    item: ItemId
    item_kind: str
    fails_up_to: int
    rolled_for: MatchId = MatchId("")


def roll_devices(season: Season, line_up: LineUp, dice: Dice) -> list[Fact]:
    """Roll every device in the whole garage of an entrant, also on cars it will not use (DM-C-088)."""
    return [
        _roll_device(season, line_up, car, item, dice)
        for car in season.garage(line_up.franchise)
        for item in season.items_on_car(car.id)
        if item.kind in FAILS_UP_TO
    ]


def _roll_device(season: Season, line_up: LineUp, car: Car, item: Item, dice: Dice) -> Fact:
    limit = fails_up_to(season, car, item)
    rolled = pre_match_face(season, line_up.match, item.id, BREAKDOWN, why="breakdown", dice=dice)
    if rolled.face > limit:
        fact_type: type[DeviceHeld | CarBrokeDown | RangerReversed] = DeviceHeld
    elif item.kind == AUTO_RANGER:
        item.backwards, fact_type = True, RangerReversed
    else:
        car.broken, fact_type = True, CarBrokeDown
    return fact_type(
        rule="DM-C-088",
        rolls=rolled.rolls,
        match=MatchId(line_up.match),
        franchise=FranchiseId(line_up.franchise),
        car=CarId(car.id),
        item=ItemId(item.id),
        item_kind=item.kind,
        fails_up_to=limit,
        rolled_for=rolled.rolled_for,
    )


def roll_devices_at_lock(season: Season, line_up: LineUp, dice: Dice) -> list[Fact]:
    """Roll the devices when line-ups lock, if the house rules say so (DM-C-087).

    A car that breaks down here loses its seat, so its crew does not enter the match.
    """
    if season.setting("prematch.breakdowns_before_lineup"):
        return []
    facts = roll_devices(season, line_up, dice)
    for seat in season.seats_of(line_up.id):
        if season.car(seat.car).broken:
            del season.seats[seat.id]
    return facts

"""Checks of what an item or a car can be, wherever it comes from. Rules DM-C-066, DM-C-075, DM-C-124, DM-C-130,
DM-C-144 to DM-C-147, DM-C-174, DM-C-175.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.core.state import Car, Item, Season
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP
from rules.campaign.market.tinkering import HEAT_SEEKING, ROLLED_VALUES
from rules.campaign.market.world_trade import RARE_TIRES
from rules.campaign.market.world_trade import RARE_TREAD_BY_FACE as RARE_TREADS
from rules.campaign.sponsors.kinds import new_car_dp
from rules.core.tables import D6
from rules.match.catalog import CATALOG, GEARINGS, RARE_CARCASSES, ROCKET_PACKS, TREADS, stat_lines


def item_definition_errors(item: Item) -> list[str]:
    """Why an item cannot be as it is, as sentences. Where it is and whose it is are not checked."""
    if item.kind not in CATALOG:
        return [f"{item.id} is {item.kind[:80]!r}, which no table has."]
    return [*_tire_errors(item), *_gear_errors(item), *_rolled_value_errors(item), *_wear_errors(item)]


def _tire_errors(item: Item) -> Iterator[str]:
    treads: tuple[str, ...] = ()
    if item.kind == RARE_TIRES:
        treads = tuple(dict.fromkeys(RARE_TREADS.values()))
    elif CATALOG[item.kind].group == "tires":
        treads = TREADS
    if treads and item.tread not in treads:
        yield f"{item.id} needs a tread: one of {', '.join(treads)}."
    if item.tread and not treads:
        yield f"{item.id} has a tread, which only tires have."
    if item.kind == RARE_TIRES and item.carcass not in RARE_CARCASSES:
        yield f"{item.id} needs a carcass: one of {', '.join(RARE_CARCASSES)}."
    if item.carcass and item.kind != RARE_TIRES:
        yield f"{item.id} has a carcass, which only rare tires have."


def _gear_errors(item: Item) -> Iterator[str]:
    if item.gearing not in GEARINGS:
        yield f"{item.id} has the gearing {item.gearing}: a gear-set is -1, 0 or +1."
    elif item.gearing and CATALOG[item.kind].group != "gears":
        yield f"{item.id} has a gearing, which only a gear-set has."


def _rolled_value_errors(item: Item) -> Iterator[str]:
    values = {value.name: value for value in ROLLED_VALUES.get(item.kind, ())}
    for name in sorted(item.rolled.keys() - values.keys()):
        yield f"{item.id} has a rolled {name[:80].replace('_', ' ')}, which it does not have."
    for name, value in values.items():
        possible = [value.read(face) for face in D6]
        if item.rolled.get(name) not in possible:
            yield f"{item.id} needs its rolled {name.replace('_', ' ')}, {possible[0]} to {possible[-1]}."
    if item.kind == HEAT_SEEKING and item.variant not in ROCKET_PACKS:
        yield f"{item.id} needs the pack it is made from: one of {', '.join(ROCKET_PACKS)}."
    if item.variant and item.kind != HEAT_SEEKING:
        yield f"{item.id} names a pack it is made from, which only heat-seeking rockets do."


def _wear_errors(item: Item) -> Iterator[str]:
    full_uses = CATALOG[item.kind].uses
    if not min(full_uses, 1) <= item.uses <= full_uses:
        yield f"{item.id} has {item.uses} uses left: new it has {full_uses}."
    if item.paid < 0:
        yield f"{item.id} was bought for less than 0."
    shots = stat_lines(item.kind, variant=item.variant if item.variant in ROCKET_PACKS else "")
    if item.ammunition is not None and not 0 <= item.ammunition <= (shots[0].ammunition if shots else 0):
        yield f"{item.id} has {item.ammunition} shots left, which it cannot hold."


def car_definition_errors(season: Season, car: Car) -> list[str]:
    """Why a car cannot be as it is, as sentences.

    Its design points may be those with any number of manufacturers whose effects count, whichever sponsors the
    franchise has (DM-C-069, DM-C-073, DM-C-075).
    """
    errors: list[str] = []
    most_manufacturers = (
        season.number_setting("sponsors.max") if season.setting("sponsors.same_type_effects_stack") else 1
    )
    printed = OVERHEAD_DP if car.overhead else NORMAL_DP
    budgets = [
        new_car_dp(printed=printed, overhead=car.overhead, manufacturer=manufacturers)
        for manufacturers in range(most_manufacturers + 1)
    ]
    if car.dp not in budgets:
        errors.append(f"{car.id} has {car.dp} DP: it can have {' or '.join(map(str, budgets))}.")
    if car.gearing not in GEARINGS:
        errors.append(f"{car.id} has the gearing {car.gearing}: a gear-set is -1, 0 or +1.")
    if car.paid < 0:
        errors.append(f"{car.id} was bought for less than 0.")
    if car.criticals < 0:
        errors.append(f"{car.id} has less than 0 criticals.")
    return errors

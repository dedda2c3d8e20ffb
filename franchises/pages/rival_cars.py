"""The cars of a franchise as owners see them who meet it in a duel. Rule CW-Q-013."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from explain import links
from franchises.queries.franchise import FranchiseCar
from rules.campaign.core import state
from rules.campaign.core.state import Item
from rules.campaign.garage.rival_view import design_sights, hides_designs, is_hidden_on_car

HIDDEN_FIELD_WORDS = {
    "armor": "the armor of each side",
    "devices": "devices",
    "tires": "tires",
    "fuel": "fuel",
}
"""What may be hidden of a car, in words."""


def is_hidden_item(item: Any, hidden: Collection[str]) -> bool:
    """Whether an item is on a car, and hidden there."""
    return bool(hidden) and bool(car_of(item)) and is_hidden_on_car(item.kind, hidden)


def car_of(item: Any) -> str:
    """The short id of the car that an item is on, by itself or with a weapon; empty if it is on none."""
    car = item.car_id or getattr(item.weapon, "car_id", None)
    return links.short_id(car) if car else ""


def car_sights(
    car: FranchiseCar, items: Iterable[Any], *, hidden: Collection[str], house: state.Season
) -> dict[str, str]:
    """What is in sight of a car whose designs are hidden: an `armor` such as "front 3, rear 2, left 2, right 2"."""
    if not hides_designs(hidden):
        return {}
    fitted = [
        Item(id=links.short_id(item.pk), franchise="", kind=item.kind, rolled=item.rolled)
        for item in items
        if item.car_id and links.short_id(item.car_id) == car.id
    ]
    return design_sights(
        dp=car.dp,
        gunner_station=car.gunner_station,
        gearing=car.gearing,
        designs=car.designs,
        items=fitted,
        switches=house.switches,
        hidden=hidden,
    )

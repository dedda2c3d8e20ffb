"""What a car of a garage looks like from above: by its kind and by the items on it. Rules DM-C-066, DM-M-013.

A replay draws a car by its design in the match's system; elsewhere a car has no system, and looks as it was bought.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.match.catalog import item_type
from rules.match.drawing.car_silhouettes import Body, CarModel, fittings_at

ENGINE_DEVICES = frozenset({"supercharger", "nitrous_injector", "efficient_injectors", "turbochargers"})
"""Devices that make a car look like a racer, if no armor is bolted on."""
DROPPERS = frozenset(
    {"oil_jet", "caltrops", "smoke_launcher", "smoke_grenade", "deployable_mines", "bomb_launcher", "kami_bomb"}
)
"""Weapons that leave something behind."""


def model_of(*, overhead: bool, gunner_station: bool, kinds: Iterable[str]) -> CarModel:
    """The silhouette of a car that carries items of these kinds. Guns are in a turret where it has a gunner."""
    carried = frozenset(kinds)
    armored = any(item_type(kind).group == "armour" for kind in carried)
    if overhead:
        body = Body.TRUCK
    elif gunner_station:
        body = Body.PICKUP
    else:
        body = Body.RACER if not (armored or carried.isdisjoint(ENGINE_DEVICES)) else Body.COUPE
    places = [(_looks(kind, gunner_station=gunner_station), "front") for kind in sorted(carried)]
    return CarModel(body=body, fittings=fittings_at((looks, side) for looks, side in places if looks))


def _looks(kind: str, *, gunner_station: bool) -> str:
    """What an item looks like on a car, empty for what is not seen from above."""
    row = item_type(kind)
    if kind == "ram_guard":
        return "ram"
    if row.group == "armour":
        return "armor"
    if row.group != "weapon":
        return ""
    if kind in DROPPERS:
        return "dropper"
    if row.mount == "rocket":
        return "rockets"
    return "turret" if gunner_station else "gun"

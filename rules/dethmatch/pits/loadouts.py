"""A car's loadout, the items in the stores, and changes between the two. Rules DM-C-174, DM-M-013, DM-M-022,
DM-M-026, DM-M-039, DM-M-112, DM-M-130, DM-M-132.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from rules.core.refusals import Refusal
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.designs.mounts import takes
from rules.dethmatch.driving import handling, loss_of_control
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.fitted_car import MountedWeapon, initial_weapon_states
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, WeaponState
from rules.match.catalog import TIRE_KINDS, WEAPON_KINDS

TIRE_SET_KINDS = frozenset(TIRE_KINDS)
"""The kinds of tire-set."""
GEARS = frozenset({"gear_set"})
GUN_MOUNTS = frozenset({"light", "heavy"})
"""The types of mounts whose weapons are guns with magazines; weapons in other mounts are loaded once."""
GUNS = frozenset(kind for kind, arm in WEAPON_KINDS.items() if arm.mount in GUN_MOUNTS)
EXPENDABLES = (frozenset(WEAPON_KINDS) - GUNS) | {"ballistic_sheets", "reactive_armour"}
"""The kinds of items that a pit crew may fit during a heat (DM-C-125, DM-C-126, DM-M-130)."""
MOUNT_SIGN = ":"
"""Separates a mount from the item to put in it, in an order that names both."""


class NotInStores(Refusal):
    """The item is not in the team's stores: it is on a car, used up, or was never there."""


class NotThatKind(Refusal):
    """The item is in the stores but is not of the kind that the job needs."""


class NoMountForIt(Refusal):
    """No mount of the car can take the weapon (DM-M-013)."""


class NoSuchGun(Refusal):
    """The car has no working weapon in that mount."""


def magazine(weapon: MountedWeapon) -> int:
    """The rounds of a full magazine: from its stat line, or as rolled for the weapon (DM-M-015, DM-M-121)."""
    return weapon.shots[0].ammunition if weapon.shots else weapon.rolled.get("ammunition", 1)


def working_weapon_in(car: CarState, mount: str) -> WeaponState:
    """The working weapon in a mount. Raises `NoSuchGun`."""
    found = next((gun for gun in car.guns if gun.mount == mount and not gun.destroyed), None)
    if found is None:
        mounts = ", ".join(gun.mount for gun in car.guns if not gun.destroyed) or "none"
        raise NoSuchGun(f"{car.id} has no working weapon in {mount!r}: its mounts with one are {mounts}.")
    return found


def stores_of(play: Match, team: str) -> dict[str, ItemEntry]:
    """The items in a team's stores now, by id: all it owns that are neither on a car nor gone."""
    entry = play.teams[team]
    owned = [*entry.stores, *(item for car in entry.cars for item in car.items)]
    cars = [car.loadout for car in play.state.cars.values() if car.team == team]
    away = {id for loadout in cars for id in (*loadout.items, *loadout.lost, *loadout.used)}
    return {item.id: item for item in owned if item.id not in away}


def find_spare(play: Match, car: CarState, id: str, kinds: Container[str], *, what: str) -> ItemEntry:
    """An item in the team's stores that is of one of those kinds. Raises `NotInStores` or `NotThatKind`."""
    item = stores_of(play, car.team).get(id)
    if item is None:
        raise NotInStores(f"{id!r} is not in the stores of {car.team}: name {what} that is.")
    if item.kind not in kinds:
        raise NotThatKind(f"{id} is {item.kind} and the job needs {what}: name one.")
    return item


def mount_for(play: Match, car: CarState, item: ItemEntry, named: str = "") -> str:
    """The mount that a weapon goes in: the one named, or else an empty one that takes it, a spent one, or the first.

    Raises `NoMountForIt`.
    """
    design = play.entrants[car.id].design
    lenient = play.settings.heavy_mount_accepts_light
    able = [mount for mount in design.mounts if takes(mount, item.kind, heavy_accepts_light=lenient)]
    if named:
        able = [mount for mount in able if mount.id == named]
    if not able:
        raise NoMountForIt(f"No mount of {car.id} takes {item.kind}: leave {item.id} in the stores.")
    return min(able, key=lambda mount: _mount_priority(car, mount)).id


def change_tires(play: Match, car: CarState, item: ItemEntry) -> None:
    """Put fresh tires on, which removes all tire damage; a worn set is used up (DM-M-112, DM-M-130)."""
    before = handling.maximum_handling(play, car)
    _take_off(car, car.loadout.tires, worn=car.tire_damage > 0)
    car.tire_damage, car.loadout.tires = 0, item.id
    car.loadout.items.append(item.id)
    play.update_fit(car)
    loss_of_control.apply_tire_change(play, car, before)


def change_gears(play: Match, car: CarState, item: ItemEntry) -> None:
    """Put another gear-set in; the old one goes back to the stores (DM-M-026, DM-M-132)."""
    for old in [id for id in car.loadout.items if play.items[id].kind in GEARS]:
        _take_off(car, old)
    car.loadout.gearing = item.gearing
    car.loadout.items.append(item.id)
    play.update_fit(car)


def change_weapon(play: Match, car: CarState, item: ItemEntry, *, mount: str) -> None:
    """Put another weapon in a mount (DM-M-132).

    The old one goes back to the stores, unless it is an expendable that was fired: that is used up.
    """
    for gun in [gun for gun in car.guns if gun.mount == mount]:
        weapon = play.fits[car.id].weapons.get(mount)
        fired = weapon is not None and gun.ammunition < magazine(weapon)
        _take_off(car, gun.item, worn=fired and gun.kind in EXPENDABLES)
        play.items[gun.item] = replace(play.items[gun.item], mount="")
        car.guns.remove(gun)
    play.items[item.id] = replace(item, mount=mount)
    put_aboard(play, car, item)


def put_aboard(play: Match, car: CarState, item: ItemEntry) -> None:
    """Add an item to a car; a weapon is ready to fire."""
    car.loadout.items.append(item.id)
    car.guns += [gun for gun in initial_weapon_states(play.update_fit(car), play.items) if gun.item == item.id]


def set_height(play: Match, car: CarState, height: str) -> None:
    """Set an adjustable suspension to another height (DM-M-022)."""
    before = handling.maximum_handling(play, car)
    car.loadout.height = height
    play.update_fit(car)
    loss_of_control.apply_maximum_change(play, car, before, rule="DM-M-022", why="height")


def _mount_priority(car: CarState, mount: Mount) -> int:
    """0 for an empty mount, 1 for one whose weapon is spent or destroyed, 2 for one with a usable weapon."""
    guns = [gun for gun in car.guns if gun.mount == mount.id]
    ranks = (1 if gun.destroyed or not gun.ammunition else 2 for gun in guns)  # no mutant: only their order counts
    return max(ranks, default=0)  # no mutant: the same


def _take_off(car: CarState, id: str, *, worn: bool = False) -> None:
    if id in car.loadout.items:
        car.loadout.items.remove(id)
        if worn:
            car.loadout.used.append(id)

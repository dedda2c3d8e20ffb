"""A car as it takes the track: its design with everything that is fitted to it. Rules DM-C-145, DM-C-147, DM-M-018,
DM-M-019, DM-M-030, DM-M-039, DM-M-119, DM-M-121, DM-M-123 to DM-M-126.

A fit follows from the design, the loadout, and the car's weight at the start of the heat. Code that changes the
loadout must call `Match.update_fit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.dethmatch.designs.design import Design
from rules.dethmatch.designs.ratings import Equipment, TireSet, compute_ratings, tires_of
from rules.dethmatch.ground.surfaces import TREAD_EFFECTS
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import Loadout, WeaponState
from rules.match.catalog import AIDS, WEAPON_KINDS
from rules.match.item_types import StatLine

INJECTORS = "efficient_injectors"
HEAT_SEEKING = "heat_seeking_rockets"
THROWN_TRAVERSE = "turret"
"""The traverse of items that are thrown out of a car, to any side (DM-M-122)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MountedWeapon:
    """A weapon as it is fitted (DM-M-013 to DM-M-019).

    `mount` is the id of its mount, or its own id if it has none. `type` is the mount's type, empty for none. `shots`
    are its stat lines, the single shot first. `partner` is the linked mount that fires with it. `ranger` is -1 with a
    working Auto-ranger, 1 with one that works backwards (DM-M-096). `rolled` is what was rolled when the weapon was
    obtained (DM-M-121).
    """

    mount: str
    item: str
    kind: str
    shots: tuple[StatLine, ...]
    type: str
    traverse: str
    facing: str
    partner: str
    targeting: bool
    ranger: int
    autonomous: bool
    heat_seeking: bool
    rolled: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedCar:
    """A car's ratings as fitted; what a match does to them is in its `CarState` (DM-M-030 to DM-M-035).

    `armor` are the points of the design by quadrant. `devices` are the ids of all items on the car by kind, including
    aids and weapons. `handling` is the rating before tire penalties.
    """

    design: Design
    toughness: int
    weight: int
    strength: int
    acceleration: int
    gearing: int
    handling: int
    overload: int
    fuel: int
    armor: dict[str, int]
    tires: TireSet
    tire_toughness: int
    tread: str
    rare_tires: bool
    matches_road: bool
    height: str
    travel: str
    wheel_guards: bool
    self_sealing: bool
    gunner_station: bool
    armored_driver: bool
    armored_gunner: bool
    weapons: dict[str, MountedWeapon]
    devices: dict[str, tuple[str, ...]]

    def has(self, kind: str) -> bool:
        """Whether the car has a working item of that kind."""
        return kind in self.devices


def fit_car(
    design: Design, loadout: Loadout, items: Mapping[str, ItemEntry], *, surface: str, weight: int | None
) -> FittedCar:
    """A car of a design with a loadout, of items by id, on a road of that surface.

    The weight is the given one, or else that of all that is on the car now (DM-M-030). Injectors add the fuel points
    that were rolled for them (DM-M-124).
    """
    gone = {*loadout.lost, *loadout.used}
    aboard = [items[id] for id in loadout.items if id not in gone]
    tires = _tires(items.get(loadout.tires))
    weapons = {item.mount or item.id: item for item in aboard if item.kind in WEAPON_KINDS}
    ratings = compute_ratings(
        design,
        Equipment(
            gearing=loadout.gearing,
            height=loadout.height,
            tires=tires,
            weapons={mount: weapon.kind for mount, weapon in weapons.items()},
            devices=tuple(item.kind for item in aboard),
            extra_fuel=sum(item.rolled.get("fuel", 0) for item in aboard if item.kind == INJECTORS),
            weight=weight,
        ),
    )
    return FittedCar(
        design=design,
        toughness=design.toughness,
        weight=ratings.weight,
        strength=design.suspension,
        acceleration=ratings.acceleration,
        gearing=ratings.gearing,
        handling=ratings.handling,
        overload=ratings.overload,
        fuel=ratings.fuel,
        armor={quadrant: design.armor.on(quadrant) for quadrant in ("front", "right", "rear", "left")},
        tires=tires,
        tire_toughness=ratings.tire_toughness,
        tread=tires.tread,
        rare_tires=tires.rare,
        matches_road=surface in TREAD_EFFECTS[tires.tread].matches,
        height=ratings.height,
        travel=ratings.travel,
        wheel_guards=design.has("wheel_guards"),
        self_sealing=design.has("self_sealing_tank"),
        gunner_station=design.has("gunner_station"),
        armored_driver=design.has("armored_seat_driver"),
        armored_gunner=design.has("armored_seat_gunner"),
        weapons={mount: _weapon(design, mount, weapon, weapons, aboard) for mount, weapon in weapons.items()},
        devices=_devices(aboard),
    )


def initial_weapon_states(fit: FittedCar, items: dict[str, ItemEntry]) -> list[WeaponState]:
    """The weapons of a car with the rounds in their magazines, in the order of its items (DM-M-015, DM-M-121)."""
    return [
        WeaponState(mount=gun.mount, item=gun.item, kind=gun.kind, ammunition=_rounds(gun, items[gun.item]))
        for gun in fit.weapons.values()
    ]


def _rounds(weapon: MountedWeapon, item: ItemEntry) -> int:
    if item.ammunition is not None:
        return item.ammunition
    if weapon.shots:
        return weapon.shots[0].ammunition
    return item.rolled.get("ammunition", 1)


def _weapon(
    design: Design, mount: str, item: ItemEntry, weapons: dict[str, ItemEntry], aboard: Iterable[ItemEntry]
) -> MountedWeapon:
    """A weapon in its mount, with the aids fixed to it and its linked twin (DM-C-120, DM-C-154, DM-C-155, DM-C-175,
    DM-M-018, DM-M-123).
    """
    place = design.mount(mount)
    aids = {aid.kind: aid for aid in aboard if aid.kind in AIDS and aid.weapon == item.id}
    ranger = aids.get("auto_ranger")
    partner = place.link if place is not None else ""
    twin = weapons.get(partner)
    seeking = item.kind == HEAT_SEEKING
    return MountedWeapon(
        mount=mount,
        item=item.id,
        kind=item.kind,
        shots=WEAPON_KINDS[item.variant or "rockets"].shots if seeking else WEAPON_KINDS[item.kind].shots,
        type="" if place is None else place.type,
        traverse=THROWN_TRAVERSE if place is None else place.traverse,
        facing="front" if place is None else place.facing,
        partner=partner if twin is not None and twin.kind == item.kind else "",
        targeting="targeting_device" in aids,
        ranger=0 if ranger is None else (1 if ranger.backwards else -1),
        autonomous="autonomous_target_system" in aids,
        heat_seeking=seeking,
        rolled=dict(item.rolled),
    )


def _tires(item: ItemEntry | None) -> TireSet:
    """A tire-set, or light tires with a plain tread if the car has none (DM-M-027)."""
    return TireSet() if item is None else tires_of(item.kind, carcass=item.carcass, tread=item.tread)


def _devices(aboard: Iterable[ItemEntry]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for item in aboard:
        found[item.kind] = (*found.get(item.kind, ()), item.id)
    return found

"""Choosing what is dropped or thrown: oil, caltrops, mines, bombs and smoke. Rules DM-C-116, DM-C-175, DM-M-101,
DM-M-104, DM-M-121, DM-M-122, DM-M-144.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.dethmatch.combat import dropped_weapons
from rules.dethmatch.combat.shooting import usable_weapons
from rules.dethmatch.damage import damage
from rules.dethmatch.first_autopilot.safe_speed import average_halves
from rules.dethmatch.ground.hexes import LAUNCHES, SIDES, SMOKE_RANGE, distance, launch_directions, step
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import DropOrder
from rules.dethmatch.match.state import CarState, WeaponState
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_toward, smoke_between
from rules.dethmatch.weapons.hit_chances import hit_in_sixths
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import needed_from_hex
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER, SYSTEM, NotUsed

PURSUER = 3
"""How near behind an enemy must be for something to be dropped, in hexes (DM-M-144)."""
THREAT = 4
"""The lowest chance of an enemy to hit, in sixths, at which smoke is thrown (DM-M-144)."""
OUT_OF_THE_BLAST = 5
"""The lowest speed at which a car drops a bomb, so that it gets away while the fuse burns."""
FUSES = (1, 2, 3)
"""The fuses a bomb may have, in phases (DM-M-121)."""
PLAIN_FUSE = 2
"""The `fuse` in orders for anything but a bomb."""
BEST_FIRST = ("deployable_mines", "caltrops", "oil_jet", damage.KAMI_BOMB)  # no mutant: any order would do
"""What is dropped first if a car has more than one kind."""


def drop_orders(play: Match, car: CarState, *, firing: Collection[str]) -> tuple[DropOrder, ...]:
    """Return what is dropped or thrown before the first step, by a seat that does not fire (DM-M-144)."""
    loaded = [gun for gun in car.guns if gun.ammunition and not gun.destroyed]
    droppers = [gun for gun in loaded if gun.kind in BEST_FIRST]
    smokes = [gun for gun in loaded if gun.kind in dropped_weapons.SMOKES]
    if not droppers and not smokes:
        return ()
    seat = next((seat for seat in _seats(car) if seat not in firing and SYSTEM not in firing), None)
    if seat is None:
        return ()
    order = _behind(play, car, droppers, seat) if droppers else None
    if order is None and smokes:
        order = _smoke(play, car, smokes, seat)
    return () if order is None else (order,)


def _seats(car: CarState) -> tuple[str, ...]:
    return (GUNNER, DRIVER) if car.gunner else (DRIVER,)


def _behind(play: Match, car: CarState, guns: Sequence[WeaponState], seat: str) -> DropOrder | None:
    """Return an order to drop something for an enemy close behind, or None if there is none or a teammate is there
    too.
    """
    pursuers = [
        other
        for other in play.state.cars.values()
        if is_target(car, other)
        and hexes_apart(play, car.at, other.at) <= PURSUER
        and quadrant_toward(play, car, other.at) == "rear"
    ]
    if not pursuers or any(other.team == car.team for other in pursuers):
        return None
    for gun in sorted(guns, key=lambda gun: BEST_FIRST.index(gun.kind)):
        if gun.kind == damage.KAMI_BOMB and car.speed < OUT_OF_THE_BLAST:
            continue
        fuse = fuse_for(play, car, pursuers) if gun.kind == damage.KAMI_BOMB else PLAIN_FUSE
        order = DropOrder(mount=gun.mount, seat=seat, fuse=fuse)
        if _is_legal(play, car, order):
            return order
    return None


def fuse_for(play: Match, car: CarState, near: Sequence[CarState]) -> int:
    """Return the fuse with which the nearest pursuer will be about where the bomb falls, the shortest of equal ones.

    Both cars are assumed to drive on at their speeds. A pursuer that acts after this car has one activation more; one
    that is parked has none (DM-M-121).
    """
    pursuer = min(near, key=lambda other: hexes_apart(play, car.at, other.at))
    gap = hexes_apart(play, car.at, pursuer.at) - 1
    order = play.state.order
    acts_later = pursuer.id in order and order.index(pursuer.id) > order.index(car.id)  # no mutant: they are two
    per_phase = average_halves(pursuer.speed)  # in sixths of a hex
    return min(FUSES, key=lambda fuse: abs(6 * gap - (fuse - 1 + acts_later) * per_phase))


def _smoke(play: Match, car: CarState, guns: Sequence[WeaponState], seat: str) -> DropOrder | None:
    """Return an order for smoke toward an enemy with a good shot, unless smoke is already between them."""
    hexes = play.track.hexes
    for enemy in play.state.cars.values():
        if enemy.team == car.team or not is_target(car, enemy) or smoke_between(play, enemy.at, car.at):
            continue
        if best_chance(play, enemy, car) < THREAT:
            continue
        for gun in guns:
            weapon = play.fits[car.id].weapons.get(gun.mount)
            if weapon is None:
                continue
            mount_facing = weapon.facing if weapon.facing in LAUNCHES else "front"
            directions = launch_directions(mount_facing, weapon.traverse, car.facing)
            direction = min(
                directions,
                key=lambda direction: distance(step(*hexes[car.at], direction % SIDES, SMOKE_RANGE), hexes[enemy.at]),
            )
            order = DropOrder(mount=gun.mount, seat=seat, direction=direction)
            if _is_legal(play, car, order):
                return order
    return None


def best_chance(play: Match, enemy: CarState, car: CarState) -> int:
    """Return an enemy's best chance, in sixths, to hit a car from where the enemy is."""
    return max(
        (
            hit_in_sixths(needed)
            for seat in _seats(enemy)
            for aimed in usable_weapons(play, enemy, seat)
            if (needed := needed_from_hex(play, aimed, enemy.at, enemy.facing, car)) is not None
        ),
        default=0,  # no mutant: any chance below the threat
    )


def _is_legal(play: Match, car: CarState, order: DropOrder) -> bool:
    try:
        dropped_weapons.check_drop_order(play, car, order)
    except NotUsed:
        return False
    return True

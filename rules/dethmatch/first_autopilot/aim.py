"""Choosing what is fired at whom, and at which point of the path. Rules DM-M-043, DM-M-093, DM-M-097 to DM-M-099,
DM-M-144.

A shot is worth its chance to hit times what a hit is expected to do. The worth is kept in 720ths, so that it is a
whole number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.dethmatch.combat.shooting import suits_target, usable_weapons
from rules.dethmatch.events.heat_limits import is_driven
from rules.dethmatch.events.lap_race import hexes_to_go
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_toward
from rules.dethmatch.weapons.hit_chances import graze_in_sixths, hit_in_sixths, mean_firepower, penetration_in_sixths
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import MODIFIERS, ReadyWeapon, needed_from_hex
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER, SYSTEM
from rules.match.item_types import StatLine

LEAST_CHANCE = 2
"""The lowest chance to hit, in sixths, at which a shot is fired (DM-M-144)."""
PENETRATION_TENTHS, GRAZE_TENTHS = 10, 2
"""What a point of damage and a graze are worth, in tenths (DM-M-144)."""
PRIZED_WEIGHT, PLAIN_WEIGHT = 3, 2
"""The weight of a shot at a flag carrier or the leader of a race, and that of any other shot (DM-M-144)."""


class PathPoint(NamedTuple):
    """A point of the path: after how many steps, in which hex, with which facing."""

    after: int
    at: int
    facing: int


class ChosenShot(NamedTuple):
    """A shot that is worth firing."""

    worth: int
    order: FireOrder


def fire_orders(play: Match, car: CarState, places: Sequence[PathPoint]) -> tuple[FireOrder, ...]:
    """Return the best shot of each seat over all points of the path (DM-M-144).

    If driver and gunner would use the same weapon, it goes to the one with whom the two shots are worth more. If a
    target system has no target and there is one for it, the only order is to set it, which is the operator's shot
    (DM-M-123).
    """
    targets = [other for other in play.state.cars.values() if other.team != car.team and is_target(car, other)]
    if not targets:
        return ()
    prized = prized_cars(play)
    systems = {weapon.mount for weapon in play.fits[car.id].weapons.values() if weapon.autonomous}
    if any(gun.mount in systems and not gun.designated for gun in car.guns):
        here = places[:1]  # no mutant: any later place may not come to pass
        best = best_shot(play, car, SYSTEM, here, targets, prized=prized)
        if best is not None:
            return (best.order,)
    seat_orders = ((GUNNER, DRIVER), (DRIVER, GUNNER)) if play.gunner(car) is not None else ((DRIVER,),)
    shot_lists = [_in_turn(play, car, seats, places, targets, prized) for seats in seat_orders]
    best_pair = max(shot_lists, key=lambda pair: sum(shot.worth for shot in pair))
    return tuple(shot.order for shot in best_pair)


def _in_turn(  # noqa: PLR0917 - what `fire_orders` has found out
    play: Match,
    car: CarState,
    seats: Sequence[str],
    places: Sequence[PathPoint],
    targets: Sequence[CarState],
    prized: frozenset[str],
) -> list[ChosenShot]:
    """Return the best shot of each seat, in the order of the seats. Weapons chosen by earlier seats are taken."""
    chosen: list[ChosenShot] = []
    for seat in seats:
        taken = {shot.order.mount for shot in chosen}
        best = best_shot(play, car, seat, places, targets, prized=prized, taken=taken)
        if best is not None:
            chosen.append(best)
    return chosen


def best_shot(
    play: Match,
    car: CarState,
    seat: str,
    places: Sequence[PathPoint],
    targets: Sequence[CarState],
    *,
    prized: frozenset[str] = frozenset(),
    taken: frozenset[str] | set[str] = frozenset(),
) -> ChosenShot | None:
    """Return the shot from a seat that is worth most, the first of equal ones. None if no shot is worth firing."""
    best: ChosenShot | None = None
    for aimed in usable_weapons(play, car, seat):
        weapon = aimed.weapon
        if weapon.mount in taken or weapon.partner in taken:
            continue
        reach = aimed.shot.furthest + max(aimed.nearer, 0)  # no mutant: it only spares looking further
        for target in targets:
            if not suits_target(aimed, target):
                continue
            favored = PRIZED_WEIGHT if target.id in prized else PLAIN_WEIGHT
            for point in places:
                if hexes_apart(play, point.at, target.at) > reach:
                    continue
                needed = needed_from_hex(play, aimed, point.at, point.facing, target)
                if needed is None:
                    continue
                chosen = _weigh_shot(play, aimed, point, target, needed=needed, favored=favored)
                if chosen is not None and (best is None or chosen.worth > best.worth):
                    best = chosen
    return best


def worth_of(shot: StatLine, *, hits: int, armor: int, attacks: int = 1, favored: int = PLAIN_WEIGHT) -> int:
    """Return what a shot is worth in 720ths: its chance to hit in sixths, times the damage and grazes expected of a
    hit (DM-M-144).
    """
    penetrates = penetration_in_sixths(shot.penetration, armor)
    grazes = graze_in_sixths(shot.penetration, armor)
    hit_worth = int(PENETRATION_TENTHS * penetrates * mean_firepower(shot.firepower)) + GRAZE_TENTHS * grazes
    return hits * hit_worth * attacks * favored


def prized_cars(play: Match) -> frozenset[str]:
    """Return the cars that are worth more as targets: flag carriers, and the leader of a race (DM-M-144)."""
    if play.track.is_circuit:
        running = [car for car in play.state.cars.values() if is_driven(play, car)]
        furthest = max((_race_progress(car) for car in running), default=None)
        leaders = [car for car in running if _race_progress(car) == furthest]
        if len(leaders) > 1:  # no mutant: one alone is the nearest of them
            leaders = [min(leaders, key=lambda car: hexes_to_go(play.track, car))]
        return frozenset(car.id for car in leaders)
    return frozenset(flag.carrier for flag in play.state.flags if flag.carrier)


def _race_progress(car: CarState) -> tuple[int, int]:
    """Return the laps a car has completed and the checkpoints it has passed in this one."""
    return car.laps, car.checkpoint


def _weigh_shot(
    play: Match, aimed: ReadyWeapon, place: PathPoint, target: CarState, *, needed: int, favored: int
) -> ChosenShot | None:
    """Return a shot with its worth, or None if it is not worth firing.

    It is aimed at the tires if it cannot penetrate the armor but can graze it (DM-M-099, DM-M-144).
    """
    shot = aimed.shot
    armor = target.armor[quadrant_toward(play, target, place.at)]
    at_tires = not penetration_in_sixths(shot.penetration, armor) and bool(graze_in_sixths(shot.penetration, armor))
    hits = hit_in_sixths(needed + MODIFIERS["at_the_tires"] if at_tires else needed)
    if hits < LEAST_CHANCE:
        return None
    attacks = shot.dice * sum(map(bool, (aimed.weapon.mount, aimed.weapon.partner)))
    worth = worth_of(shot, hits=hits, armor=armor, attacks=attacks, favored=favored)
    if not worth:
        return None
    order = FireOrder(
        mount=aimed.weapon.mount,
        target=target.id,
        after=place.after,
        seat=aimed.hand.seat,
        at_tires=at_tires,
        both=aimed.both,
    )
    return ChosenShot(worth, order)

"""What is fired at whom, at which point of the path. Rules DM-M-043, DM-M-093, DM-M-097 to DM-M-099, DM-M-144.

A shot is worth its chance to hit times what it does then; worth is kept in 360ths, so that it is a whole number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.core.weapon_stats import StatLine
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

LEAST_CHANCE = 2
"""The chance to hit in sixths below which nobody fires (DM-M-144)."""
PENETRATION_TENTHS, GRAZE_TENTHS = 10, 2
"""What a point of damage and a graze are worth (DM-M-144)."""
PRIZED_WEIGHT, PLAIN_WEIGHT = 3, 2
"""By how much a shot at a flag carrier or the leader of a race is worth more than another (DM-M-144)."""


class PathPoint(NamedTuple):
    """A point of the path: after how many steps, in which hex, with which facing."""

    after: int
    at: int
    facing: int


class ChosenShot(NamedTuple):
    """A shot that is worth making."""

    worth: int
    order: FireOrder


def fire_orders(play: Match, car: CarState, places: Sequence[PathPoint]) -> tuple[FireOrder, ...]:
    """The best shot of each seat over all points of the path (DM-M-144).

    Where driver and gunner would take the same weapon, it goes to whoever makes the two shots worth more. A target
    system that has no target is set to one instead, which is its operator's shot (DM-M-123).
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
    ranks = ((GUNNER, DRIVER), (DRIVER, GUNNER)) if play.gunner(car) is not None else ((DRIVER,),)
    shots = [_in_turn(play, car, seats, places, targets, prized) for seats in ranks]
    best_pair = max(shots, key=lambda pair: sum(shot.worth for shot in pair))
    return tuple(shot.order for shot in best_pair)


def _in_turn(  # noqa: PLR0917 - what `fire_orders` has found out
    play: Match,
    car: CarState,
    seats: Sequence[str],
    places: Sequence[PathPoint],
    targets: Sequence[CarState],
    prized: frozenset[str],
) -> list[ChosenShot]:
    """The best shot of each seat, those before it having chosen."""
    chosen: list[ChosenShot] = []
    for seat in seats:
        taken = {each.order.mount for each in chosen}
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
    """The most worthwhile shot from a seat, the earliest found of equals; None where none is worth a round."""
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
            for place in places:
                if hexes_apart(play, place.at, target.at) > reach:
                    continue
                needed = needed_from_hex(play, aimed, place.at, place.facing, target)
                if needed is None:
                    continue
                chosen = _weigh_shot(play, aimed, place, target, needed=needed, favored=favored)
                if chosen is not None and (best is None or chosen.worth > best.worth):
                    best = chosen
    return best


def worth_of(shot: StatLine, *, hits: int, armor: int, attacks: int = 1, favored: int = PLAIN_WEIGHT) -> int:
    """What a shot is worth: its chance to hit in sixths, times the damage and the grazes it may do (DM-M-144)."""
    penetrates = penetration_in_sixths(shot.penetration, armor)
    grazes = graze_in_sixths(shot.penetration, armor)
    harm = int(PENETRATION_TENTHS * penetrates * mean_firepower(shot.firepower)) + GRAZE_TENTHS * grazes
    return hits * harm * attacks * favored


def prized_cars(play: Match) -> frozenset[str]:
    """The cars a shot at is worth more: who carries a flag, and who leads the race (DM-M-144)."""
    if play.track.is_circuit:
        running = [car for car in play.state.cars.values() if is_driven(play, car)]
        most = max((_race_progress(car) for car in running), default=None)
        leaders = [car for car in running if _race_progress(car) == most]
        if len(leaders) > 1:  # no mutant: one alone is the nearest of them
            leaders = [min(leaders, key=lambda car: hexes_to_go(play.track, car))]
        return frozenset(car.id for car in leaders)
    return frozenset(flag.carrier for flag in play.state.flags if flag.carrier)


def _race_progress(car: CarState) -> tuple[int, int]:
    """The laps and checkpoints a car has behind it."""
    return car.laps, car.checkpoint


def _weigh_shot(
    play: Match, aimed: ReadyWeapon, place: PathPoint, target: CarState, *, needed: int, favored: int
) -> ChosenShot | None:
    """A shot with its worth, at the tires where the armor cannot be penetrated but grazed (DM-M-099, DM-M-144)."""
    shot = aimed.shot
    armor = target.armor[quadrant_toward(play, target, place.at)]
    low = not penetration_in_sixths(shot.penetration, armor) and bool(graze_in_sixths(shot.penetration, armor))
    hits = hit_in_sixths(needed + MODIFIERS["at_the_tires"] if low else needed)
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
        at_tires=low,
        both=aimed.both,
    )
    return ChosenShot(worth, order)

"""Choosing what is fired at whom, and at which point of the path. Rules DM-M-043, DM-M-093, DM-M-097 to DM-M-099,
DM-M-111, DM-M-144.

A shot is worth what it is expected to take from its target, in points of the match, less the price of its rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rules.dethmatch.autopilot.gunfire import lives_a_point
from rules.dethmatch.autopilot.prices import Prices
from rules.dethmatch.combat.attacks import tire_bonus
from rules.dethmatch.combat.shooting import suits_target, usable_weapons
from rules.dethmatch.driving.movement_points import PHASES_PER_TURN
from rules.dethmatch.driving.tires import tire_points
from rules.dethmatch.first_autopilot.aim import PathPoint
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import FireOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_toward
from rules.dethmatch.weapons.hit_chances import graze_in_sixths, hit_in_sixths, mean_firepower, penetration_in_sixths
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import MODIFIERS, ReadyWeapon, needed_from_hex
from rules.dethmatch.weapons.weapon_use import DRIVER, GUNNER, SYSTEM, ammunition_for

SIXTHS = 6


class ChosenShot(NamedTuple):
    """A shot that is worth firing: what it is worth now, and what its weapon is worth this turn."""

    worth: float
    this_turn: float
    order: FireOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What everybody who can be fired at is worth, and what that weighs against.

    `lives` are the worths of enemy cars by id. `turns` are the turns left in which a weapon may be fired.
    """

    lives: Mapping[str, float]
    turns: int
    prices: Prices
    spending: float


@cache
def mean_tire_points(bonus: int) -> float:
    """The tire damage expected of a roll on the tire table (DM-M-111)."""
    return sum(tire_points(face + bonus) for face in range(1, SIXTHS + 1)) / SIXTHS


def fire_orders(play: Match, car: CarState, places: Sequence[PathPoint], marks: Marks) -> tuple[FireOrder, ...]:
    """The best shot of each seat over all points of the path (DM-M-144).

    If driver and gunner would use the same weapon, it goes to the one with whom the two shots are worth more. If a
    target system has no target and there is one for it, the only order is to set it (DM-M-123).
    """
    targets = [other for other in play.state.cars.values() if other.id in marks.lives and is_target(car, other)]
    if not targets:
        return ()
    systems = {weapon.mount for weapon in play.fits[car.id].weapons.values() if weapon.autonomous}
    if any(gun.mount in systems and not gun.designated for gun in car.guns):
        best = _best_shot(play, car, SYSTEM, places[:1], targets, marks=marks)
        if best is not None:
            return (best.order,)
    seat_orders = ((GUNNER, DRIVER), (DRIVER, GUNNER)) if play.gunner(car) is not None else ((DRIVER,),)
    shot_lists = [_in_turn(play, car, seats, places, targets, marks) for seats in seat_orders]
    best_pair = max(shot_lists, key=lambda pair: sum(shot.this_turn for shot in pair))
    return tuple(shot.order for shot in best_pair)


def _in_turn(  # noqa: PLR0917 - what `fire_orders` has found out
    play: Match,
    car: CarState,
    seats: Sequence[str],
    places: Sequence[PathPoint],
    targets: Sequence[CarState],
    marks: Marks,
) -> list[ChosenShot]:
    """The best shot of each seat, in the order of the seats. Weapons chosen by earlier seats are taken."""
    chosen: list[ChosenShot] = []
    for seat in seats:
        taken = {shot.order.mount for shot in chosen}
        best = _best_shot(play, car, seat, places, targets, marks=marks, taken=taken)
        if best is not None:
            chosen.append(best)
    return chosen


def _best_shot(
    play: Match,
    car: CarState,
    seat: str,
    places: Sequence[PathPoint],
    targets: Sequence[CarState],
    *,
    marks: Marks,
    taken: frozenset[str] | set[str] = frozenset(),
) -> ChosenShot | None:
    """The shot from a seat that is worth most this turn, the first of equals. None if none is worth its rounds."""
    best: ChosenShot | None = None
    phases_left = PHASES_PER_TURN + 1 - play.state.moment.phase
    for aimed in usable_weapons(play, car, seat):
        weapon = aimed.weapon
        if weapon.mount in taken or weapon.partner in taken:
            continue
        reach = aimed.shot.furthest + max(aimed.nearer, 0)
        price = _price_of_rounds(play, aimed, marks)
        shots = min(aimed.shot.rate - aimed.gun.spent, phases_left, aimed.gun.ammunition)
        for target in targets:
            if not suits_target(aimed, target):
                continue
            for point in places:
                if hexes_apart(play, point.at, target.at) > reach:
                    continue
                needed = needed_from_hex(play, aimed, point.at, point.facing, target)
                if needed is None:
                    continue
                for at_tires in (False, True):
                    worth = _worth(play, aimed, point, target, needed=needed, at_tires=at_tires, marks=marks) - price
                    if worth <= 0 or (best is not None and worth * shots <= best.this_turn):
                        continue
                    best = ChosenShot(worth, worth * shots, _order(aimed, point, target, at_tires=at_tires))
    return best


def _price_of_rounds(play: Match, aimed: ReadyWeapon, marks: Marks) -> float:
    """What the rounds of a shot could be worth later in the heat: nothing if there is no time to fire them all."""
    uses = aimed.gun.ammunition / ammunition_for(play, aimed.shot, both=aimed.both)
    scarce = 1 - uses / max(marks.turns * aimed.shot.rate, 1)
    return max(scarce, 0.0) * marks.prices.round * marks.spending * aimed.shot.dice


def _worth(
    play: Match,
    aimed: ReadyWeapon,
    place: PathPoint,
    target: CarState,
    *,
    needed: int,
    at_tires: bool,
    marks: Marks,
) -> float:
    """What a shot is expected to take from its target (DM-M-105, DM-M-106, DM-M-111)."""
    shot, prices = aimed.shot, marks.prices
    hits = hit_in_sixths(needed + MODIFIERS["at_the_tires"] if at_tires else needed)
    if not hits:
        return 0.0
    armor = target.armor[quadrant_toward(play, target, place.at)]
    penetrates = penetration_in_sixths(shot.penetration, armor)
    touches = penetrates + graze_in_sixths(shot.penetration, armor)
    life = marks.lives[target.id]
    fit = play.fits[target.id]
    bonus = tire_bonus(shot, linked=bool(aimed.weapon.partner), at_tires=at_tires) - fit.wheel_guards
    value = penetrates * mean_firepower(shot.firepower) * lives_a_point(play, target)
    value += touches * (
        mean_tire_points(bonus) * prices.tire / fit.tire_toughness + prices.shaken * bool(target.speed)
    )
    attacks = shot.dice * (1 + bool(aimed.weapon.partner))
    return hits * value * life * attacks / (SIXTHS * SIXTHS)


def _order(aimed: ReadyWeapon, place: PathPoint, target: CarState, *, at_tires: bool) -> FireOrder:
    return FireOrder(
        mount=aimed.weapon.mount,
        target=target.id,
        after=place.after,
        seat=aimed.hand.seat,
        at_tires=at_tires,
        both=aimed.both,
    )

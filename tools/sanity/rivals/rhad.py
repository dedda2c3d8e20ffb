"""Rivals of RHAD's autopilot: other speeds, and simpler ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.match.driving.judgment import PROFILE_NAMES
from rules.match.handling.headings import ONE_SIDE, turn_by
from rules.rhad.combat.attacks import needed_to_hit, ready_seats, ready_weapons
from rules.rhad.ground.hexes import STRIDES, Place, ahead, hexes_apart, is_in_arc
from rules.rhad.match.match import Match
from rules.rhad.match.orders import Attack, Order, PhaseOrder, SpeedOrder
from rules.rhad.match.state import CarState, CarStatus, WeaponState
from rules.rhad.movement.moves import free_steps
from rules.rhad.movement.speed import speeds_open
from tools.sanity.book_measure import PilotChange

TURNS = {-1: "turn_60_left", 1: "turn_60_right"}
SURE_HIT, HIGHEST_THROW = 2, 12


class LimitedSpeed:
    """Drives as a pilot does, but at least `slowest` and at most `fastest` mph, where the car can."""

    def __init__(self, pilot: Any, *, slowest: int = 0, fastest: int = 1000) -> None:
        self._pilot, self._slowest, self._fastest = pilot, slowest, fastest

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order, with another speed."""
        order: Order = self._pilot.order(play, car, kind)
        if not isinstance(order, SpeedOrder):
            return order
        lowest, highest = speeds_open(play, car)
        mph = car.speed if order.to < 0 else order.to
        mph = min(max(mph, self._slowest), self._fastest)
        return SpeedOrder(to=min(max(mph, lowest), highest))


class StraightOn:
    """Takes the pilot's speeds, never turns, and fires at what its weapons then bear on."""

    def __init__(self, pilot: Any) -> None:
        self._pilot = pilot

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's speed; in a phase straight on."""
        if kind == "speed":
            order: Order = self._pilot.order(play, car, kind)
            return order
        at, facing, maneuvers = car.at, car.facing, []
        for number in range(free_steps(play, car) if not car.rolls_left else 0):
            name, facing = self.step(play, car, at, facing, number)
            maneuvers.append(name)
            at = ahead(at, facing if car.facing == car.heading else car.heading)
        return PhaseOrder(maneuvers=tuple(maneuvers), attacks=best_attacks(play, car, at, facing))

    def step(
        self,
        play: Match,  # noqa: ARG002 - for subclasses
        car: CarState,  # noqa: ARG002 - for subclasses
        at: Place,  # noqa: ARG002 - for subclasses
        facing: int,
        number: int,  # noqa: ARG002 - for subclasses
    ) -> tuple[str, int]:
        """The maneuver of a step, and the facing after it."""
        return "straight", facing


class TowardNearest(StraightOn):
    """Takes the pilot's speeds, and turns toward the nearest enemy in the first step of each phase."""

    def step(self, play: Match, car: CarState, at: Place, facing: int, number: int) -> tuple[str, int]:
        """A turn if the nearest enemy is not ahead."""
        enemies = living_enemies(play, car)
        if number or car.facing != car.heading or not enemies:
            return "straight", facing
        target = min(enemies, key=lambda enemy: hexes_apart(at, enemy.at)).at
        if is_in_arc(at, facing, "front", target):
            return "straight", facing
        way = max((1, -1), key=lambda side: _progress(at, turn_by(facing, ONE_SIDE * side), target))
        return TURNS[way], turn_by(facing, ONE_SIDE * way)


class WithProfile:
    """Drives as a pilot does in a match that asks for another profile."""

    def __init__(self, pilot: Any, profile: str) -> None:
        self._pilot, self._profile = pilot, profile

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The pilot's order by that profile."""
        settings = play.settings
        play.settings = replace(settings, autopilot_profile=self._profile)
        try:
            order: Order = self._pilot.order(play, car, kind)
        finally:
            play.settings = settings
        return order


def with_profile(profile: str) -> PilotChange:
    """The same autopilot with another profile."""
    return lambda pilot, _: WithProfile(pilot, profile)


def _progress(at: Place, way: int, target: Place) -> int:
    """How far a direction leads toward a place."""
    along, down = STRIDES[way]
    q, r = target[0] - at[0], target[1] - at[1]
    return 2 * along * q + 2 * down * r + along * r + down * q


def living_enemies(play: Match, car: CarState) -> list[CarState]:
    """The cars of other teams that are not complete kills."""
    return [
        other
        for other in play.state.cars.values()
        if other.team != car.team and other.status is not CarStatus.COMPLETE_KILL
    ]


def best_attacks(play: Match, car: CarState, at: Place, facing: int) -> tuple[Attack, ...]:
    """For each seat that may fire, the shot that needs the lowest throw, with a weapon of its own."""

    def least(gun: WeaponState, target: CarState) -> int:
        return needed_to_hit(play, gun, at, target.at)

    shots = sorted(
        (least(car.guns[number], enemy), number, enemy.id)
        for number in ready_weapons(play, car)
        for enemy in living_enemies(play, car)
        if is_in_arc(at, facing, car.guns[number].mount, enemy.at) and least(car.guns[number], enemy) <= HIGHEST_THROW
    )
    best: dict[int, str] = {}
    for _, number, target in shots:
        best.setdefault(number, target)
    return tuple(
        Attack(weapon=number, target=target, crew=seat)
        for seat, (number, target) in zip(ready_seats(play, car), best.items(), strict=False)
    )


RIVALS: Mapping[str, PilotChange] = {
    "never exceeds 10 mph": lambda pilot, _: LimitedSpeed(pilot, fastest=10),
    "never exceeds 20 mph": lambda pilot, _: LimitedSpeed(pilot, fastest=20),
    "never exceeds 35 mph": lambda pilot, _: LimitedSpeed(pilot, fastest=35),
    "never slows below 65 mph": lambda pilot, _: LimitedSpeed(pilot, slowest=65),
    "goes as fast as the car can": lambda pilot, _: LimitedSpeed(pilot, slowest=1000),
    "stands still": lambda pilot, _: LimitedSpeed(pilot, fastest=0),
    "never turns": lambda pilot, _: StraightOn(pilot),
    "turns toward the nearest enemy": lambda pilot, _: TowardNearest(pilot),
    "turns toward the nearest enemy at 20 mph": lambda pilot, _: LimitedSpeed(TowardNearest(pilot), fastest=20),
    **{profile: with_profile(profile) for profile in PROFILE_NAMES},
}
"""Every rival by what it does, and the profiles."""

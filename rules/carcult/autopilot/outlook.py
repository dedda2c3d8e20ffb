"""What a car sees as it is to move: targets, threats, mines, and what is near enough to be touched. Rules CC-002,
CC-004, CC-052, CC-053, CC-077, CC-078, CC-096.

Expected damage is in twentieths of a token, lengths are in hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.carcult.autopilot.chances import (
    CAR,
    expected,
    guess,
    guns_of,
    hit_chance,
    may_come_near,
    square_between,
    strike,
)
from rules.carcult.cards import MINES, RAM, WEAPONS
from rules.carcult.contacts import has_ram
from rules.carcult.geometry import Shape, car_shape, distance_squared
from rules.carcult.ground import Ground
from rules.carcult.play import Play
from rules.carcult.sight import blockers, clear_line, shapes_but
from rules.carcult.state import SPEED, CarState
from rules.carcult.table import INCH, Point
from rules.carcult.tokens import dodge, move_of, speed_of

Pose = tuple[int, int, int]
"""Where a car is, and its heading."""


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy a weapon may attack: what that deals on average, and how far off its middle can be for it."""

    deals: int
    car: CarState
    within: int


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon with the tokens on it, its range, and its targets, the one it deals most to first."""

    name: str
    tokens: int
    range: int
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Threat:
    """An armed enemy: where it is, how far off it may strike after a move of its own, and what it would deal."""

    x: int
    y: int
    reach: int
    deals: int


class Way(NamedTuple):
    """A leg as it would be driven, without its turn: where it ends, how far it goes, what it touches, how far it is
    in each piece of rough ground (-1 for not at all), and what the mines near it would deal.
    """

    x: int
    y: int
    moved: int
    touched: str
    rough: list[int]
    mined: int


@dataclass(slots=True)
class Outlook:
    """What is the same for every sample. `ground` and `others` hold only what the car may touch or cross; `seen`
    keeps the lines of sight that were drawn, `ways` the legs that were driven.
    """

    play: Play
    car: CarState
    minimum: int
    ground: Ground
    others: list[tuple[str, Shape]]
    guns: list[Gun]
    threats: list[Threat]
    mines: list[Point]
    ram: dict[str, int]
    blockers: dict[str, list[Shape]] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    seen: dict[tuple[Pose, str], int | None] = field(default_factory=dict)
    ways: dict[tuple[Pose, int, int], Way] = field(default_factory=dict)

    @property
    def here(self) -> Pose:
        """Where the car sets out from."""
        return self.car.x, self.car.y, self.car.heading

    def reaches(self, pose: Pose, target: Target, far: int) -> bool:
        """Whether a target is in sight and, as its distance is guessed, in range from there (CC-004, CC-052)."""
        enemy = target.car
        if (pose[0] - enemy.x) ** 2 + (pose[1] - enemy.y) ** 2 > target.within * target.within:
            return False
        if enemy.id not in self.blockers:
            self.blockers[enemy.id] = blockers(self.play, self.car.id, enemy.id)
            self.shapes[enemy.id] = car_shape(enemy.x, enemy.y, enemy.heading)
        key, percent = (pose, enemy.id), guess(self.play, enemy)
        if key not in self.seen:
            here, there = car_shape(*pose), self.shapes[enemy.id]
            if distance_squared(here, there) * percent * percent > (100 * far) ** 2:
                return False
            self.seen[key] = clear_line(here, there, self.blockers[enemy.id])
        line = self.seen[key]
        return line is not None and line * percent * percent <= (100 * far) ** 2


def outlook_of(play: Play, car: CarState, *, minimum: int, furthest: int) -> Outlook:
    """What a car sees that is to move at least `minimum` and gets `furthest` away, in inches, drift included."""
    enemies = play.enemies(car)
    return Outlook(
        play=play,
        car=car,
        minimum=minimum,
        ground=_near_ground(play, car, INCH * furthest),
        others=[each for each in shapes_but(play, car.id) if _is_near(car, each[1], INCH * furthest)],
        guns=list(_guns(play, car, enemies, furthest)),
        threats=list(_threats(play, car, enemies)),
        mines=[(each.x, each.y) for each in play.state.markers if each.kind == MINES],
        ram=_ramming(play, car, enemies, furthest),
    )


def _is_near(car: CarState, shape: Shape, furthest: int) -> bool:
    left, top, right, bottom = shape.box
    reach = furthest + CAR
    return left - reach <= car.x <= right + reach and top - reach <= car.y <= bottom + reach


def _near_ground(play: Play, car: CarState, furthest: int) -> Ground:
    """The table with the terrain the car can come to alone."""
    ground = copy(play.ground)
    ground.blocking = tuple(shape for shape in ground.blocking if _is_near(car, shape, furthest))
    ground.rough = tuple(shape for shape in ground.rough if _is_near(car, shape, furthest))
    return ground


def _guns(play: Play, car: CarState, enemies: list[CarState], furthest: int) -> Iterator[Gun]:
    """The weapons with tokens that may have a target on the way."""
    for name, weapon in guns_of(play, car):
        tokens = car.tracks[name].count(SPEED)
        reach = INCH * weapon.range
        targets = [
            Target(expected(play, weapon, enemy), enemy, (reach * 100) // guess(play, enemy) + CAR)
            for enemy in enemies
            if tokens and may_come_near(square_between(car, enemy), guess(play, enemy), reach + INCH * furthest)
        ]
        if targets:
            yield Gun(name, tokens, reach, tuple(sorted(targets, key=lambda each: -each.deals)))


def _threats(play: Play, car: CarState, enemies: list[CarState]) -> Iterator[Threat]:
    for enemy in enemies:
        deals, reach = strike(play, enemy, car)
        if deals:
            yield Threat(enemy.x, enemy.y, (reach * 100) // guess(play, enemy) + CAR, deals)


def _ramming(play: Play, car: CarState, enemies: list[CarState], furthest: int) -> dict[str, int]:
    """What the ram would deal to each enemy in reach: its chance to hit times the engine's tokens (CC-078)."""
    if not has_ram(play, car):
        return {}
    blast, tokens = WEAPONS[RAM].blast, speed_of(car)
    return {
        enemy.id: tokens * hit_chance(blast - move_of(play, enemy)[0] - dodge(play, enemy))
        for enemy in enemies
        if may_come_near(square_between(car, enemy), 100, INCH * furthest)
    }

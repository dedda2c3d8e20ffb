"""What a car sees as it is to move: targets, threats, mines, and what is near enough to be touched. Rules CC-002,
CC-004, CC-052, CC-053, CC-077, CC-078, CC-096.

Expected damage is in twentieths of a token, lengths are in hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from rules.carcult.autopilot.estimates import (
    CAR_DIAGONAL,
    best_enemy_attack,
    expected,
    guess,
    guns_of,
    hit_chance,
    may_come_near,
    square_between,
)
from rules.carcult.autopilot.move_samples import Drive, Path, Pose
from rules.carcult.car.tokens import dodge, move_of, speed_of
from rules.carcult.cards import MINES, RAM, WEAPONS
from rules.carcult.combat.lines_of_sight import blockers, other_shapes, shape_of_car, squared_clear_line
from rules.carcult.ground.geometry import Shape, car_shape
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.match import Match
from rules.carcult.match.state import SPEED, CarState
from rules.carcult.movement.collisions import has_ram


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy a weapon may attack: what that deals on average, how far off its middle can be for it, and the square
    of the longest line that is in range as the enemy's distance is guessed.
    """

    deals: int
    car: CarState
    within: int
    line: int


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon with the tokens on it, and its targets, the one it deals most to first."""

    name: str
    tokens: int
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Threat:
    """An armed enemy: where it is, how far off it may strike after a move of its own, and what it would deal."""

    x: int
    y: int
    reach: int
    deals: int


class LegOutcome(NamedTuple):
    """A leg as it would be driven from there, without its turn: where it ends, how far it goes, and what it touches
    after which fraction of the leg.
    """

    x: int
    y: int
    far: int
    until: tuple[int, int]
    touched: str


LegRisk = tuple[list[tuple[int, int]], int]
"""What is on a way: the pieces of rough ground it crosses and how far, and what the mines near it would deal."""


@dataclass(slots=True)
class Surroundings:
    """What is the same for every sample: where the car is, and what is about. `solid`, `rough` and `mines` hold only
    what the car may come to, `lines` the square of the longest line to each enemy that is in range of any weapon;
    `seen` keeps the lines of sight that were drawn, `ways` the legs that were driven, `harms` what was on them.
    """

    play: Match
    car: CarState
    here: Pose
    minimum: int
    solid: list[tuple[str, Shape]]
    rough: list[Shape]
    guns: list[Gun]
    threats: list[Threat]
    mines: list[Point]
    rams: bool
    ram: dict[str, int]
    lines: dict[str, int] = field(default_factory=dict)
    blockers: dict[str, list[Shape]] = field(default_factory=dict)
    seen: dict[tuple[Pose, str], int | None] = field(default_factory=dict)
    ways: dict[tuple[int, int, Drive], LegOutcome] = field(default_factory=dict)
    harms: dict[tuple[int, int, Drive], LegRisk] = field(default_factory=dict)

    def leads_off(self, path: Path) -> bool:
        """Whether a path ends at the edge or beyond it, unless something else stops the car before (CC-049)."""
        (x, y, _), ground = self.here, self.play.ground
        if x + path.left <= 0 or y + path.top <= 0:
            return True
        return x + path.right >= ground.width or y + path.bottom >= ground.height

    def reaches(self, pose: Pose, target: Target) -> bool:
        """Whether a target is in sight and, as its distance is guessed, in range from there (CC-004, CC-052)."""
        enemy = target.car
        dx, dy = pose[0] - enemy.x, pose[1] - enemy.y
        if dx * dx + dy * dy > target.within * target.within:  # no mutant: spares work
            return False
        key = (pose, enemy.id)
        if key not in self.seen:
            self.seen[key] = self._line(pose, enemy)
        line = self.seen[key]
        return line is not None and line <= target.line

    def _line(self, pose: Pose, enemy: CarState) -> int | None:
        """The shortest clear line to an enemy from there that is in range of any weapon."""
        if enemy.id not in self.lines:
            self.lines[enemy.id] = max(
                target.line for gun in self.guns for target in gun.targets if target.car is enemy
            )
            self.blockers[enemy.id] = blockers(self.play, self.car.id, enemy.id)
        return squared_clear_line(
            car_shape(*pose), shape_of_car(enemy), self.blockers[enemy.id], self.lines[enemy.id]
        )


def survey_surroundings(play: Match, car: CarState, *, minimum: int, furthest: int) -> Surroundings:
    """What a car sees that is to move at least `minimum` and gets `furthest` away, in inches, drift included."""
    enemies, solid, rams = play.enemies(car), [*play.ground.solid, *other_shapes(play, car.id)], has_ram(play, car)
    return Surroundings(
        play=play,
        car=car,
        here=(car.x, car.y, car.heading),
        minimum=minimum,
        solid=[each for each in solid if _is_near(car, each[1], INCH * furthest)],
        rough=[shape for shape in play.ground.rough if _is_near(car, shape, INCH * furthest)],
        guns=list(_guns(play, car, enemies, furthest)),
        threats=list(_threats(play, car, enemies)),
        mines=_near_mines(play, car, INCH * furthest),
        rams=rams,
        ram=_ramming(play, car, enemies, furthest) if rams else {},
    )


def _is_near(car: CarState, shape: Shape, furthest: int) -> bool:
    left, top, right, bottom = shape.box
    reach = furthest + CAR_DIAGONAL
    across, down = left - reach <= car.x <= right + reach, top - reach <= car.y <= bottom + reach  # no mutant: as far
    return across and down


def _near_mines(play: Match, car: CarState, furthest: int) -> list[Point]:
    reach = furthest + INCH * WEAPONS[MINES].range + CAR_DIAGONAL
    laid = [(marker.x, marker.y) for marker in play.state.markers if marker.kind == MINES]
    return [at for at in laid if max(abs(at[0] - car.x), abs(at[1] - car.y)) <= reach]  # no mutant: spares work


def _guns(play: Match, car: CarState, enemies: list[CarState], furthest: int) -> Iterator[Gun]:
    """The weapons with tokens that may have a target on the way."""
    for name, weapon in guns_of(play, car):
        tokens = car.tracks[name].count(SPEED)
        reach = INCH * weapon.range
        targets = []
        for enemy in enemies if tokens else ():
            percent = guess(play, enemy)
            if may_come_near(square_between(car, enemy), percent, reach + INCH * furthest):
                line = (reach * 100) ** 2 // (percent * percent)
                targets.append(Target(expected(play, weapon, enemy), enemy, isqrt(line) + CAR_DIAGONAL, line))
        if targets:
            yield Gun(name, tokens, tuple(sorted(targets, key=lambda each: -each.deals)))


def _threats(play: Match, car: CarState, enemies: list[CarState]) -> Iterator[Threat]:
    for enemy in enemies:
        deals, reach = best_enemy_attack(play, enemy, car)
        if deals:
            yield Threat(enemy.x, enemy.y, (reach * 100) // guess(play, enemy) + CAR_DIAGONAL, deals)


def _ramming(play: Match, car: CarState, enemies: list[CarState], furthest: int) -> dict[str, int]:
    """What the ram would deal to each enemy in reach: its chance to hit times the engine's tokens (CC-078)."""
    blast, tokens = WEAPONS[RAM].blast, speed_of(car)
    return {
        enemy.id: tokens * hit_chance(blast - move_of(play, enemy)[0] - dodge(play, enemy))
        for enemy in enemies
        if may_come_near(square_between(car, enemy), 100, INCH * furthest)  # no mutant: spares work
    }

"""What a car knows before its move: targets, threats, mines and obstacles in reach. Rules CC-002, CC-004, CC-052,
CC-053, CC-077, CC-078, CC-096.

Expected damage is in twentieths of a token, lengths are in hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from rules.carcult.car.tokens import dodge, move_of, speed_of
from rules.carcult.cards import MINES, RAM, WEAPONS
from rules.carcult.combat.lines_of_sight import blockers, other_shapes, shape_of_car, squared_clear_line
from rules.carcult.first_autopilot.estimates import (
    CAR_DIAGONAL,
    best_enemy_attack,
    expected,
    guess,
    guns_of,
    hit_chance,
    may_come_near,
    square_between,
)
from rules.carcult.first_autopilot.move_samples import Drive, Path, Pose
from rules.carcult.ground.geometry import Shape, car_shape
from rules.carcult.ground.table import INCH, Point
from rules.carcult.match.match import Match
from rules.carcult.match.state import SPEED, CarState
from rules.carcult.movement.collisions import has_ram


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy that a weapon may attack.

    `deals` is the expected damage of one attack. `within` is the farthest that the cars' middles may be apart for it.
    `line` is the square of the longest line of sight that is in range, as the distance is guessed.
    """

    deals: int
    car: CarState
    within: int
    line: int


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon with the number of tokens on it, and its targets, sorted by expected damage, highest first."""

    name: str
    tokens: int
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Threat:
    """An armed enemy: its place, how far it can strike after a move of its own, and its expected damage."""

    x: int
    y: int
    reach: int
    deals: int


class LegOutcome(NamedTuple):
    """The outcome of driving a leg from some place, without its turn.

    It is where the leg ends, how far it goes, after which fraction of it the car is stopped, and what it touches.
    """

    x: int
    y: int
    far: int
    until: tuple[int, int]
    touched: str


LegRisk = tuple[list[tuple[int, int]], int]
"""The pieces of rough ground a leg crosses with the distance in each, and the expected damage of mines near it."""


@dataclass(slots=True)
class Surroundings:
    """What is the same for every sample of a move.

    `solid`, `rough` and `mines` only have what the car may reach. `ram` has the expected damage of ramming each
    enemy. `lines` has for each enemy the square of the longest line of sight at which any weapon is in range. `seen`,
    `ways` and `harms` cache lines of sight, leg outcomes and leg risks.
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
        """Whether a path reaches the edge of the table, if nothing stops the car before (CC-049)."""
        (x, y, _), ground = self.here, self.play.ground
        if x + path.left <= 0 or y + path.top <= 0:
            return True
        return x + path.right >= ground.width or y + path.bottom >= ground.height

    def reaches(self, pose: Pose, target: Target) -> bool:
        """Whether a target is in sight and, as its distance is guessed, in range from a pose (CC-004, CC-052)."""
        enemy = target.car
        dx, dy = pose[0] - enemy.x, pose[1] - enemy.y
        if dx * dx + dy * dy > target.within * target.within:  # no mutant: only saves work
            return False
        key = (pose, enemy.id)
        if key not in self.seen:
            self.seen[key] = self._line(pose, enemy)
        line = self.seen[key]
        return line is not None and line <= target.line

    def _line(self, pose: Pose, enemy: CarState) -> int | None:
        """The square of the shortest clear line to an enemy from a pose; None if none is in range of any weapon."""
        if enemy.id not in self.lines:
            self.lines[enemy.id] = max(
                target.line for gun in self.guns for target in gun.targets if target.car is enemy
            )
            self.blockers[enemy.id] = blockers(self.play, self.car.id, enemy.id)
        return squared_clear_line(
            car_shape(*pose), shape_of_car(enemy), self.blockers[enemy.id], self.lines[enemy.id]
        )


def survey_surroundings(play: Match, car: CarState, *, minimum: int, furthest: int) -> Surroundings:
    """The surroundings of a car that is about to move.

    `minimum` is its minimum move and `furthest` how far it can get, drift included; both are in inches.
    """
    enemies, solid, rams = play.enemies(car), [*play.ground.solid, *other_shapes(play, car.id)], has_ram(play, car)
    return Surroundings(
        play=play,
        car=car,
        here=(car.x, car.y, car.heading),
        minimum=minimum,
        solid=[obstacle for obstacle in solid if _is_near(car, obstacle[1], INCH * furthest)],
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
    mines = [(marker.x, marker.y) for marker in play.state.markers if marker.kind == MINES]
    return [at for at in mines if max(abs(at[0] - car.x), abs(at[1] - car.y)) <= reach]  # no mutant: only saves work


def _guns(play: Match, car: CarState, enemies: list[CarState], furthest: int) -> Iterator[Gun]:
    """The weapons with tokens that may have a target during the move."""
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
            yield Gun(name, tokens, tuple(sorted(targets, key=lambda target: -target.deals)))


def _threats(play: Match, car: CarState, enemies: list[CarState]) -> Iterator[Threat]:
    for enemy in enemies:
        deals, reach = best_enemy_attack(play, enemy, car)
        if deals:
            yield Threat(enemy.x, enemy.y, (reach * 100) // guess(play, enemy) + CAR_DIAGONAL, deals)


def _ramming(play: Match, car: CarState, enemies: list[CarState], furthest: int) -> dict[str, int]:
    """The expected damage of ramming each enemy in reach: chance to hit times the engine's tokens (CC-078)."""
    blast, tokens = WEAPONS[RAM].blast, speed_of(car)
    return {
        enemy.id: tokens * hit_chance(blast - move_of(play, enemy)[0] - dodge(play, enemy))
        for enemy in enemies
        if may_come_near(square_between(car, enemy), 100, INCH * furthest)  # no mutant: only saves work
    }

"""Chances of attacks, and how far cars are apart as the driver guesses. Rules CC-002, CC-053, CC-054, CC-078."""

from __future__ import annotations

from rules.carcult.car.tokens import DODGE
from rules.carcult.ground.geometry import COSINE, SINE
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState

CAR_DIAGONAL = 325
"""The diagonal of a car, in hundredths of an inch."""
CLOSEST_PARTS = 200
"""How much less than between their middles the distance between two cars usually is, in hundredths of an inch."""
LOWEST, HIGHEST = 1, 19
"""The fewest and the most faces of a d20 that hit, since a 20 always hits and a 1 never (CC-054)."""
FACES_WITHOUT_MODIFIER = 11
D20_FACES = 20


MOST_MODIFIER = 100
"""More than a modifier can be."""


def _chances() -> tuple[float, ...]:
    """The chance of one die by its modifier: of 0 and more, then of those below 0, which count from the end."""
    modifiers = (*range(MOST_MODIFIER + 1), *range(-MOST_MODIFIER, 0))
    return tuple(min(max(FACES_WITHOUT_MODIFIER + modifier, LOWEST), HIGHEST) / D20_FACES for modifier in modifiers)


HIT_CHANCES = _chances()
"""The chance of one die of an attack by its modifier, which may be below 0 (CC-053, CC-054)."""


def hit_chance(blast: int, *, minimum: int, dodges: int) -> float:
    """The chance of one die of an attack against a car with that minimum move in inches, and that many tokens on its
    dangerous driver (CC-053, CC-054).
    """
    return HIT_CHANCES[blast - minimum - DODGE * dodges]


def guess_percent(play: Match, enemy: CarState) -> int:
    """The guessed distance to an enemy, in percent of the real one (CC-002)."""
    return 100 + play.state.guesses.get(enemy.id, 0)


def squared_distance(car: CarState, other: CarState) -> int:
    """The square of the distance between the middles of two cars, in hundredths of an inch."""
    return (car.x - other.x) ** 2 + (car.y - other.y) ** 2


def is_ahead(car: CarState, x: int, y: int) -> bool:
    """Whether a place is ahead of the line across the middle of a car."""
    return (x - car.x) * COSINE[car.heading] + (y - car.y) * SINE[car.heading] > 0

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


def hit_chance(blast: int, *, minimum: int, dodges: int) -> float:
    """The chance of one die of an attack against a car with that minimum move in inches, and that many tokens on its
    dangerous driver (CC-053, CC-054).
    """
    faces = FACES_WITHOUT_MODIFIER + blast - minimum - DODGE * dodges
    return (LOWEST if faces < LOWEST else min(faces, HIGHEST)) / D20_FACES


def guessed(play: Match, enemy: CarState) -> int:
    """The guessed distance to an enemy, in percent of the real one (CC-002)."""
    return 100 + play.state.guesses.get(enemy.id, 0)


def squared_distance(car: CarState, other: CarState) -> int:
    """The square of the distance between the middles of two cars, in hundredths of an inch."""
    return (car.x - other.x) ** 2 + (car.y - other.y) ** 2


def is_ahead(car: CarState, x: int, y: int) -> bool:
    """Whether a place is ahead of the line across the middle of a car."""
    return (x - car.x) * COSINE[car.heading] + (y - car.y) * SINE[car.heading] > 0

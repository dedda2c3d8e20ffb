"""What the autopilot reckons with: chances to hit, expected damage, and distances as it guesses them. Rules CC-002,
CC-053, CC-054, CC-095, CC-096.

Chances and expectations are in twentieths, so that no fraction hangs on a machine's rounding.
"""

from __future__ import annotations

from rules.carcult.car.tokens import move_of, sound_az
from rules.carcult.cards import GUNS, WEAPONS, Weapon
from rules.carcult.combat.attacks import modifier_against
from rules.carcult.ground.geometry import COSINE, SINE
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.state import CarState

ONE_TOKEN = 20
"""Twentieths of one token of damage."""
CAR_DIAGONAL = 325
"""A car's diagonal: the most by which the middles of two cars are farther apart than their nearest parts."""


def hit_chance(modifier: int) -> int:
    """The faces of a d20 that hit with a modifier: 1 to 19, since a 20 always does and a 1 never (CC-054)."""
    return max(1, min(19, 11 + modifier))


def expected(play: Match, weapon: Weapon, target: CarState) -> int:
    """The damage one attack deals on average, in twentieths (CC-053)."""
    return _damage_with_modifier(weapon, modifier_against(play, target, weapon))


def _damage_with_modifier(weapon: Weapon, modifier: int) -> int:
    return weapon.shots * weapon.damage * hit_chance(modifier)


def guess(play: Match, enemy: CarState) -> int:
    """What the distance to an enemy is taken for, in percent of what it is (CC-002)."""
    return 100 + play.state.guesses.get(enemy.id, 0)


def square_between(car: CarState, other: CarState) -> int:
    """The square of the distance between the middles of two cars, in hundredths of an inch."""
    return (car.x - other.x) ** 2 + (car.y - other.y) ** 2


def may_come_near(square: int, percent: int, reach: int) -> bool:
    """Whether middles that far apart, as they are guessed, let two cars come within so many hundredths of an inch."""
    return square * percent * percent <= ((reach + CAR_DIAGONAL) * 100) ** 2


def guns_of(play: Match, car: CarState) -> list[tuple[str, Weapon]]:
    """The weapons of a car that can make attacks yet, by component (CC-050)."""
    return [
        (name, WEAPONS[card.key])
        for name, card in play.components[car.id].items()
        if card.key in GUNS and sound_az(car.tracks[name])
    ]


def is_behind(car: CarState, other: CarState) -> bool:
    """Whether another car is behind the line through the middle of a car that is square to its heading."""
    return (other.x - car.x) * COSINE[car.heading] + (other.y - car.y) * SINE[car.heading] < 0


def best_enemy_attack(play: Match, enemy: CarState, car: CarState) -> tuple[int, int]:
    """What an enemy's best weapon would deal to a car with one attack, in twentieths, and how far off its middle the
    enemy may strike when it has moved, in hundredths of an inch.
    """
    weapons = [weapon for _, weapon in guns_of(play, enemy)]
    if not weapons:
        return 0, 0
    off = modifier_against(play, car, weapons[0]) - weapons[0].blast
    best = max(_damage_with_modifier(weapon, weapon.blast + off) for weapon in weapons)
    reach = max(weapon.range for weapon in weapons)
    return best, INCH * (reach + move_of(play, enemy)[1])

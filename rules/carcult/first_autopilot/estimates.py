"""The autopilot's estimates: chances to hit, expected damage and guessed distances. Rules CC-002, CC-053, CC-054,
CC-095, CC-096.

Chances and expected damage are whole numbers of twentieths, so that no machine's rounding can change a result.
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
"""One damage token in twentieths."""
CAR_DIAGONAL = 325
"""The diagonal of a car: the distance between the closest parts of two cars is at most this much less than the
distance between their middles.
"""


def hit_chance(modifier: int) -> int:
    """How many faces of a d20 hit with that modifier: 1 to 19, since a 20 always hits and a 1 never (CC-054)."""
    return max(1, min(19, 11 + modifier))


def expected(play: Match, weapon: Weapon, target: CarState) -> int:
    """The average damage of one attack, in twentieths (CC-053)."""
    return _damage_with_modifier(weapon, modifier_against(play, target, weapon))


def _damage_with_modifier(weapon: Weapon, modifier: int) -> int:
    return weapon.shots * weapon.damage * hit_chance(modifier)


def guess(play: Match, enemy: CarState) -> int:
    """The guessed distance to an enemy, in percent of the real one (CC-002)."""
    return 100 + play.state.guesses.get(enemy.id, 0)


def square_between(car: CarState, other: CarState) -> int:
    """The square of the distance between the middles of two cars, in hundredths of an inch."""
    return (car.x - other.x) ** 2 + (car.y - other.y) ** 2


def may_come_near(square: int, percent: int, reach: int) -> bool:
    """Whether two cars may be within `reach` of each other.

    `square` is the square of the real distance between their middles, `percent` how it is guessed, and `reach` is in
    hundredths of an inch.
    """
    return square * percent * percent <= ((reach + CAR_DIAGONAL) * 100) ** 2


def guns_of(play: Match, car: CarState) -> list[tuple[str, Weapon]]:
    """The weapons of a car that can still make attacks, by component (CC-050)."""
    return [
        (name, WEAPONS[card.key])
        for name, card in play.components[car.id].items()
        if card.key in GUNS and sound_az(car.tracks[name])
    ]


def is_behind(car: CarState, other: CarState) -> bool:
    """Whether another car is behind the line across the middle of a car."""
    return (other.x - car.x) * COSINE[car.heading] + (other.y - car.y) * SINE[car.heading] < 0


def best_enemy_attack(play: Match, enemy: CarState, car: CarState) -> tuple[int, int]:
    """The expected damage of one attack with an enemy's best weapon, and how far it can strike.

    The damage is in twentieths. The reach is the enemy's longest weapon range plus its maximum move, in hundredths of
    an inch. Both are 0 if it has no weapon.
    """
    weapons = [weapon for _, weapon in guns_of(play, enemy)]
    if not weapons:
        return 0, 0
    reduction = modifier_against(play, car, weapons[0]) - weapons[0].blast
    best = max(_damage_with_modifier(weapon, weapon.blast + reduction) for weapon in weapons)
    reach = max(weapon.range for weapon in weapons)
    return best, INCH * (reach + move_of(play, enemy)[1])

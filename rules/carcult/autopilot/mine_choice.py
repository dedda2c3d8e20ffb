"""Where mines are laid: next to enemies that must move on, and where they will come. Rules CC-076, CC-077, CC-095."""

from __future__ import annotations

from rules.carcult.autopilot.odds import CLOSEST_PARTS
from rules.carcult.autopilot.outlook import Enemy, Outlook
from rules.carcult.cards import MINES, WEAPONS
from rules.carcult.ground.geometry import COSINE, SINE, SINE_UNIT, car_shape, distance_squared, shape_of
from rules.carcult.ground.table import INCH

SPAN = INCH * WEAPONS[MINES].range
"""How near a mine must be to a car that moves, in hundredths of an inch (CC-077)."""
LAST_ROUNDS = 3
"""In how many last rounds a mine that is kept loses its worth."""
BESIDE = SPAN + CLOSEST_PARTS // 2
"""How far a mine may be from the middle of a car that sets it off, roughly."""


def mine_worth(outlook: Outlook, maximum: int) -> float:
    """What a token on mines is worth before the move is chosen: what the best mine on the way may deal."""
    return max((_token_worth(outlook, enemy, maximum) for enemy in outlook.enemies), default=0.0)


def _token_worth(outlook: Outlook, enemy: Enemy, maximum: int) -> float:
    prices = outlook.prices
    if enemy.away <= BESIDE + INCH * maximum:
        chance = prices.mine_near * prices.doubtful if enemy.away > BESIDE else prices.mine_near
    elif enemy.away <= BESIDE + INCH * (maximum + enemy.maximum):
        chance = prices.mine_ahead
    else:
        chance = 0.0
    if not enemy.speed or not chance:
        return 0.0
    return max(0.0, chance * enemy_harm(enemy) - kept_worth(outlook))


def kept_worth(outlook: Outlook) -> float:
    """What a mine is worth that is kept: nothing more in the last rounds, when it would never be laid."""
    kept = outlook.prices.mine_kept * outlook.profile.spending
    return kept * min(LAST_ROUNDS, outlook.rounds_left) / LAST_ROUNDS


def enemy_harm(enemy: Enemy) -> float:
    """The damage to expect of a mine that goes off under an enemy."""
    weapon = WEAPONS[MINES]
    return weapon.damage * enemy.hit_chance(weapon.blast) * enemy.weight


def worth_at(outlook: Outlook, x: int, y: int) -> float:
    """What a mine at a place is worth: the damage to expect under enemies, less that under cars of the own side."""
    prices, play, car = outlook.prices, outlook.play, outlook.car
    worth = prices.mine_elsewhere
    point = shape_of(((x, y), (x, y)))
    best = 0.0
    for enemy in outlook.enemies:
        state = enemy.car
        if not enemy.speed:
            continue
        if distance_squared(car_shape(state.x, state.y, state.heading), point) <= SPAN * SPAN:
            chance = prices.mine_near
        else:
            chance = prices.mine_ahead * _way_share(enemy, x, y)
        best = max(best, chance * enemy_harm(enemy) * outlook.dealt)
    worth += best
    for other in play.cars_in_play():
        is_friend = other.team == car.team and other.id != car.id
        if is_friend and distance_squared(car_shape(other.x, other.y, other.heading), point) <= SPAN * SPAN:
            worth -= outlook.taken
    return worth


def _way_share(enemy: Enemy, x: int, y: int) -> float:
    """How likely an enemy's next move leads past a place, from 0 to 1."""
    state = enemy.car
    dx, dy = x - state.x, y - state.y
    ahead = (dx * COSINE[state.heading] + dy * SINE[state.heading]) // SINE_UNIT
    side = abs(dy * COSINE[state.heading] - dx * SINE[state.heading]) // SINE_UNIT
    if not -BESIDE <= ahead <= INCH * enemy.maximum + BESIDE:
        return 0.0
    if side <= SPAN:
        return 1.0
    return 0.4 if side <= SPAN + max(0, ahead) // 2 else 0.0

"""Where the autopilot puts its speed tokens. Rules CC-016, CC-017, CC-073, CC-076, CC-095.

In order of priority: the engine; the driver, if an enemy that acts before this car's next activation can reach it;
the weapon with the highest expected damage; the gunner, if two dice or more will be thrown; the fixer, if the engine
is damaged; mines and other droppers, if an enemy is behind; the other weapons.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.carcult.car.tokens import (
    components_with_card,
    fill,
    open_az,
    playable_droppers,
    speed_of,
    token_pool,
    track_limits,
)
from rules.carcult.cards import DRIVER, ENGINE, FIXER, GUNNER, Weapon
from rules.carcult.first_autopilot.estimates import (
    best_enemy_attack,
    expected,
    guess,
    guns_of,
    is_behind,
    may_come_near,
    square_between,
)
from rules.carcult.first_autopilot.speed import tokens_to_add
from rules.carcult.ground.table import INCH
from rules.carcult.match.match import Match
from rules.carcult.match.orders import AllocateOrder
from rules.carcult.match.state import DAMAGE, CarState

LEAST_DICE = 2
"""How many dice must be thrown for a token on the gunner to pay (CC-095)."""


def choose_allocation(play: Match, car: CarState) -> AllocateOrder:
    """The tokens for each component, by priority while there are any (CC-095)."""
    left = token_pool(play, car)
    allocation: dict[str, int] = {}
    dice = 0
    engine = tokens_to_add(play, car, most=left)
    if engine:
        allocation[ENGINE] = engine
        left -= engine
    for component, weapon in _components_by_priority(play, car, engine):
        if dice < LEAST_DICE and play.components[car.id][component].key == GUNNER:
            continue
        tokens = min(left, open_az(car.tracks[component]))
        if tokens:
            allocation[component] = tokens
            left -= tokens
            if weapon is not None:
                dice += tokens * weapon.shots
    return AllocateOrder(tokens=allocation)


def _components_by_priority(play: Match, car: CarState, engine: int) -> Iterator[tuple[str, Weapon | None]]:
    """The components by priority, each with the weapon that its tokens attack with, if it is one."""
    if may_be_attacked(play, car):
        yield from ((name, None) for name in components_with_card(play, car, DRIVER))
    guns = ranked_guns(play, car, engine)
    yield from guns[:1]
    yield from ((name, None) for name in components_with_card(play, car, GUNNER))
    if DAMAGE in car.tracks[ENGINE]:
        yield from ((name, None) for name in components_with_card(play, car, FIXER))
    if any(is_behind(car, enemy) for enemy in play.enemies(car)):
        yield from ((name, None) for key in playable_droppers(play) for name in components_with_card(play, car, key))
    yield from guns[1:]


def may_be_attacked(play: Match, car: CarState) -> bool:
    """Whether an enemy that acts before the car's next activation may attack it.

    Such an enemy has not acted in this round or has more speed tokens.
    """
    for enemy in play.enemies(car):
        if not enemy.acted or speed_of(enemy) > speed_of(car):
            reach = best_enemy_attack(play, enemy, car)[1]
            if reach and may_come_near(square_between(car, enemy), guess(play, enemy), reach):
                return True
    return False


def ranked_guns(play: Match, car: CarState, engine: int) -> list[tuple[str, Weapon]]:
    """The weapons that may have a target after the car's move, sorted by expected damage, highest first."""
    track = list(car.tracks[ENGINE])
    fill(track, engine)
    move = track_limits(track, play.entries[car.id].design.engine.track)[1]
    ranking: list[tuple[int, str, Weapon]] = []
    for name, weapon in guns_of(play, car):
        best = max(
            (
                expected(play, weapon, enemy)
                for enemy in play.enemies(car)
                if may_come_near(square_between(car, enemy), guess(play, enemy), INCH * (weapon.range + move))
            ),
            default=0,
        )
        if best:
            ranking.append((best, name, weapon))
    return [(name, weapon) for _, name, weapon in sorted(ranking, key=lambda entry: -entry[0])]

"""What it costs to run into something. Rules DM-M-079 to DM-M-084, DM-M-138."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.dethmatch.autopilot.gunfire import lives_a_point
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import KNOCKED_OUT, NOWHERE, CarState

SPEED_PER_PENETRATION = 3
FACES = 6


@cache
def crash_damage(speed: int, armor: int) -> float:
    """The damage points expected of a collision at a speed to a car with that armor (DM-M-083)."""
    pen = speed // SPEED_PER_PENETRATION
    penetrates = min(max(FACES + pen - armor, 0), FACES)
    return (penetrates * max(pen, 1) + (FACES - penetrates) * (pen // 2)) / FACES


class Crashes:
    """What collisions of a car cost it in points of the match: the harm to it, less the harm to an enemy."""

    __slots__ = ("_armor", "_base", "_others", "_own", "enemies")

    def __init__(
        self, play: Match, car: CarState, *, base: float, own_life: float, enemy_lives: Mapping[str, float]
    ) -> None:
        self._armor, self._base = car.armor["front"], base
        self._own = own_life * lives_a_point(play, car)
        self._others: dict[int, tuple[int, float]] = {}
        self.enemies: set[int] = set()
        """The hexes of enemy cars."""
        for other in play.state.cars.values():
            if other is car or other.at == NOWHERE or other.status in KNOCKED_OUT:
                continue
            worth = enemy_lives.get(other.id, -own_life)
            if other.id in enemy_lives:
                self.enemies.add(other.at)
            self._others[other.at] = min(other.armor.values()), worth * lives_a_point(play, other)

    def price(self, at: int, speed: int) -> float:
        """What running into the hex at a collision speed costs."""
        price = self._base + self._own * crash_damage(speed, self._armor)
        other = self._others.get(at)
        return price if other is None else price - other[1] * crash_damage(speed, other[0])

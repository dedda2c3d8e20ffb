"""What a turn leads to: its own price, and that of the turn after it in its best gear.

Squares alone are no guide into a corner: whoever is in one of three stops in gear 5 leaves it too early in the turn
after. So the mean of a gear counts both turns. Rules FW-102, FW-103, FW-109 to FW-112, FW-118, FW-140, FW-141.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.formule.autopilot.road_ahead import (
    CIRCUITS,
    MOST_BRAKES,
    OUT_VALUE,
    STOP_VALUE,
    Road,
    Survey,
    choose_braking,
    survey,
)
from rules.formule.car.gears import DICE, gear_change_points

FACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    gear: tuple(Counter(faces).items()) for gear, faces in DICE.items()
}
"""The squares of each gear die, with how many faces show them (FW-102)."""
COMMON = 120
"""A number that the faces of every gear die divide, so that means are compared in whole numbers."""
SHARE: Mapping[int, int] = {gear: COMMON // len(faces) for gear, faces in DICE.items()}
"""What one face of each die counts of that number."""
HIGHEST: Mapping[int, int] = {gear: max(faces) for gear, faces in DICE.items()}
FARTHEST = max(HIGHEST.values())
FINISH_VALUE = 20
"""What the turn after is worth to a car that is home by then: about as much as on a straight, so that it hurries."""
NO_GEAR = 0  # no mutant: any number that is no gear
"""The gear of a car that has spun: it goes on in gear 1 (FW-118)."""
Change = tuple[int, int, int, int]
"""A gear, and the fuel, brakes and engine points that the change to it takes."""


def _change(to: int, due: Mapping[str, int]) -> Change:
    points = Counter(due)
    return to, points["fuel"], points["brakes"], points["engine"]


CHANGES: Mapping[int, tuple[Change, ...]] = {NO_GEAR: (_change(1, {}),)} | {
    gear: tuple(_change(to, due) for to in DICE if (due := gear_change_points(gear, to)) is not None) for gear in DICE
}
"""The gears to be had from each, with the fuel, brakes and engine points that the change takes (FW-103)."""
FAR = 9  # no mutant: laps enough, whatever is driven
CACHE_LIMIT = 100_000  # no mutant: bounds the memory, not the result


class TurnStart(NamedTuple):
    """A car between two turns: its row, the stops made in its corner, its gear or `NO_GEAR`, what it has left, the
    laps it still has to finish, and what a tire point weighs.
    """

    row: int
    stops: int
    gear: int
    tires: int
    brakes: int
    fuel: int
    engine: int
    laps: int
    weight: int


class TurnValues:
    """What standings on one road are worth. It remembers what it has reckoned, which changes no answer."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.length = len(road.corner_of)
        self.to_corner = [self._to_corner(row) for row in range(self.length)]
        self.surveys: dict[tuple[int, int], Survey] = {}
        self.means: dict[tuple[int, ...], int] = {}

    def gear_values(self, at: TurnStart) -> dict[int, int]:
        """The mean of each gear that may be taken, over this turn and the one after, in 1/14400 (FW-103, FW-140)."""
        ahead = self._survey(at.row, at.stops)
        found = {}
        for to, fuel, brakes, engine in CHANGES[at.gear]:
            if fuel <= at.fuel and brakes <= at.brakes and engine <= at.engine:
                begun = at._replace(
                    gear=to, fuel=at.fuel - fuel, brakes=at.brakes - brakes, engine=at.engine - engine
                )
                found[to] = SHARE[to] * sum(
                    faces * self._worth(begun, ahead, squares) for squares, faces in FACES[to]
                )
        return found

    def _worth(self, at: TurnStart, ahead: Survey, rolled: int) -> int:
        """What a roll is worth in 1/120: this turn's price, and the best mean of the turn after (FW-112, FW-140)."""
        brake = choose_braking(ahead, rolled, at.brakes)
        squares = rolled - brake
        worth, is_out, row, laps = self._price(at.row, squares, ahead, at.tires, at.laps, at.weight)
        if is_out:
            return worth * COMMON
        if not laps:
            return (worth + FINISH_VALUE) * COMMON
        paid = ahead.tires[squares]
        gear = NO_GEAR if paid and paid == at.tires else at.gear
        there = TurnStart(
            row, ahead.made[squares], gear, at.tires - paid, at.brakes - brake, at.fuel, at.engine, laps, at.weight
        )
        return worth * COMMON + self._best(there)

    def _best(self, at: TurnStart) -> int:
        """The best mean of one turn, in 1/120 (FW-103, FW-140)."""
        return max(
            self._mean(at, to, at.brakes - brakes)
            for to, fuel, brakes, engine in CHANGES[at.gear]
            if fuel <= at.fuel and brakes <= at.brakes and engine <= at.engine
        )

    def _mean(self, at: TurnStart, gear: int, brakes: int) -> int:
        """The mean of one turn in that gear, in 1/120; what cannot matter is left out of what is remembered."""
        row, reach = at.row, HIGHEST[gear]
        laps = FAR if row + reach < self.length else at.laps
        if reach < self.to_corner[row]:  # no mutant: a corner's first row is a stop whatever else is so
            key: tuple[int, ...] = row, gear, laps
        else:
            key = row, gear, laps, at.stops, at.tires, min(brakes, MOST_BRAKES), at.weight
        found = self.means.get(key)
        if found is None:
            if len(self.means) >= CACHE_LIMIT:  # no mutant: bounds the memory, not the result
                self.means.clear()
            ahead = self._survey(row, at.stops)
            found = 0
            for rolled, faces in FACES[gear]:
                squares = rolled - choose_braking(ahead, rolled, brakes)
                found += faces * self._price(row, squares, ahead, at.tires, laps, at.weight)[0]
            found = self.means[key] = found * SHARE[gear]
        return found

    def _price(  # noqa: PLR0917 - a standing, taken apart for speed
        self, row: int, squares: int, ahead: Survey, tires: int, laps: int, weight: int
    ) -> tuple[int, bool, int, int]:
        """What ending so many squares on is worth, whether the car is out, and the row and laps then left; past the
        finish nothing is paid (FW-110 to FW-112, FW-128, FW-140).
        """
        to, reached = row + squares, squares
        while to >= self.length:
            to, laps = to - self.length, laps - 1
            if not laps:
                reached -= to + 1
                break
        paid = ahead.tires[reached]
        worth = squares - weight * paid
        if ahead.lost[reached] or paid > tires:
            return worth + OUT_VALUE, True, to, laps
        if laps and ahead.stops[squares]:
            worth += STOP_VALUE
        return worth, False, to, laps

    def _survey(self, row: int, stops: int) -> Survey:
        found = self.surveys.get((row, stops))
        if found is None:
            found = self.surveys[row, stops] = survey(self.road, row, stops, 0, FARTHEST)
        return found

    def _to_corner(self, row: int) -> int:
        """The squares from a row to the first of a corner; none within one."""
        corner_of, corners = self.road.corner_of, range(len(self.road.needs))
        return next((on for on in range(self.length) if corner_of[(row + on) % self.length] in corners), self.length)


@lru_cache(maxsize=CIRCUITS)
def turn_values_on(road: Road) -> TurnValues:
    """What is known of a road."""
    return TurnValues(road)

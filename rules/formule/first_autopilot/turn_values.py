"""The value of a turn: its own, plus that of the turn after it in its best gear.

A single turn is a poor guide into a corner. A car in gear 5 in a corner of three stops scores well at first, and then
leaves the corner too early. So the mean of a gear counts both turns. Rules FW-102, FW-103, FW-109 to FW-112, FW-118,
FW-140, FW-141.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.formule.car.gears import DICE, gear_change_points
from rules.formule.first_autopilot.road_ahead import (
    CIRCUITS,
    MOST_BRAKES,
    OUT_VALUE,
    STOP_VALUE,
    Road,
    Survey,
    choose_braking,
    survey,
)

FACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    gear: tuple(Counter(faces).items()) for gear, faces in DICE.items()
}
"""For each gear die, the squares it can show and how many faces show them (FW-102)."""
COMMON = 120
"""A common multiple of the faces of all gear dice, so that means are whole numbers."""
SHARE: Mapping[int, int] = {gear: COMMON // len(faces) for gear, faces in DICE.items()}
"""The share of one face of each die, in units of 1 / `COMMON`."""
HIGHEST: Mapping[int, int] = {gear: max(faces) for gear, faces in DICE.items()}
FARTHEST = max(HIGHEST.values())
FINISH_VALUE = 20
"""The value of the next turn of a car that has finished by then: about that of a turn on a straight, so that cars
hurry home.
"""
NO_GEAR = 0  # no mutant: any number that is no gear
"""Stands for the gear of a car that has spun, which goes on in gear 1 (FW-118)."""
Change = tuple[int, int, int, int]
"""A gear, and the points of fuel, brakes and engine that the change to it takes."""


def _change(to: int, due: Mapping[str, int]) -> Change:
    points = Counter(due)
    return to, points["fuel"], points["brakes"], points["engine"]


CHANGES: Mapping[int, tuple[Change, ...]] = {NO_GEAR: (_change(1, {}),)} | {
    gear: tuple(_change(to, due) for to in DICE if (due := gear_change_points(gear, to)) is not None) for gear in DICE
}
"""The possible changes from each gear (FW-103)."""
FAR = 9  # no mutant: more laps than any two turns can cover
CACHE_LIMIT = 100_000  # no mutant: bounds the memory, not the result


class TurnStart(NamedTuple):
    """A car between two turns.

    `stops` are those made in its corner, `gear` may be `NO_GEAR`, `laps` is how many it has yet to finish, and
    `weight` is that of a tire point.
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
    """Computes the values of turns on one road, and caches them."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.length = len(road.corner_of)
        self.to_corner = [self._to_corner(row) for row in range(self.length)]
        self.surveys: dict[tuple[int, int], Survey] = {}
        self.means: dict[tuple[int, ...], int] = {}

    def gear_values(self, start: TurnStart) -> dict[int, int]:
        """The mean of each possible gear over this turn and the next, in units of 1/14400 (FW-103, FW-140)."""
        ahead = self._survey(start.row, start.stops)
        values = {}
        for gear, fuel, brakes, engine in CHANGES[start.gear]:
            if fuel <= start.fuel and brakes <= start.brakes and engine <= start.engine:
                shifted = start._replace(
                    gear=gear, fuel=start.fuel - fuel, brakes=start.brakes - brakes, engine=start.engine - engine
                )
                values[gear] = SHARE[gear] * sum(
                    faces * self._worth(shifted, ahead, squares) for squares, faces in FACES[gear]
                )
        return values

    def _worth(self, start: TurnStart, ahead: Survey, rolled: int) -> int:
        """The value of a roll in units of 1/120: this turn's, and the best mean of the next (FW-112, FW-140)."""
        brake = choose_braking(ahead, rolled, start.brakes)
        squares = rolled - brake
        worth, is_out, row, laps = self._price(start.row, squares, ahead, start.tires, start.laps, start.weight)
        if is_out:
            return worth * COMMON
        if not laps:
            return (worth + FINISH_VALUE) * COMMON
        paid = ahead.tires[squares]
        gear = NO_GEAR if paid and paid == start.tires else start.gear
        next_start = TurnStart(
            row,
            ahead.made[squares],
            gear,
            start.tires - paid,
            start.brakes - brake,
            start.fuel,
            start.engine,
            laps,
            start.weight,
        )
        return worth * COMMON + self._best(next_start)

    def _best(self, start: TurnStart) -> int:
        """The mean of one turn in its best gear, in units of 1/120 (FW-103, FW-140)."""
        return max(
            self._mean(start, gear, start.brakes - brakes)
            for gear, fuel, brakes, engine in CHANGES[start.gear]
            if fuel <= start.fuel and brakes <= start.brakes and engine <= start.engine
        )

    def _mean(self, start: TurnStart, gear: int, brakes: int) -> int:
        """The mean of one turn in that gear, in units of 1/120.

        The cache key leaves out what cannot matter.
        """
        row, reach = start.row, HIGHEST[gear]
        laps = FAR if row + reach < self.length else start.laps
        if reach < self.to_corner[row]:  # no mutant: ending in a corner's first row is a stop in any case
            key: tuple[int, ...] = row, gear, laps
        else:
            key = row, gear, laps, start.stops, start.tires, min(brakes, MOST_BRAKES), start.weight
        mean = self.means.get(key)
        if mean is None:
            if len(self.means) >= CACHE_LIMIT:  # no mutant: bounds the memory, not the result
                self.means.clear()
            ahead = self._survey(row, start.stops)
            mean = 0
            for rolled, faces in FACES[gear]:
                squares = rolled - choose_braking(ahead, rolled, brakes)
                mean += faces * self._price(row, squares, ahead, start.tires, laps, start.weight)[0]
            mean = self.means[key] = mean * SHARE[gear]
        return mean

    def _price(  # noqa: PLR0917 - a turn start, unpacked for speed
        self, row: int, squares: int, ahead: Survey, tires: int, laps: int, weight: int
    ) -> tuple[int, bool, int, int]:
        """The value of a move, whether it puts the car out, and the row and laps left after it (FW-110 to FW-112,
        FW-128, FW-140).

        Squares past the finish take no tires.
        """
        row_after, reached = row + squares, squares
        while row_after >= self.length:
            row_after, laps = row_after - self.length, laps - 1
            if not laps:
                reached -= row_after + 1
                break
        paid = ahead.tires[reached]
        worth = squares - weight * paid
        if ahead.lost[reached] or paid > tires:
            return worth + OUT_VALUE, True, row_after, laps
        if laps and ahead.stops[squares]:
            worth += STOP_VALUE
        return worth, False, row_after, laps

    def _survey(self, row: int, stops: int) -> Survey:
        result = self.surveys.get((row, stops))
        if result is None:
            result = self.surveys[row, stops] = survey(self.road, row, stops, 0, FARTHEST)
        return result

    def _to_corner(self, row: int) -> int:
        """The squares from a row to the next corner; 0 in a corner."""
        corner_of, corners = self.road.corner_of, range(len(self.road.needs))
        return next(
            (squares for squares in range(self.length) if corner_of[(row + squares) % self.length] in corners),
            self.length,
        )


@lru_cache(maxsize=CIRCUITS)
def turn_values_on(road: Road) -> TurnValues:
    """The shared turn values of a road."""
    return TurnValues(road)

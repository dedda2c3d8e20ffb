"""How many turns a car has yet to drive on an empty track, by where it is and what it has left, learned backward from
the finish.

A state is a car between two turns: its progress, the stops made in its corner, its gear, and a reserve. The reserve
counts tires and brakes together, since either pays for a square at a corner: a brake point stops short of it, a tire
point pays for a square past it. Fuel counts up to `MOST_FUEL`. Rules FW-102, FW-103, FW-109 to FW-113, FW-118,
FW-120, FW-128, FW-129, FW-140.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from rules.formule.car.gears import DICE, gear_change_points
from rules.formule.match.match import Match
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState

SPUN = 0
"""Stands for the gear of a car that has spun, which goes on in gear 1 (FW-118)."""
MOST_RESERVE = 12
MOST_FUEL = 2
"""Points beyond these count as these."""
RESERVES, FUELS = MOST_RESERVE + 1, MOST_FUEL + 1
OUT = 40.0
"""The turns that a car counts for which is out: more than any race on the way takes."""
MOST_BRAKES = 4
"""The most brake points that a turn of the future spends."""
MOST_LAPS = 3
"""Laps before these are not told apart: see `RaceTimes.place_of`."""
CIRCUITS = 16
FACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    gear: tuple(sorted(Counter(faces).items())) for gear, faces in DICE.items()
}
"""For each gear die, the squares it can show and how many faces show them (FW-102)."""
SHARES: Mapping[int, tuple[tuple[int, int], ...]] = {
    gear: tuple((squares, count // gcd(*(count for _, count in faces))) for squares, count in faces)
    for gear, faces in FACES.items()
}
"""The same with the numbers of faces in lowest terms."""
FARTHEST = max(max(faces) for faces in DICE.values())
Turns = tuple[float, ...]
"""Turns by reserve and fuel: `turns[reserve * FUELS + fuel]`."""
NEVER: Turns = (OUT,) * (RESERVES * FUELS)


class Reach(NamedTuple):
    """Where so many squares lead from a row on an empty track.

    `tires` are those due on the way, `lost` is whether a corner has been left with two or more stops missing, and
    `stops` are those made in the corner reached, this turn's among them, up to those it needs.
    """

    tires: int
    lost: bool
    stops: int


class Road(NamedTuple):
    """What a circuit demands in any lane: each row's corner or -1, the stops of each corner, and the tires that each
    overshoot takes besides those for its squares (FW-109, FW-129).
    """

    corner_of: tuple[int, ...]
    needs: tuple[int, ...]
    extra: int

    def reaches(self, row: int, stops: int, *, toll: int = 0, squares: int = FARTHEST) -> list[Reach]:
        """Where 0 to `squares` squares lead from a row with so many stops made in its corner (FW-109 to FW-113).

        `toll` is how many corners the turn has overshot already.
        """
        corner_of, needs, extra = self
        length, corner = len(corner_of), corner_of[row]
        due, lost = 0, False
        found = [Reach(0, False, min(stops + (not toll), needs[corner]) if corner >= 0 else 0)]
        for _ in range(squares):
            row = row + 1 if row + 1 < length else 0
            here = corner_of[row]
            if here != corner:
                missing = needs[corner] - stops if corner >= 0 else 0
                if missing > 1:
                    lost = True
                elif missing == 1:
                    toll += 1
                    due += extra
                corner, stops = here, 0
            due += toll
            found.append(Reach(due, lost, min(stops + (not toll), needs[here]) if here >= 0 else 0))
        return found


def brakings(reach: Sequence[Reach], squares: int) -> range:
    """The brake points worth thinking of for a roll: none, up to the fewest with which no tires are due (FW-110)."""
    spent, most = 0, min(MOST_BRAKES, squares - 1)
    while spent < most and (reach[squares - spent].tires or reach[squares - spent].lost):
        spent += 1
    return range(spent + 1)


class RaceTimes:
    """The expected turns of every state of a race on one road."""

    def __init__(self, road: Road, laps: int) -> None:
        self.road, self.length, self.laps = road, len(road.corner_of), min(laps, MOST_LAPS)
        self.finish = self.length * self.laps
        last = max((row for row, corner in enumerate(road.corner_of) if corner >= 0), default=0)
        self.first = last + 1 - self.length
        """The lowest progress that a car may have: a place on the grid, which is behind all corners."""
        self.reached: dict[tuple[int, int], list[Reach]] = {}
        self.turns: dict[tuple[int, int, int], Turns] = {}
        """By progress, stops made and gear: one more than the turns to drive from there, that of getting there."""
        for progress in range(self.finish - 1, self.first - 1, -1):
            row = progress % self.length
            corner = road.corner_of[row]
            for stops in range(road.needs[corner] + 1 if corner >= 0 else 1):
                self._learn(progress, row, stops)

    def reach(self, row: int, stops: int) -> list[Reach]:
        """Where 0 to `FARTHEST` squares lead from a row in a turn that begins there, by the stops made."""
        found = self.reached.get((row, stops))
        if found is None:
            found = self.reached[row, stops] = self.road.reaches(row, stops)
        return found

    def place_of(self, play: Match, car: CarState) -> tuple[int, int, float]:
        """A car's progress and stops as the race times count them, and what part of the race ahead they know.

        They know the last `MOST_LAPS` laps. A car that has farther to go counts as on the first of those.
        """
        corner = self.road.corner_of[car.row]
        stops = min(car.stops, self.road.needs[corner]) if corner >= 0 else 0
        progress = car.progress - (play.laps - self.laps) * self.length
        if progress >= 0 or play.laps == self.laps:
            return progress, stops, 1.0
        return min(car.progress, car.row), stops, self.finish / float(finish_line(play) - car.progress)

    def _learn(self, progress: int, row: int, stops: int) -> None:
        """Learn the turns of a car in every gear from those of all states farther on."""
        by_gear = {gear: self._mean(progress, row, stops, gear) for gear in DICE}
        self.turns[progress, stops, SPUN] = tuple([1 + turns for turns in by_gear[1]])
        for gear in DICE:
            choices = [
                _pay(turns, due) for to, turns in by_gear.items() if (due := gear_change_points(gear, to)) is not None
            ]
            self.turns[progress, stops, gear] = tuple([1 + min(turns) for turns in zip(*choices, strict=True)])

    def _mean(self, progress: int, row: int, stops: int, gear: int) -> list[float]:
        """The mean over the faces of a gear die, with the best braking for each (FW-102, FW-120)."""
        reach = self.reach(row, stops)
        results: list[Turns] = []
        for squares, share in SHARES[gear]:
            landings = [
                self._land(progress, squares - brakes, gear, reach, brakes) for brakes in brakings(reach, squares)
            ]
            best = landings[0] if len(landings) == 1 else tuple(map(min, *landings))
            results += [best] * share
        return [total / len(results) for total in map(sum, zip(*results, strict=True))]

    def _land(self, progress: int, squares: int, gear: int, reach: Sequence[Reach], brakes: int) -> Turns:
        """The turns of a car that drives so many squares after braking (FW-110 to FW-112, FW-128)."""
        to_go = self.finish - progress
        if squares >= to_go:
            tires, lost, _ = reach[to_go - 1]
            paid = (tires + brakes) * FUELS
            return NEVER if lost or paid >= len(NEVER) else NEVER[:paid] + (to_go / squares,) * (len(NEVER) - paid)
        tires, lost, stops = reach[squares]
        paid = (tires + brakes) * FUELS
        if lost or paid >= len(NEVER):
            return NEVER
        after = self.turns[progress + squares, stops, gear]
        if not paid:
            return after
        if not tires:
            return NEVER[:paid] + after[:-paid]
        spun = self.turns[progress + squares, stops, SPUN]
        return NEVER[:paid] + spun[:FUELS] + after[FUELS : len(NEVER) - paid]


def _pay(turns: Sequence[float], due: Mapping[str, int]) -> Sequence[float]:
    """The turns after a change of gear, by the points before it; never to be chosen where they do not suffice, or
    where it takes an engine point (FW-103).
    """
    if due.get("engine"):
        return NEVER
    paid = list(turns)
    if due.get("brakes"):
        paid = [*NEVER[:FUELS], *paid[:-FUELS]]
    if due.get("fuel"):
        paid = [OUT, *paid[:-1]]
        paid[::FUELS] = NEVER[:RESERVES]
    return paid


@lru_cache(maxsize=CIRCUITS)
def race_times_on(road: Road, laps: int) -> RaceTimes:
    """The shared race times of a road."""
    return RaceTimes(road, laps)


@lru_cache(maxsize=CIRCUITS)
def _road(corner_of: tuple[int, ...], needs: tuple[int, ...], extra: int) -> Road:
    return Road(corner_of, needs, extra)


def race_times_of(play: Match) -> RaceTimes:
    """The race times of a race."""
    circuit = play.circuit
    extra = play.settings.rain_overshoot_extra and play.setup.weather == "rain"
    road = _road(circuit.corner_of, tuple([corner.stops for corner in circuit.corners]), int(extra))
    return race_times_on(road, min(play.laps, MOST_LAPS))

"""How many turns a car has yet to drive on an empty track, by where it is and what it has left, learned backward from
the finish.

A state is a car between two turns: its progress, the stops made in its corner, its gear, and its tires, brakes and
fuel. Points beyond `MOST_TIRES`, `MOST_BRAKES` and `MOST_FUEL` count as these. The turns of all reserves are learned
at once, as one packed row. Rules FW-102, FW-103, FW-109 to FW-113, FW-118, FW-120, FW-128, FW-129, FW-140.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from rules.formule.autopilot.packed_rows import LANE_BITS, PackedRows
from rules.formule.car.gears import DICE, gear_change_points
from rules.formule.ground.circuit import Circuit
from rules.formule.match.match import Match
from rules.formule.match.positions import finish_line
from rules.formule.match.state import CarState

SPUN = 0
"""Stands for the gear of a car that has spun, which goes on in gear 1 (FW-118)."""
MOST_TIRES, MOST_BRAKES, MOST_FUEL = 9, 5, 2
"""Points beyond these count as these."""
A_TIRE, A_BRAKE = (MOST_BRAKES + 1) * (MOST_FUEL + 1), MOST_FUEL + 1
"""How many places apart in a row the turns are with one more tire or brake point; with one more of fuel it is one."""
A_TURN = 256
"""What one turn is in the rows of turns, which are whole numbers."""
OUT = 40.0
"""The turns that a car counts for which is out: more than any race on the way takes."""
MOST_LAPS = 3
"""Laps before these are not told apart: see `RaceTimes.place_of`."""
CIRCUITS = 16
FACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    gear: tuple(sorted(Counter(faces).items())) for gear, faces in DICE.items()
}
"""For each gear die, the squares it can show and how many faces show them (FW-102)."""
FEWEST_FACES: Mapping[int, tuple[int, ...]] = {
    gear: tuple(squares for squares, count in faces for _ in range(count // gcd(*(count for _, count in faces))))
    for gear, faces in FACES.items()
}
"""For each gear die, the faces of the smallest die with the same chances."""
FARTHEST = max(max(faces) for faces in DICE.values())
Change = tuple[int, int, int]
"""A gear to change to, and the points of fuel and brakes that it takes."""


def _changes_from(gear: int) -> tuple[tuple[int, ...], tuple[Change, ...]]:
    """The gears that a car in a gear may take for nothing, and the changes for fuel and brakes. Nobody plans for one
    that takes an engine point (FW-103).
    """
    dues = {to: due for to in DICE if (due := gear_change_points(gear, to)) is not None and "engine" not in due}
    free = tuple(to for to, due in dues.items() if not due)
    return free, tuple((to, due.get("fuel", 0), due.get("brakes", 0)) for to, due in dues.items() if due)


CHANGES = {gear: _changes_from(gear) for gear in DICE}
PAID_CHANGES = sorted({change for _, bought in CHANGES.values() for change in bought})
Turns = tuple[int, ...]
"""Turns by reserve, in parts of which `A_TURN` are a turn: see `reserve_index`."""
ROWS = PackedRows((MOST_TIRES + 1) * A_TIRE)
NEVER = ROWS.fill(int(OUT * A_TURN))
ONE_TURN = ROWS.fill(A_TURN)
EVERYTHING = ROWS.mask(range(ROWS.lanes))
NO_TIRES = ROWS.mask(range(A_TIRE))
"""The places of cars without tires."""
WITH_TIRES = EVERYTHING ^ NO_TIRES
TOO_FEW_TIRES = tuple(NEVER & ROWS.mask(range(due * A_TIRE)) for due in range(MOST_TIRES + 1))
"""The turns of cars that cannot pay so many tires, and 0 for those that can."""
NO_BRAKES = ROWS.mask([place for place in range(ROWS.lanes) if place % A_TIRE < A_BRAKE])
NO_FUEL = ROWS.mask([place for place in range(ROWS.lanes) if not place % A_BRAKE])
WITHOUT_BRAKES, WITHOUT_FUEL = NEVER & NO_BRAKES, NEVER & NO_FUEL
WITH_BRAKES, WITH_FUEL = EVERYTHING ^ NO_BRAKES, EVERYTHING ^ NO_FUEL
A_TIRE_BITS, A_BRAKE_BITS = A_TIRE * LANE_BITS, A_BRAKE * LANE_BITS
least, mean = ROWS.least, ROWS.mean


def reserve_index(tires: int, brakes: int, fuel: int) -> int:
    """The place of those points in a row of turns."""
    return min(tires, MOST_TIRES) * A_TIRE + min(brakes, MOST_BRAKES) * A_BRAKE + min(fuel, MOST_FUEL)


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


class TurnsOfStates(dict[tuple[int, int, int], Turns]):
    """The turns of every state, by progress, stops made and gear, unpacked when they are asked for."""

    def __init__(self, packed: Mapping[tuple[int, int, int], int]) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, state: tuple[int, int, int]) -> Turns:
        self[state] = turns = ROWS.unpack(self._packed[state])
        return turns


class RaceTimes:
    """The expected turns of every state of a race on one road."""

    def __init__(self, road: Road, laps: int) -> None:
        self.road, self.length, self.laps = road, len(road.corner_of), min(laps, MOST_LAPS)
        self.finish = self.length * self.laps
        last = max((row for row, corner in enumerate(road.corner_of) if corner >= 0), default=0)
        self.first = last + 1 - self.length
        """The lowest progress that a car may have: a place on the grid, which is behind all corners."""
        self.reached: dict[tuple[int, int], list[Reach]] = {}
        self._rows: dict[tuple[int, int, int], int] = {}
        self.turns = TurnsOfStates(self._rows)
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
            road, here = self.road, self.road.corner_of[row]
            ahead = row + 1 if row + 1 < self.length else 0
            onward = self.reached.get((ahead, stops if road.corner_of[ahead] == here else 0))
            if onward is None or (road.corner_of[ahead] != here and here >= 0 and stops < road.needs[here]):
                found = road.reaches(row, stops)
            else:  # without a toll, the way goes on as from the next row
                found = [Reach(0, False, min(stops + 1, road.needs[here]) if here >= 0 else 0), *onward[:-1]]
            self.reached[row, stops] = found
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
        reach = self.reach(row, stops)
        by_gear = {gear: self._mean(progress, gear, reach) for gear in DICE}
        self._rows[progress, stops, SPUN] = by_gear[1] + ONE_TURN
        paid = {change: _pay(by_gear[change[0]], change) for change in PAID_CHANGES}
        for gear, (free, bought) in CHANGES.items():
            best = NEVER
            for turns in [*[by_gear[to] for to in free], *[paid[change] for change in bought]]:
                if turns is not NEVER:
                    best = turns if best is NEVER else least(best, turns)
            self._rows[progress, stops, gear] = best + ONE_TURN

    def _mean(self, progress: int, gear: int, reach: Sequence[Reach]) -> int:
        """The mean over the faces of a gear die, with the best braking for each (FW-102, FW-120).

        Where squares past a corner are due, a roll may be as good as one of a square less with a brake point less.
        """
        faces, to_go, rows = FEWEST_FACES[gear], self.finish - progress, self._rows
        if faces[-1] < to_go:
            farthest = reach[faces[-1]]
            if not farthest.tires and not farthest.lost:  # the usual case: every roll may be driven for nothing
                return mean([rows[progress + squares, reach[squares].stops, gear] for squares in faces])
        safest = reach[min(max(faces[0] - MOST_BRAKES, 1), to_go - 1)]
        if safest.lost or safest.tires > MOST_TIRES:
            return NEVER
        lowest = reach[min(faces[0], to_go - 1)]
        first = max(faces[0] - MOST_BRAKES, 1) if lowest.lost or lowest.tires else faces[0]
        turns, best = {}, NEVER
        for squares in range(first, faces[-1] + 1):
            tires, lost, stops = reach[squares if squares < to_go else to_go - 1]
            braked = best
            best = NEVER if lost or tires > MOST_TIRES else self._land(progress, squares, gear, tires, stops)
            if braked is not NEVER and (tires or lost):
                best = least(best, (braked << A_BRAKE_BITS) & WITH_BRAKES | WITHOUT_BRAKES)
            turns[squares] = best
        return mean([turns[squares] for squares in faces])

    def _land(self, progress: int, squares: int, gear: int, tires: int, stops: int) -> int:
        """The turns of a car that drives so many squares and pays the tires due (FW-110 to FW-112, FW-128)."""
        to_go = self.finish - progress
        if squares >= to_go:
            after = ROWS.fill(round(A_TURN * to_go / float(squares)))
        else:
            after = self._rows[progress + squares, stops, gear]
            if tires:
                after = after & WITH_TIRES | self._rows[progress + squares, stops, SPUN] & NO_TIRES
        return (after << tires * A_TIRE_BITS) & EVERYTHING | TOO_FEW_TIRES[tires] if tires else after


def _pay(turns: int, change: Change) -> int:
    """The turns after a change of gear by the points before it, which must suffice for it (FW-103)."""
    _, fuel, brakes = change
    if turns is NEVER:
        return NEVER
    if brakes:
        turns = (turns << A_BRAKE_BITS) & WITH_BRAKES | WITHOUT_BRAKES
    return (turns << LANE_BITS) & WITH_FUEL | WITHOUT_FUEL if fuel else turns


@lru_cache(maxsize=CIRCUITS)
def race_times_on(road: Road, laps: int) -> RaceTimes:
    """The shared race times of a road."""
    return RaceTimes(road, laps)


_known: dict[tuple[int, bool, int], tuple[Circuit, RaceTimes]] = {}
"""The race times of circuits in use, which are found by the circuit itself, since to compare roads takes long."""


def race_times_of(play: Match) -> RaceTimes:
    """The race times of a race."""
    circuit, laps = play.circuit, min(play.laps, MOST_LAPS)
    extra = play.settings.rain_overshoot_extra and play.setup.weather == "rain"
    key = id(circuit), extra, laps
    known = _known.get(key)
    if known is None or known[0] is not circuit:
        if len(_known) >= CIRCUITS:
            _known.clear()
        road = Road(circuit.corner_of, tuple([corner.stops for corner in circuit.corners]), int(extra))
        known = _known[key] = circuit, race_times_on(road, laps)
    return known[1]

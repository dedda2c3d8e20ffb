"""What debris and markers on the road ahead take off what is at stake for a car: those on the way of a move, and
those that no lane beyond its end leads around. Rules FW-061 to FW-066, FW-107, FW-108, FW-125, FW-141.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from rules.formule.autopilot.charges import chance_to_fail, marker_harm
from rules.formule.autopilot.lanes import Square
from rules.formule.autopilot.outlook import Outlook
from rules.formule.autopilot.race_times import FARTHEST, SPUN
from rules.formule.car import wear
from rules.formule.combat import dropped_weapons
from rules.formule.movement import collisions

BEYOND = 8
"""How many rows beyond the end of a move a driver thinks of hazards."""
AHEAD_WEIGHS = 0.8
"""What a hazard beyond the end of a move weighs: another car may meet it before."""
Slides = tuple[tuple[float, int, float], ...]
"""How oil may make a car slide: the chance, the squares, and how likely it then spins."""


@lru_cache(maxsize=64)
def oil_slides(added: int, wound: int, *, natural: bool) -> Slides:
    """The slides on oil of a car that adds so much to its avoidance roll, of which `wound` is a wound's (FW-062,
    FW-065).
    """
    slides: Counter[tuple[int, str]] = Counter()
    table = dropped_weapons.OIL_SLIDES
    for face in range(1, wear.BLACK_DIE + 1):
        total = face + added
        if total < dropped_weapons.AVOIDED_AT:
            slides[table[min(max(face if natural else total, min(table)), max(table))]] += 1
    spins = {
        dropped_weapons.SPIN_NO: 0.0,
        dropped_weapons.SPIN_MAYBE: (dropped_weapons.OIL_SPINS_TO + wound) / float(wear.BLACK_DIE),
        dropped_weapons.SPIN_SURE: 1.0,
    }
    return tuple((faces / float(wear.BLACK_DIE), squares, spins[spin]) for (squares, spin), faces in slides.items())


class Hazards:
    """The debris and markers ahead of a car, as its driver weighs them."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        play, car, stakes = outlook.play, outlook.car, outlook.stakes
        length, seen = play.circuit.length, min(car.roll or FARTHEST, FARTHEST) + BEYOND
        self.harms: dict[Square, float] = {}
        """What a square with a hazard takes, by row and lane; oil by its spin alone."""
        self.oil: set[Square] = set()
        for row, lane in play.state.debris:
            if 0 < (row - car.row) % length <= seen:
                chance = (collisions.DEBRIS_HURTS_TO + wear.wound_penalty(car)) / float(wear.BLACK_DIE)
                self.harms[row, lane] = chance * stakes.loss(car, "road_holding")
        for marker in play.state.markers:
            square = marker.row, marker.lane
            if marker.kind != "smoke" and 0 < (marker.row - car.row) % length <= seen:
                harm = marker_harm(play, car, marker.kind, marker.row, stakes)
                self.harms[square] = self.harms.get(square, 0.0) + harm
                if marker.kind == "oil":
                    self.oil.add(square)
        self._rows = {row for row, _ in self.harms}
        self._forced: dict[int, list[float]] = {}

    def on_the_way(self, squares: int, brakes: int) -> dict[Square, float]:
        """What each square with a hazard takes from a move of so many squares, after which those brake points are
        left; a slide on oil leads farther (FW-066).
        """
        play, car = self.outlook.play, self.outlook.car
        length = play.circuit.length
        found = {square: harm for square, harm in self.harms.items() if (square[0] - car.row) % length <= squares}
        for square in self.oil:
            if square in found:
                found[square] = max(found[square], self._slide_harm(square[0], squares, brakes))
        return found

    def _slide_harm(self, row: int, squares: int, brakes: int) -> float:
        """What a slide on oil in that row takes on average from such a move (FW-065)."""
        outlook, car = self.outlook, self.outlook.car
        play, last = outlook.play, len(outlook.reaches) - 1
        stays = outlook.stop_worth(squares, car.gear, brakes, car.fuel)
        _, added = chance_to_fail(play, car, "oil", row)
        harm = 0.0
        natural = play.settings.oil_lookup == "natural"
        for chance, slide, spins in oil_slides(added, wear.wound_penalty(car), natural=natural):
            reached = min(squares + slide, last)
            slid = outlook.stop_worth(reached, car.gear, brakes, car.fuel)
            if spins:
                slid += spins * (outlook.stop_worth(reached, SPUN, brakes, car.fuel) - slid)
            harm += chance * (stays - slid)
        return harm

    def forced_harm(self, row: int, lane: int) -> float:
        """What the hazards take that the best way on from a square does not avoid (FW-107, FW-108)."""
        if not self._rows:
            return 0.0
        known = self._forced.get(row)
        if known is None:
            known = self._forced[row] = self._forced_from(row)
        return known[lane]

    def _forced_from(self, row: int) -> list[float]:
        circuit = self.outlook.play.circuit
        length, ways, harms = circuit.length, circuit.ways, self.harms
        left = self.outlook.to_go - (row - self.outlook.car.row) % length
        least = [0.0] * circuit.lanes
        rows = [(row + ahead) % length for ahead in range(1, min(BEYOND, left) + 1)]
        if self._rows.isdisjoint(rows):
            return least
        for ahead in reversed(rows):
            entered = [harms.get((ahead, lane), 0.0) + least[lane] for lane in range(circuit.lanes)]
            least = [min((entered[to] for to in lanes), default=0.0) for lanes in ways[ahead - 1]]
        return [AHEAD_WEIGHS * harm for harm in least]

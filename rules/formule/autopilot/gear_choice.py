"""Which gear the autopilot takes: the one whose die comes to most on the average. Rules FW-102, FW-103, FW-140."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.formule.autopilot.outlook import OUT, braking, outlook, price, weight_of
from rules.formule.gears import DICE, open_gears
from rules.formule.play import Play
from rules.formule.state import CarState

FACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    gear: tuple(Counter(faces).items()) for gear, faces in DICE.items()
}
"""The squares of each gear die, with how many faces show them (FW-102)."""
COMMON = 120
"""A number that the faces of every gear die divide, so that means are compared in whole numbers."""


def gear_for(play: Play, car: CarState) -> int:
    """The gear with the best mean of its faces, ties to the lower (FW-140).

    The brakes it would spend to stop in a corner are reckoned in, without those the change itself takes.
    """
    gears = open_gears(car)
    ahead = outlook(play, car, max(FACES[max(gears)])[0])
    weight = weight_of(play, car)
    worths: dict[int, int] = {}
    for gear, points in gears.items():
        brakes = car.brakes - points.get("brakes", 0)
        worth = sum(
            faces * price(ahead, squares - braking(ahead, squares, brakes), weight) for squares, faces in FACES[gear]
        )
        worths[gear] = worth * (COMMON // len(DICE[gear]))
        if points.get("engine") == car.engine and play.settings.zero_engine_out:
            worths[gear] += OUT * COMMON
    return max(worths, key=lambda gear: (worths[gear], -gear))

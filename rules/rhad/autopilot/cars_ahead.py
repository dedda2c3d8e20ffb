"""Cars in the way: how far a road is free of cars that hardly move, wrecks and cars of the own team included.

Rules RH-003, RH-085.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.match.handling.headings import HALF_SIDES
from rules.rhad.ground.hexes import STRIDES
from rules.rhad.match.state import CarState

CREEPS_UP_TO = 20
"""The highest speed in mph of a car that counts as an obstacle."""
FARTHEST = HALF_SIDES
"""The most steps that anybody looks for cars."""


def creeping_cars(cars: Iterable[CarState]) -> list[CarState]:
    """Those of some cars that hardly move."""
    return [car for car in cars if car.speed <= CREEPS_UP_TO]


def run_to_cars(creeping: Iterable[CarState], along: int, down: int, heading: int) -> int:
    """How many steps ahead of a place are free of those cars, `FARTHEST` at most."""
    q, r = STRIDES[heading]
    run = FARTHEST
    for car in creeping:
        to_q, to_r = car.at[0] - along, car.at[1] - down
        steps = to_q // q if q else to_r // r
        if 0 < steps <= run and abs(steps * q - to_q) <= 1 and abs(steps * r - to_r) <= 1:
            run = steps - 1
    return run

"""Points a car loses, and what follows when none are left: a spin, or the end of its race. Rules FW-055, FW-056,
FW-118, FW-125, FW-126, FW-151.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus

WOUND_PENALTY = 1
"""What a wounded driver subtracts from each of their own black dice (FW-056)."""
UNCONSCIOUS = 2
"""The number of wounds that makes a driver unconscious (FW-056)."""
BLACK_DIE = 20
"""The number of faces of the black die (FW-102)."""
FATAL: Mapping[str, bool] = {"body": True, "engine": False, "road_holding": False}
"""The characteristics a car is out without, and whether losing them destroys it (FW-126, FW-151)."""


def roll_black_die(play: Match, car: CarState, why: str) -> tuple[int, int]:
    """Throw a driver's black die; return its face and its total, which is 1 less with a wound (FW-056, FW-102,
    FW-123).
    """
    face = play.die(BLACK_DIE, why)
    return face, face - wound_penalty(car)


def wound_penalty(car: CarState) -> int:
    """What a driver's wounds subtract from their rolls; 0 without a wound (FW-056)."""
    return WOUND_PENALTY if car.wounds else 0


def take(car: CarState, name: str, points: int) -> int:
    """Take points off a characteristic, no more than it has, and return how many came off."""
    left: int = getattr(car, name)
    taken = min(points, left)
    setattr(car, name, left - taken)
    return taken


def apply_loss_effects(play: Match, car: CarState, name: str, *, by: CarState | None = None) -> None:
    """Apply what follows from a loss of points; call it after the entry of the loss itself.

    An engine that lost a point leaves debris. A car without tires spins. A car without body or road-holding is out,
    and without engine as well unless the house rules say otherwise (FW-118, FW-125, FW-126).
    """
    if name == "engine":
        litter(play, car)
    if getattr(car, name) or car.status is not CarStatus.RUNNING:
        return
    if name == "tires":
        spin(play, car, "FW-126")
    elif name in FATAL and (name != "engine" or play.settings.zero_engine_out):
        take_out_of_race(play, car, name, "FW-126", destroyed=FATAL[name], by=by)


def spin(play: Match, car: CarState, rule: str) -> None:
    """Turn a racing car the wrong way round and put it in gear 1; a spun car stays as it is (FW-118)."""
    if car.status is not CarStatus.RUNNING or car.spun:
        return
    before = {"spun": car.spun, "gear": car.gear, "spins": car.spins}
    car.spun, car.gear = True, 1
    car.spins += 1
    play.note("spin", rule, car, before=before, after={"spun": True, "gear": 1, "spins": car.spins})


def take_out_of_race(
    play: Match, car: CarState, reason: str, rule: str, *, destroyed: bool, by: CarState | None = None, **more: Any
) -> None:
    """Put a car out of the race and leave debris in its square (FW-125, FW-126, FW-151).

    If the car is destroyed by a car of another team, that car is credited with a kill. `more` is added to the entry.
    """
    car.status, car.out_reason, car.destroyed = CarStatus.OUT, reason, destroyed
    killed = destroyed and by is not None and by.team != car.team
    if killed and by is not None:
        by.kills += 1
    play.note(
        "out", rule, car, crew=car.driver, before={"status": "running", "out_reason": "", "destroyed": False},
        after={"status": "out", "out_reason": reason, "destroyed": destroyed}, by="" if by is None else by.id,
        **more,
    )  # fmt: skip
    litter(play, car)


def litter(play: Match, car: CarState) -> None:
    """Leave debris in the square of a car, unless it has some already (FW-125)."""
    square = (car.row, car.lane)
    if square not in play.state.debris:
        play.state.debris.append(square)
        play.note("debris_left", "FW-125", car, row=car.row, lane=car.lane)

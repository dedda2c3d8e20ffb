"""Points a car loses, and what a car is that has none left: a spin, or out of the race. Rules FW-055, FW-056, FW-118,
FW-125, FW-126, FW-151.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus

WOUND_PENALTY = 1
"""What a wound takes off each black die of the driver's own (FW-056)."""
UNCONSCIOUS = 2
"""The wounds that put a driver out (FW-056)."""
BLACK_DIE = 20
"""Faces of the black die (FW-102)."""
FATAL: Mapping[str, bool] = {"body": True, "engine": False, "road_holding": False}
"""What a car is out without, and whether it is destroyed then (FW-126, FW-151)."""


def roll_black_die(play: Match, car: CarState, why: str) -> tuple[int, int]:
    """The driver's own black die: its face, and what it counts, one less with a wound (FW-056, FW-102, FW-123)."""
    face = play.die(BLACK_DIE, why)
    return face, face - wound_penalty(car)


def wound_penalty(car: CarState) -> int:
    """What a wound takes off the driver's rolls; nothing without one (FW-056)."""
    return WOUND_PENALTY if car.wounds else 0


def take(car: CarState, name: str, points: int) -> int:
    """Take points off a characteristic as far as it has any; how many came off."""
    left: int = getattr(car, name)
    taken = min(points, left)
    setattr(car, name, left - taken)
    return taken


def apply_loss_effects(play: Match, car: CarState, name: str, *, by: CarState | None = None) -> None:
    """What follows a loss, once it is told: debris of an engine, a spin without tires, the end of the race without
    body, engine or road-holding (FW-118, FW-125, FW-126).
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
    """A racing car faces the wrong way in its square, and next turn begins in gear 1; one that does already stays as
    it is (FW-118).
    """
    if car.status is not CarStatus.RUNNING or car.spun:
        return
    before = {"spun": car.spun, "gear": car.gear, "spins": car.spins}
    car.spun, car.gear = True, 1
    car.spins += 1
    play.note("spin", rule, car, before=before, after={"spun": True, "gear": 1, "spins": car.spins})


def take_out_of_race(
    play: Match, car: CarState, reason: str, rule: str, *, destroyed: bool, by: CarState | None = None
) -> None:
    """A car is out of the race and off the track; debris marks the square (FW-125, FW-126, FW-151)."""
    car.status, car.out_reason, car.destroyed = CarStatus.OUT, reason, destroyed
    killed = destroyed and by is not None and by.team != car.team
    if killed and by is not None:
        by.kills += 1
    play.note(
        "out", rule, car, crew=car.driver, before={"status": "running", "out_reason": "", "destroyed": False},
        after={"status": "out", "out_reason": reason, "destroyed": destroyed}, by="" if by is None else by.id,
    )  # fmt: skip
    litter(play, car)


def litter(play: Match, car: CarState) -> None:
    """Debris in the square of a car; more of it there changes nothing (FW-125)."""
    square = (car.row, car.lane)
    if square not in play.state.debris:
        play.state.debris.append(square)
        play.note("debris_left", "FW-125", car, row=car.row, lane=car.lane)

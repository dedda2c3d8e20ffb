"""A car's handling in play: losses, the check at the end of a round, and recovery.

Rules RH-031 to RH-037, RH-039, RH-069, RH-077.
"""

from __future__ import annotations

from rules.match.handling.handling_formulas import (
    accessory_bonus,
    base_after_tires,
    handling_after_recovery,
    handling_at_check,
)
from rules.match.handling.speed_table import row
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus

MANEUVER, HIT, SOLID = "maneuver", "hit", "solid"
"""Causes of lost handling: a driver's own maneuver, a weapon, something solid (RH-031, RH-050)."""


def lose_handling(play: Match, car: CarState, points: int, *, hazard: str, why: str) -> None:
    """Take a D-value off the running handling at once and log it (RH-031). A value of 0 does nothing.

    A complete kill is driven by nobody, so nothing is taken off its handling.
    """
    if points <= 0 or (car.status is CarStatus.COMPLETE_KILL and not play.handles_wrecks):
        return
    before = car.hc
    car.hc -= points
    car.spent += points
    car.hazard = hazard
    play.note(
        "handling", "RH-031", car, before={"hc": before}, after={"hc": car.hc}, hazard=hazard, d=points, why=why
    )


def speed_of_check(play: Match, car: CarState) -> int:
    """The speed, in mph, whose row modifies this round's handling: the one set at its start, or, by house rule, the
    current one (RH-033).
    """
    return car.speed if play.settings.mod_speed == "end" else car.set_speed


def bonus_now(play: Match, car: CarState) -> int:
    """What the accessories add at the car's current speed (RH-035)."""
    accessories = play.designs[car.id].accessories
    return accessory_bonus(mph=car.speed, accessories=accessories, stack=play.settings.accessory_stack)


def finalize_handling(play: Match, car: CarState) -> int:
    """Add the speed modifier and accessory bonus to a car's handling after phase 5, log it, and return it for the
    check (RH-025, RH-033 to RH-036).
    """
    mph = speed_of_check(play, car)
    modifier = row(mph, mod_280=play.settings.mod_280).modifier
    bonus = bonus_now(play, car)
    before = car.hc
    car.hc = handling_at_check(hc=before, modifier=modifier, bonus=bonus)
    play.note(
        "check",
        "RH-036",
        car,
        before={"hc": before},
        after={"hc": car.hc},
        mph=mph,
        modifier=modifier,
        bonus=bonus,
        spent=car.spent,
        controlled=car.hc > 0,
    )
    return car.hc


def recover(play: Match, car: CarState) -> None:
    """Add the base handling, which is also the maximum, after every car has been checked (RH-037, RH-039)."""
    skill = play.crews[car.driver].skill if play.settings.recovery_skill else 0
    before = car.hc
    car.hc = handling_after_recovery(end=before, base=car.base_hc, skill=skill)
    if car.hc != before:
        play.note("recovery", "RH-037", car, before={"hc": before}, after={"hc": car.hc}, base=car.base_hc)


def update_base_handling(play: Match, car: CarState) -> None:
    """Lower the base handling for lost tires; the running handling follows at the next recovery (RH-077)."""
    lost = car.tires.count(0)
    before = car.base_hc
    car.base_hc = base_after_tires(base=car.built_hc, lost=lost, each=play.settings.tyre_loss_hc)
    if car.base_hc != before:
        play.note(
            "base_handling", "RH-077", car, before={"base_hc": before}, after={"base_hc": car.base_hc}, lost=lost
        )

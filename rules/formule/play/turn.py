"""A car's turn in a round: its start, and what its end brings. Rules FW-104, FW-109, FW-113, FW-124, FW-130."""

from __future__ import annotations

from rules.formule.combat import dropped_weapons
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import collisions

PIT_ROWS = 5
"""Rows from the line on that a pit lies beside (FW-130)."""
PIT_LANE = 0
PIT_GEAR = 2
"""The highest gear in which a car may end its turn in the pits (FW-130)."""

OF_A_TURN = (
    "roll", "driven", "overshooting", "lane_changes", "acted",  # no mutant: order
    "slipstreams", "braked", "diverted", "rammed",  # no mutant: order
)  # fmt: skip
"""What a car's state holds of its turn under way."""


def begin(play: Match, car: CarState) -> None:
    """Forget what belonged to the turn before."""
    now = {name: getattr(car, name) for name in OF_A_TURN}
    before = {name: value for name, value in now.items() if value}
    car.roll = car.driven = car.overshooting = car.lane_changes = car.acted = car.slipstreams = 0
    car.braked = car.diverted = False
    car.rammed = []
    play.note("turn", "FW-104", car, before=before, after={name: getattr(car, name) for name in before})


def end(play: Match, car: CarState) -> None:
    """Collision checks with whoever is next to the car, the stop it has made, the pits, and smoke that clears
    (FW-067, FW-109, FW-124).
    """
    if car.status is CarStatus.RUNNING and car.roll:
        play.begin_procedure(f"r{play.moment.turn}/{car.id}/end")
        collisions.check_around(play, car)
    if car.status is CarStatus.RUNNING:
        _count_stop(play, car)
        _pit(play, car)
    dropped_weapons.clear_smoke(play)


def _count_stop(play: Match, car: CarState) -> None:
    """A turn that ends in a corner is a stop there, unless one was overshot this turn (FW-109, FW-113)."""
    corner = play.circuit.corner_at(car.row)
    if corner < 0 or car.overshooting:
        return
    before = {"stops": car.stops}
    car.stops += 1
    play.note(
        "stop", "FW-109", car, before=before, after={"stops": car.stops}, corner=corner,
        needed=play.circuit.corners[corner].stops,
    )  # fmt: skip


def _pit(play: Match, car: CarState) -> None:
    """By the house rule a car gets all its tires back that ends its turn on the leftmost lane of the first five rows
    after the line, in gear 1 or 2 (FW-130).
    """
    if not play.settings.pits or car.row >= PIT_ROWS or car.lane != PIT_LANE or car.gear > PIT_GEAR:
        return
    before, full = car.tires, play.entrants[car.id].design.tires
    if before < full:
        car.tires = full
        play.note("pit", "FW-130", car, before={"tires": before}, after={"tires": full})

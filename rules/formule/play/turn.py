"""The start and the end of a car's turn. Rules FW-104, FW-109, FW-113, FW-124, FW-130."""

from __future__ import annotations

from rules.formule.combat import dropped_weapons
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.movement import collisions

PIT_ROWS = 5
"""How many rows from the line on count as beside the pits (FW-130)."""
PIT_LANE = 0
PIT_GEAR = 2
"""The highest gear in which a car may end its turn in the pits (FW-130)."""

OF_A_TURN = (
    "roll", "driven", "overshooting", "lane_changes", "acted",  # no mutant: order
    "slipstreams", "braked", "diverted", "rammed",  # no mutant: order
)  # fmt: skip
"""The fields of a car's state that belong to its current turn."""


def begin(play: Match, car: CarState) -> None:
    """Reset the fields that belong to a single turn."""
    values = {name: getattr(car, name) for name in OF_A_TURN}
    before = {name: value for name, value in values.items() if value}
    car.roll = car.driven = car.overshooting = car.lane_changes = car.acted = car.slipstreams = 0
    car.braked = car.diverted = False
    car.rammed = []
    play.note("turn", "FW-104", car, before=before, after={name: getattr(car, name) for name in before})


def end(play: Match, car: CarState) -> None:
    """Make collision checks with adjacent cars, count a stop, serve the pits and clear smoke (FW-067, FW-109,
    FW-124).
    """
    if car.status is CarStatus.RUNNING and car.roll:
        play.begin_procedure(f"r{play.moment.turn}/{car.id}/end")
        collisions.check_around(play, car)
    if car.status is CarStatus.RUNNING:
        _count_stop(play, car)
        _pit(play, car)
    dropped_weapons.clear_smoke(play)


def _count_stop(play: Match, car: CarState) -> None:
    """Count a stop if the turn ends in a corner, unless a corner was overshot this turn (FW-109, FW-113)."""
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
    """By the house rule, give a car all its tires back if it ends its turn in the pits (FW-130).

    The pits are the leftmost lane of the first five rows after the line, and the car must be in gear 1 or 2.
    """
    if not play.settings.pits or car.row >= PIT_ROWS or car.lane != PIT_LANE or car.gear > PIT_GEAR:
        return
    before, full = car.tires, play.entrants[car.id].design.tires
    if before < full:
        car.tires = full
        play.note("pit", "FW-130", car, before={"tires": before}, after={"tires": full})

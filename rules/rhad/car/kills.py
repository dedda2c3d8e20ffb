"""Mobility kills and complete kills, and the harm that led to them. Rules RH-067, RH-068, RH-090, RH-091.

Rulings under RH-090, after the duel questionnaire: a car that can no longer accelerate is a mobility kill. Once it
has stopped and cannot fire either, it is a complete kill. `duel_events` says what caused them, and the scorer of
duels who is credited.
"""

from __future__ import annotations

from rules.rhad.car import first_edition
from rules.rhad.car.duel_events import note_harm, note_kill
from rules.rhad.match.causes import Cause
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, ControlLoss

IN_THE_AIR = frozenset({ControlLoss.GUPPY, ControlLoss.ROLL})
"""Losses of control in which a car has left its wheels (RH-065, RH-066)."""


def lacks_an_axle(car: CarState) -> bool:
    """Whether one end of the car has lost all its tires (RH-067)."""
    for end in dict.fromkeys(car.ends):
        if not any(points for points, at in zip(car.tires, car.ends, strict=True) if at == end):
            return True
    return False


def can_accelerate(play: Match, car: CarState) -> bool:
    """Whether its driver can still make the car go faster (RH-067)."""
    if car.power_plant <= 0 or play.driver(car) is None or car.status is not CarStatus.RUNNING:
        return False
    return car.rest_side == WHEELS and not lacks_an_axle(car)


def is_stuck(play: Match, car: CarState) -> bool:
    """Whether a car can never accelerate again.

    While it is in the air, the side it will rest on does not count yet (RH-067).
    """
    if car.power_plant <= 0 or play.driver(car) is None or lacks_an_axle(car):
        return True
    return car.rest_side != WHEELS and car.pending not in IN_THE_AIR


def is_spent(play: Match, car: CarState) -> bool:
    """Whether a stuck car can do nothing more: it has stopped and cannot fire, its power plant and driver are both
    gone, or it has exploded (RH-090, RH-091).
    """
    if car.exploded or (car.power_plant <= 0 and play.is_dead(play.state.crew[car.driver])):
        return True
    return car.speed == 0 and not play.can_fire(car)


def update_kill_status(play: Match, car: CarState, *, by: str = "", because: Cause | None = None) -> None:
    """Update the kill status of a car (RH-090).

    `by` is the car that just fired at or rammed it, if any. `because` says why that car did, where it is more than
    an attack.
    """
    if car.status is CarStatus.RUNNING and (car.exploded or is_stuck(play, car)):
        _set_status(play, car, CarStatus.MOBILITY_KILL, by=by, because=because)
    if car.status is CarStatus.MOBILITY_KILL and is_spent(play, car):
        _set_status(play, car, CarStatus.COMPLETE_KILL, by=by, because=because)


def _set_status(play: Match, car: CarState, status: CarStatus, *, by: str, because: Cause | None) -> None:
    if play.record is None:
        first_edition.score_kill(play, car, status, by=by)
        return
    note_kill(play, play.record, car, status, by=by, because=because)
    before = str(car.status)
    car.status = status
    play.note(str(status), "RH-090", car, before={"status": before}, after={"status": str(status)})


def record_harm(play: Match, car: CarState, *, by: str, because: Cause | None = None) -> None:
    """Record that a car damaged another; arguments are those of `update_kill_status` (RH-090)."""
    if play.record is None:
        first_edition.record_harm(play, car, by=by)
    elif by in play.state.cars:
        note_harm(play, play.record, car, by=by, because=because)


def forget_harm(play: Match, car: CarState) -> None:
    """Whatever harmed a car before it was in control again has no more part in what becomes of it (RH-090)."""
    if play.record is None:
        car.bane = ""
    else:
        play.record.harm.pop(car.id, None)

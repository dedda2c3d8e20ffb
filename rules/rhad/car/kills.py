"""When a car is a mobility kill or a complete kill, who is credited, and first blood. Rules RH-067, RH-068, RH-090,
RH-091, RH-093.

Rulings under RH-090, after the duel questionnaire: what can no longer accelerate is a mobility kill; once it stands
and cannot fire either it is a complete kill. A kill that fire or a ram makes at once belongs to the car that fired or
rammed, any other to the enemy who last did harm since the car was last in control, and what is left of a kill begun
before to whoever began it. Nobody is credited for their own team.
"""

from __future__ import annotations

from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, ControlLoss

KILL_POINTS = 20
"""Duel points of a mobility kill, and again of a complete kill; the victim loses as many (RH-090)."""
IN_THE_AIR = frozenset({ControlLoss.GUPPY, ControlLoss.ROLL})
"""What a car does that has left its wheels (RH-065, RH-066)."""


def lacks_an_axle(car: CarState) -> bool:
    """Whether an end of the car that had tires has none left (RH-067)."""
    for end in dict.fromkeys(car.ends):
        if not any(points for points, at in zip(car.tires, car.ends, strict=True) if at == end):
            return True
    return False


def can_accelerate(play: Match, car: CarState) -> bool:
    """Whether its driver can still make it go faster (RH-067)."""
    if car.power_plant <= 0 or play.driver(car) is None or car.status is not CarStatus.RUNNING:
        return False
    return car.rest_side == WHEELS and not lacks_an_axle(car)


def is_stuck(play: Match, car: CarState) -> bool:
    """Whether nothing will make it accelerate again; how it lies is known when it has come to rest (RH-067)."""
    if car.power_plant <= 0 or play.driver(car) is None or lacks_an_axle(car):
        return True
    return car.rest_side != WHEELS and car.pending not in IN_THE_AIR


def is_spent(play: Match, car: CarState) -> bool:
    """Whether a car that is stuck can do nothing more: it stands and cannot fire, or power plant and driver are both
    gone, or it has exploded (RH-090, RH-091).
    """
    if car.exploded or (car.power_plant <= 0 and play.is_dead(play.state.crew[car.driver])):
        return True
    return car.speed == 0 and not play.can_fire(car)


def update_kill_status(play: Match, car: CarState, *, by: str = "") -> None:
    """See what has become of a car, and score it; `by` is the car whose fire or ram it was (RH-090)."""
    if car.status is CarStatus.RUNNING and (car.exploded or is_stuck(play, car)):
        credited = _credited_car(play, car, by or car.bane)
        _score(play, car, CarStatus.MOBILITY_KILL, credited)
    if car.status is CarStatus.MOBILITY_KILL and is_spent(play, car):
        credited = _credited_car(play, car, by) if by else car.killed_by[0]
        _score(play, car, CarStatus.COMPLETE_KILL, credited)


def _credited_car(play: Match, car: CarState, by: str) -> str:
    """The car that is credited: `by`, where it is an enemy's (RH-090)."""
    other = play.state.cars.get(by)
    return "" if other is None or other.team == car.team else by


def _score(play: Match, car: CarState, status: CarStatus, credited: str) -> None:
    before = {"status": str(car.status), "points": car.points}
    car.status = status
    car.points -= KILL_POINTS
    car.killed_by.append(credited)
    play.note(
        str(status),
        "RH-090",
        car,
        before=before,
        after={"status": str(car.status), "points": car.points},
        by=credited,
    )
    if credited:
        other = play.state.cars[credited]
        held = other.points
        other.points += KILL_POINTS
        other.scored = True
        play.note(
            "kill_credited", "RH-090", other, before={"points": held}, after={"points": other.points}, victim=car.id
        )


def record_harm(play: Match, car: CarState, *, by: str) -> None:
    """Remember who did harm, and whether it was the first of the match; all of that phase count (RH-090)."""
    other = play.state.cars.get(by)
    if other is None or other.team == car.team:
        return
    car.bane = by
    now = (play.state.moment.turn, play.state.moment.phase)
    if play.state.blood == (0, 0):
        play.state.blood = now
    if play.state.blood == now and not other.blood:
        other.blood = True
        play.note("first_blood", "RH-090", other, before={"blood": False}, after={"blood": True}, victim=car.id)

"""Mobility kills and complete kills, who is credited for them, and first blood. Rules RH-067, RH-068, RH-090, RH-091,
RH-093.

Rulings under RH-090, after the duel questionnaire: a car that can no longer accelerate is a mobility kill. Once it
has stopped and cannot fire either, it is a complete kill. A kill made directly by fire or a ram is credited to the
car that fired or rammed. Any other mobility kill is credited to the enemy who last did harm since the car was last in
control, and any other complete kill to whoever made the mobility kill. Nobody is credited for a car of their own
team.
"""

from __future__ import annotations

from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, ControlLoss

KILL_POINTS = 20
"""Duel points for a mobility kill, and again for a complete kill; the victim loses the same number (RH-090)."""
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


def update_kill_status(play: Match, car: CarState, *, by: str = "") -> None:
    """Update and score the kill status of a car; `by` is the car that just fired at or rammed it, if any (RH-090)."""
    if car.status is CarStatus.RUNNING and (car.exploded or is_stuck(play, car)):
        credited = _credited_car(play, car, by or car.bane)
        _score(play, car, CarStatus.MOBILITY_KILL, credited)
    if car.status is CarStatus.MOBILITY_KILL and is_spent(play, car):
        credited = _credited_car(play, car, by) if by else car.killed_by[0]
        _score(play, car, CarStatus.COMPLETE_KILL, credited)


def _credited_car(play: Match, car: CarState, by: str) -> str:
    """The credited car: `by` if it is an enemy, else empty (RH-090)."""
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
        points_before = other.points
        other.points += KILL_POINTS
        other.scored = True
        play.note(
            "kill_credited",
            "RH-090",
            other,
            before={"points": points_before},
            after={"points": other.points},
            victim=car.id,
        )


def record_harm(play: Match, car: CarState, *, by: str) -> None:
    """Record which enemy did harm, and first blood: every car that does harm in the same phase as the first counts
    (RH-090).
    """
    other = play.state.cars.get(by)
    if other is None or other.team == car.team:
        return
    car.bane = by
    this_phase = (play.state.moment.turn, play.state.moment.phase)
    if play.state.blood == (0, 0):
        play.state.blood = this_phase
    if play.state.blood == this_phase and not other.blood:
        other.blood = True
        play.note("first_blood", "RH-090", other, before={"blood": False}, after={"blood": True}, victim=car.id)

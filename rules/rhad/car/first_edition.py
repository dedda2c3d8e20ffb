"""How the first edition scored kills and first blood, so that its logs come out as they did. Rules RH-090, RH-093.

Its rulings under RH-090: a kill made directly by fire or a ram is credited to the car that fired or rammed. Any other
mobility kill is credited to the enemy who last did harm since the car was last in control, and any other complete
kill to the car that made the mobility kill. Nobody is credited for a car of their own team.
"""

from __future__ import annotations

from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus

KILL_POINTS = 20
"""Duel points for a mobility kill, and again for a complete kill; the victim loses the same number (RH-090)."""


def score_kill(play: Match, car: CarState, status: CarStatus, *, by: str) -> None:
    """Set the status of a car and score the kill; `by` is the car that just fired at or rammed it (RH-090)."""
    if status is CarStatus.MOBILITY_KILL:
        credited = _credited_car(play, car, by or car.bane)
    else:
        credited = _credited_car(play, car, by) if by else car.killed_by[0]
    _score(play, car, status, credited)


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
